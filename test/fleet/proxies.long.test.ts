// Real processes behind proxies: to whom requests belong, over TCP, IPv6 and a socket file; and the trace they belong to.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leftOut } from '../support/left-out.ts'
import { releaseWorld } from '../support/worlds/release-world.ts'
import { type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-proxies-'))
// A small artifact, because it is read fast. The requests of these tests need nothing from it.
const world = releaseWorld()
const artifact = world.build('2030a').directory
afterAll(() => {
  world.remove()
  rmSync(folder, { recursive: true })
})

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)
if (!hasIpv6) leftOut('a server on ::1', 'IPv6 on this machine')

/** Where a server listens: an address on loopback, or a socket file. */
type Place = { readonly host: string; readonly port: number } | { readonly socketPath: string }

/** The status of one request with a wrong token, on its own connection. */
function statusOf(place: Place, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({
      ...place,
      path: '/v1/timezones/UTC',
      agent: false,
      headers: { authorization: 'Bearer wrong', ...headers },
    })
    asked.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** Whether two requests count as one client's. One floods until it is refused, then the other asks. */
async function isOneClient(place: Place, one: string, other: string): Promise<boolean> {
  for (let round = 0; ; round++) {
    for (let sent = 0; sent < 200; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, () => statusOf(place, { 'x-forwarded-for': one })))
    }
    const before = await statusOf(place, { 'x-forwarded-for': one })
    const status = await statusOf(place, { 'x-forwarded-for': other })
    const after = await statusOf(place, { 'x-forwarded-for': one })
    // Otherwise a new window of ten seconds began meanwhile, and the answers show nothing.
    if (before === 429 && after === 429) return status === 429
    if (round === 5) throw new Error(`the flood was never refused: ${before}, ${after}`)
  }
}

const start = (name: string, flags: readonly string[]): Promise<ServerProcess> =>
  startServerProcess(artifact, ['--accounts', join(folder, `${name}.sqlite`), ...flags])

describe('two proxies in a row, both named', () => {
  let server: ServerProcess
  let place: Place
  beforeAll(async () => {
    server = await start('two', ['--trust-proxy', 'loopback,10.1.0.0/16,2001:db8:ffff::/48'])
    place = { host: '127.0.0.1', port: Number(new URL(server.origin).port) }
  })
  afterAll(() => server.end())

  test.each([
    ['another client', '192.0.2.1', '192.0.2.2', false],
    ['the same client through the other proxy', '192.0.2.3, 10.1.0.1', '192.0.2.3, 10.1.0.2', true],
    ['what the client writes in front', '192.0.2.4, 10.1.0.1', '198.51.100.7, 192.0.2.4, 10.1.0.1', true],
    ['a proxy that nobody named is the client', '192.0.2.5, 10.9.0.1', '192.0.2.6, 10.9.0.1', true],
    ['the port of a connection', '192.0.2.7:4711, 10.1.0.1', '192.0.2.7:4712, 10.1.0.1:8080', true],
    ['IPv6 of one network', '[2001:db8::1]:80, 2001:db8:ffff::9', '2001:db8::2', true],
    ['IPv6 of one /48', '2001:db8:0:1::1', '2001:db8:0:2::1', true],
    ['IPv6 of two /48s', '2001:db8:1::1', '2001:db8:2::1', false],
  ])('%s', async (_what, one, other, isOne) => {
    expect(await isOneClient(place, one, other)).toBe(isOne)
  })

  test('its log has the trace of a request and no address', async () => {
    const id = '4bf92f3577b34da6a3ce929d0e0e4736'
    const parents = [`00-${id}-00f067aa0ba902b7-01`, `00-${id}`, 'x"\\']
    for (const [index, traceparent] of parents.entries()) {
      await statusOf(place, { traceparent, 'x-request-id': `traced-${index}` })
    }
    await expect.poll(server.stderr, { timeout: 60_000 }).toContain('traced-2')
    const lines = server
      .stderr()
      .split('\n')
      .filter((line) => line.includes('"traced-'))
    expect(lines.map((line) => /"trace":"(\w+)"/.exec(line)?.[1])).toEqual([id, undefined, undefined])
    expect(server.stderr()).not.toMatch(/192\.0\.2|2001:db8/)
  })
})

test('a proxy that is not named is not trusted', async () => {
  const server = await start('none', [])
  try {
    const place = { host: '127.0.0.1', port: Number(new URL(server.origin).port) }
    expect(await isOneClient(place, '192.0.2.1', '192.0.2.2')).toBe(true)
  } finally {
    await server.end()
  }
})

test.skipIf(!hasIpv6)('on ::1, with links to that address', async () => {
  const server = await start('ipv6', ['--host', '::1', '--trust-proxy', '::1'])
  try {
    const port = Number(new URL(server.origin).port)
    expect(await isOneClient({ host: '::1', port }, '192.0.2.1', '192.0.2.2')).toBe(false)
    await expect.poll(server.stdout, { timeout: 60_000 }).toContain(`http://[::1]:${port}/v1/timezones/`)
  } finally {
    await server.end()
  }
})

test.each([1, 2])('on a socket file, which remains only after a kill (%i workers)', async (workers) => {
  const socketPath = join(folder, `tzref-${workers}.sock`)
  // Several processes count for themselves here, because it does not matter which one answers.
  const flags = ['--host', `unix:${socketPath}`, '--trust-proxy', 'unix', '--workers', `${workers}`]
  const limits = workers === 1 ? [] : ['--limits', `unix://${join(folder, 'no-redis.sock')}`]
  const one = await start('socket', [...flags, ...limits])
  expect(await statusOf({ socketPath }, {})).toBe(401)
  if (workers === 1) {
    expect(await isOneClient({ socketPath }, '192.0.2.1', '192.0.2.2')).toBe(false)
    expect(one.stderr()).toContain('--base-url')
    expect(one.stdout()).toBe('')
  }
  await expect(start('socket', [...flags, ...limits])).rejects.toThrow(/another program listens there/)
  await one.end('SIGKILL')
  // The workers of a killed server end by themselves. Until then they hold the socket.
  await expect
    .poll(() => statusOf({ socketPath }, {}).catch(() => 'nobody'), { timeout: 30_000 })
    .toBe('nobody')
  expect(existsSync(socketPath)).toBe(true)
  const other = await start('socket', [...flags, ...limits])
  expect(await statusOf({ socketPath }, {})).toBe(401)
  await other.end()
  expect(existsSync(socketPath)).toBe(false)
  writeFileSync(socketPath, 'x')
  await expect(start('socket', [...flags, ...limits])).rejects.toThrow(/a file that is not a socket/)
})
