// Checks the rows of reference.sqlite that are not clocks. Each rule has its number from docs/formats/artifact.md.
import { groupBy } from '#core/group-by.ts'
import type { ArtifactErrorCode } from '#core/artifact/artifact-error.ts'
import type { Boundaries } from '#core/artifact/boundaries.ts'
import type { Finding } from '#core/finding.ts'
import { REFERENCE } from '#core/artifact/layout.ts'
import { HALF_WORLD, POLE } from '#core/geo/microdegrees.ts'
import { slugOf } from '#core/text/fold.ts'
import { continentOfArea } from '#core/zone/area-continent.ts'
import { oneClockSince as sinceWhen } from '#core/zone/clocks-agree.ts'
import { addYears, startOfDay } from '#core/time/moment.ts'
import { BEFORE_ALL, type EpochSeconds } from '#core/time/units.ts'
import type { Interval } from '#core/zone/compiled-zone.ts'
import { intervalAt } from '#core/zone/offset-at.ts'
import { isDigits } from '#core/zone/shown.ts'
import type { Row, TableName } from '#schemas/reference-tables.ts'
import type { Artifact } from '../artifact.ts'

/** Rows of the same artifact that rules look up. */
interface Tables {
  readonly zones: ReadonlyMap<number, Row<'zone'>>
  readonly countries: ReadonlyMap<string, Row<'country'>>
  readonly standards: ReadonlyMap<string, Row<'standard'>>
  /** Identifier → the zone's country. */
  readonly countryOf: ReadonlyMap<string, string | null>
  /** Countries that have a zone in zone.tab. */
  readonly withZone: ReadonlySet<string>
  /** Zone → its local time types. */
  readonly types: ReadonlyMap<number, readonly Row<'local_time_type'>[]>
  readonly standardsByName: ReadonlyMap<string, Row<'standard'>>
  /** Country → the names of the standards that its zones keep within two years of the reference date. */
  readonly keeps: ReadonlyMap<string | null, ReadonlySet<string>>
  /** All names in `keeps`. */
  readonly kept: ReadonlySet<string>
  /** Name of a standard → the zones and types that are shown under it, now or in the past. */
  readonly keepers: ReadonlyMap<string, readonly Keeper[]>
  readonly textOfLine: (id: number) => string | undefined
  /** The time since which all clocks of a country agree with those of one of its zones; null when they do not agree. */
  readonly oneClockSince: (country: string, zone: number) => number | null
  /** Identifiers in lower case → how many identifiers have this spelling. */
  readonly spelled: ReadonlyMap<string, number>
  readonly citySlugs: ReadonlySet<string>
  /** The zones whose boundaries contain a point; null where the artifact has no boundaries. */
  readonly zonesAt: ((lon: number, lat: number) => readonly string[]) | null
}

interface Keeper {
  readonly zone: number
  readonly type: Row<'local_time_type'>
}

interface Rule<Name extends TableName> {
  readonly number: `R${number}`
  /** True when a row follows the rule. `before` is the previous row in the order of the primary key. */
  readonly holds: (row: Row<Name>, tables: Tables, before: Row<Name> | undefined) => boolean
}

const isFlag = (value: number): boolean => value === 0 || value === 1
const isIn = (value: number, most: number): boolean => Number.isSafeInteger(value) && Math.abs(value) <= most
const isSlug = (text: string): boolean => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
/** The sub-regions of M49 → the region of each. */
const SUB_REGIONS: ReadonlyMap<string | null, string | null> = new Map<string | null, string | null>([
  [null, null],
  ...Object.entries({
    Africa: ['Northern Africa', 'Sub-Saharan Africa'],
    Americas: ['Latin America and the Caribbean', 'Northern America'],
    Asia: ['Central Asia', 'Eastern Asia', 'South-eastern Asia', 'Southern Asia', 'Western Asia'],
    Europe: ['Eastern Europe', 'Northern Europe', 'Southern Europe', 'Western Europe'],
    Oceania: ['Australia and New Zealand', 'Melanesia', 'Micronesia', 'Polynesia'],
  }).flatMap(([region, subRegions]) => subRegions.map((name) => [name, region] as const)),
])
/** Whether the texts are the numbers of weekdays, each the day after the one before; 0 is Sunday. */
const isRunOfDays = (days: readonly string[]): boolean =>
  days.length < 7 &&
  days.every(
    (day, index) => /^[0-6]$/.test(day) && (index === 0 || Number(day) === (Number(days[index - 1]) + 1) % 7),
  )
const isCount = (value: number | null): boolean =>
  value === null || (Number.isSafeInteger(value) && value > 0)
const isPoint = (lat: number, lon: number): boolean => isIn(lat, POLE) && isIn(lon, HALF_WORLD)
const REGIONS: ReadonlySet<string | null> = new Set([null, 'Africa', 'Americas', 'Asia', 'Europe', 'Oceania'])
const MOST_OFFSET = 24 * 3600
/** Difference from the letter `A` to its letter of a flag. */
const FLAG_LETTERS = 0x1f1e6 - 0x41

/** True when a local time type has the offset and the daylight flag that define a standard. */
const isOf = (type: Row<'local_time_type'>, standard: Row<'standard'>): boolean =>
  type.utc_offset === standard.utc_offset && type.is_dst === standard.is_dst

/**
 * The other name that a line of a release defines: `Link TARGET NAME`. In backzone, some such lines stand after `#PACKRATLIST zone.tab`.
 */
const linkNameOf = (text: string): string | undefined =>
  text.replace(/^#PACKRATLIST\s+\S+\s+/, '').split(/\s+/)[2]

/** True when the rows of one owner are numbered from 0 without a gap. */
const follows = (position: number, before: number | undefined): boolean => position === (before ?? -1) + 1

/** The rules of each table, in the order of their numbers. */
const RULES: { readonly [Name in TableName]?: readonly Rule<Name>[] } = {
  source_line: [
    {
      number: 'R1',
      holds: ({ id, file, line }, _, before) =>
        follows(id, before?.id) &&
        line >= 1 &&
        (before === undefined || before.file < file || (before.file === file && before.line < line)),
    },
  ],
  zone: [
    { number: 'R2', holds: ({ listed, is_mainland }) => isFlag(listed) && isFlag(is_mainland) },
    {
      number: 'R3',
      holds: ({ latitude, longitude }) =>
        latitude === null || longitude === null ? latitude === longitude : isPoint(latitude, longitude),
    },
    {
      number: 'R4',
      holds: ({ country, listed, is_mainland }, { countries }) =>
        country === null
          ? is_mainland === 0
          : listed === 1 && /^[A-Z]{2}$/.test(country) && (countries.size === 0 || countries.has(country)),
    },
    {
      number: 'R5',
      holds: ({ display_name, listed }, { countries }) =>
        countries.size === 0 || (display_name === null ? listed === 0 : listed === 1 && display_name !== ''),
    },
    { number: 'R6', holds: ({ iana }, { spelled }) => spelled.get(iana.toLowerCase()) === 1 },
  ],
  zone_alias: [
    { number: 'R6', holds: ({ name }, { spelled }) => spelled.get(name.toLowerCase()) === 1 },
    {
      number: 'R29',
      holds: ({ name, source_line }, { textOfLine }) =>
        source_line === null || linkNameOf(textOfLine(source_line) ?? '') === name,
    },
  ],
  zone_standard: [
    {
      number: 'R7',
      holds: ({ zone, type, position, starts_at }, { types }, before) => {
        const last = before?.zone === zone && before.type === type ? before : undefined
        const isLater = (starts_at ?? -Infinity) > (last?.starts_at ?? -Infinity)
        return (
          types.get(zone)?.[type] !== undefined &&
          follows(position, last?.position) &&
          (position === 0 ? starts_at === null : isLater)
        )
      },
    },
    { number: 'R8', holds: ({ name }) => name !== '' },
    {
      number: 'R27',
      holds: ({ zone, type: position, name, abbreviation }, { zones, types, standardsByName, keeps }) => {
        const type = types.get(zone)?.[position]
        if (type === undefined || !isDigits(type.abbreviation)) return abbreviation === type?.abbreviation
        const standard = standardsByName.get(name ?? '')
        const fits =
          standard !== undefined &&
          isOf(type, standard) &&
          keeps.get(zones.get(zone)?.country ?? null)?.has(standard.name) === true
        return abbreviation === (fits ? standard.code : null)
      },
    },
    {
      number: 'R28',
      holds: ({ zone, type: position, name }, { types, standardsByName }) => {
        const standard = standardsByName.get(name ?? '')
        const type = types.get(zone)?.[position]
        if (standard === undefined || type === undefined) return true
        return isOf(type, standard) || type.abbreviation === standard.code
      },
    },
  ],
  standard: [
    { number: 'R9', holds: ({ slug, name }) => slug === slugOf(name) && isSlug(slug) },
    {
      number: 'R10',
      holds: ({ utc_offset, is_dst }) =>
        isFlag(is_dst) && isIn(utc_offset, MOST_OFFSET) && utc_offset % 900 === 0,
    },
    {
      number: 'R11',
      holds: ({ code, continent }) =>
        (code === null || /^[A-Za-z]{3,}$/.test(code)) && REGIONS.has(continent),
    },
    {
      number: 'R12',
      holds: ({ name, counterpart, is_dst }, { standards, keepers }) => {
        if (counterpart === null) return true
        const twin = standards.get(counterpart)
        const zonesOfTwin = keepers.get(twin?.name ?? '')
        return (
          twin?.is_dst === 1 - is_dst &&
          keepers.get(name)?.some(({ zone }) => zonesOfTwin?.some((other) => other.zone === zone)) === true
        )
      },
    },
    {
      number: 'R32',
      holds: (standard, { keepers, kept }) =>
        kept.has(standard.name) &&
        keepers.get(standard.name)?.some(({ type }) => isOf(type, standard)) === true,
    },
    {
      number: 'R33',
      holds: ({ name, code }, { keepers }) => {
        const letters = (keepers.get(name) ?? [])
          .map(({ type }) => type.abbreviation)
          .filter((abbreviation) => !isDigits(abbreviation))
        return letters.length === 0 || letters.some((one) => one === code)
      },
    },
    {
      number: 'R34',
      holds: ({ name, continent }, { keepers, zones, countries }) =>
        keepers.get(name)?.some(({ zone }) => {
          const row = zones.get(zone)
          const region = countries.get(row?.country ?? '')?.region ?? null
          return (continentOfArea(row?.iana ?? '') ?? region) === continent
        }) === true,
    },
  ],
  country: [
    {
      number: 'R13',
      holds: ({ iso2, iso3, numeric_code }) =>
        /^[A-Z]{2}$/.test(iso2) &&
        (iso2 === 'XK'
          ? iso3 === null && numeric_code === null
          : /^[A-Z]{3}$/.test(iso3 ?? '') && /^\d{3}$/.test(numeric_code ?? '')),
    },
    { number: 'R14', holds: ({ slug, name }) => slug === slugOf(name) && isSlug(slug) },
    {
      number: 'R15',
      holds: ({ iso2, emoji }) =>
        emoji ===
        String.fromCodePoint(...Array.from(iso2, (letter) => (letter.codePointAt(0) ?? 0) + FLAG_LETTERS)),
    },
    {
      number: 'R16',
      holds: ({ region, sub_region }) => SUB_REGIONS.get(sub_region) === region,
    },
    {
      number: 'R17',
      holds: ({ population, weekend }) =>
        isCount(population) && (weekend === null || isRunOfDays(weekend.split(','))),
    },
    {
      number: 'R18',
      holds: ({ iso2, default_zone }, { zones, withZone }) =>
        default_zone === null || zones.get(default_zone)?.country === iso2 || !withZone.has(iso2),
    },
    {
      number: 'R19',
      holds: ({ iso2, default_zone, one_clock_since }, { withZone, oneClockSince }) => {
        if (!withZone.has(iso2)) return one_clock_since === null || one_clock_since === BEFORE_ALL
        const since = default_zone === null ? null : oneClockSince(iso2, default_zone)
        return one_clock_since === (since === null ? null : Math.max(since, BEFORE_ALL))
      },
    },
  ],
  dependency: [
    {
      number: 'R20',
      holds: ({ country, territory, position }, _, before) =>
        country !== territory && follows(position, before?.country === country ? before.position : undefined),
    },
  ],
  city: [
    { number: 'R21', holds: ({ id }) => Number.isSafeInteger(id) && id !== 0 },
    {
      number: 'R22',
      holds: ({ slug, also }, { citySlugs }) =>
        isSlug(slug) && (also === null || (isSlug(also) && !citySlugs.has(also))),
    },
    { number: 'R23', holds: ({ name, region }) => name.trim() !== '' && region?.trim() !== '' },
    { number: 'R24', holds: ({ is_capital, population }) => isFlag(is_capital) && isCount(population) },
    { number: 'R25', holds: ({ latitude, longitude }) => isPoint(latitude, longitude) },
    {
      number: 'R26',
      holds: ({ zone, country, latitude, longitude }, { zones, countryOf, withZone, zonesAt }) => {
        const found = zones.get(zone)
        if (found === undefined) return false
        if (!withZone.has(country) || zonesAt === null || !isPoint(latitude, longitude)) return true
        const here = zonesAt(longitude, latitude)
        return (
          here.includes(found.iana) ||
          (found.country === country && !here.some((id) => countryOf.get(id) === country))
        )
      },
    },
  ],
  disagreement: [
    {
      number: 'R35',
      holds: ({ id, latitude, longitude, zone, zone_of_text }, { zones, zonesAt }) =>
        id !== 0 &&
        isPoint(latitude, longitude) &&
        zone !== zone_of_text &&
        (zonesAt === null || zonesAt(longitude, latitude)[0] === zones.get(zone)?.iana),
    },
  ],
}

/** Rules about several rows together, or about missing rows. Their faults are found by one statement for each table. */
const TOGETHER: readonly {
  readonly number: `R${number}`
  readonly table: TableName
  readonly sql: string
}[] = [
  {
    number: 'R5',
    table: 'zone',
    sql: 'SELECT display_name AS it FROM zone WHERE display_name IS NOT NULL GROUP BY 1 HAVING count(*) > 1',
  },
  {
    number: 'R7',
    table: 'zone_standard',
    sql: "SELECT 'no row for zone ' || t.zone || ', type ' || t.position AS it FROM local_time_type AS t LEFT JOIN zone_standard AS s ON s.zone = t.zone AND s.type = t.position AND s.position = 0 WHERE s.zone IS NULL",
  },
  {
    number: 'R13',
    table: 'country',
    sql: 'SELECT iso3 AS it FROM country WHERE iso3 IS NOT NULL GROUP BY 1 HAVING count(*) > 1 UNION ALL SELECT numeric_code FROM country WHERE numeric_code IS NOT NULL GROUP BY 1 HAVING count(*) > 1',
  },
  ...(['interval', 'yearly_change'] as const).map((of) => ({
    number: 'R30' as const,
    table: `${of}_line` as const,
    sql: `SELECT 'lines of zone ' || zone || ', ' || ${of === 'interval' ? 'interval' : 'change'} AS it FROM ${of}_line GROUP BY zone, ${of === 'interval' ? 'interval' : 'change'} HAVING min(position) <> 0 OR max(position) <> count(*) - 1`,
  })),
  {
    number: 'R31',
    table: 'yearly_change_line',
    sql: "SELECT 'a line of zone ' || l.zone || ', change ' || l.change AS it FROM yearly_change_line AS l LEFT JOIN yearly_change AS c ON c.zone = l.zone AND c.change = l.change WHERE c.zone IS NULL UNION ALL SELECT 'no line of zone ' || c.zone || ', change ' || c.change FROM yearly_change AS c LEFT JOIN yearly_change_line AS l ON c.zone = l.zone AND c.change = l.change WHERE l.zone IS NULL",
  },
  {
    number: 'R20',
    table: 'dependency',
    sql: 'SELECT territory AS it FROM dependency GROUP BY 1 HAVING count(*) > 1 UNION ALL SELECT territory FROM dependency WHERE territory IN (SELECT country FROM dependency)',
  },
  {
    number: 'R24',
    table: 'city',
    sql: 'SELECT country AS it FROM city WHERE is_capital = 1 GROUP BY 1 HAVING count(*) > 1',
  },
]

/** Rules whose SQL statement returns the finding as a complete text. */
const SAID_WHOLE: ReadonlySet<string> = new Set(['R7', 'R30', 'R31'])

/** How many rows are listed for a rule that thousands of rows may break. */
const MOST_NAMED = 3

/**
 * Finds the rows that break a rule. `boundaries` is null when there are none, or when they are bad. Yields undefined between pieces of
 * work.
 */
export function* checkRows(
  artifact: Artifact,
  boundaries: Boundaries | null,
): Generator<Finding<ArtifactErrorCode> | undefined, void> {
  const tables = tablesOf(artifact, boundaries)
  yield
  for (const [table, rules] of Object.entries(RULES)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rules of a table take its rows
    yield* checkTable(artifact, table as TableName, rules as readonly Rule<TableName>[], tables)
  }
  const unlisted = [...tables.kept].filter((name) => !tables.standardsByName.has(name))
  if (tables.standards.size > 0 && unlisted.length > 0)
    yield broken('R32', 'standard', `no row is named ${unlisted.slice(0, MOST_NAMED).join(', ')}`)
  for (const { number, table, sql } of TOGETHER) {
    for (const { it } of artifact.query<{ it: string }>(sql).slice(0, MOST_NAMED))
      yield broken(
        number,
        table,
        SAID_WHOLE.has(number) ? it : `more than one row, or another row, has ${JSON.stringify(it)}`,
      )
    yield
  }
}

function* checkTable(
  { pages }: Artifact,
  table: TableName,
  rules: readonly Rule<TableName>[],
  tables: Tables,
): Generator<Finding<ArtifactErrorCode> | undefined, void> {
  const named = new Map<string, number>()
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- what all rows have in common: nothing
  let before: Row<TableName> | undefined
  for (const page of pages(table)) {
    for (const row of page) {
      for (const { number, holds } of rules) {
        if (holds(row, tables, before)) continue
        const faults = (named.get(number) ?? 0) + 1
        named.set(number, faults)
        if (faults <= MOST_NAMED) yield broken(number, table, JSON.stringify(row))
      }
      before = row
    }
    yield
  }
}

const broken = (number: string, table: TableName, found: string): Finding<ArtifactErrorCode> => ({
  code: 'row-rule',
  about: `${REFERENCE}, ${table}`,
  message: `breaks rule ${number} of docs/formats/artifact.md: ${found}`,
})

const byZone = <Of extends { readonly zone: number }>(rows: readonly Of[]): Map<number, Of[]> =>
  groupBy(rows, ({ zone }) => zone)

/** A country must keep a standard for this long to have an entry in `standard`. */
const KEPT_YEARS = 2

function keptNames(
  { manifest, rows, compiledZone }: Artifact,
  zones: ReadonlyMap<number, Row<'zone'>>,
): Map<string | null, Set<string>> {
  const keeps = new Map<string | null, Set<string>>()
  const shown = byZone(rows('zone_standard'))
  const from = startOfDay(manifest.reference_date)
  const until = addYears(from, KEPT_YEARS)
  for (const { id, listed, country } of zones.values()) {
    if (listed !== 1) continue
    const zone = compiledZone(id)
    const names = keeps.get(country) ?? new Set()
    keeps.set(country, names)
    for (let at: EpochSeconds | null = from; at !== null && at < until;) {
      const { type, end }: Interval = intervalAt(zone, at)
      const position = zone.types.indexOf(type)
      const start: number = at
      const row = shown
        .get(id)
        ?.findLast((one) => one.type === position && (one.starts_at ?? -Infinity) <= start)
      if (typeof row?.name === 'string') names.add(row.name)
      at = end
    }
  }
  return keeps
}

function tablesOf(artifact: Artifact, boundaries: Boundaries | null): Tables {
  const { rows, query, compiledZone } = artifact
  const zones = new Map(rows('zone').map((row) => [row.id, row]))
  const spelled = new Map<string, number>()
  const names = [
    ...[...zones.values()].map(({ iana }) => iana),
    ...rows('zone_alias').map(({ name }) => name),
  ]
  for (const name of names) spelled.set(name.toLowerCase(), (spelled.get(name.toLowerCase()) ?? 0) + 1)
  const aliases = new Map(rows('zone_alias').map(({ name, zone }) => [name, zones.get(zone)?.iana ?? name]))
  const types = byZone(rows('local_time_type'))
  const keeps = keptNames(artifact, zones)
  const keepers = new Map<string, Keeper[]>()
  for (const { zone, type: position, name } of rows('zone_standard')) {
    const type = types.get(zone)?.[position]
    if (name !== null && type !== undefined) keepers.set(name, [...(keepers.get(name) ?? []), { zone, type }])
  }
  return {
    zones,
    countryOf: new Map([...zones.values()].map(({ iana, country }) => [iana, country])),
    kept: new Set([...keeps.values()].flatMap((ofCountry) => [...ofCountry])),
    keepers,
    textOfLine: (id) => query<{ text: string }>('SELECT text FROM source_line WHERE id = ?', id)[0]?.text,
    oneClockSince: (country, main) =>
      sinceWhen(
        compiledZone(main),
        [...zones.values()].filter((zone) => zone.country === country).map(({ id }) => compiledZone(id)),
      ),
    countries: new Map(rows('country').map((row) => [row.iso2, row])),
    standards: new Map(rows('standard').map((row) => [row.slug, row])),
    withZone: new Set([...zones.values()].flatMap(({ country }) => country ?? [])),
    types,
    standardsByName: new Map(rows('standard').map((row) => [row.name, row])),
    keeps,
    spelled,
    citySlugs: new Set(query<{ slug: string }>('SELECT slug FROM city').map(({ slug }) => slug)),
    zonesAt:
      boundaries === null
        ? null
        : (lon, lat) => boundaries.zonesAt(lon, lat).map((id) => aliases.get(id) ?? id),
  }
}

/** The numbers of all rules. A test checks that the document lists each one. */
export const RULE_NUMBERS: readonly string[] = [
  ...new Set([...Object.values(RULES).flat(), ...TOGETHER].map(({ number }) => number)),
]
