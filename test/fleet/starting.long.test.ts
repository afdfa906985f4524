// Starting on a real machine: ports in use, first tokens, several processes that cannot start, and the health meanwhile.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { checkedPath } from '#open/checked.ts'
import { bound } from '../support/servers/bound-process.ts'
import { leftOut } from '../support/left-out.ts'
import { listening } from '../support/servers/loopback.ts'
import { hasRedis, redisServer } from '../support/servers/redis.ts'
import { childrenOf, startServerProcess } from '../support/servers/server-process.ts'

if (!hasRedis()) leftOut('servers of several processes that cannot start', 'Debian\'s package "redis-server"')

const ROOT = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'tzref-starting-'))
afterAll(() => rmSync(folder, { recursive: true }))

let taken: Server
let port = 0
beforeAll(async () => {
  taken = createServer()
  port = await listening(taken)
})
afterAll(() => new Promise((resolve) => taken.close(resolve)))

/** Runs `serve` until it ends by itself, at most two minutes. On a busy machine, checking an artifact has taken half a minute. */
function serve(flags: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const dist = join(inject('embeddedArtifact'), '..')
  const child = spawn(process.execPath, ['tzref.js', 'serve', '--dist', dist, ...flags], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const late = setTimeout(() => child.kill('SIGKILL'), 120_000)
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(late)
      resolve({ code, stdout, stderr })
    }),
  )
}

test('a port in use ends with exit code 1 and the command that fixes it; the next start shows the first token', async () => {
  const accounts = join(folder, 'first.sqlite')
  const ended = await serve(['--accounts', accounts, '--port', `${port}`, '--ops-port', '0'])
  expect(ended.code).toBe(1)
  expect(ended.stdout).toBe('')
  expect(ended.stderr).toContain(`--port ${port}: another program listens there`)
  expect(ended.stderr).toContain(`to fix it: the same command with --port ${port + 1}`)
  const server = await startServerProcess(inject('embeddedArtifact'), ['--accounts', accounts])
  await expect.poll(() => server.stdout(), { timeout: 60_000 }).toContain('curl')
  const token = /tzr_\w+/.exec(server.stdout())?.[0] ?? ''
  expect(existsSync(checkedPath(inject('embeddedArtifact')))).toBe(true)
  const answer = await server.ask('/v1/timezones/UTC', { authorization: `Bearer ${token}` })
  expect(answer.status).toBe(200)
  await server.end()
})

test('so does a chosen port for operators that is in use, with one process and with several', async () => {
  for (const more of [[], ['--workers', '2', '--limits', 'redis://127.0.0.1:1']]) {
    const flags = ['--accounts', join(folder, 'ops.sqlite'), '--port', '0', '--ops-port', `${port}`]
    const ended = await serve([...flags, ...more])
    expect(ended.code).toBe(1)
    expect(ended.stderr).toContain(`to fix it: the same command with --ops-port ${port + 1}`)
  }
})

test('one port for clients and operators, and a folder of mails that is a file, are refused before anything is made', async () => {
  const accounts = join(folder, 'refused.sqlite')
  const same = await serve(['--accounts', accounts, '--port', '65535', '--ops-port', '65535'])
  expect([same.code, same.stderr]).toEqual([
    1,
    expect.stringContaining('--port 65535 and --ops-port 65535: found the same port, expected two'),
  ])
  const file = import.meta.filename
  const mails = await serve(['--accounts', accounts, '--port', '0', '--ops-port', '0', '--mail-folder', file])
  expect([mails.code, mails.stderr]).toEqual([
    2,
    expect.stringContaining(`${file}: found a file, expected a folder for mails`),
  ])
  expect(existsSync(accounts)).toBe(false)
})

test('on all addresses without --base-url it says which address links have', async () => {
  const flags = ['--accounts', join(folder, 'wide.sqlite'), '--host', '0.0.0.0']
  const server = await startServerProcess(inject('embeddedArtifact'), flags)
  expect(server.stderr()).toContain('--base-url https://')
  expect(server.stdout()).not.toContain('tzr_')
  await server.end()
})

describe.skipIf(!hasRedis())('two processes', () => {
  const redis = redisServer()
  beforeAll(() => redis.start())
  afterAll(() => redis.remove())
  const start = (name: string, artifact = inject('embeddedArtifact')) =>
    startServerProcess(artifact, [
      '--accounts',
      join(folder, name),
      '--workers',
      '2',
      '--limits',
      redis.address,
    ])

  test('metrics are given while a process is stopped: those of the other, and that one is silent', async () => {
    const server = await start('stopped.sqlite')
    const [one = 0] = childrenOf(server.pid)
    process.kill(one, 'SIGSTOP')
    try {
      for (let round = 0; round < 3; round++) {
        const { status, body } = await server.ask(`${server.opsOrigin}/metrics`)
        expect(status).toBe(200)
        expect(body).toContain('tzref_processes{state="silent"} 1')
        expect(body).toContain('tzref_artifact_info{')
      }
      expect((await server.ask(`${server.opsOrigin}/healthz`)).status).toBe(200)
    } finally {
      process.kill(one, 'SIGCONT')
    }
    await expect
      .poll(async () => (await server.ask(`${server.opsOrigin}/metrics`)).body, { timeout: 60_000 })
      .toContain('tzref_processes{state="answering"} 2')
    await server.end()
  })

  test('processes that cannot start are started again until they can, and readiness is false meanwhile', async () => {
    // A folder of its own: other tests read the common one.
    const dist = join(folder, 'away-for-a-while')
    cpSync(join(inject('embeddedArtifact'), '..'), dist, { recursive: true, verbatimSymlinks: true })
    const server = await start('replaced.sqlite', join(dist, basename(inject('embeddedArtifact'))))
    const ready = async () => (await server.ask(`${server.opsOrigin}/readyz`)).status
    // A server listens a moment before its token is printed.
    await expect.poll(() => server.stdout(), { timeout: 60_000 }).toContain('curl')
    const token = /tzr_\w+/.exec(server.stdout())?.[0] ?? ''
    // Without the link a whole artifact next to it would be served. So the folder goes.
    renameSync(dist, `${dist}-away`)
    try {
      for (const pid of childrenOf(server.pid)) process.kill(pid, 'SIGKILL')
      await expect.poll(ready, { timeout: 5000 }).toBe(503)
      await expect.poll(() => server.stderr(), { timeout: 30_000 }).toContain('no new worker starts')
      // A process that could not start has ended; none hangs.
      expect(await ready()).toBe(503)
    } finally {
      rmSync(dist, { recursive: true, force: true })
      renameSync(`${dist}-away`, dist)
    }
    await expect.poll(ready, { timeout: 60_000 }).toBe(200)
    await expect.poll(() => childrenOf(server.pid), { timeout: 60_000 }).toHaveLength(2)
    const headers = { authorization: `Bearer ${token}`, connection: 'close' }
    expect((await server.ask('/v1/timezones/UTC', headers)).status).toBe(200)
    await server.end()
  })
})

test('SIGHUP during the start does not end the server, which then says its ports', async () => {
  const plans = join(folder, 'plans')
  execFileSync('mkfifo', [plans])
  const dist = join(inject('embeddedArtifact'), '..')
  const flags = [
    '--accounts',
    join(folder, 'early.sqlite'),
    '--plans',
    plans,
    '--port',
    '0',
    '--ops-port',
    '0',
  ]
  const [program, args] = bound(process.execPath, ['tzref.js', 'serve', '--dist', dist, ...flags])
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  // Can be opened only while the server waits for its plans.
  let file = -1
  const open = (): number => (file = openSync(plans, constants.O_WRONLY | constants.O_NONBLOCK))
  await expect.poll(open, { timeout: 60_000 }).toBeGreaterThan(0)
  child.kill('SIGHUP')
  writeSync(file, readFileSync(join(ROOT, 'open/access/plans.json')))
  closeSync(file)
  await expect.poll(() => stderr, { timeout: 60_000 }).toContain('"msg":"serving"')
  // Port 0 is one that the system chooses, and the log says which.
  const base = /"base":"(.*)\/v1"/.exec(stderr)?.[1]
  expect((await fetch(`${base}/time.json`)).status).toBe(200)
  const opsPort = /"port":(\d+),"msg":"open for operators"/.exec(stderr)?.[1]
  expect((await fetch(`http://127.0.0.1:${opsPort}/healthz`)).status).toBe(200)
  child.kill('SIGKILL')
  await ended
})
