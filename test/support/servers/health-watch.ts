// Measures how long a server's health takes to answer, from its own thread, while this process is busy.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface HealthWatch {
  /** Ends the watch. Returns the slowest answer in milliseconds, and each failure or status other than 200. */
  readonly end: () => Promise<{ readonly slowestMs: number; readonly faults: readonly string[] }>
}

/** Plain JavaScript, because a thread of Node 20 cannot run TypeScript. Each question has its own connection. */
const THREAD = `
const { get } = require('node:http')
const { parentPort, workerData } = require('node:worker_threads')
let slowestMs = 0
const faults = []
const ask = (index) => {
  const asked = performance.now()
  const done = () => {
    slowestMs = Math.max(slowestMs, performance.now() - asked)
    setTimeout(ask, 100, (index + 1) % workerData.length)
  }
  get(workerData[index], { agent: false }, (response) => {
    if (response.statusCode !== 200) faults.push(workerData[index] + ': ' + response.statusCode)
    response.resume().on('end', done)
  }).on('error', (error) => {
    faults.push(String(error))
    done()
  })
}
parentPort.once('message', () => {
  parentPort.postMessage({ slowestMs, faults })
  parentPort.close()
  setTimeout(() => process.exit(), 0)
})
ask(0)
`

/** Asks these addresses in turn, ten times a second, until it is ended. */
export function watchHealth(urls: readonly string[]): HealthWatch {
  const thread = new Worker(THREAD, { eval: true, workerData: urls })
  return {
    async end() {
      const answered = once(thread, 'message')
      thread.postMessage('end')
      const [seen] = await answered
      return seen
    },
  }
}
