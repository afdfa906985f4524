// Three attacks that once stopped others: many different answers that nobody reads, pictures under endless names, and a crowd at the sign-in page.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeTokens } from '../../bench/http-server.ts'
import { expectAtRest } from '../support/attacks/at-rest.ts'
import { bound } from '../support/servers/bound-process.ts'
import { leftOut } from '../support/left-out.ts'
import { type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-senders-known-'))
let free: readonly string[] = []
let owner = ''
let server: ServerProcess
beforeAll(async () => {
  const accounts = join(folder, 'accounts.sqlite')
  ;[owner = ''] = await makeTokens(accounts, 1, 'business')
  free = await makeTokens(accounts, 5, 'free')
  const flags = ['--accounts', accounts, '--trust-proxy', 'loopback']
  server = await startServerProcess(inject('embeddedArtifact'), flags)
})
afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true })
})

const open = async (): Promise<Socket> => {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  // An attacker's connection may be cut at any time.
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  return socket
}

/** Asks honestly, one call after the other, for so many milliseconds. Returns how often each status came. */
async function askFor(
  ms: number,
  path: string,
  fields: Record<string, string>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const until = performance.now() + ms
  while (performance.now() < until) {
    // The last call, too, has some time for its answer.
    const late = pause(until + 2000 - performance.now(), 'none in time', { ref: false })
    const answer = server.ask(path, fields).then(({ status }) => `${status}`, String)
    const status = await Promise.race([answer, late])
    counts[status] = (counts[status] ?? 0) + 1
    await pause(20)
  }
  return counts
}
const honest = { 'x-forwarded-for': '198.51.100.7', authorization: '' }

/** Asks on a connection of its own for each line of stdin (a token and a path), and reads nothing. Node cannot make a buffer of the system small. */
const NEVER_READ = `
import socket, sys
held = []
for line in sys.stdin:
    token, path = line.split()
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    one.connect(('127.0.0.1', int(sys.argv[1])))
    one.sendall(f'GET {path} HTTP/1.1\\r\\nHost: x\\r\\nAuthorization: Bearer {token}\\r\\n\\r\\n'.encode())
    held.append(one)
`
const PYTHON = '/usr/bin/python3'
if (!existsSync(PYTHON)) leftOut('answers that nobody reads', 'Debian\'s package "python3"')

test.skipIf(!existsSync(PYTHON))(
  'five Free accounts that never read, each within its plan’s rate, all with different long answers',
  async () => {
    const child = spawn(...bound(PYTHON, ['-c', NEVER_READ, new URL(server.origin).port]), {
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const countries = 'us cn in br ru id de fr jp it es gb mx tr ph pk'.split(' ')
    const includes = ['cities', 'cities,timezones', 'cities,abbreviations', 'cities,timezones,abbreviations']
    let sent = 0
    const attacker = setInterval(() => {
      for (const token of free) {
        const [country, include] = [countries[sent % 16], includes[(sent >> 4) % 4]]
        child.stdin?.write(`${token} /v1/countries/${country}?include=${include}&detail=full\n`)
        sent++
      }
    }, 240)
    const counts = await askFor(35_000, '/v1/timezones/UTC', {
      ...honest,
      authorization: `Bearer ${owner}`,
    })
    clearInterval(attacker)
    child.kill()
    await ended
    expect(Object.keys(counts)).toEqual(['200'])
    await expectAtRest(server)
  },
)

test.each(['/sitemap/1.xml'])(
  'ten requests a second for %s, each with another unknown parameter, leave others most of their answers',
  async (path) => {
    const fields = { ...honest, authorization: `Bearer ${owner}` }
    const before = await askFor(3000, '/v1/timezones/UTC', fields)
    const ended = new AbortController()
    const attacker = (async () => {
      for (let n = 0; !ended.signal.aborted; n++) {
        void server.ask(`${path}?x=${n}`, { 'x-forwarded-for': '203.0.113.9', accept: '*/*' }).catch(() => {})
        await pause(100)
      }
    })()
    const during = await askFor(3000, '/v1/timezones/UTC', fields)
    ended.abort()
    await attacker
    expect(Object.keys(during)).toEqual(['200'])
    // Both in the same run, so a busy machine makes both less.
    expect(during['200']).toBeGreaterThan((before['200'] ?? 0) / 3)
    await expectAtRest(server)
  },
)

test('three hundred connections of one address that ask sixteen times each for the sign-in page leave it open to others', async () => {
  const sockets = await Promise.all(Array.from({ length: 300 }, open))
  const text = 'GET /account/sign-in HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n'
  for (const socket of sockets) {
    socket.on('data', (chunk: Buffer) => {
      const answers = chunk.toString('latin1').split('HTTP/1.1 ').length - 1
      if (answers > 0 && socket.writable) socket.write(text.repeat(answers))
    })
    socket.write(text.repeat(16))
  }
  await pause(500)
  const counts = await askFor(5000, '/account/sign-in', {
    'x-forwarded-for': '198.51.100.9',
    accept: 'text/html',
  })
  for (const socket of sockets) socket.destroy()
  expect(counts).toEqual({ 200: expect.any(Number) })
  await expectAtRest(server)
})
