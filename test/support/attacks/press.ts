// Ways to load a server with very many connections, each as an impolite client.
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { BELIEVED } from '../worlds/account-area.ts'
import { seededRandom } from '../worlds/seeded-random.ts'
import type { ServerProcess } from '../servers/server-process.ts'

/** The load: the server, a token, and the number of connections. */
export interface Pressed {
  readonly server: ServerProcess
  /** `Bearer …` */
  readonly authorization: string
  readonly connections: number
}

/** The most connections of one address at a time. With a thousand connections, it is all of them. */
const AT_A_TIME = 1000
const LONG = '/v1/timezones?per_page=500&detail=full&include=abbreviations'
const SHORT = [
  '/v1/timezones/Asia/Kathmandu',
  '/v1/timezones/UTC',
  '/timezones/UTC',
  '/time.json',
  '/v1/none',
]

const random = seededRandom(23)
const pick = <Thing>(things: readonly [Thing, ...Thing[]]): Thing =>
  things[Math.floor(random() * things.length)] ?? things[0]

function requestOf(
  path: string,
  { authorization }: Pressed,
  { method = 'GET', version = '1.1', fields = '' } = {},
): string {
  return `${method} ${path} HTTP/${version}\r\nHost: a\r\nAuthorization: ${authorization}\r\n${fields}\r\n`
}

const short = (pressed: Pressed, options: Parameters<typeof requestOf>[2] = {}): string =>
  requestOf(SHORT[Math.floor(random() * SHORT.length)] ?? '/', pressed, options)

/** Runs `use` on each of so many connections, from several addresses of loopback. Ends them all. */
async function onEach(
  { server, connections }: Pressed,
  use: (socket: Socket) => Promise<void>,
): Promise<void> {
  const port = Number(new URL(server.origin).port)
  let next = 0
  const one = async (): Promise<void> => {
    while (next < connections) {
      const localAddress = `127.0.2.${1 + (next++ % 20)}`
      const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined)
      await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', resolve))
      if (!socket.destroyed) await use(socket)
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, connections) }, one))
}

/** The number of answers that a connection of `askPlainly` asks for before it gets the first. */
const TOGETHER = 16

/** Asks for short answers and reads them, on many connections at a time, until so many answers have come. */
export async function askPlainly(pressed: Pressed, answers: number): Promise<void> {
  const rounds = Math.ceil(answers / pressed.connections / TOGETHER)
  await onEach(pressed, async (socket) => {
    const come = { heads: 0, cut: '' }
    socket.on('data', (chunk: Buffer) => {
      // A head may begin in the chunk before. No body here has this text.
      const parts = (come.cut + chunk.toString('latin1')).split('HTTP/1.1 ')
      come.heads += parts.length - 1
      come.cut = parts.at(-1)?.slice(-8) ?? ''
    })
    for (let round = 1; round <= rounds && !socket.destroyed; round++) {
      socket.write(Array.from({ length: TOGETHER }, () => short(pressed)).join(''))
      while (come.heads < round * TOGETHER && !socket.destroyed) await heard(socket)
    }
  })
}

/** Resolves when data came, when no more will come, or after a while. */
const heard = (socket: Socket, ms = 2000): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      socket.off('data', end).off('close', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    socket.on('data', end).on('close', end)
  })

/** Name → what happens on each connection. */
const WAYS: Readonly<Record<string, (socket: Socket, pressed: Pressed) => Promise<void>>> = {
  'reset while they are answered': async (socket, pressed) => {
    socket.write(short(pressed).repeat(3))
    await pause(random() * 50)
    socket.resetAndDestroy()
  },
  'half-closed': async (socket, pressed) => {
    socket.end(short(pressed) + requestOf(LONG, pressed))
    await heard(socket)
  },
  'pipelined, never read, reset': async (socket, pressed) => {
    socket.pause()
    socket.write(short(pressed).repeat(120) + requestOf(LONG, pressed).repeat(20))
    await pause(300 + random() * 500)
    socket.resetAndDestroy()
  },
  'pipelined without a token, never read, reset': async (socket, pressed) => {
    socket.pause()
    socket.write('GET /v1/timezones HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1900))
    await pause(100 + random() * 300)
    if (random() < 0.5) socket.resetAndDestroy()
    else socket.destroy()
    return void pressed
  },
  'read slowly': async (socket, pressed) => {
    socket.write(requestOf(LONG, pressed).repeat(4))
    for (let n = 0; n < 4; n++) {
      await heard(socket, 500)
      socket.pause()
      await pause(100)
      socket.resume()
    }
  },
  'bodies cut off': async (socket, pressed) => {
    const type = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 400\r\n'
    const path = pick(['/account/sign-in', '/v1/timezones', '/timezones'])
    socket.write(`${requestOf(path, pressed, { method: 'POST', fields: type })}email=`)
    await pause(random() * 100)
    if (random() < 0.5) socket.resetAndDestroy()
  },
  'signing in, reset': async (socket, pressed) => {
    const form = new URLSearchParams({
      csrf: BELIEVED.csrf,
      email: 'business-1@example.org',
      password: 'no such password',
    }).toString()
    const fields = `Cookie: ${BELIEVED.cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n`
    socket.write(`${requestOf('/account/sign-in', pressed, { method: 'POST', fields })}${form}`)
    await pause(random() * 100)
    if (random() < 0.5) socket.resetAndDestroy()
  },
  'HTTP/1.0': async (socket, pressed) => {
    const fields = pick(['', 'Connection: keep-alive\r\n'])
    socket.write(short(pressed, { version: '1.0', fields }).repeat(2))
    await heard(socket)
  },
  'a flood of HEAD': async (socket, pressed) => {
    socket.write(requestOf(pick([LONG, '/', '/timezones']), pressed, { method: 'HEAD' }).repeat(60))
    await heard(socket)
    if (random() < 0.5) socket.resetAndDestroy()
  },
  'one after the other': async (socket, pressed) => {
    for (let n = 0; n < 4; n++) {
      socket.write(requestOf('/v1/timezones/Asia/Kathmandu', pressed))
      await heard(socket)
    }
    socket.write(requestOf('/v1/timezones/Asia/Kathmandu', pressed))
    if (random() < 0.5) socket.resetAndDestroy()
  },
}

/** The names of all ways. */
export const PRESSES = Object.keys(WAYS)

/** Loads the server in one way. Resolves when all its connections have ended. */
export async function press(way: string, pressed: Pressed): Promise<void> {
  const use = WAYS[way]
  if (use === undefined) throw new Error(`no such way: ${way}`)
  await onEach(pressed, (socket) => use(socket, pressed))
}
