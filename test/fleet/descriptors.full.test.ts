// What a server does with very many connections, and with no descriptor left.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pointCurrentAt } from '#pipeline/write/artifact-directory.ts'
import { leftOut } from '../support/left-out.ts'
import { releaseWorld, type ReleaseWorld } from '../support/release-world.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

const PRLIMIT = '/usr/bin/prlimit'
const CONNECTIONS = 10_000
/** Of this process and of the server: Node takes as many as it is allowed. */
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
  server = await startServerProcess(join(world.dist, ids[0]), ['--accounts', join(folder, 'accounts.sqlite')])
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
  'a release that comes while no descriptor is left is served as soon as there are some',
  async () => {
    const readiness = async (): Promise<string> => (await server.ask(`${server.opsOrigin}/readyz`)).body
    expect(await readiness()).toContain(ids[0])
    const limits = readFileSync(`/proc/${server.pid}/limits`, 'utf8')
    const [, soft = '', hard = ''] = /Max open files\s+(\d+)\s+(\d+)/.exec(limits) ?? []
    const setLimit = (most: string): void =>
      void execFileSync(PRLIMIT, ['--pid', `${server.pid}`, `--nofile=${most}:${hard}`])
    // Its first three are open for ever; those that it holds beyond stay open.
    setLimit('3')
    pointCurrentAt(world.dist, ids[1])
    await expect
      .poll(() => server.stderr(), { timeout: 60_000 })
      .toContain('the current artifact is not good')
    expect(server.stderr()).toContain('EMFILE')
    setLimit(soft)
    // It tries again by itself, after two seconds at first.
    await expect
      .poll(readiness, { timeout: 120_000, interval: 500 })
      .toContain(`"status":"ready","artifact":"${ids[1]}"`)
    expect((await server.ask('/timezones/Asia/Kathmandu')).status).toBe(200)
  },
)

test.skipIf(!hasDescriptors)(
  '10,000 connections are open at a time, and each is answered, twice',
  async () => {
    const port = Number(new URL(server.origin).port)
    const statuses = new Map<string, number>()
    const said = (what: string): void => void statuses.set(what, (statuses.get(what) ?? 0) + 1)
    const answered = { count: 0 }
    const request = 'GET /time.json HTTP/1.1\r\nHost: a\r\n\r\n'
    async function open(index: number): Promise<void> {
      // From several addresses, each of which has some 28,000 ports.
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${1 + (index % 4)}` })
      sockets.push(socket)
      socket.on('data', (chunk: Buffer) => {
        // One short answer comes as a whole.
        const status = chunk.toString('latin1', 9, 12)
        said(status)
        // Where the machine is busy the server may say so; it is asked again.
        if (status === '503') setTimeout(() => socket.write(request), 500)
        else answered.count++
      })
      socket.on('error', (error) => said(error.message))
      await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', resolve))
      socket.write(request)
    }
    for (let opened = 0; opened < CONNECTIONS; opened += 200) {
      await Promise.all(Array.from({ length: 200 }, (_, index) => open(opened + index)))
    }
    const areAnswered = async (times: number): Promise<void> => {
      await expect
        .poll(() => answered.count, { timeout: 120_000 })
        .toBeGreaterThanOrEqual(CONNECTIONS * times)
    }
    await areAnswered(1)
    const held = descriptors().length
    for (let asked = 0; asked < CONNECTIONS; asked += 200) {
      for (const socket of sockets.slice(asked, asked + 200)) socket.write(request)
      await pause(20)
    }
    await areAnswered(2)
    process.stdout.write(
      `connections: ${held} descriptors of the server, ${JSON.stringify(Object.fromEntries(statuses))}\n`,
    )
    statuses.delete('503')
    expect(Object.fromEntries(statuses)).toEqual({ 200: CONNECTIONS * 2 })
    expect(held).toBeGreaterThan(CONNECTIONS)
    for (const socket of sockets.splice(0)) socket.destroy()
    await expect.poll(() => descriptors().length, { timeout: 120_000 }).toBeLessThan(held / 10)
  },
)
