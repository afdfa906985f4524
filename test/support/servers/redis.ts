// A Redis for tests: Debian's redis-server on a socket file, without a port and without a file to save to.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bound } from './bound-process.ts'
import { MOST_LOOKS } from './loopback.ts'

const DEBIAN = '/usr/bin/redis-server'

/** Whether this machine has a redis-server. */
export const hasRedis = (): boolean => existsSync(DEBIAN)

export interface RedisServer {
  /** `unix:///…` */
  readonly address: string
  start(): Promise<void>
  /** Ends the server as a crash would. */
  kill(): Promise<void>
  /** Stops the process while its connections stay open, as on an overloaded machine; and lets it go on. */
  freeze(): void
  thaw(): void
  /** Ends the server and removes its files. */
  remove(): Promise<void>
}

/** A server that is not yet started. */
export function redisServer(): RedisServer {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-redis-'))
  const socket = join(folder, 'redis.sock')
  let server: ChildProcess | null = null
  const answers = (): Promise<boolean> =>
    new Promise((resolve) => {
      const connection = connect(socket)
      const end = (isThere: boolean) => (): void => {
        connection.destroy()
        resolve(isThere)
      }
      connection
        .once('error', end(false))
        .once('data', end(true))
        .once('connect', () => connection.write('PING\r\n'))
    })
  const kill = async (): Promise<void> => {
    const ending = server
    if (ending === null) return
    const ended = new Promise<void>((resolve) => ending.once('exit', () => resolve()))
    ending.kill('SIGKILL')
    await ended
    server = null
  }
  return {
    address: `unix://${socket}`,
    async start() {
      const settings = [
        '--port',
        '0',
        '--unixsocket',
        socket,
        '--save',
        '',
        '--appendonly',
        'no',
        '--dir',
        folder,
      ]
      server = spawn(...bound(DEBIAN, settings), { stdio: 'ignore' })
      for (let left = MOST_LOOKS; !(await answers()); left--) {
        if (left === 0) throw new Error('redis-server does not answer')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    kill,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    async remove() {
      await kill()
      rmSync(folder, { recursive: true })
    },
  }
}
