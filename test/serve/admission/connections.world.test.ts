// Answers on real connections, as bytes: none is lost, mixed up or sent twice, whatever a client does with its connection.
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { CONNECTION_MS, FIELD_MS, REQUEST_MS } from '#serve/admission/numbers.ts'
import { Senders } from '#serve/admission/senders.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listening } from '../../support/servers/loopback.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'
import { openService, type Service } from '../../support/worlds/service.ts'

// A busy machine may be slow. Nothing here is about speed.
vi.setConfig({ testTimeout: 120_000 })

let service: Service
let port = 0
/** Each answer in the server's log: id of the request → status. */
const logged: { request: string; status: number; cut?: true }[] = []
const errors: unknown[] = []
beforeAll(async () => {
  service = await openService(undefined, {
    longestWaitMs: 60_000,
    logLine: (line) => logged.push(JSON.parse(line)),
    metrics: { answered: () => undefined },
  })
  service.app.server.on('clientError', (error) => errors.push(error))
  port = await listening(service.app)
})
afterAll(() => service.close())

interface Raw {
  readonly statusLine: string
  readonly fields: ReadonlyMap<string, string>
  readonly body: string
}

const connected = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })

/** Reads whole answers from a connection. */
function reader(socket: Socket, method = 'GET') {
  let held = Buffer.alloc(0)
  const answers: Raw[] = []
  let wake = (): void => undefined
  const take = (): boolean => {
    const end = held.indexOf('\r\n\r\n')
    if (end < 0) return false
    const [statusLine = '', ...lines] = held.toString('latin1', 0, end).split('\r\n')
    const fields = new Map(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ]),
    )
    const hasBody = !/ (?:204|304) /.test(statusLine)
    const length = hasBody ? Number(fields.get('content-length')) : 0
    const shown = method === 'HEAD' ? 0 : length
    if (held.length < end + 4 + shown) return false
    answers.push({ statusLine, fields, body: held.toString('utf8', end + 4, end + 4 + shown) })
    held = held.subarray(end + 4 + shown)
    return true
  }
  const connection = { isEnded: false }
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    while (take());
    wake()
  })
  socket.on('close', () => {
    connection.isEnded = true
    wake()
  })
  return {
    answers,
    /** Bytes after the last whole answer. */
    rest: () => held.toString('latin1'),
    until: async (count: number): Promise<readonly Raw[]> => {
      while (answers.length < count && !connection.isEnded)
        await new Promise<void>((resolve) => (wake = resolve))
      return answers
    },
    ended: async (): Promise<readonly Raw[]> => {
      while (!connection.isEnded) await new Promise<void>((resolve) => (wake = resolve))
      return answers
    },
  }
}

const requestText = (path: string, id: string, method = 'GET', fields = ''): string =>
  `${method} /v1${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.token}\r\nX-Request-Id: ${id}\r\n${fields}\r\n`

/** Fields whose values change with each answer. */
const MOMENTARY = ['date', 'x-request-id', 'x-ratelimit-remaining', 'ratelimit']

const steady = ({ statusLine, fields, body }: Raw) => ({
  statusLine,
  fields: Object.fromEntries([...fields].filter(([name]) => !MOMENTARY.includes(name))),
  momentary: MOMENTARY.map((name) => fields.has(name)),
  body,
})

test.each([
  ['GET', '/timezones/Europe/Dublin', ''],
  ['HEAD', '/timezones/Europe/Dublin', ''],
  ['GET', '/timezones/Asia/Tokyo?at=1774748400', ''],
  ['GET', '/timezones/Asia/Tokyo?at=1774748400', 'If-None-Match: *\r\n'],
  ['GET', '/cities/reykjavik', ''],
  ['GET', '/cities/sao-paulo?x=%C3%BC', ''],
  ['GET', '/lookup?lat=52.52&lon=13.405', ''],
  ['GET', '/timezones?per_page=5', ''],
  ['GET', '/countries/iceland', ''],
  ['GET', '/convert?from=CST&to=UTC', ''],
  ['GET', '/timezones?page=0', ''],
  ['GET', '/nothing/%C3%BC', ''],
  ['POST', '/timezones', ''],
  ['OPTIONS', '/timezones', ''],
  ['GET', '/timezones/UTC', 'Authorization: none\r\n'],
])(
  '%s %s %s: an answer written at once is the same as one that waits behind another (decision 20)',
  async (method, path, fields) => {
    const socket = await connected()
    const { until } = reader(socket, method)
    const text = requestText(path, 'the-same-id', method, fields)
    const once = fields.startsWith('Authorization') ? text.replace(/Authorization: Bearer.*\r\n/, '') : text
    // The second answer must wait for the first, so it goes through Node and is not written directly.
    socket.write(once + once)
    const [direct, waited] = await until(2)
    socket.destroy()
    if (direct === undefined || waited === undefined) throw new Error('an answer is missing')
    expect(steady(direct)).toEqual(steady(waited))
    expect(direct.fields.get('x-request-id')).toBe('the-same-id')
    expect(direct.fields.get('date')).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/)
    expect(direct.fields.get('keep-alive')).toBe('timeout=65')
  },
)

const PATHS = [
  '/timezones/Europe/Dublin',
  '/timezones/Asia/Tokyo',
  '/cities/reykjavik',
  '/nothing',
  '/timezones?per_page=30',
]

/** A text that only the answer to this path has. */
const MARKS = [
  '"iana":"Europe/Dublin"',
  '"iana":"Asia/Tokyo"',
  '"slug":"reykjavik"',
  '/nothing',
  '"per_page":30',
]

/** Requests that may wait on one connection. */
const MOST = 16

test('requests that arrive in pieces, together or one by one are answered once each, in order', async () => {
  const random = seededRandom(7)
  await Promise.all(
    Array.from({ length: 10 }, async (_, connection) => {
      const kinds = Array.from({ length: 150 }, () => Math.floor(random() * PATHS.length))
      const texts = kinds.map((kind, n) =>
        requestText(PATHS[kind] ?? '', `id-${connection}-${String(n).padStart(6, '0')}`),
      )
      const socket = await connected()
      const { until, rest } = reader(socket)
      for (let begun = 0; begun < texts.length;) {
        const together = texts.slice(begun, begun + 1 + Math.floor(random() * MOST))
        begun += together.length
        const text = together.join('')
        for (let from = 0; from < text.length;) {
          const to = from + 1 + Math.floor(random() ** 3 * 3000)
          socket.write(text.slice(from, to))
          if (random() < 0.5) await pause(0)
          from = to
        }
        await until(begun)
      }
      const answers = await until(kinds.length)
      expect(answers).toHaveLength(kinds.length)
      for (const [n, { fields, body }] of answers.entries()) {
        expect(fields.get('x-request-id')).toBe(`id-${connection}-${String(n).padStart(6, '0')}`)
        expect(body).toContain(MARKS[kinds[n] ?? 0])
      }
      expect(rest()).toBe('')
      socket.destroy()
    }),
  )
})

test('a client that reads late gets everything in order', async () => {
  const socket = await connected()
  const { until } = reader(socket)
  socket.pause()
  const ids = Array.from({ length: MOST }, (_, n) => `slow-${String(n).padStart(6, '0')}`)
  socket.write(ids.map((id) => requestText('/timezones?per_page=500&detail=full', id)).join(''))
  await expect.poll(() => service.app.work().unreadBytes, { timeout: 60_000, interval: 1 }).toBeGreaterThan(0)
  socket.resume()
  const answers = await until(MOST)
  expect(answers.map(({ fields }) => fields.get('x-request-id'))).toEqual(ids)
  expect(answers.every(({ body }) => body.includes('"per_page":500') && body.endsWith('}}'))).toBe(true)
  socket.destroy()
})

test('a client that has closed its side gets all answers, then the connection ends', async () => {
  const socket = await connected()
  const { ended } = reader(socket)
  socket.end(requestText(PATHS[0] ?? '', 'half-closed'))
  const [answer] = await ended()
  expect(answer?.body).toContain(MARKS[0])
})

test.each([
  ['Connection: close\r\n', 'HTTP/1.1', 'close'],
  ['', 'HTTP/1.0', 'close'],
])('%s%s: one answer, and the connection ends', async (fields, version, connection) => {
  const socket = await connected()
  const { ended, rest } = reader(socket)
  socket.write(requestText(PATHS[0] ?? '', 'the-last', 'GET', fields).replace('HTTP/1.1', version))
  const answers = await ended()
  expect(answers).toHaveLength(1)
  expect(answers[0]?.fields.get('connection')).toBe(connection)
  expect(rest()).toBe('')
})

test('an unexpected body is not read as a request: the connection ends with the answer', async () => {
  const socket = await connected()
  const { until, ended } = reader(socket)
  // While an unknown token is looked up, the body arrives whole.
  socket.write(requestText(PATHS[1] ?? '', 'before-it'))
  await until(1)
  const inside = requestText('/timezones/UTC', 'smuggled-in')
  socket.write(
    requestText(PATHS[0] ?? '', 'with-body', 'GET', `Content-Length: ${inside.length}\r\n`) + inside,
  )
  socket.write(requestText(PATHS[1] ?? '', 'after-body'))
  const answers = await ended()
  expect(answers.map(({ fields }) => fields.get('x-request-id'))).toEqual(['before-it', 'with-body'])
  expect(answers[1]?.fields.get('connection')).toBe('close')
})

test.each([
  ['GET', '/v1/timezones/UTC', '200'],
  ['POST', '/v1/timezones/UTC', '405'],
  ['OPTIONS', '/v1/timezones/UTC', '204'],
  ['GET', '/favicon.svg', '200'],
  ['POST', '/favicon.svg', '405'],
  ['GET', '/nowhere', '404'],
])(
  'a body without an end that nobody reads: %s %s is answered %s and the connection ends',
  async (method, path, status) => {
    const socket = await connected()
    socket.on('error', () => undefined)
    const { answers, ended } = reader(socket)
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.token}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const sending = setInterval(() => socket.write('1\r\na\r\n'.repeat(100)), 20)
    await Promise.race([ended(), pause(10_000)])
    clearInterval(sending)
    expect(socket.destroyed).toBe(true)
    expect(answers.map(({ statusLine }) => statusLine.slice(9, 12))).toEqual([status])
  },
)

/** The first of three measurements that is as it should be, or the last: another process may run in the middle of one. */
async function ofThree(
  measure: () => Promise<number>,
  isRight: (measured: number) => boolean,
): Promise<number> {
  let measured = Number.NaN
  for (let left = 3; left > 0 && !isRight(measured); left--) measured = await measure()
  return measured
}

test('a body that nobody reads is charged as the time that Node takes to parse it', async () => {
  const senders = new Senders()
  const other = await openService(undefined, { senders })
  const at = await listening(other.app)
  let charges: number[] = []
  senders.charge = (_sender, ms) => void charges.push(ms)
  let took = 0
  other.app.server.prependListener('request', () => {
    const from = performance.now()
    setImmediate(() => (took = performance.now() - from))
  })
  const chunks = '1\r\na\r\n'.repeat(8000)
  const ratio = async (): Promise<number> => {
    charges = []
    const socket = connect(at, '127.0.0.1')
    socket.on('error', () => undefined)
    const { ended } = reader(socket)
    socket.write(`POST /favicon.svg HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`)
    await ended()
    expect(took).toBeGreaterThan(1)
    return (charges.reduce((sum, ms) => sum + ms, 0) - CONNECTION_MS - REQUEST_MS - 2 * FIELD_MS) / took
  }
  const charged = await ofThree(ratio, (measured) => measured > 0.8 && measured < 1.25)
  expect(charged).toBeGreaterThan(0.8)
  expect(charged).toBeLessThan(1.25)
  await other.close()
})

test('of the connections of one network, one a turn of the event loop is read when it sends a body that nobody reads', async () => {
  const chunks = '1\r\na\r\n'.repeat(5000)
  const distinctTurns = async (): Promise<number> => {
    let [turn, isOver] = [0, false]
    const next = (): void => {
      turn++
      if (!isOver) setImmediate(next)
    }
    next()
    const turns: number[] = []
    const note = (): unknown => turns.push(turn)
    service.app.server.on('request', note)
    // Node takes one connection a turn: what is sent before it has all of them comes in different turns anyway.
    let taken = 0
    const take = (): unknown => taken++
    service.app.server.on('connection', take)
    const sockets = await Promise.all(Array.from({ length: 20 }, connected))
    await expect.poll(() => taken).toBe(20)
    service.app.server.off('connection', take)
    const ends = sockets.map((socket) => reader(socket.on('error', () => undefined)).ended())
    for (const socket of sockets)
      socket.write(`POST /favicon.svg HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`)
    await Promise.all(ends)
    isOver = true
    service.app.server.off('request', note)
    expect(turns).toHaveLength(20)
    return new Set(turns).size
  }
  expect(await ofThree(distinctTurns, (turns) => turns === 20)).toBe(20)
})

test('of a body that nobody reads, no more is read than had come with its request', async () => {
  const sockets: Socket[] = []
  const collect = (request: { readonly socket: Socket }): unknown => sockets.push(request.socket)
  service.app.server.on('request', collect)
  const chunks = '1\r\na\r\n'.repeat(500_000)
  for (let n = 0; n < 5; n++) {
    const socket = await connected()
    socket.on('error', () => undefined)
    const { ended } = reader(socket)
    socket.write(`POST /favicon.svg HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`)
    expect((await ended()).map(({ statusLine }) => statusLine.slice(9, 12))).toEqual(['405'])
  }
  service.app.server.off('request', collect)
  // Node reads 64 kB at once. Three times as much was read of each, one chunk of one byte after another.
  expect(sockets).toHaveLength(5)
  expect(Math.max(...sockets.map(({ bytesRead }) => bytesRead))).toBeLessThanOrEqual(2 ** 16)
})

const CHUNKED = 'Transfer-Encoding: chunked'
const FORM = 'Content-Type: application/x-www-form-urlencoded'

test.each([
  ['GET', '/favicon.svg', CHUNKED],
  ['GET', '/v1/timezones/UTC', CHUNKED],
  ['OPTIONS', '/v1/timezones/UTC', CHUNKED],
  ['POST', '/favicon.svg', CHUNKED],
  ['POST', '/nowhere', CHUNKED],
  ['POST', '/account/sign-in', CHUNKED],
  ['POST', '/account/sign-in', `${FORM}\r\n${CHUNKED}`],
  ['POST', '/account/sign-in', `${FORM}\r\nContent-Length: 600000`],
])('while a request waits, no more of its body is read: %s %s %s', async (method, path, fields) => {
  const senders = new Senders()
  senders.othersWait = () => true
  const crowded = await openService(undefined, { senders })
  const at = await listening(crowded.app)
  senders.charge(senders.ofNetwork('127.0.0.1'), 20_000)
  let read = (): number => Infinity
  crowded.app.server.on('request', (request: { readonly socket: Socket }) => {
    read = () => request.socket.bytesRead
  })
  const socket = connect(at, '127.0.0.1')
  socket.on('error', () => undefined)
  const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\n${fields}\r\n\r\n`
  socket.write(head)
  await expect.poll(() => crowded.app.work().waiting).toBe(1)
  socket.write('1\r\na\r\n'.repeat(100_000))
  await pause(300)
  expect(crowded.app.work().waiting).toBe(1)
  expect(read()).toBeLessThanOrEqual(head.length)
  socket.destroy()
  await crowded.close()
})

test.each([
  ['GET', '/favicon.svg'],
  ['GET', '/v1/timezones/UTC'],
  ['OPTIONS', '/v1/timezones/UTC'],
])('a connection ends with its first request beyond the share of its sender: %s %s', async (method, path) => {
  const senders = new Senders()
  const crowded = await openService(undefined, { senders })
  const at = await listening(crowded.app)
  const sender = senders.ofNetwork('127.0.0.1')
  sender.open += sender.share.waiting
  const socket = connect(at, '127.0.0.1')
  const { answers, until, ended } = reader(socket)
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(16))
  await Promise.race([ended(), until(2)])
  expect(answers.map(({ statusLine }) => statusLine.slice(9, 12))).toEqual(['503'])
  expect(answers[0]?.fields.get('connection')).toBe('close')
  expect(senders.figures().beyond.waiting).toBe(1)
  expect(sender.open).toBe(sender.share.waiting)
  socket.destroy()
  await crowded.close()
})

test('a connection that is cut leaves the accounts in that turn, with all that Node still hands over of it', async () => {
  const senders = new Senders()
  const cut = await openService(undefined, { senders })
  const at = await listening(cut.app)
  const socket = connect(at, '127.0.0.1')
  socket.on('error', () => undefined)
  let handed = 0
  const open: number[] = []
  const sender = senders.ofNetwork('127.0.0.1')
  cut.app.server.on('request', (request) => {
    handed++
    // With the fifth one its network has left too much unread, and loses this connection.
    if (handed === 5) senders.hold({ request, sender, holds: () => undefined }, 40 * 2 ** 20, null)
    if (handed >= 5) open.push(sender.open, sender.connections.size, cut.app.work().requests)
  })
  socket.write('GET /favicon.svg HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100))
  await expect.poll(() => handed, { timeout: 10_000 }).toBe(100)
  expect(new Set(open)).toEqual(new Set([0]))
  expect(senders.figures().workMs).toBeGreaterThan(95 * 0.04)
  await cut.close()
})

/**
 * The part of the time that one request of a kind takes for which it is charged, the middle of some. It comes without a connection here: the time
 * has what Node's reading of a request counts as.
 */
async function chargedPart(url: string, headers: Record<string, string> = {}): Promise<number> {
  const senders = new Senders()
  const one = await openService(undefined, { senders })
  const all: number[] = []
  for (let n = 0; n < 15; n++) {
    const [before, begin] = [senders.figures().workMs, performance.now()]
    await one.app.inject({ method: 'GET', url, headers: { host: 'x', ...headers } })
    all.push((senders.figures().workMs - before) / (performance.now() - begin + REQUEST_MS))
  }
  await one.close()
  return all.toSorted((a, b) => a - b)[7] ?? Number.NaN
}

test('a page in the cache is charged for what its request made the server do', async () => {
  const parts = [
    await chargedPart('/robots.txt'),
    await chargedPart(`/robots.txt?${`x=${'%41'.repeat(22)}&`.repeat(199)}`),
    await chargedPart('/v1/timezones/UTC', { authorization: 'none' }),
  ]
  // What is left is the time of the client, which is in the same process here.
  expect(Math.min(...parts)).toBeGreaterThan(0.5)
  expect(Math.max(...parts)).toBeLessThan(1)
})

test('OPTIONS is charged below /v1 too', async () => {
  const senders = new Senders()
  const one = await openService(undefined, { senders })
  await one.app.inject({ method: 'OPTIONS', url: '/v1/timezones', headers: { host: 'x' } })
  expect(senders.figures().workMs).toBeGreaterThan(0)
  await one.close()
})

test('bytes that are not HTTP after an answer are refused once', async () => {
  const socket = await connected()
  const { until, ended } = reader(socket)
  socket.write(requestText(PATHS[0] ?? '', 'before-nonsense'))
  await until(1)
  socket.write('nonsense\r\n\r\n')
  const answers = await ended()
  expect(answers.map(({ statusLine }) => statusLine)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 400 Bad Request'])
  expect(errors.length).toBeGreaterThan(0)
})

test.each([1, 2, 5])(
  '%d requests in one write with bytes that are not HTTP behind them are answered first',
  async (count) => {
    const socket = await connected()
    const { ended } = reader(socket)
    const good = Array.from({ length: count }, (_, n) => requestText(PATHS[n % 3] ?? '', `before-bad-${n}`))
    socket.write(`${good.join('')}nonsense\r\n\r\n`)
    const answers = await ended()
    expect(answers.map(({ statusLine }) => statusLine)).toEqual([
      ...good.map(() => 'HTTP/1.1 200 OK'),
      'HTTP/1.1 400 Bad Request',
    ])
    expect(answers.slice(0, -1).map(({ fields }) => fields.get('x-request-id'))).toEqual(
      good.map((_, n) => `before-bad-${n}`),
    )
  },
)

test('clients that disconnect disturb no others, and each answer is logged once', async () => {
  const asked = Array.from({ length: 100 }, (_, n) => `gone-${String(n).padStart(6, '0')}`)
  for (const id of asked) {
    const socket = await connected()
    socket.on('error', () => undefined)
    socket.write(requestText(PATHS[4] ?? '', id), () => socket.destroy())
  }
  const socket = await connected()
  const { until } = reader(socket)
  socket.write(requestText(PATHS[0] ?? '', 'who-stays'))
  expect((await until(1))[0]?.body).toContain(MARKS[0])
  socket.destroy()
  await expect
    .poll(() => logged.some(({ request }) => request === 'who-stays'), { timeout: 60_000 })
    .toBe(true)
  const gone = logged.map(({ request }) => request).filter((id) => id.startsWith('gone-'))
  expect(new Set(gone).size).toBe(gone.length)
})

test('pipelined requests with unread answers, then a reset: no memory is held any more', async () => {
  const { work } = service.app
  await expect.poll(() => work().requests, { timeout: 60_000 }).toBe(0)
  for (const path of ['/countries/us?include=cities&detail=full', '/timezones?per_page=500&detail=full']) {
    const socket = await connected()
    socket.on('error', () => undefined)
    socket.pause()
    socket.write(requestText(path, 'never-read').repeat(MOST))
    await expect.poll(() => work().requests, { timeout: 60_000 }).toBeGreaterThan(1)
    socket.resetAndDestroy()
    await expect
      .poll(work, { timeout: 10_000, interval: 5 })
      .toMatchObject({ requests: 0, unreadBytes: 0, long: 0, waiting: 0 })
  }
})

test('every answer of these tests is in the log once, with its status', () => {
  const answered = logged.filter(({ request }) => request.startsWith('id-'))
  expect(answered).toHaveLength(1500)
  expect(new Set(answered.map(({ request }) => request)).size).toBe(1500)
  expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([200, 404]))
})

test('seventeen pipelined requests that wait: the last one is refused, and the connection ends after it (decision 0019)', async () => {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  const slow = await openService(undefined, {
    access: {
      async admit() {
        await opened
        return { kind: 'admitted', accountId: 'a', tokenId: 't', requestsPerSecond: 1e6, settle: () => ({}) }
      },
    },
  })
  const at = await listening(slow.app)
  const socket = await new Promise<Socket>((resolve) => {
    const made = connect(at, '127.0.0.1', () => resolve(made))
  })
  const { ended } = reader(socket)
  const ids = Array.from({ length: 500 }, (_, n) => `waits-${String(n).padStart(6, '0')}`)
  socket.write(
    ids.map((id) => `GET /v1/timezones/UTC HTTP/1.1\r\nHost:\r\nX-Request-Id: ${id}\r\n\r\n`).join(''),
  )
  await expect.poll(() => slow.app.work().beyond.waiting, { timeout: 60_000, interval: 1 }).toBe(1)
  open()
  const answers = await ended()
  expect(answers.map(({ fields }) => fields.get('x-request-id'))).toEqual(ids.slice(0, 17))
  expect(answers.map(({ statusLine }) => statusLine.slice(9, 12))).toEqual([...Array(16).fill('200'), '503'])
  expect(answers.at(-1)?.fields.get('connection')).toBe('close')
  expect(slow.app.work()).toMatchObject({ requests: 0, beyond: { waiting: 1 } })
  await slow.close()
})

test('a server that stops answers all requests that it has read', async () => {
  let asked = 0
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  const stopping = await openService(undefined, {
    access: {
      async admit() {
        asked++
        if (asked === 2) await opened
        return { kind: 'admitted', accountId: 'a', tokenId: 't', requestsPerSecond: 1e6, settle: () => ({}) }
      },
    },
  })
  const at = await listening(stopping.app)
  const socket = await new Promise<Socket>((resolve) => {
    const made = connect(at, '127.0.0.1', () => resolve(made))
  })
  const { until, ended } = reader(socket)
  socket.write(requestText('/timezones/Asia/Tokyo', 'the-first'))
  await until(1)
  socket.write(requestText('/timezones/Asia/Tokyo', 'the-second'))
  await expect.poll(() => asked, { timeout: 60_000, interval: 1 }).toBe(2)
  const closing = stopping.close()
  open()
  await closing
  const answers = await ended()
  expect(answers.map(({ fields }) => fields.get('x-request-id'))).toEqual(['the-first', 'the-second'])
})

test('a request that waits behind another and expects 100 Continue gets it before its answer, not inside', async () => {
  const socket = await connected()
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  const expecting = requestText('/timezones/UTC', 'expecting', 'GET', 'Expect: 100-continue\r\n')
  socket.write(
    requestText('/timezones?per_page=5', 'first') + expecting + requestText('/none', 'the-last-one'),
  )
  await expect.poll(() => text).toContain('x-request-id: the-last-one')
  socket.destroy()
  expect(
    text
      .split('HTTP/1.1 ')
      .slice(1)
      .map((answer) => answer.slice(0, 3)),
  ).toEqual(['200', '100', '200', '404'])
})

test('a request has at most two hundred header fields', async () => {
  const headers = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}`, 'a']))
  const ask = async (count: number): Promise<number> =>
    (await service.app.inject({ method: 'GET', url: '/favicon.svg', headers: headers(count) })).statusCode
  // The client adds `Host` and `User-Agent`.
  expect([await ask(198), await ask(199)]).toEqual([200, 431])
})

test('a connection that was reset before the server took it is not read: others would wait for all that it had sent', async () => {
  const done = new Int32Array(new SharedArrayBuffer(4))
  const text = requestText('/timezones/UTC', 'gone-before')
  const thread = new Worker(
    `const { workerData: { port, text, done } } = require('node:worker_threads')
     const socket = require('node:net').connect(port, '127.0.0.1', () => socket.write(text, () => socket.resetAndDestroy()))
     socket.once('close', () => { Atomics.store(done, 0, 1); Atomics.notify(done, 0) })`,
    { eval: true, workerData: { port, text, done } },
  )
  // Blocks this thread, and with it the server, until the connection has come and gone.
  expect(Atomics.wait(done, 0, 0, 60_000)).not.toBe('timed-out')
  await new Promise((resolve) => thread.once('exit', resolve))
  const socket = await connected()
  const { until } = reader(socket)
  socket.write(requestText('/timezones/UTC', 'after-it'))
  await until(1)
  socket.destroy()
  const ids = logged.map(({ request }) => request)
  expect(ids).toContain('after-it')
  expect(ids).not.toContain('gone-before')
})
