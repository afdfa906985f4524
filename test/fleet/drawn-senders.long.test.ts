// Sixty pairs of a kind of sender and a size, drawn by the seed of the night: honest callers of another network are answered in time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeTokens } from '../../bench/http-server.ts'
import { WORST_OF_ACCOUNT, WORST_OF_API, WORST_OF_SITE } from '../../bench/worst-requests.ts'
import { expectAtRest } from '../support/attacks/at-rest.ts'
import { KINDS, SIZES } from '../support/attacks/sender-kinds.ts'
import {
  faultsOf,
  waitsText,
  PROXY,
  runDrawn,
  SENDERS,
  threeRuns,
  type Drawn,
} from '../support/attacks/senders-drawn.ts'
import { type ServerProcess, startServerProcess } from '../support/servers/server-process.ts'
import { seededRandom } from '../support/worlds/seeded-random.ts'

/** Another each night. TZREF_SENDERS_SEED repeats one; `all` takes every pair. */
const seed = process.env['TZREF_SENDERS_SEED'] ?? `${Math.floor(Date.now() / 86_400_000)}`
const COUNT = 60
const RUN_MS = 2000

const all: Drawn[] = Object.keys(KINDS).flatMap((kind) =>
  SIZES.flatMap((size) => SENDERS.map((sender) => ({ kind, size, sender }))),
)
const random = seededRandom(Number(seed) || 0)
const drawn =
  seed === 'all'
    ? all
    : Array.from({ length: COUNT }, () => all.splice(Math.floor(random() * all.length), 1)).flat()

const folder = mkdtempSync(join(tmpdir(), 'tzref-drawn-senders-'))
let owners: readonly string[] = []
let free: readonly string[] = []
let server: ServerProcess
beforeAll(async () => {
  const accounts = join(folder, 'accounts.sqlite')
  owners = await makeTokens(accounts, 2, 'business')
  free = await makeTokens(accounts, 5, 'free')
  const flags = ['--accounts', accounts, '--trust-proxy', PROXY]
  server = await startServerProcess(inject('embeddedArtifact'), flags)
})
afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true })
})

const paths = [
  ...Object.values(WORST_OF_API).map(({ path }) => `/v1${path(0)}`),
  ...[WORST_OF_SITE, WORST_OF_ACCOUNT].flatMap((table) => Object.values(table).map(({ path }) => path(0))),
]

test.each(drawn)(`seed ${seed}: $kind, $size of its number, $sender`, async (pair) => {
  const [port = 0, opsPort = 0] = [server.origin, server.opsOrigin].map((origin) =>
    Number(new URL(origin).port),
  )
  const attacked = { port, opsPort, pid: server.pid }
  const runs = await threeRuns(() => runDrawn(attacked, pair, { owners, tokens: free, paths, ms: RUN_MS }))
  for (const run of runs)
    process.stdout.write(
      `  ${run.calls} calls: ${waitsText(run)}; ${run.cpuMs.toFixed(0)} ms used, ${run.workRatio?.toFixed(2) ?? 'too little'} of it charged\n`,
    )
  expect(faultsOf(runs)).toEqual([])
  const from = performance.now()
  await expectAtRest(server)
  expect(performance.now() - from).toBeLessThan(10_000)
})
