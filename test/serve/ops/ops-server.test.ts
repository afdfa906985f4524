// The port for operators, asked over the network: readiness and metrics report a pinned folder.
import { afterEach, expect, test } from 'vitest'
import type { Pin } from '#open/pin.ts'
import { startOps, type Ops } from '#serve/ops/ops-server.ts'
import { openLog } from '#serve/ops/log.ts'
import { freePort } from '../../support/free-port.ts'

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

/** Starts the server. Returns a function that asks it for a path. */
async function started(
  known: boolean | null,
  pinned: Pin | null,
): Promise<(path: string) => Promise<string>> {
  const port = await freePort()
  ops = await startOps({
    port,
    figures: { type: 'text/plain', print: () => Promise.resolve('') },
    serving: () => ({ artifactId: '2030a-none-01234567', refusal: null, silent: 0, isRefusing: false }),
    newer: { newer: () => null, isKnown: () => known },
    pinned: () => pinned,
    logger: openLog('silent').logger,
  })
  return async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
}
