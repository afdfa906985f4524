// Finds what is wrong with an installation: it tries everything that a server needs, without starting one.
import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { DAY_MS } from '#core/time/civil.ts'
import { CommandError } from '#open/program/command-error.ts'
import { artifactIds, fixOf, newestFirst } from '#open/artifact-folder.ts'
import { pinOf, PUBLISHER } from '#open/pin.ts'
import { openDatabase } from '#open/sqlite-driver.ts'
import packageJson from '../package.json' with { type: 'json' }
import { withoutPassword } from '#open/access/address.ts'
import { openFleetBurst } from './access/fleet-burst.ts'
import { limitsText, mostDescriptors } from './descriptors.ts'
import { expectTwoPorts, originOf, socketFileOf, tryToListen } from './listening.ts'
import { isLoopback } from '#open/program/loopback.ts'
import { DEFAULT_HOST, DEFAULT_PORT, expectTokenOf, type OpsAddress } from './ops-address.ts'
import { openTested } from './ops/self-test.ts'
import { firstGood } from './ops/served-artifact.ts'
import type { Check, CheckResult as Answer, Finding, ServerSettings } from './parts.ts'

export const ok = (text: string): Answer => ({ state: 'ok', text, fix: null })
export const warning = (text: string, fix: string): Answer => ({ state: 'warning', text, fix })
export const fault = (text: string, fix: string | null): Answer => ({ state: 'fault', text, fix })

export type Surroundings = ReturnType<typeof surroundings>

/** Facts about this machine. Tests replace them. */
export const surroundings = (nowMs: number) => ({
  node: process.versions.node,
  nowMs,
  /** Text of /proc/self/limits. Empty on a system without it. */
  limits: limitsText(),
  /** Free bytes on the disk of a folder. */
  freeBytes: (folder: string): number => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  },
})

/**
 * Checks everything, one after the other, and leaves nothing behind. Never rejects: a check that fails is a finding. `ofParts` are the checks
 * of the given parts.
 */
export async function examine(
  settings: ServerSettings,
  around: Surroundings,
  ofParts: readonly Check[],
): Promise<Finding[]> {
  const checks: readonly Check[] = [
    ['node', () => nodeRuns(around.node)],
    ['sqlite', sqliteRuns],
    ['artifact', () => artifactIsGood(settings, around.nowMs)],
    ['releases', () => releasesAreFollowed(settings)],
    ['disk', () => diskHasRoom(settings, around)],
    ['port', () => portIsFree(settings)],
    ['ops port', () => opsPortIsFree(settings)],
    ['addresses', () => addressesLeadHere(settings)],
    ['proxy', () => proxyIsNamed(settings)],
    ...ofParts,
    ['limits', () => limitsAreShared(settings)],
    ['open files', () => filesMayBeOpen(around.limits)],
  ]
  const findings: Finding[] = []
  for (const [about, check] of checks) {
    try {
      findings.push({ about, ...(await check()) })
    } catch (error) {
      const fix = error instanceof CommandError ? error.fix : null
      findings.push({ about, ...fault(messageOf(error), fix) })
    }
  }
  return findings
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const problemOf = (error: unknown): string =>
  error instanceof ArtifactError ? `${error.code}: ${error.message}` : messageOf(error)

/** Whether a Node version satisfies `engines`, such as `^20.19 || >=22.14`. */
function nodeRuns(version: string): Answer {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const wanted = packageJson.engines.node
  const runs = wanted.split('||').some((range) => {
    const [, sign, least = '', leastMinor = ''] = /(\^|>=)(\d+)\.(\d+)/.exec(range) ?? []
    const isLater = sign === '>=' && major > Number(least)
    return isLater || (major === Number(least) && minor >= Number(leastMinor))
  })
  return runs ? ok(version) : fault(`${version}, expected ${wanted}`, 'install one of these versions of Node')
}

function sqliteRuns(): Answer {
  const database = openDatabase(':memory:')
  try {
    return ok(String(database.prepare('select sqlite_version()').pluck().get()))
  } finally {
    database.close()
  }
}

const OLD_MS = 400 * DAY_MS

async function artifactIsGood({ dist, artifact }: ServerSettings, nowMs: number): Promise<Answer> {
  const directory = join(dist, artifact ?? CURRENT)
  if (!existsSync(directory) && (artifact !== undefined || newestFirst(dist).length === 0)) {
    return fault(`${directory}: found none`, 'npm run tzref -- build --activate, or install one')
  }
  try {
    const open = (path: string) => openTested(path, { base: '', web: '' }, nowMs)
    const { served, refused } = await firstGood(dist, artifact, open)
    const opened = served.artifact
    opened.close()
    if (refused !== null) {
      const problem = problemOf(refused.error)
      return fault(`${problem}; ${opened.manifest.id} is served in its place`, fixOf(directory))
    }
    const { id, reference_date } = opened.manifest
    const ageMs = nowMs - Date.parse(reference_date)
    if (ageMs < 0) {
      return fault(
        `${id} has the date ${reference_date}, but this machine's clock says ${new Date(nowMs).toISOString()}`,
        'set the clock',
      )
    }
    const text = `${id}, its tz release is ${Math.floor(ageMs / DAY_MS)} days old`
    return ageMs > OLD_MS ? warning(text, 'build or install a newer one') : ok(text)
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error
    // For another format: verify and rollback cannot read it. So build a new artifact, as a starting server does.
    return fault(
      problemOf(error),
      error.code === 'format-unknown'
        ? 'npm run tzref -- build --activate, or install an artifact of this format'
        : fixOf(directory),
    )
  }
}

function releasesAreFollowed({ dist, artifact }: ServerSettings): Answer {
  if (artifact !== undefined) return ok(`only ${artifact} is served, because of --artifact`)
  const pinned = pinOf(dist)
  if (pinned === null) return ok('an artifact that is installed with --activate becomes current')
  const text = `${pinned.id} stays current since ${pinned.at}: it was pinned by ${pinned.by}`
  return existsSync(join(dist, PUBLISHER)) ? warning(text, 'npm run tzref -- install --unpin') : ok(text)
}

const ROOM_BYTES = 2 ** 30

/** The folder itself, or the nearest one above it that is there. */
export function thereIsOf(folder: string): string {
  const path = resolve(folder)
  return existsSync(path) ? path : thereIsOf(dirname(path))
}

function diskHasRoom({ dist, accounts }: ServerSettings, { freeBytes }: Surroundings): Answer {
  const folder = thereIsOf(dist)
  const folders = accounts.includes('://') ? [folder] : [folder, thereIsOf(dirname(accounts))]
  const frees = folders.map((each) => freeBytes(each))
  const free = Math.min(...frees)
  const text = `${(free / 2 ** 30).toFixed(1)} GB free at ${folders[frees.indexOf(free)]}`
  const ofArtifacts = artifactIds(dist).length > 2 ? 'npm run tzref -- prune --keep 2' : 'make room there'
  const fix = free === frees[0] ? ofArtifacts : 'the account store needs room there'
  return free >= ROOM_BYTES ? ok(text) : warning(text, fix)
}

/** The state that a running server reports. Null when none answers on the operators' port. */
export async function runningServer({ opsPort = DEFAULT_PORT, opsHost }: OpsAddress): Promise<string | null> {
  try {
    const { default: fetch } = await import('node-fetch')
    const answer = await fetch(`${originOf(opsHost ?? DEFAULT_HOST, opsPort)}/readyz`, {
      signal: AbortSignal.timeout(2000),
    })
    const said: unknown = await answer.json()
    const isOurs = typeof said === 'object' && said !== null && 'artifact' in said && 'status' in said
    return isOurs ? `a server runs here: ${String(said.status)}, ${String(said.artifact)}` : null
  } catch {
    return null
  }
}

/** The answer of a check of a port. When it rejects, a server of ours that runs here may be the reason, and that is good. */
async function unlessRunning(ops: OpsAddress, check: () => Promise<Answer>): Promise<Answer> {
  try {
    return await check()
  } catch (error) {
    const running = await runningServer(ops)
    if (running !== null) return ok(running)
    throw error
  }
}

const portIsFree = ({ host, port, ...ops }: ServerSettings): Promise<Answer> =>
  unlessRunning(ops, async () => {
    expectTwoPorts(host, port, ops.opsPort ?? DEFAULT_PORT, ops.opsHost)
    await tryToListen(host, port, '--port')
    const path = socketFileOf(host)
    if (path !== null) accessSync(dirname(path), constants.W_OK)
    return ok(path ?? `${host}:${port} is free`)
  })

const opsPortIsFree = (ops: ServerSettings): Promise<Answer> =>
  unlessRunning(ops, async () => {
    const { opsHost = DEFAULT_HOST, opsPort = DEFAULT_PORT } = ops
    expectTokenOf(ops)
    await tryToListen(opsHost, opsPort, '--ops-port')
    return ok(`${opsHost}:${opsPort} is free`)
  })

function addressesLeadHere({ host, baseUrl, webUrl, trustProxy }: ServerSettings): Answer {
  if (isLoopback(host) && baseUrl === undefined) return ok('only for this machine')
  if (baseUrl === undefined || webUrl === undefined) {
    return warning(
      'links in answers point clients to their own machines',
      '--base-url https://…/v1 --web-url https://…',
    )
  }
  if (baseUrl.startsWith('https:') && trustProxy.length === 0) {
    return warning(
      `${baseUrl} is served by a proxy, so all its clients count as one for the guard against floods`,
      '--trust-proxy with the address of the proxy',
    )
  }
  return ok(baseUrl)
}

/** The metrics of a server that runs here. Null when none gives them. */
async function runningMetrics(ops: OpsAddress): Promise<string | null> {
  const { opsPort = DEFAULT_PORT, opsHost = DEFAULT_HOST, opsTokenFile } = ops
  try {
    const token = opsTokenFile === undefined ? '' : readFileSync(opsTokenFile, 'utf8').trim()
    const { default: fetch } = await import('node-fetch')
    const answer = await fetch(`${originOf(opsHost, opsPort)}/metrics`, {
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(2000),
    })
    return answer.status === 200 ? await answer.text() : null
  } catch {
    return null
  }
}

async function proxyIsNamed(settings: ServerSettings): Promise<Answer> {
  const metrics = await runningMetrics(settings)
  if (metrics !== null && /^tzref_unknown_proxy(?:\{[^}]*\})? [1-9]/m.test(metrics)) {
    return warning(
      'requests come from a proxy that is not named: all its clients share what one address may cost',
      '--trust-proxy with the address of the proxy, which the log of the server says',
    )
  }
  if (settings.trustProxy.length > 0) return ok(`trusted: ${settings.trustProxy.join(', ')}`)
  return ok(metrics === null ? 'none is named' : 'none is named, and none was seen')
}

async function limitsAreShared({ limits, workers }: ServerSettings): Promise<Answer> {
  if (limits === null) {
    return workers > 1
      ? fault(`--workers ${workers} need a common limits store`, '--limits redis://127.0.0.1:6379')
      : ok('counted by the only process')
  }
  let reason: unknown = null
  const burst = await openFleetBurst({ address: limits, onState: (_state, error) => (reason = error) })
  const state = burst.state()
  await burst.close()
  const place = withoutPassword(limits)
  return state === 'exact'
    ? ok(`counted in ${place}`)
    : fault(`${place} does not count: ${messageOf(reason)}`, 'does it run, and is it not a replica?')
}

const FEW_FILES = 4096

function filesMayBeOpen(limits: string): Answer {
  const most = mostDescriptors(limits)
  if (most === null) return ok('this system does not tell')
  return most < FEW_FILES
    ? warning(
        `at most ${most}, and each connection takes one`,
        'ulimit -n 65536, or LimitNOFILE=65536 of systemd',
      )
    : ok(`at most ${most}`)
}
