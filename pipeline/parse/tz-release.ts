// Reads the unpacked files of one tz release, full or compact, into records with backzone's history, and tables.
import { faultInFile, faultsIn } from '../source-error.ts'
import { checkNames, parseTzSource, readTzLines } from './tz-source.ts'
import type { LinkLine, SourceFile, TzLines, ZoneRecord } from './tz-records.ts'
import { parseIso3166, parseZoneTab, type CountryRow, type ZoneTabRow } from './zone-tab.ts'

/** One tz release, read. */
export interface TzRelease {
  /** `2026c` */
  readonly release: string
  readonly form: 'full' | 'compact'
  /**
   * Whether `lines` are those of PACKRATDATA=backzone PACKRATLIST=zone.tab. False where others were asked for, or where a compact file
   * was made otherwise.
   */
  readonly hasBackzone: boolean
  readonly lines: TzLines
  readonly zoneTab: readonly ZoneTabRow[]
  readonly iso3166: readonly CountryRow[]
}

/** The files that tzdb's Makefile passes to zic, in its order (TDATA). Some packages lack `factory`. */
const FULL_FILES =
  'africa antarctica asia australasia europe northamerica southamerica etcetera factory backward'.split(' ')
const OPTIONAL_FILES = new Set(['factory'])
const PACKRAT_DATA = 'backzone'
const PACKRAT_LIST = 'zone.tab'
const COMPACT_FILE = 'tzdata.zi'

/**
 * The pasts with which a release is read. `backzone`: backzone's for the zones of zone.tab. `none`: only its own, as its Makefile has it
 * by default.
 */
export type Packrat = 'backzone' | 'none'

/**
 * Reads a release from its files (name → text). Full source is preferred to a compact file next to it. `packrat` has no effect on a
 * compact file. Throws a SourceError.
 */
export function readTzRelease(files: ReadonlyMap<string, string>, packrat: Packrat = 'backzone'): TzRelease {
  const zoneTab = parseZoneTab(fileOf(files, PACKRAT_LIST))
  const iso3166 = parseIso3166(fileOf(files, 'iso3166.tab'))
  const isFull = FULL_FILES.some((name) => files.has(name)) || !files.has(COMPACT_FILE)
  if (!isFull) {
    const file = fileOf(files, COMPACT_FILE)
    const { release, hasBackzone } = readCompactHeader(file)
    return { release, form: 'compact', hasBackzone, lines: parseTzSource([file]), zoneTab, iso3166 }
  }
  const version = fileOf(files, 'version')
  const release = releaseIn(version, version.text.split('\n', 1)[0]?.trim() ?? '')
  const sources = FULL_FILES.filter((name) => files.has(name) || !OPTIONAL_FILES.has(name)).map((name) =>
    fileOf(files, name),
  )
  const hasBackzone = packrat === 'backzone'
  const lines = hasBackzone
    ? selectBackzone(
        readTzLines([...sources, fileOf(files, PACKRAT_DATA)], PACKRAT_LIST),
        new Set(zoneTab.map((row) => row.id)),
      )
    : readTzLines(sources, null)
  checkNames(lines)
  return { release, form: 'full', hasBackzone, lines, zoneTab, iso3166 }
}

function fileOf(files: ReadonlyMap<string, string>, name: string): SourceFile {
  const text = files.get(name)
  if (text !== undefined) return { name, text }
  const expected = `${COMPACT_FILE} or the full source, with zone.tab and iso3166.tab`
  throw faultInFile('missing-file', name, `the release has no such file; expected ${expected}`)
}

function readCompactHeader(file: SourceFile): { release: string; hasBackzone: boolean } {
  const lines = file.text.split('\n', 40)
  const end = lines.findIndex((line) => !line.startsWith('#'))
  const header = end < 0 ? lines : lines.slice(0, end)
  const [first = ''] = header
  const release = releaseIn(file, first, /^# version (\S+)/.exec(first)?.[1] ?? '')
  const tailored = header.find((line) => line.startsWith('# ddeps '))?.split(' ') ?? []
  return { release, hasBackzone: tailored.includes(PACKRAT_DATA) && tailored.includes(PACKRAT_LIST) }
}

/** The release that the first line of a file names. Throws a SourceError where it names none. */
function releaseIn({ name }: SourceFile, text: string, release = text): string {
  if (/^\d{4}[a-z]{1,2}$/.test(release)) return release
  const expected = name === COMPACT_FILE ? '"# version 2026c"' : '"2026c"'
  throw faultsIn({ file: name, line: 1, text })(
    'no-release',
    `${JSON.stringify(text.slice(0, 60))} does not name a release; expected ${expected} or the like`,
  )
}

/**
 * Selects the same lines as tzdb's Makefile for PACKRATDATA and PACKRATLIST (ziguard.awk). Of backzone's Zones only those in `listed`
 * stay, each with the Links that follow it. A later Zone or Link replaces a Link of the same name. All Rules stay.
 *
 * A Link leads where its own line says. The ziguard.awk of 2026b and 2026c cut chains of Links short, even through a Link that a Zone of
 * backzone had overridden. So their Arctic/Longyearbyen was Europe/Berlin. That of 2026f has it at Europe/Oslo, as backzone says. We use
 * Europe/Oslo for every release; otherwise its past would seem to change between them.
 */
function selectBackzone(lines: TzLines, listed: ReadonlySet<string>): TzLines {
  const zones = lines.zones.filter((zone) => isOwn(zone) || listed.has(zone.id))
  const kept = lines.links.filter((link) => {
    // A Link of backzone goes with the nearest Zone above it. One above all Zones stays.
    const above = lines.zones.findLast((zone) => isAfter(link, zone))
    return isOwn(link) || above === undefined || listed.has(above.id)
  })
  const zoneById = new Map(zones.map((zone) => [zone.id, zone]))
  const lastLink = new Map(kept.map((link) => [link.linkName, link]))
  const links = kept.filter((link) => {
    if (lastLink.get(link.linkName) !== link) return false
    const zone = zoneById.get(link.linkName)
    // Across files only backzone, which is read last, can override a Link.
    const isOverridden = zone !== undefined && (isAfter(zone, link) || (isOwn(link) && !isOwn(zone)))
    return !isOverridden
  })
  return { rules: lines.rules, zones, links }
}

/** Whether a line is not one of backzone. */
const isOwn = ({ source }: ZoneRecord | LinkLine): boolean => source.file !== PACKRAT_DATA

/** Whether a line comes after another in one file. */
const isAfter = (
  { source: { file, line } }: ZoneRecord | LinkLine,
  { source }: ZoneRecord | LinkLine,
): boolean => file === source.file && line > source.line
