// A thread that runs scrypt for one password after the other, with lower priority than the thread that answers requests.
import { scryptSync } from 'node:crypto'
import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

// On Linux each thread has its own priority, and 0 means the current thread. Elsewhere it would be the whole process.
if (process.platform === 'linux') {
  try {
    setPriority(0, Math.min(19, getPriority(0) + workerData.lower))
  } catch {
    // A host may forbid it. Then passwords only slow down the other threads.
  }
}

parentPort.on('message', ({ text, salt, bytes, options }) => {
  try {
    parentPort.postMessage({ hash: scryptSync(text, salt, bytes, options) })
  } catch (error) {
    parentPort.postMessage({ failure: error.message })
  }
})
