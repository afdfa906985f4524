// The lane and Node on the real application: thousands of requests, whole, cut at every byte and pipelined, get equal answers
// (decision 0019).
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../support/seeded-random.ts'
import { openService, type Service } from '../../support/service.ts'

const SIZE = 3000
const CUT = 8
const AT_A_TIME = 24

interface Side {
  readonly service: Service
  readonly port: number
}
let [withLane, without]: Side[] = []
async function open(lane: boolean): Promise<Side> {
  const service = await openService(undefined, { lane })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const address = service.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not bound to a port')
  return { service, port: address.port }
}
beforeAll(async () => {
  withLane = await open(true)
  without = await open(false)
})
afterAll(async () => {
  await withLane?.service.close()
  await without?.service.close()
})

const random = seededRandom(24)
function pick<Thing>(things: readonly Thing[]): Thing {
  const thing = things[Math.floor(random() * things.length)]
  if (thing === undefined) throw new Error('nothing to pick from')
  return thing
}

const PATHS = [
  '/timezones/Europe/Dublin',
  '/timezones/asia/kathmandu',
  '/timezones/Asia%2FTokyo',
  '/timezones/America/Argentina/Buenos_Aires',
  '/timezones/Nowhere',
  '/timezones/UTC/',
  '/timezones/',
  '/timezones/%ff',
  '/timezones//UTC',
  '/timezones/UTC?at=1774748400',
  '/timezones/UTC?at=2026-03-29T02:30:00+02:00',
  '/timezones/UTC?at=never',
  '/cities/reykjavik',
  '/cities/sao-paulo',
  '/cities/none?x=1&x=2&%zz=3',
  '/lookup?lat=52.52&lon=13.405',
  '/lookup?lat=52.52&lng=13.405',
  '/lookup?lat=95&lon=13',
  '/lookup?lat=&lon=',
  '/lookup?',
  '/convert?from=CST&to=UTC',
  '/convert?from=Europe/Berlin&to=Asia/Tokyo,UTC&at=2026-03-29T10:00',
  '/convert?from=Europe%2FBerlin&to=%2B05:30&at=2026-03-29T10:00',
  '/convert?to=UTC',
  '/timezones?per_page=2',
  '/timezones',
  '/none',
]
/** `{token}` stands for the token of one of the two sides. */
const FIELDS = [
  'Authorization: Bearer {token}',
  'authorization:Bearer {token}',
  'Authorization: bearer {token} ',
  'Authorization: Bearer {token}x',
  'Authorization: Basic eDp5',
  'Accept: */*',
  'Accept-Encoding: gzip, br',
  'Accept-Encoding: *;q=0',
  'If-None-Match: *',
  'If-None-Match: "a", W/"b"',
  'X-Request-Id: 0123456789abcdef',
  'X-Request-Id: no',
  'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  'Cookie: a=b; c=d',
  'X-Forwarded-For: 192.0.2.7',
  'Connection: keep-alive',
  'Connection: close',
  'Proxy-Connection: close',
  'Proxy-Connection: keep-alive',
  'Keep-Alive: timeout=5',
  'Content-Length: 0',
  'Expect: 100-continue',
  'Expect: 200-ok',
  'Upgrade: h2c',
  'Host: b',
  'Range: bytes=0-10',
  'X:',
  'X-Long: ' + 'x'.repeat(900),
  'Bad Name: x',
  'Origin: https://example.org',
]
const TOKEN = 'Authorization: Bearer {token}'

/** A random request. The lane takes most of them. */
function requestText(): string {
  const method = pick(['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE'])
  const version = random() < 0.97 ? 'HTTP/1.1' : pick(['HTTP/1.0', 'HTTP/1.2', 'http/1.1'])
  const fields = [...(random() < 0.97 ? ['Host: a'] : []), ...(random() < 0.8 ? [TOKEN] : [])]
  while (random() < 0.45) fields.splice(Math.floor(random() * (fields.length + 1)), 0, pick(FIELDS))
  const end = random() < 0.98 ? '\r\n' : '\n'
  return [`${method} /v1${pick(PATHS)} ${version}`, ...fields, '', ''].join(end)
}

const LAST = 'the-last-request'

/** The answers to pieces sent one after the other, between a first request and a last one. */
async function answersTo({ service, port }: Side, pieces: readonly string[]): Promise<string> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const made = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(made))
    made.once('error', reject)
  })
  let text = ''
  let isOver = false
  let wake = (): void => undefined
  socket.setEncoding('latin1')
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isOver = true
    wake()
  })
  socket.on('data', (more: string) => {
    text += more
    wake()
  })
  const until = async (isSo: () => boolean): Promise<void> => {
    const end = performance.now() + 60_000
    for (;;) {
      if (isOver || isSo()) return
      if (performance.now() > end) throw new Error(`no answer in a minute: ${JSON.stringify(pieces)}`)
      await Promise.race([new Promise<void>((resolve) => (wake = resolve)), pause(1000)])
    }
  }
  const plain = (id: string): string =>
    `GET /v1/timezones/UTC HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.token}\r\nX-Request-Id: ${id}\r\n\r\n`
  socket.write(plain('the-first-request'))
  await until(() => text.endsWith('}}'))
  await pause(2)
  text = ''
  for (const piece of pieces) {
    socket.write(piece.replaceAll('{token}', service.token), 'latin1')
    await pause(3)
  }
  // Waits for an answer, so that the lane may take this piece too.
  await Promise.race([until(() => text !== ''), pause(40)])
  await pause(3)
  socket.write(plain(LAST))
  await until(() => text.includes(LAST) && text.endsWith('}}'))
  socket.destroy()
  return text
    .replace(/^(?:Date|x-ratelimit-remaining|ratelimit): .*\r\n/gim, '')
    .replace(/^x-request-id: [\da-f]{8}-.*\r\n/gim, 'x-request-id: made\r\n')
}

/** Asks both sides, some requests at a time, and compares their answers. */
async function expectAlike(asked: readonly (readonly string[])[]): Promise<void> {
  const [lane, node] = [withLane, without]
  if (lane === undefined || node === undefined) throw new Error('not open')
  let next = 0
  const one = async (): Promise<void> => {
    for (let pieces = asked[next++]; pieces !== undefined; pieces = asked[next++]) {
      const [ours, nodes] = await Promise.all([answersTo(lane, pieces), answersTo(node, pieces)])
      expect(ours, JSON.stringify(pieces)).toBe(nodes)
      expect(nodes).toContain('HTTP/1.1 ')
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, one))
}

const byLane = (side: Side | undefined): number => side?.service.app.inFlight().byLane ?? 0

test(`${SIZE} requests, whole`, async () => {
  const before = byLane(withLane)
  await expectAlike(Array.from({ length: SIZE }, () => [requestText()]))
  const taken = byLane(withLane) - before
  process.stdout.write(`lane beside Node: of ${2 * SIZE} requests the lane took ${taken}\n`)
  // Otherwise the test would only compare Node with itself.
  expect(taken).toBeGreaterThan(SIZE / 2)
  expect(byLane(without)).toBe(0)
})

test('requests cut at every byte', async () => {
  const cut = Array.from({ length: CUT }, requestText).flatMap((text) =>
    // No cut is inside `{token}`, because the two sides have different tokens.
    Array.from({ length: text.length - 1 }, (_, at) => [text.slice(0, at + 1), text.slice(at + 1)]).filter(
      (pieces) => (pieces[0]?.split('{').length ?? 0) === (pieces[0]?.split('}').length ?? 0),
    ),
  )
  expect(cut.length).toBeGreaterThan(60 * CUT)
  await expectAlike(cut)
})

test('several requests, cut into pieces anywhere', async () => {
  const mixed = Array.from({ length: 400 }, () => {
    const text = Array.from({ length: 1 + Math.floor(random() * 4) }, requestText).join('')
    const at = Math.floor(random() * text.length)
    const isWhole = text.slice(0, at).split('{').length === text.slice(0, at).split('}').length
    return isWhole ? [text.slice(0, at), text.slice(at)].filter((piece) => piece !== '') : [text]
  })
  await expectAlike(mixed)
})
