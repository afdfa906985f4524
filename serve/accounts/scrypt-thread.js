// A thread that scrypt runs in, one password after the other: it gives way to the thread that answers requests.
import { scryptSync } from 'node:crypto'
import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

// On Linux a thread has a priority of its own, and 0 names the one that asks. Elsewhere it would be that of the whole process.
if (process.platform === 'linux') {
  try {
    setPriority(0, Math.min(19, getPriority(0) + workerData.lower))
  } catch {
    // A host may forbid it: then passwords only cost the others more.
  }
}

parentPort.on('message', ({ text, salt, bytes, options }) => {
  try {
    parentPort.postMessage({ hash: scryptSync(text, salt, bytes, options) })
  } catch (error) {
    parentPort.postMessage({ failure: error.message })
  }
})
