// Compares two artifacts: what changed in the world between them, in the sections of the release notes.
import { identifierWords, type IdentifierChanges } from './identifier-words.ts'
import { withArtifact, type Artifact } from '#open/artifact.ts'
import { clockChanges, type ClockChange } from '#core/compare/clock-changes.ts'
import { COMPARED_YEARS, type Reading } from '#core/compare/stretches.ts'
import { formatUtc, startOfDay } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import { offsetSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import type { Manifest } from '#schemas/manifest.ts'
import { compareBoundaries } from './moved-borders.ts'
import { COMPARED, compareTable, type TableDiff } from './table-changes.ts'

/** Identifies an artifact: its id, and the releases that it was built from. */
export type Side = Pick<Manifest, 'id' | 'tz' | 'boundaries' | 'reference_date' | 'hold' | 'overlay'>

export interface ReleaseDiff extends ReturnType<typeof differences> {
  /** One sentence for each thing that a reader should not miss. */
  readonly briefly: readonly string[]
}

/**
 * Returns what changed in the world between the artifacts of two directories. The newer artifact's reference date, at 00:00 UTC, divides
 * past from future.
 */
export function diff(older: string, newer: string): ReleaseDiff {
  const found = comparing(older, newer, differences)
  return { ...found, briefly: briefly(found) }
}

/** Opens the artifacts of two directories, runs `compare` on them, and closes them. */
export const comparing = <Result>(
  olderDirectory: string,
  newerDirectory: string,
  compare: (older: Artifact, newer: Artifact) => Result,
): Result =>
  withArtifact(olderDirectory, (older) => withArtifact(newerDirectory, (newer) => compare(older, newer)))

/** The parts of the diff. `countries`, `cities` and `standards` are null where neither artifact has the table. */
function differences(older: Artifact, newer: Artifact) {
  const line = startOfDay(newer.manifest.reference_date)
  const { past, future } = clockChanges(zonesOf(older), zonesOf(newer), line)
  return {
    older: sideOf(older),
    newer: sideOf(newer),
    future,
    past,
    identifiers: identifierChanges(older, newer),
    boundaries: compareBoundaries(older, newer),
    countries: compareTable(older, newer, COMPARED.countries),
    cities: compareTable(older, newer, COMPARED.cities),
    standards: compareTable(older, newer, COMPARED.standards),
  }
}

const sideOf = ({ manifest: { id, tz, boundaries, reference_date, hold, overlay } }: Artifact): Side => ({
  id,
  tz,
  boundaries,
  reference_date,
  ...(hold === undefined ? {} : { hold }),
  ...(overlay === undefined ? {} : { overlay }),
})

function zonesOf({ query, withLines }: Artifact): Map<string, CompiledZone> {
  const ids = query<{ id: number }>('SELECT id FROM zone ORDER BY iana')
  return new Map(ids.map(({ id }) => withLines(id)).map((zone) => [zone.id, zone]))
}

/** `changedZones` has what zone.tab and our tables say about zones: country, place, name. */
function identifierChanges(older: Artifact, newer: Artifact): IdentifierChanges {
  const zones = compareTable(older, newer, COMPARED.zones)
  const aliases = compareTable(older, newer, COMPARED.aliases)
  return {
    addedZones: zones?.added.map(({ name }) => name) ?? [],
    removedZones: zones?.removed.map(({ name }) => name) ?? [],
    addedAliases: (aliases?.added ?? []).map(({ name }) => linkOf(newer, name)),
    removedAliases: (aliases?.removed ?? []).map(({ name }) => linkOf(older, name)),
    movedAliases: (aliases?.changed ?? []).map(({ name, fields }) => ({
      name,
      was: String(fields[0]?.was),
      is: String(fields[0]?.is),
    })),
    changedZones: zones?.changed ?? [],
  }
}

/** An alias with its zone. */
function linkOf({ query }: Artifact, name: string) {
  const [row] = query<{ iana: string }>(
    'SELECT iana FROM zone_alias JOIN zone ON zone.id = zone_alias.zone WHERE name = ?',
    name,
  )
  return { name, timezone: row?.iana ?? '' }
}

/** Returns a reading as text: `-06:00 (CST)`, or `+01:00` where tzdb has only digits. LMT is written out; daylight saving is mentioned. */
export function readingText({ offset, isDst, abbreviation }: Reading): string {
  const letters = /^[+-]/.test(abbreviation)
    ? null
    : abbreviation === 'LMT'
      ? 'local mean time'
      : abbreviation
  const notes = [letters, isDst ? 'daylight saving' : null].filter((note) => note !== null)
  return formatOffset(offsetSeconds(offset)) + (notes.length === 0 ? '' : ` (${notes.join(', ')})`)
}

function briefly(found: ReturnType<typeof differences>): string[] {
  const said = [...found.future.map(clockSentence), ...found.past.map(pastSentence)]
  const { identifiers, boundaries, countries, cities, standards } = found
  const { zones, names } = identifierWords(identifiers)
  said.push(...zones)
  if (names.length > 3) said.push(`${names.length} other names of zones came, went or lead elsewhere.`)
  else said.push(...names)
  if (boundaries.kind === 'changed') {
    said.push(`The boundaries of ${boundaries.zones.length} zones changed.`)
  }
  for (const [what, table] of Object.entries({
    Countries: countries,
    Cities: cities,
    Standards: standards,
  })) {
    if (table === null || isEmpty(table)) continue
    const counts = (['added', 'removed', 'changed'] as const)
      .filter((kind) => table[kind].length > 0)
      .map((kind) => `${table[kind].length} ${kind}`)
    said.push(`${what}: ${counts.join(', ')}.`)
  }
  return said
}

/** Whether a table has no differences. */
export const isEmpty = ({ added, removed, changed }: TableDiff): boolean =>
  added.length + removed.length + changed.length === 0

/** Returns a sentence that says which clocks move and from when on. */
export function clockSentence({ zones, stretches, isPermanent }: ClockChange): string {
  const [first] = stretches
  if (first === undefined) return ''
  const permanent = isPermanent ? ' for good' : ''
  return `${namesOf(zones)}: ${readingText(first.is)}${permanent} from ${formatUtc(first.from)}, not ${readingText(first.was)}.`
}

/** Returns a sentence that says what changed in the past. */
export function pastSentence({ zones, stretches }: ClockChange): string {
  const [first] = stretches
  const last = stretches.at(-1)
  if (first === undefined || last === undefined) return ''
  const from =
    first.from === COMPARED_YEARS.from
      ? ''
      : `, from ${formatUtc(first.from)}${last.until === null ? ' on' : ''}`
  const until = last.until === null ? '' : `${from === '' ? ', until' : ' to'} ${formatUtc(last.until)}`
  return `${namesOf(zones)}: other clocks in the past${from}${until}.`
}

/** Returns the first few names, and how many more there are. */
export const namesOf = (zones: readonly string[]): string =>
  zones.length <= 6 ? zones.join(', ') : `${zones.slice(0, 5).join(', ')} and ${zones.length - 5} more`
