// What each sender costs, and what becomes of what is beyond its share: bytes, requests, work and connections, by counters.
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { createConnection, Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Networks } from '#serve/admission/networks.ts'
import { clientAddress, trustOf } from '#serve/http/client-address.ts'
import { Exchange } from '#serve/http/exchange.ts'
import { Line } from '#serve/admission/line.ts'
import { FEW_CONNECTIONS, HELD_UP_TURNS, REQUEST_MS } from '#serve/admission/numbers.ts'
import { NodeAnswer } from '#serve/http/node-answer.ts'
import { type Sender, Senders } from '#serve/admission/senders.ts'
import { listening } from '../../support/servers/loopback.ts'

const MB = 2 ** 20

/** Senders whose process is busy or not, at a time that the test sets. */
function world({ isBusy = true, memory = 128 * MB } = {}) {
  const clock = { ms: 1000 }
  const senders = new Senders({ nowMs: () => clock.ms, utilization: () => (isBusy ? 1 : 0), memory })
  return { clock, senders }
}

/** A request of a sender on a connection. */
function requestOf(senders: Senders, sender: Sender, socket?: Socket): Exchange {
  if (socket === undefined) {
    socket = new Socket()
    // A connection that is cut ends its exchanges.
    senders.connected(socket, senders.ofProxy('192.0.2.99'), () => exchange.end())
  }
  const request = new IncomingMessage(socket)
  const connection = { isLast: () => false, refuseMore: () => undefined, leaveBody: () => undefined }
  const exchange = new Exchange(request, new NodeAnswer(new ServerResponse(request), senders, connection), 0)
  senders.takes(exchange, sender)
  return exchange
}

test('X-Forwarded-For makes no sender unless its peer is named; the first time there is a warning with the flag', () => {
  const warnings: string[] = []
  const logger = { warn: (text: string) => void warnings.push(text) }
  const sendersOf = (trusted: string[]): Set<Sender> => {
    const { senders } = world()
    const trust = trustOf(trusted)
    const networks = new Networks(senders, trust, logger)
    const found = ['203.0.113.1', '203.0.113.2', '203.0.113.1, 203.0.113.3'].map((forwarded) => {
      const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '10.0.0.7' })
      const exchange = requestOf(senders, senders.ofNetwork('other'), socket)
      exchange.request.headers['x-forwarded-for'] = forwarded
      exchange.address = clientAddress(exchange.request, trust)
      return networks.of(exchange)
    })
    return new Set(found)
  }
  expect(sendersOf([]).size).toBe(1)
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('--trust-proxy 10.0.0.7')
  expect(sendersOf(['uniquelocal']).size).toBe(3)
  expect(warnings).toHaveLength(1)
})

test.each([
  { machine: 'a fast one', perMs: 0.4, measuredMs: 0 },
  { machine: 'a slow one', perMs: 3, measuredMs: 0 },
  { machine: 'a slow one that does other work too', perMs: 3, measuredMs: 2 },
])('what Node does is charged as long as it takes on the machine: $machine', ({ perMs, measuredMs }) => {
  let workedMs = 500
  const senders = new Senders({ nowMs: () => 0, utilization: () => 0, workedMs: () => workedMs })
  const sender = senders.ofNetwork('192.0.2.1')
  const work = (): void => {
    for (let n = 0; n < 1000; n++) {
      workedMs += REQUEST_MS * perMs + measuredMs
      senders.chargeByNode(sender, REQUEST_MS)
      senders.charge(sender, measuredMs)
    }
  }
  for (let n = 0; n < 10; n++) work()
  const [charged, worked] = [senders.figures().workMs, workedMs]
  work()
  expect((senders.figures().workMs - charged) / (workedMs - worked)).toBeCloseTo(1, 2)
})

test('answers that share their bytes count once for the process and for a sender', () => {
  const { senders } = world()
  const sender = senders.ofNetwork('192.0.2.1')
  const shared = Buffer.alloc(20 * MB)
  const exchanges = Array.from({ length: 10 }, () => requestOf(senders, sender))
  for (const exchange of exchanges) senders.hold(exchange, shared.length, [shared])
  expect(senders.figures().unreadBytes).toBe(20 * MB)
  expect(exchanges.some(({ request }) => request.socket.destroyed)).toBe(false)
  for (const exchange of exchanges.slice(1)) exchange.end()
  expect(senders.figures().unreadBytes).toBe(20 * MB)
  exchanges[0]?.end()
  expect(senders.figures().unreadBytes).toBe(0)
})

test('beyond its share of unread bytes a sender loses what it has left unread longest, and nobody else does', async () => {
  const { senders } = world()
  const [greedy, other] = [senders.ofNetwork('192.0.2.1'), senders.ofNetwork('192.0.2.2')]
  const read = requestOf(senders, other)
  senders.hold(read, 30 * MB, [Buffer.alloc(30 * MB)])
  const small = requestOf(senders, greedy)
  senders.hold(small, MB, [Buffer.alloc(MB)])
  const large = requestOf(senders, greedy)
  senders.hold(large, 20 * MB, [Buffer.alloc(20 * MB)])
  const last = requestOf(senders, greedy)
  senders.hold(last, 20 * MB, [Buffer.alloc(20 * MB)])
  expect([read, small, large, last].map(({ request }) => request.socket.destroyed)).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(senders.figures().beyond.unread).toBe(2)
})

test('above the memory of all, the sender with most unread bytes loses a connection', () => {
  const { senders } = world({ memory: 10 * MB })
  const held = [4, 6, 1].map((size, index) => {
    const exchange = requestOf(senders, senders.ofNetwork(`192.0.2.${index}`))
    senders.hold(exchange, size * MB, [Buffer.alloc(size * MB)])
    return exchange
  })
  expect(held.map(({ request }) => request.socket.destroyed)).toEqual([false, true, false])
  expect(senders.figures().beyond).toMatchObject({ memory: 1, unread: 0 })
})

test('a request beyond its share is refused, and no other is looked for', () => {
  const { senders } = world()
  const sender = senders.ofNetwork('192.0.2.1')
  const within = Array.from({ length: 2048 }, () => requestOf(senders, sender))
  const one = requestOf(senders, senders.ofNetwork('192.0.2.2'))
  expect(senders.takes(one, sender)).toBe(false)
  expect(within.some(({ request }) => request.socket.destroyed)).toBe(false)
  expect(senders.figures().beyond.waiting).toBe(1)
})

/** Prepares a work, and returns it. */
type Work = () => () => void

/**
 * How many times as long one work takes as another, by the least of rounds that alternate. While it is `most` or more there are further
 * rounds, at most 200: a busy machine makes some of them longer, and a walk makes each longer.
 */
function timesAsLong(work: Work, other: Work, most: number): number {
  const took = (prepare: Work): number => {
    const one = prepare()
    const from = performance.now()
    one()
    return performance.now() - from
  }
  let [least, leastOther] = [Infinity, Infinity]
  for (let round = 0; round < 7 || (least / leastOther >= most && round < 200); round++) {
    least = Math.min(least, took(work))
    leastOther = Math.min(leastOther, took(other))
  }
  return least / leastOther
}

test('to refuse a request costs the same, however many of its sender wait', () => {
  const { senders } = world()
  const one = requestOf(senders, senders.ofNetwork('192.0.2.9'))
  const refusals = (sender: Sender, waiting: number): Work => {
    for (let open = 0; open < waiting; open++) requestOf(senders, sender)
    return () => () => {
      for (let n = 0; n < 300; n++) if (senders.takes(one, sender)) throw new Error('within its share')
    }
  }
  const few = refusals(senders.ofAccount('Free', 5), 256)
  const many = refusals(senders.ofNetwork('192.0.2.1'), 2048)
  const beyond = refusals(senders.ofNetwork('192.0.2.2'), 16 * 2048)
  // A walk over those that wait takes eight, and a hundred and twenty-eight times as long.
  expect(timesAsLong(many, few, 4)).toBeLessThan(4)
  expect(timesAsLong(beyond, few, 4)).toBeLessThan(4)
})

test('beyond its share of connections a network loses the one that has been idle longest, which leaves at once', () => {
  const { senders } = world()
  const sender = senders.ofNetwork('192.0.2.1')
  const left: Socket[] = []
  const connect = (): Socket => {
    const socket = new Socket()
    senders.connected(socket, sender, () => left.push(socket))
    return socket
  }
  const busy = connect()
  sender.idle.delete(busy)
  const idle = Array.from({ length: 255 }, connect)
  expect(idle[0]?.destroyed).toBe(false)
  connect()
  expect([busy.destroyed, idle[0]?.destroyed, idle[1]?.destroyed]).toEqual([false, true, false])
  expect(left).toEqual([idle[0]])
  expect(senders.figures().connections).toBe(256)
})

test('a sender’s connections wait for three turns of the event loop, but for those that waited already', async () => {
  const { senders } = world()
  const sender = senders.ofNetwork('192.0.2.1')
  const [one, waiting, other] = [new Socket(), new Socket(), new Socket()]
  for (const socket of [one, waiting]) senders.connected(socket, sender, () => undefined)
  senders.connected(other, senders.ofNetwork('192.0.2.2'), () => undefined)
  waiting.pause()
  senders.holdUp(sender)
  for (let n = 0; n <= HELD_UP_TURNS; n++) {
    expect([one, waiting, other].map((socket) => socket.isPaused())).toEqual([true, true, false])
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect([one, waiting, other].map((socket) => socket.isPaused())).toEqual([false, true, false])
})

test('a sender that opens one connection in each turn of the event loop is not read before a turn without one, or for 100 ms', async () => {
  const { clock, senders } = world()
  const sender = senders.ofNetwork('192.0.2.1')
  const sockets: Socket[] = []
  const open = async (): Promise<void> => {
    const socket = new Socket()
    senders.connected(socket, sender, () => undefined)
    sockets.push(socket)
    await new Promise((resolve) => process.nextTick(resolve))
  }
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const arePaused = (): boolean[] => [...new Set(sockets.map((socket) => socket.isPaused()))]
  for (let n = 0; n < FEW_CONNECTIONS; n++) await open()
  expect(arePaused()).toEqual([false])
  await open()
  expect(arePaused()).toEqual([true])
  for (let n = 0; n < HELD_UP_TURNS; n++) await turn()
  // A turn in which it opens another one, and one without.
  await open()
  await turn()
  expect(arePaused()).toEqual([true])
  await turn()
  expect(arePaused()).toEqual([false])
  // Not again at once.
  await open()
  expect(arePaused()).toEqual([false])
  clock.ms += 20
  for (let n = 0; n < 10; n++) {
    await open()
    expect(arePaused()).toEqual([true])
    clock.ms += 10
    await turn()
  }
  expect(arePaused()).toEqual([false])
})

test('a connection that comes while its sender is held up is not read before', async () => {
  const { senders } = world()
  const sender = senders.ofNetwork('192.0.2.1')
  let requests = 0
  const server = createServer((_, response) => {
    requests++
    response.end()
  })
  server.on('connection', (socket) => {
    senders.holdUp(sender)
    senders.connected(socket, sender, () => undefined)
  })
  const client = createConnection(await listening(server), '127.0.0.1')
  const answered = new Promise((resolve) => client.once('data', resolve))
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const from = performance.now()
  while (performance.now() - from < 300) {
    // As if it opened one more in each turn of the event loop.
    sender.isConnecting = true
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(requests).toBe(0)
  await answered
  expect(requests).toBe(1)
  client.destroy()
  await new Promise((resolve) => server.close(resolve))
})

test('to cut a connection costs the same with sixteen times the share of connections', () => {
  const { senders } = world()
  const cuts = (sender: Sender, before: number): Work => {
    const connections = (count: number) => () => {
      const sockets = Array.from({ length: count }, () => new Socket())
      return () => {
        for (const socket of sockets) senders.connected(socket, sender, () => undefined)
      }
    }
    connections(before)()()
    return connections(100)
  }
  const few = cuts(senders.ofNetwork('192.0.2.1'), 256)
  const many = cuts(senders.ofNetwork('192.0.2.2'), 16 * 256)
  // A walk over those that are open, or have been, would take sixteen times as long.
  expect(timesAsLong(many, few, 4)).toBeLessThan(4)
})

test.each([
  ['while nobody else is there', false, true, true],
  ['while another sender is there and the process is busy', true, true, false],
  ['while another sender is there and the process is not', true, false, true],
])('a sender beyond its tenth of the work, %s', (_, isOtherThere, isBusy, isFree) => {
  const { senders, clock } = world({ isBusy })
  const sender = senders.ofNetwork('192.0.2.1')
  requestOf(senders, sender)
  if (isOtherThere) requestOf(senders, senders.ofNetwork('192.0.2.2'))
  senders.charge(sender, 999)
  expect(sender.isBeyond(clock.ms)).toBe(false)
  senders.charge(sender, 2)
  expect(sender.isBeyond(clock.ms)).toBe(true)
  expect(senders.othersWait(sender, false)).toBe(!isFree)
  // It has its tenth again as time goes on.
  clock.ms += 100
  expect(sender.isBeyond(clock.ms)).toBe(false)
})

test('the plan of an account says its share: a tenth for 5 a second, a quarter for 25, a half for 100 and more', () => {
  const { senders } = world()
  expect([5, 25, 100, 1e6].map((rate) => senders.ofAccount(`of ${rate}`, rate).share.work)).toEqual([
    0.1, 0.25, 0.5, 0.5,
  ])
  // A browser's request does not know the plan, and leaves it.
  expect(senders.ofAccount('of 100').share.work).toBe(0.5)
  expect(senders.ofAccount('seen in a browser first').share.work).toBe(0.1)
})

test('in the line the sender that has had least comes first, and the connections of one sender take turns', async () => {
  const senders = new Senders({ utilization: () => 0 })
  const line = new Line(senders)
  const [greedy, modest] = [senders.ofNetwork('192.0.2.1'), senders.ofNetwork('192.0.2.2')]
  const busy = new Socket()
  senders.charge(greedy, 500)
  const order: string[] = []
  const wait = (name: string, exchange: Exchange): Promise<unknown> =>
    line.turn(exchange).then((isItsTurn) => order.push(`${name} ${isItsTurn}`))
  await Promise.all([
    wait('first of a crowd', requestOf(senders, greedy, busy)),
    wait('second of a crowd', requestOf(senders, greedy, busy)),
    wait('third of a crowd', requestOf(senders, greedy, busy)),
    wait('greedy on another', requestOf(senders, greedy)),
    wait('modest', requestOf(senders, modest)),
  ])
  expect(order).toEqual([
    'modest true',
    'first of a crowd true',
    'greedy on another true',
    'second of a crowd true',
    'third of a crowd true',
  ])
  expect(line.waiting()).toBe(0)
})

test('who comes while all in the line must make room for others does not wait until the line looks again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const senders = new Senders({ utilization: () => 1 })
  const line = new Line(senders)
  const [greedy, modest] = [senders.ofNetwork('192.0.2.1'), senders.ofNetwork('192.0.2.2')]
  senders.charge(greedy, 1e5)
  requestOf(senders, modest)
  void line.turn(requestOf(senders, greedy))
  // The line has looked, and looks again after a time that never passes.
  while (vi.getTimerCount() === 0) await new Promise(setImmediate)
  expect(line.waiting()).toBe(1)
  expect(await line.turn(requestOf(senders, modest))).toBe(true)
  expect(line.waiting()).toBe(1)
}, 5000)

test('who has waited too long is refused; refusals within a share for ten seconds make the process not ready', async () => {
  const { senders, clock } = world()
  const line = new Line(senders, -1)
  const sender = senders.ofNetwork('192.0.2.1')
  expect(await line.turn(requestOf(senders, sender))).toBe(false)
  expect(senders.isRefusing()).toBe(false)
  for (let second = 0; second < 10; second++) {
    clock.ms += 1000
    senders.refused(sender)
  }
  expect(senders.isRefusing()).toBe(true)
  clock.ms += 3000
  expect(senders.isRefusing()).toBe(false)
  // Beyond its share a sender is refused without that.
  senders.charge(sender, 1e6)
  for (let second = 0; second < 20; second++) senders.refused(sender)
  expect(senders.isRefusing()).toBe(false)
})
