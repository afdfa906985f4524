// What a server does with very many connections, and with no descriptor left.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pointCurrentAt } from '#pipeline/write/artifact-directory.ts'
import { memoryOf } from '../../bench/http-client.ts'
import { expectAtRest } from '../support/attacks/at-rest.ts'
import { leftOut } from '../support/left-out.ts'
import { releaseWorld, type ReleaseWorld } from '../support/worlds/release-world.ts'
import { PRLIMIT, type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'

const CONNECTIONS = 10_000
/** The limit for this process and for the server: Node takes as many as it is allowed. */
const allowed = Number(/Max open files\s+\d+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
const hasDescriptors = allowed > CONNECTIONS + 500
if (!hasDescriptors) leftOut('10,000 connections', `descriptors: this machine allows ${allowed} to a process`)
if (!existsSync(PRLIMIT)) leftOut('a server without descriptors', 'Debian\'s package "util-linux"')

let world: ReleaseWorld
let ids: readonly [string, string]
let server: ServerProcess
const folder = mkdtempSync(join(tmpdir(), 'tzref-descriptors-'))
beforeAll(async () => {
  world = releaseWorld()
  ids = [world.build('2030a').id, world.build('2030b').id]
  // All connections here come from one address. As a proxy's it has no share.
  const flags = ['--accounts', join(folder, 'accounts.sqlite'), '--trust-proxy', 'loopback']
  server = await startServerProcess(join(world.dist, ids[0]), flags)
})
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(async () => {
  await server.end()
  world.remove()
  rmSync(folder, { recursive: true })
})

const descriptors = (): number[] => readdirSync(`/proc/${server.pid}/fd`).map(Number)

test.skipIf(!existsSync(PRLIMIT))(
  'a release that comes while no descriptor is left is served as soon as some are free',
  async () => {
    const readiness = async (): Promise<string> => (await server.ask(`${server.opsOrigin}/readyz`)).body
    expect(await readiness()).toContain(ids[0])
    const limits = readFileSync(`/proc/${server.pid}/limits`, 'utf8')
    const [, soft = '', hard = ''] = /Max open files\s+(\d+)\s+(\d+)/.exec(limits) ?? []
    const setLimit = (most: string): void =>
      void execFileSync(PRLIMIT, ['--pid', `${server.pid}`, `--nofile=${most}:${hard}`])
    // Descriptors 0 to 2 are always open. Those already open beyond the limit stay open.
    setLimit('3')
    pointCurrentAt(world.dist, ids[1])
    await expect
      .poll(() => server.stderr(), { timeout: 60_000 })
      .toContain('the current artifact is not good')
    expect(server.stderr()).toContain('EMFILE')
    setLimit(soft)
    // It tries again by itself, the first time after two seconds.
    await expect
      .poll(readiness, { timeout: 120_000, interval: 500 })
      .toContain(`"status":"ready","artifact":"${ids[1]}"`)
    expect((await server.ask('/timezones/Asia/Kathmandu')).status).toBe(200)
  },
)

test.skipIf(!existsSync(PRLIMIT))(
  'more connections than there are descriptors: the operators’ port answers, and so does the server when they have gone',
  async () => {
    const flags = ['--accounts', join(folder, 'few.sqlite'), '--trust-proxy', 'loopback']
    const few = await startServerProcess(join(world.dist, ids[0]), flags, undefined, 150)
    try {
      const port = Number(new URL(few.origin).port)
      for (let opened = 0; opened < 300; opened++) {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined)
        sockets.push(socket)
      }
      await pause(1000)
      const open = readdirSync(`/proc/${few.pid}/fd`).length
      process.stdout.write(`connections: 300 opened, ${open} descriptors of 150\n`)
      expect(open).toBeLessThan(150)
      for (const path of ['/readyz', '/healthz', '/metrics'])
        expect((await few.ask(`${few.opsOrigin}${path}`, { connection: 'close' })).status).toBe(200)
      for (const socket of sockets.splice(0)) socket.destroy()
      await expectAtRest(few)
    } finally {
      await few.end()
    }
  },
)

test.skipIf(!hasDescriptors)(
  '10,000 connections are open at a time, and each is answered, twice',
  async () => {
    const port = Number(new URL(server.origin).port)
    const faults = new Map<string, number>()
    const fault = (what: string): void => void faults.set(what, (faults.get(what) ?? 0) + 1)
    let [answers, busy] = [0, 0]
    async function open(index: number): Promise<Socket> {
      // Several client addresses, because each has only about 28,000 ports.
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${1 + (index % 4)}` })
      sockets.push(socket)
      socket.on('error', (error) => fault(error.message))
      await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', resolve))
      return socket
    }
    /** Asks on a connection, and again when the server says that it is too busy. */
    async function ask(socket: Socket): Promise<void> {
      for (let status = '503'; status === '503';) {
        const answered = new Promise<string>((resolve) => {
          let text = ''
          const done = (): void => {
            socket.off('data', add).off('close', done)
            resolve(text.slice(9, 12))
          }
          const add = (chunk: Buffer): void => {
            text += chunk.toString('latin1')
            const head = text.indexOf('\r\n\r\n')
            const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
            if (head >= 0 && text.length >= head + 4 + length) done()
          }
          socket.on('data', add).once('close', done)
        })
        socket.write('GET /time.json HTTP/1.1\r\nHost: a\r\n\r\n')
        status = await answered
        if (status === '200') answers++
        else if (status === '503') busy++
        else fault(`status ${status}`)
        if (status === '503') await pause(100)
      }
    }
    /** Does it for all connections, fifty at a time. This test is not about many answers at once. */
    async function forAll(work: (index: number) => Promise<void>): Promise<void> {
      let next = 0
      const lane = async (): Promise<void> => {
        while (next < CONNECTIONS) await work(next++)
      }
      await Promise.all(Array.from({ length: 50 }, lane))
    }
    const began = performance.now()
    const before = memoryOf(server.pid)
    await forAll(async (index) => ask(await open(index)))
    const held = descriptors().length
    const each = (1000 * (memoryOf(server.pid) - before)) / CONNECTIONS
    // The server closes connections that are idle for a minute. On so slow a machine, each is asked only once.
    const rounds = performance.now() - began < 30_000 ? 2 : 1
    const inOrder = [...sockets]
    if (rounds === 2) {
      await forAll(async (index) => {
        const socket = inOrder[index]
        if (socket !== undefined) await ask(socket)
      })
    }
    process.stdout.write(
      `connections: ${held} descriptors of the server, ${answers} answers, ${busy} times too busy, ${each.toFixed(1)} kB each, ${((performance.now() - began) / 1000).toFixed(0)} s\n`,
    )
    expect(Object.fromEntries(faults)).toEqual({})
    expect(answers).toBe(CONNECTIONS * rounds)
    expect(held).toBeGreaterThan(CONNECTIONS)
    expect(each).toBeLessThan(40)
    for (const socket of sockets.splice(0)) socket.destroy()
    await expect.poll(() => descriptors().length, { timeout: 120_000 }).toBeLessThan(held / 10)
    await expectAtRest(server)
  },
)
