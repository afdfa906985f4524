// A server with the lane compared with one without: any bytes, in any pieces, get the same answers as from Node alone.
import { createServer, IncomingMessage, type Server } from 'node:http'
import { connect, Socket } from 'node:net'
import { text as allOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Connections, watchConnections } from '#serve/http/connections.ts'
import { send } from '#serve/http/exchange.ts'
import { laneRunsOn, readPast } from '#serve/http/lane.ts'
import { readPlain, rememberFields } from '#serve/http/plain-request.ts'
import { countUnread } from '#serve/http/unread.ts'
import { seededRandom } from '../../support/seeded-random.ts'

vi.setConfig({ testTimeout: 120_000 })

const plain = (text: string): ReturnType<typeof readPlain> =>
  readPlain(Buffer.from(text, 'latin1'), rememberFields())

test('a complete request without a body is read as Node reads it', () => {
  expect(
    plain(
      'GET /v1/lookup?lat=1.5&lon=%2D2 HTTP/1.1\r\nHost: a\r\nACCEPT:  */*;q=0.1, b \t\r\nX-Empty:\r\nConnection: Keep-Alive\r\n\r\n',
    ),
  ).toMatchObject({
    method: 'GET',
    target: '/v1/lookup?lat=1.5&lon=%2D2',
    headers: { host: 'a', accept: '*/*;q=0.1, b', 'x-empty': '', connection: 'Keep-Alive' },
  })
})

test('header fields are cached, and the oldest are dropped first, by count and by characters', () => {
  const known = rememberFields()
  const fields = (n: number, length: number): string =>
    `Host: a\r\nX: ${String(n).padEnd(length, 'x')}\r\n\r\n`
  const isKnown = (text: string): boolean => known.get(text) !== undefined
  const read = readPlain(Buffer.from(`GET / HTTP/1.1\r\n${fields(0, 5)}`), known)
  expect(read?.newFields).toBe(fields(0, 5))
  expect(isKnown(fields(0, 5))).toBe(false)
  known.set(fields(0, 5), { host: 'a' })
  expect(readPlain(Buffer.from(`GET / HTTP/1.1\r\n${fields(0, 5)}`), known)?.newFields).toBeNull()
  for (let n = 1; n <= 4096; n++) known.set(fields(n, 5), { host: 'a' })
  expect([isKnown(fields(0, 5)), isKnown(fields(4096, 5))]).toEqual([false, true])
  for (let n = 0; n < 300; n++) known.set(fields(n, 4000), { host: 'a' })
  const long = Array.from({ length: 300 }, (_, n) => fields(n, 4000)).filter(isKnown)
  expect(long.length).toBeGreaterThan(200)
  expect(long.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(2 ** 20)
  for (const own of ['X-Request-Id: a', 'traceparent: b']) {
    expect(plain(`GET / HTTP/1.1\r\nHost: a\r\n${own}\r\n\r\n`)).toMatchObject({ newFields: null })
  }
})

test('it runs only on named versions of Node', () => {
  expect(['20.19.0', '22.14.0', '24.1.0', '26.0.0'].map(laneRunsOn)).toEqual([true, true, true, true])
  expect(['18.20.0', '21.1.0', '28.0.0', '200.0.0', ''].map(laneRunsOn)).toEqual(Array(5).fill(false))
})

test('bytes of the handle are used only if their length is what the handle has read; otherwise the stream gets them', () => {
  const [streams, taken]: [number[], number[]] = [[], []]
  const handle = { bytesRead: 0, onread: (bytes: ArrayBuffer): number => streams.push(bytes.byteLength) }
  const socket = Object.assign(new Socket(), { _handle: handle })
  let isDue = true
  readPast(
    socket,
    () => isDue,
    (chunk) => taken.push(chunk.length),
  )
  const read = (bytes: number, buffer: number): void => {
    handle.bytesRead += bytes
    handle.onread(new ArrayBuffer(buffer))
  }
  read(10, 10)
  // The buffer is larger than the bytes that were read, as one from a pool is.
  read(11, 64)
  read(12, 12)
  isDue = false
  read(13, 13)
  isDue = true
  read(14, 14)
  expect([taken, streams]).toEqual([
    [10, 12, 14],
    [64, 13],
  ])
})

const NOT_PLAIN = [
  'GET / HTTP/1.1\r\nHost: a\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\n\r\nG',
  'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n',
  '\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\nHost: a\n\n',
  'GET / HTTP/1.1\r\nHost: a\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\rX: y\r\n\r\n',
  'GET / HTTP/1.1\r\nHost : a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nX: \xfc\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nx: 1\r\nX: 2\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nconstructor: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\n__proto__: x\r\n\r\n',
  'GET / HTTP/1.1\r\nAccept: a\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nProxy-Connection: close\r\n\r\n',
  'GET / HTTP/1.0\r\nHost: a\r\n\r\n',
  'GET /  HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /\xfc HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n',
  'get / HTTP/1.1\r\nHost: a\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\n\r\n',
  `GET /${'a'.repeat(5000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  // A pattern that could read each of these empty fields in several ways would never end.
  `GET / HTTP/1.1\r\nHost: a\r\n${Array.from({ length: 100 }, (_, n) => `X${n}: \t \r\n`).join('')}X: \0\r\n\r\n`,
]

test.each(NOT_PLAIN)('%j is left to Node', (text) => {
  expect(plain(text)).toBeNull()
})

/** Makes answers so long that two sockets cannot hold a few hundred of them. */
const PADDING = ' '.repeat(30_000)

/**
 * Answers `<method> <target> <value of X>`. The lane answers at once or a little later, Node always a little later. A server of Node alone
 * listens as in Node's own documents, without any code of ours.
 */
function serverOf(isOurs: boolean): {
  server: Server
  connections: Connections | null
  taken: string[]
  ended: string[]
} {
  const taken: string[] = []
  const ended: string[] = []
  const server = createServer((request, response) => {
    connections?.begin(request, response)
    let length = 0
    request.on('data', (chunk: Buffer) => (length += chunk.length))
    request.on('end', () =>
      setTimeout(() => {
        const body = `${request.method} ${request.url} ${String(request.headers['x'])} ${length}`
        response.writeHead(200, ['content-length', `${body.length}`])
        response.end(body)
      }, 2),
    )
  })
  const connections = isOurs
    ? watchConnections(server, {
        lane: {
          isOpen: () => true,
          isHot: (target) => target.startsWith('/hot'),
          answer(exchange) {
            const { method = '', url = '', headers } = exchange.request
            taken.push(url)
            const write = (): void =>
              send(exchange, {
                status: 200,
                headers: {},
                body: `${method} ${url} ${String(headers['x'])} 0${url.startsWith('/hot/long') ? PADDING : ''}`,
              })
            if (url.startsWith('/hot/later')) setTimeout(write, 5)
            else write()
          },
        },
        isStopping: () => false,
        nowMs: () => 0,
        unread: countUnread(),
        ended({ request }) {
          if (!(request instanceof IncomingMessage)) ended.push(request.url ?? '')
        },
      })
    : null
  return { server, connections, taken, ended }
}

/** The number of open exchanges and waiting requests. */
const busy = (): number => {
  const { requests, waiting } = ours.connections?.work() ?? { requests: 0, waiting: 0 }
  return requests + waiting
}

const [ours, nodes] = [serverOf(true), serverOf(false)]
const portOf = new Map<Server, number>()
beforeAll(async () => {
  for (const { server } of [ours, nodes]) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address !== null && typeof address !== 'string') portOf.set(server, address.port)
  }
})
afterAll(() => {
  for (const { server } of [ours, nodes]) {
    server.close()
    server.closeAllConnections()
  }
})

const connected = (server: Server): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(portOf.get(server) ?? 0, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })

/** A text to send, and the number of answers that must be there before the next text. */
type Piece = readonly [text: string, answers: number]

/** Status and body of each answer on a connection, until it ends or all expected answers are there. */
async function answersTo(server: Server, pieces: readonly Piece[], expected: number): Promise<string[]> {
  const socket = await connected(server)
  let text = ''
  let isEnded = false
  socket.setEncoding('latin1')
  socket.on('data', (more: string) => (text += more))
  socket.on('close', () => (isEnded = true))
  socket.on('error', () => undefined)
  const found = (): string[] =>
    [...text.matchAll(/HTTP\/1\.1 (\d+)[^]*?\r\n\r\n([^]*?)(?=HTTP\/1\.1|$)/g)].map(
      ([, status, body]) => `${status} ${body}`,
    )
  const come = async (count: number): Promise<void> => {
    await expect.poll(() => isEnded || found().length >= count, { timeout: 60_000, interval: 3 }).toBe(true)
  }
  for (const [piece, answers] of pieces) {
    socket.write(piece, 'latin1')
    await come(answers)
    await pause(2)
  }
  await come(expected)
  await pause(10)
  socket.destroy()
  return found()
}

test('random requests in random pieces are answered in order, as Node alone answers them', async () => {
  const random = seededRandom(4)
  const pick = <Thing>(things: readonly Thing[]): Thing => {
    const thing = things[Math.floor(random() * things.length)]
    if (thing === undefined) throw new Error('nothing to pick from')
    return thing
  }
  const inside = 'GET /hot/inside HTTP/1.1\r\nHost: a\r\n\r\n'
  const kinds = [
    (n: number) => `GET /hot HTTP/1.1\r\nHost: a\r\nX: ${n}\r\n\r\n`,
    (n: number) => `GET /hot/${n} HTTP/1.1\r\nHost: a\r\n\r\n`,
    (n: number) => `GET /hot/later HTTP/1.1\r\nHost: a\r\nX: ${n}\r\n\r\n`,
    (n: number) => `GET /cold HTTP/1.1\r\nHost: a\r\nX: ${n}\r\n\r\n`,
    (n: number) =>
      `POST /cold HTTP/1.1\r\nHost: a\r\nX: ${n}\r\nContent-Length: ${inside.length}\r\n\r\n${inside}`,
  ]
  await Promise.all(
    Array.from({ length: 60 }, async () => {
      const usual = random() < 0.7 ? kinds.slice(0, 4) : kinds
      const requests = Array.from({ length: 12 }, (_, n) => pick(usual)(n))
      // Either cut anywhere, or request by request. In the second case some are sent before the last answer, and some bodies after their
      // head.
      const pieces: Piece[] =
        random() < 0.3
          ? (requests.join('').match(/[^]{1,90}/g) ?? []).map((text) => [text, 0])
          : requests.flatMap((request, n): Piece[] => {
              const answers = random() < 0.95 ? n + 1 : 0
              const [start = '', ...body] = random() < 0.5 ? request.split(/(?<=\r\n\r\n)/) : [request]
              return [[start, body.length > 0 ? 0 : answers], ...body.map((part): Piece => [part, answers])]
            })
      const [one, other] = await Promise.all([
        answersTo(ours.server, pieces, requests.length),
        answersTo(nodes.server, pieces, requests.length),
      ])
      expect(one).toEqual(other)
      expect(one).toHaveLength(requests.length)
    }),
  )
  // Otherwise the test would only try Node.
  expect(ours.taken.length).toBeGreaterThan(100)
  expect(ours.taken).not.toContain('/hot/inside')
  expect(ours.taken).not.toContain('/cold')
  expect(ours.ended).toHaveLength(ours.taken.length)
  expect(busy()).toBe(0)
})

test.each(NOT_PLAIN.filter((text) => text.length < 5000))(
  '%j: after an answer, the same as from Node alone',
  async (text) => {
    const pieces: Piece[] = [
      ['GET /first HTTP/1.1\r\nHost: a\r\n\r\n', 1],
      ['GET /hot HTTP/1.1\r\nHost: a\r\n\r\n', 2],
      [text, 0],
    ]
    // These two requests are incomplete, so more must come before there is an answer.
    const expected = text.includes('chunked') || !/\n\r?\n/.test(text) ? 2 : 3
    expect(await answersTo(ours.server, pieces, expected)).toEqual(
      await answersTo(nodes.server, pieces, expected),
    )
  },
)

test('a client that disconnects while its answer is made ends its exchange once', async () => {
  const socket = await connected(ours.server)
  socket.on('error', () => undefined)
  socket.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\n')
  await new Promise((resolve) => socket.once('data', resolve))
  await pause(10)
  const before = ours.ended.length
  socket.write('GET /hot/later/gone HTTP/1.1\r\nHost: a\r\n\r\n', () => socket.resetAndDestroy())
  await expect.poll(() => ours.ended.slice(before), { timeout: 60_000 }).toEqual(['/hot/later/gone'])
  await pause(20)
  expect(ours.ended.slice(before)).toEqual(['/hot/later/gone'])
  expect(busy()).toBe(0)
})

test('a client that reads late gets all answers in order, and each ends once', async () => {
  const socket = await connected(ours.server)
  let text = ''
  socket.setEncoding('latin1')
  socket.on('error', () => undefined)
  socket.on('data', (more: string) => (text += more))
  socket.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(() => text, { timeout: 60_000, interval: 3 }).toContain('/first')
  await pause(10)
  socket.pause()
  text = ''
  const [takenBefore, endedBefore] = [ours.taken.length, ours.ended.length]
  const asked: number[] = []
  const ask = (n: number): void => {
    asked.push(n)
    socket.write(`GET /hot/long/${n} HTTP/1.1\r\nHost: a\r\n\r\n`)
  }
  // Sends until a request that the lane took has to wait for the client. Then sends one more.
  for (let n = 0; busy() === 0 && n < 2000; n++) {
    ask(n)
    await expect.poll(() => ours.taken.length - takenBefore, { timeout: 60_000, interval: 1 }).toBe(n + 1)
  }
  expect(busy()).toBe(1)
  ask(asked.length)
  socket.resume()
  const found = (): number[] => [...text.matchAll(/GET \/hot\/long\/(\d+) /g)].map(([, n]) => Number(n))
  await expect.poll(() => found().length, { timeout: 60_000, interval: 20 }).toBe(asked.length)
  expect(found()).toEqual(asked)
  await expect.poll(() => ours.ended.length - endedBefore).toBe(ours.taken.length - takenBefore)
  expect(busy()).toBe(0)
  socket.destroy()
})

test('Node gets a few requests of a crowd in each round of the event loop; all are answered, and API requests do not wait', async () => {
  const SIZE = 300
  let accepted = 0
  ours.server.on('connection', () => accepted++)
  const sockets = await Promise.all(Array.from({ length: SIZE }, () => connected(ours.server)))
  await expect.poll(() => accepted, { timeout: 60_000 }).toBe(SIZE)
  const order: (string | undefined)[] = []
  let [inThisRound, most] = [0, 0]
  const count = ({ url }: IncomingMessage): void => {
    order.push(url)
    if (inThisRound++ === 0) setImmediate(() => (inThisRound = 0))
    most = Math.max(most, inThisRound)
  }
  ours.server.on('request', count)
  // Sends all in one turn of the loop, so that all are there when the server reads the first.
  const answers = sockets.map(async (socket, n) => {
    const isLast = n === SIZE - 1
    const fields = 'HTTP/1.1\r\nHost: a\r\nConnection: close\r\n'
    const cold = n % 2 === 0 ? `GET /cold ${fields}\r\n` : `POST /cold ${fields}Content-Length: 2\r\n\r\nab`
    socket.write(isLast ? `GET /v1/a ${fields}\r\n` : cold)
    return allOf(socket)
  })
  for (const answer of await Promise.all(answers)) expect(answer).toContain('HTTP/1.1 200 OK')
  ours.server.off('request', count)
  expect(order).toHaveLength(SIZE)
  expect(order.indexOf('/v1/a')).toBeLessThan(SIZE / 2)
  // The first round, the next round, and the one for the API.
  expect(most).toBeLessThanOrEqual(2 * 8 + 1)
  expect(busy()).toBe(0)
})
