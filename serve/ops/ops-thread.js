// The operators' port in a thread: gives health as the main thread last reported it, and decides after how much silence that one is dead.
import { createServer } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const JSON_TYPE = 'application/json; charset=utf-8'
/** Milliseconds of silence after which the main thread is not ready, and after which it counts as dead. */
const [NOT_READY_AFTER, DEAD_AFTER] = [10_000, 60_000]
const FIGURES_WITHIN = 5000

let readiness = { status: 503, body: { status: 'starting' } }
let heardAt = performance.now()
let questions = 0
const waiting = new Map()

const json = (status, body) => ({ status, type: JSON_TYPE, body: JSON.stringify(body) })

function figures() {
  const question = ++questions
  parentPort.postMessage({ question })
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      waiting.delete(question)
      resolve(json(503, { message: 'The server is too busy to give its metrics.' }))
    }, FIGURES_WITHIN)
    waiting.set(question, (given) => {
      clearTimeout(late)
      waiting.delete(question)
      resolve(given)
    })
  })
}

async function answer(url) {
  const silence = performance.now() - heardAt
  if (url === '/healthz') {
    return silence < DEAD_AFTER ? json(200, { status: 'alive' }) : json(503, { status: 'stuck' })
  }
  if (url === '/readyz') {
    if (silence < NOT_READY_AFTER) return json(readiness.status, readiness.body)
    return json(503, { ...readiness.body, status: 'stuck', seconds: Math.round(silence / 1000) })
  }
  if (url === '/metrics') return figures()
  return json(404, { message: 'Here are /healthz, /readyz and /metrics.' })
}

const server = createServer(async (request, response) => {
  const { status, type, body } = await answer(request.url)
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(body)
})
server.on('error', ({ code, message }) => parentPort.postMessage({ failed: { code, message } }))
server.listen(workerData.port, '127.0.0.1', () =>
  parentPort.postMessage({ listening: server.address().port }),
)

parentPort.on('message', (told) => {
  heardAt = performance.now()
  if ('readiness' in told) readiness = told.readiness
  else waiting.get(told.question)?.(told)
})
