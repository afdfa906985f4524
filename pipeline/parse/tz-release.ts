// Reads the unpacked files of one tz release, full or compact, into records with backzone's history, and tables.
import { faultInFile, faultsIn, type SourceError } from '../source-error.ts'
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
const FULL_FILES = [
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
 * Reads a release from its files (name → text). Full source is preferred to a compact file beside it. `packrat` has no effect on a
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
  const release = readVersion(fileOf(files, 'version'))
  const sources = FULL_FILES.filter((name) => files.has(name) || !OPTIONAL_FILES.has(name)).map((name) =>
    fileOf(files, name),
  )
  const hasBackzone = packrat === 'backzone'
  const lines = hasBackzone
    ? selectBackzone(
        readTzLines([...sources, fileOf(files, PACKRAT_DATA)], PACKRAT_LIST),
        PACKRAT_DATA,
        new Set(zoneTab.map((row) => row.id)),
      )
    : readTzLines(sources, null)
  checkNames(lines)
  return { release, form: 'full', hasBackzone, lines, zoneTab, iso3166 }
}

function fileOf(files: ReadonlyMap<string, string>, name: string): SourceFile {
  const text = files.get(name)
  if (text === undefined)
    throw faultInFile(
      'missing-file',
      name,
      `the release has no such file; expected ${COMPACT_FILE} or the full source, with zone.tab and iso3166.tab`,
    )
  return { name, text }
}

const RELEASE = /^\d{4}[a-z]{1,2}$/

function readVersion(file: SourceFile): string {
  const release = file.text.split('\n', 1)[0]?.trim() ?? ''
  if (RELEASE.test(release)) return release
  throw noRelease(file, release)
}

function readCompactHeader(file: SourceFile): { release: string; hasBackzone: boolean } {
  const header: string[] = []
  for (const line of file.text.split('\n', 40)) {
    if (!line.startsWith('#')) break
    header.push(line)
  }
  const release = /^# version (\S+)/.exec(header[0] ?? '')?.[1] ?? ''
  if (!RELEASE.test(release)) throw noRelease(file, header[0] ?? '')
  const tailored = header.find((line) => line.startsWith('# ddeps '))?.split(' ') ?? []
  return { release, hasBackzone: tailored.includes(PACKRAT_DATA) && tailored.includes(PACKRAT_LIST) }
}

function noRelease({ name }: SourceFile, text: string): SourceError {
  const expected = name === COMPACT_FILE ? '"# version 2026c"' : '"2026c"'
  return faultsIn({ file: name, line: 1, text })(
    'no-release',
    `${JSON.stringify(text.slice(0, 60))} does not name a release; expected ${expected} or the like`,
  )
}

/**
 * Selects the same lines as tzdb's Makefile for PACKRATDATA and PACKRATLIST (ziguard.awk). Of the Zones of `packratData` only those in
 * `listed` stay, each with the Links that follow it. A later Zone or Link replaces a Link of the same name. All Rules stay.
 *
 * A Link leads where its own line says. The ziguard.awk of 2026b and 2026c cut chains of Links short, even through a Link that a Zone of
 * backzone had overridden. So their Arctic/Longyearbyen was Europe/Berlin. That of 2026f has it at Europe/Oslo, as backzone says. We use
 * Europe/Oslo for every release; otherwise its past would seem to change between them.
 */
function selectBackzone(lines: TzLines, packratData: string, listed: ReadonlySet<string>): TzLines {
  const zones = lines.zones.filter((zone) => zone.source.file !== packratData || listed.has(zone.id))
  const kept = lines.links.filter(
    (link) => link.source.file !== packratData || followsListedZone(link, lines.zones, listed),
  )
  const zoneById = new Map(zones.map((zone) => [zone.id, zone]))
  const lastLink = new Map(kept.map((link) => [link.linkName, link]))
  const links = kept.filter((link) => {
    if (lastLink.get(link.linkName) !== link) return false
    const zone = zoneById.get(link.linkName)
    return zone === undefined || !isLater(zone, link, packratData)
  })
  return { rules: lines.rules, zones, links }
}

/** Whether the nearest Zone above a Link in its file is listed. A Link above all Zones stays. */
function followsListedZone(
  link: LinkLine,
  zones: readonly ZoneRecord[],
  listed: ReadonlySet<string>,
): boolean {
  const above = zones.findLast(
    (zone) => zone.source.file === link.source.file && zone.source.line < link.source.line,
  )
  return above === undefined || listed.has(above.id)
}

/** Whether a Zone comes after a Link of its name. Across files only `packratData`, which is read last, can override a Link. */
function isLater(zone: ZoneRecord, link: LinkLine, packratData: string): boolean {
  if (zone.source.file === link.source.file) return zone.source.line > link.source.line
  return zone.source.file === packratData
}
