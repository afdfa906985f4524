// tz source → the output of zic and zdump, which our dump is compared with.
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { epochSeconds } from '#core/time/units.ts'
import type { VisibleChange } from '#core/zone/visible-changes.ts'

const run = promisify(execFile)

/** The absolute path of a tool in the usual places. Null: it is not installed. */
export const findTool = (name: string): string | null =>
  ['/usr/sbin', '/usr/bin', '/sbin', '/bin', '/usr/local/sbin', '/usr/local/bin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path)) ?? null

const zic = findTool('zic')
const zdump = findTool('zdump')
const awk = findTool('awk')

/** Why the oracle cannot be asked here. Null: it can. */
export const WITHOUT_ORACLE: string | null =
  zic === null || zdump === null || awk === null ? 'left out: zic, zdump or awk is not installed' : null

/** Compiled TZif files in a temporary folder. Call `remove` afterwards. */
export interface Oracle {
  /**
   * The changes of each zone from the first year to the second, by default from 1800 to 2400. The first one is the state before them. Ids of
   * one file share the array's content.
   */
  changesOf(ids: readonly string[], years?: readonly [number, number]): Promise<Map<string, VisibleChange[]>>
  remove(): void
}

/** Compiles one source text with `zic -b fat`. */
export function oracleOf(source: string): Oracle {
  if (zic === null) throw new Error('zic is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'tzref-oracle-'))
  const input = join(folder, 'source.zi')
  const output = join(folder, 'zoneinfo')
  writeFileSync(input, source)
  // The paths are absolute, because zdump prints UTC and exits with 0 for a relative path.
  execFileSync(zic, ['-b', 'fat', '-d', output, input], { stdio: 'pipe' })
  return {
    changesOf: (ids, years = [1800, 2400]) => changesIn(output, ids, years),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * The source that tzdb's Makefile gives zic, in main or rearguard form, made by the release's own ziguard.awk. Some Links of 2026b and
 * 2026c lead past a Zone of backzone, and name that Zone only in a comment. In 2026f such a Link leads to the Zone, and so it does here.
 */
export function ziguardForm(
  files: ReadonlyMap<string, string>,
  form: 'main' | 'rearguard',
  packrat: 'backzone' | 'none' = 'backzone',
): string {
  if (awk === null) throw new Error('awk is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'tzref-ziguard-'))
  try {
    for (const [name, text] of files) writeFileSync(join(folder, name), text)
    const isPackrat = packrat === 'backzone'
    const variables = [
      `DATAFORM=${form}`,
      ...(isPackrat ? ['PACKRATDATA=backzone', 'PACKRATLIST=zone.tab'] : []),
    ]
    const read = isPackrat ? [...TDATA, 'backzone'] : TDATA
    const text = execFileSync(
      awk,
      [...variables.flatMap((one) => ['-v', one]), '-f', 'ziguard.awk', ...read],
      {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 64e6,
        timeout: 60_000,
      },
    )
    const zones = new Set([...text.matchAll(/^Zone\s+(\S+)/gm)].map(([, id]) => id))
    return text.replaceAll(/^Link\s+\S+\s+(\S+)\s+#=\s*(\S+)$/gm, (line, name: string, nearer: string) =>
      zones.has(nearer) ? `Link\t${nearer}\t${name}` : line,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The files of a release that every reader takes: TDATA in tzdb's Makefile. */
export const TDATA = [
  'africa',
  'antarctica',
  'asia',
  'australasia',
  'europe',
  'northamerica',
  'southamerica',
  'etcetera',
  'factory',
  'backward',
]

const BATCH = 40

async function changesIn(
  folder: string,
  ids: readonly string[],
  years: readonly [number, number],
): Promise<Map<string, VisibleChange[]>> {
  const changes = new Map<string, VisibleChange[]>()
  const batches: (readonly string[])[] = []
  for (let i = 0; i < ids.length; i += BATCH) batches.push(ids.slice(i, i + BATCH))
  const work = async (): Promise<void> => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop())
      for (const [id, found] of await changesOfBatch(folder, batch, years)) changes.set(id, found)
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work))
  return changes
}

async function changesOfBatch(
  folder: string,
  ids: readonly string[],
  years: readonly [number, number],
): Promise<Map<string, VisibleChange[]>> {
  if (zdump === null) throw new Error('zdump is not installed')
  const paths = ids.map((id) => join(folder, id))
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) throw new Error(`zic has made no ${missing}`)
  const ask = async (flag: string, asked: readonly string[]): Promise<string> =>
    asked.length === 0
      ? ''
      : (await run(zdump, [flag, '-c', years.join(','), ...asked], { maxBuffer: 1e9, env: { LC_ALL: 'C' } }))
          .stdout
  const found = readVerbose(await ask('-v', paths), folder)
  // -v prints no lines for a zone that never changes. -i prints one line for its constant state.
  const constant = paths.filter((_, i) => !found.has(ids[i] ?? ''))
  for (const [id, change] of readInitial(await ask('-i', constant), folder)) found.set(id, [change])
  return found
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const VERBOSE =
  /^(\S+) +\w{3} (\w{3}) +(\d+) (\d+):(\d+):(\d+) (\d+) UT = .* (\S+) isdst=([01]) gmtoff=(-?\d+)$/

/** `zdump -v`: for each change, one line for the last second before it and one for its first second. */
function readVerbose(text: string, folder: string): Map<string, VisibleChange[]> {
  const changes = new Map<string, VisibleChange[]>()
  for (const line of text.split('\n')) {
    const parts = VERBOSE.exec(line)
    if (parts === null) {
      if (line === '' || line.endsWith(' = NULL')) continue
      throw new Error(`zdump printed ${line}`)
    }
    const [, path = '', month = '', day, hour, minute, second, year, abbreviation = '', isDst, offset] = parts
    const id = path.slice(folder.length + 1)
    const at = Date.UTC(
      Number(year),
      MONTHS.indexOf(month),
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
    )
    const known = changes.get(id)
    const change = { offset: Number(offset), isDst: isDst === '1', abbreviation }
    if (known === undefined) changes.set(id, [{ at: null, ...change }])
    else if (!isSame(known.at(-1), change)) known.push({ at: epochSeconds(at / 1000), ...change })
  }
  return changes
}

const INITIAL = /^-\t-\t([+-])(\d\d)(\d\d)?(\d\d)?(?:\t([^\t]*))?(?:\t(1))?$/

/** `zdump -i`: it leaves out an abbreviation that equals the offset, and a flag of 0. */
function readInitial(text: string, folder: string): Map<string, VisibleChange> {
  const changes = new Map<string, VisibleChange>()
  let id = ''
  for (const line of text.split('\n')) {
    const heading = /^TZ="(.*)"$/.exec(line)
    if (heading !== null) id = (heading[1] ?? '').slice(folder.length + 1)
    const parts = INITIAL.exec(line)
    if (parts === null) continue
    const [, sign = '', hours = '', minutes = '', seconds = '', abbreviation, isDst] = parts
    const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    changes.set(id, {
      at: null,
      offset: sign === '-' ? -size || 0 : size,
      isDst: isDst === '1',
      abbreviation: (abbreviation ?? `${sign}${hours}${minutes}${seconds}`).replaceAll('"', ''),
    })
  }
  return changes
}

type Shown = Pick<VisibleChange, 'offset' | 'isDst' | 'abbreviation'>

const isSame = (a: Shown | undefined, b: Shown): boolean =>
  a?.offset === b.offset && a.isDst === b.isDst && a.abbreviation === b.abbreviation
