// The port for operators, asked over the network: readiness and metrics report a pinned folder, and who may read the metrics.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Pin } from '#open/pin.ts'
import { expectTwoPorts } from '#serve/listening.ts'
import { expectTokenOf } from '#serve/ops-address.ts'
import { startOps, type Ops, type OpsOptions } from '#serve/ops/ops-server.ts'
import { openLog } from '#serve/ops/log.ts'
import { freePort } from '../../support/servers/free-port.ts'

let ops: Ops | null = null
afterEach(() => ops?.close())

test.each([
  [true, 'tzref_newer_release_known 1', 'tzref_newer_release 0'],
  [false, 'tzref_newer_release_known 0', null],
  [null, null, null],
])('the latest release is known: %s', async (known, ofKnown, ofNewer) => {
  const asked = await started(known, null)
  expect(JSON.parse(await asked('/readyz'))).toMatchObject({ newest_known: known, newer_release: null })
  const lines = (await asked('/metrics')).split('\n').filter((line) => line.startsWith('tzref_newer'))
  expect(lines).toEqual([ofKnown, ofNewer].filter((line) => line !== null))
})

test.each<[string, Pin | null, number]>([
  ['nothing', null, 0],
  ['a pin', { id: '2030a-none-01234567', by: 'rollback', at: '2030-08-01T00:00:00.000Z' }, 1],
])('%s: on /readyz and /metrics', async (_what, pinned, figure) => {
  const asked = await started(true, pinned)
  expect(JSON.parse(await asked('/readyz'))).toMatchObject({ status: 'ready', pinned })
  expect(await asked('/metrics')).toContain(`\ntzref_release_pinned ${figure}\n`)
})

describe('on an address that others reach', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-ops-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const tokenFile = join(folder, 'token')
  const TOKEN = '0123456789abcdef'

  test('metrics need the token that is in the file now; health and readiness are open', async () => {
    writeFileSync(tokenFile, `${TOKEN}\n`)
    const port = await freePort()
    await start(port, { host: '0.0.0.0', tokenFile })
    const asked = (path: string, authorization?: string): Promise<Response> =>
      fetch(
        `http://127.0.0.2:${port}${path}`,
        authorization === undefined ? {} : { headers: { authorization } },
      )
    const status = async (authorization?: string): Promise<number> =>
      (await asked('/metrics', authorization)).status
    const refused = await asked('/metrics')
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await refused.text()).not.toContain('tzref_')
    for (const wrong of ['Bearer', 'Bearer ', `Bearer ${TOKEN}0`, TOKEN, `Basic ${TOKEN}`])
      expect(await status(wrong), wrong).toBe(401)
    for (const right of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`]) expect(await status(right)).toBe(200)
    expect((await asked('/healthz')).status).toBe(200)
    expect((await asked('/readyz')).status).toBe(200)
    writeFileSync(tokenFile, 'fedcba9876543210')
    expect([await status(`Bearer ${TOKEN}`), await status('Bearer fedcba9876543210')]).toEqual([401, 200])
    // An editor has emptied it, or it is gone: nobody gets in.
    writeFileSync(tokenFile, '')
    expect([await status('Bearer '), await status('Bearer x')]).toEqual([401, 401])
    rmSync(tokenFile)
    expect(await status(`Bearer ${TOKEN}`)).toBe(503)
  })

  test.each([
    ['0.0.0.0', null, 'expected --ops-token-file'],
    ['::', null, 'expected --ops-token-file'],
    ['10.1.2.3', null, 'expected --ops-token-file'],
    ['ops.example.org', null, 'expected --ops-token-file'],
    ['0.0.0.0', 'short', 'one word of at least 16'],
    ['0.0.0.0', 'with a space in it', 'one word of at least 16'],
    ['0.0.0.0', '', 'one word of at least 16'],
    ['127.0.0.1', '', 'one word of at least 16'],
    ['0.0.0.0', TOKEN, null],
    ['127.0.0.1', null, null],
    ['::1', null, null],
    ['localhost', null, null],
  ])('--ops-host %s with the token %j: %j', (opsHost, token, problem) => {
    if (token !== null) writeFileSync(tokenFile, token)
    const expected = (): void =>
      expectTokenOf(token === null ? { opsHost } : { opsHost, opsTokenFile: tokenFile })
    if (problem === null) expect(expected).not.toThrow()
    else expect(expected).toThrow(problem)
  })

  test('a file of the token that is not there is refused', () => {
    expect(() => expectTokenOf({ opsTokenFile: join(folder, 'none') })).toThrow('no such file')
  })

  test.each([
    ['127.0.0.1', undefined, true],
    ['0.0.0.0', undefined, true],
    ['10.1.2.3', undefined, false],
    ['10.1.2.3', '0.0.0.0', true],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3', '10.1.2.4', false],
    ['localhost', undefined, true],
    ['::', undefined, true],
    ['::1', undefined, false],
    ['::1', '0.0.0.0', false],
    ['unix:a.sock', '0.0.0.0', false],
  ])('one port for clients on %s and operators on %s: refused %s', (host, opsHost, isRefused) => {
    const expected = (): void => expectTwoPorts(host, 8080, 8080, opsHost)
    if (isRefused) expect(expected).toThrow('found the same port')
    else expect(expected).not.toThrow()
  })
})

async function start(port: number, changes: Partial<OpsOptions>): Promise<void> {
  ops = await startOps({
    port,
    figures: { type: 'text/plain', print: () => Promise.resolve('') },
    serving: () => ({ artifactId: '2030a-none-01234567', refusal: null, silent: 0, isRefusing: false }),
    newer: { newer: () => null, isKnown: () => null },
    pinned: () => null,
    logger: openLog('silent').logger,
    ...changes,
  })
}

/** Starts the server. Returns a function that asks it for a path. */
async function started(
  known: boolean | null,
  pinned: Pin | null,
): Promise<(path: string) => Promise<string>> {
  const port = await freePort()
  await start(port, { newer: { newer: () => null, isKnown: () => known }, pinned: () => pinned })
  return async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
}
