// The operators' port in a thread: gives health as the main thread last reported it, and decides after how much silence that one is dead.
import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
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

const sha256 = (text) => createHash('sha256').update(text).digest()

/** What a client without the token of the file gets. Null for one with it. The file is read each time, so that another token needs no start. */
function refusalFor(authorization) {
  if (workerData.tokenFile === undefined) return null
  let token
  try {
    token = readFileSync(workerData.tokenFile, 'utf8').trim()
  } catch {
    return json(503, { message: 'The file of the token cannot be read.' })
  }
  const [, given = ''] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  const isRight = token !== '' && timingSafeEqual(sha256(given), sha256(token))
  return isRight ? null : json(401, { message: 'The metrics need the token of --ops-token-file.' })
}

async function answer(url, authorization) {
  const silence = performance.now() - heardAt
  if (url === '/healthz') {
    return silence < DEAD_AFTER ? json(200, { status: 'alive' }) : json(503, { status: 'stuck' })
  }
  if (url === '/readyz') {
    if (silence < NOT_READY_AFTER) return json(readiness.status, readiness.body)
    return json(503, { ...readiness.body, status: 'stuck', seconds: Math.round(silence / 1000) })
  }
  if (url === '/metrics') return refusalFor(authorization) ?? figures()
  return json(404, { message: 'Here are /healthz, /readyz and /metrics.' })
}

const server = createServer(async (request, response) => {
  const { status, type, body } = await answer(request.url, request.headers.authorization)
  if (status === 401) response.setHeader('www-authenticate', 'Bearer')
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(body)
})
server.on('error', ({ code, message }) => parentPort.postMessage({ failed: { code, message } }))
server.listen(workerData.port, workerData.host, () =>
  parentPort.postMessage({ listening: server.address().port }),
)

parentPort.on('message', (told) => {
  heardAt = performance.now()
  if ('readiness' in told) readiness = told.readiness
  else waiting.get(told.question)?.(told)
})
