// Reads CLDR's JSON packages into records: territories, English names, zone identifiers and the metazones of each zone.
import { groupBy } from '#core/group-by.ts'
import { daysFromCivil, DAY } from '#core/time/civil.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { faultInFile } from '../source-error.ts'
import { fields, items, maybeText, maybeUnder, readJson, refuse, text, under, type JsonAt } from './json.ts'

/** The place of each file inside its npm package. */
export const CLDR_PATHS = {
  codeMappings: { package: 'cldr-core', path: 'supplemental/codeMappings.json' },
  territoryInfo: { package: 'cldr-core', path: 'supplemental/territoryInfo.json' },
  territoryContainment: { package: 'cldr-core', path: 'supplemental/territoryContainment.json' },
  primaryZones: { package: 'cldr-core', path: 'supplemental/primaryZones.json' },
  weekData: { package: 'cldr-core', path: 'supplemental/weekData.json' },
  metaZones: { package: 'cldr-core', path: 'supplemental/metaZones.json' },
  windowsZones: { package: 'cldr-core', path: 'supplemental/windowsZones.json' },
  timezoneKeys: { package: 'cldr-bcp47', path: 'bcp47/timezone.json' },
  territoryNames: { package: 'cldr-localenames-full', path: 'main/en/territories.json' },
  timeZoneNames: { package: 'cldr-dates-full', path: 'main/en/timeZoneNames.json' },
} as const

/** A file that is read. */
export type CldrPart = keyof typeof CLDR_PATHS

/** All records of CLDR_PATHS. */
export type Cldr = ReturnType<typeof readCldr>

/**
 * Reads all files of CLDR_PATHS. `bytesOf` returns the bytes of a file. Throws a SourceError that names the file and the place where a file
 * is not as expected.
 */
export function readCldr(bytesOf: (part: CldrPart) => Uint8Array) {
  const root = (part: CldrPart): JsonAt => {
    const { package: name, path } = CLDR_PATHS[part]
    return readJson(`${name}/${path}`, bytesOf(part))
  }
  const metaZones = under(root('metaZones'), 'supplemental', 'metaZones')
  const names = under(root('timeZoneNames'), 'main', 'en', 'dates', 'timeZoneNames')
  return {
    territories: territories(root('codeMappings'), root('territoryInfo')),
    ...containment(under(root('territoryContainment'), 'supplemental', 'territoryContainment')),
    territoryNames: territoryNames(root('territoryNames')),
    /** Country → its primary zone, by CLDR's identifier. */
    primaryZones: each(fields(under(root('primaryZones'), 'supplemental', 'primaryZones')), text),
    /** The days of a country's weekend in order, 0 is Sunday. A country that CLDR does not name has those of the world. */
    weekendOf: weekends(under(root('weekData'), 'supplemental', 'weekData')),
    /** Every spelling of one zone, with CLDR's own first. */
    zoneSpellings: zoneSpellings(under(root('timezoneKeys'), 'keyword', 'u', 'tz')),
    /** CLDR zone → its metazones, in time order. */
    metazonesByZone: each(
      zoneLeaves(under(metaZones, 'metazoneInfo', 'timezone'), ({ value }) => Array.isArray(value)),
      (periods) => items(periods).map((period) => periodIn(under(period, 'usesMetazone'))),
    ),
    /** Metazone → the zone that defines it (its territory 001), by CLDR's identifier. */
    goldenZones: zonesOfTheWorld(under(metaZones, 'metazones')),
    /** Metazone → its names. */
    metazoneNames: each(fields(under(names, 'metazone')), (at) => ({
      ...longNames(at),
      /** The name for whichever of the two standards is in force. */
      generic: maybeText(at, 'long', 'generic'),
      /** The abbreviation for `generic`: `ET`. */
      genericCode: maybeText(at, 'short', 'generic'),
    })),
    /** Windows' name of a zone → the zone for it, by CLDR's identifier. */
    windowsZones: windowsZonesIn(root('windowsZones')),
    /** CLDR zone → its names under its own key: its city, and long names that only this zone has. */
    zoneNames: each(zoneLeaves(under(names, 'zone')), (at) => ({
      exemplarCity: maybeText(at, 'exemplarCity'),
      ...longNames(at),
    })),
  }
}

/** Reads each value under its key. */
const each = <Value, At>(
  rows: Iterable<[string, At]>,
  read: (at: At, key: string) => Value,
): Map<string, Value> => new Map(Array.from(rows, ([key, at]) => [key, read(at, key)]))

/** The number of the day for a country, or of the day for the world. */
function dayFor(days: JsonAt, country: string): number {
  const day = maybeUnder(days, country) ?? under(days, '001')
  const number = WEEKDAYS.indexOf(text(day))
  return number < 0 ? refuse(day, `one of ${WEEKDAYS.join(', ')}`) : number
}

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** CLDR has the first and the last day of a weekend, each for the world and for the countries where it is another. */
function weekends(at: JsonAt) {
  const [starts, ends] = [under(at, 'weekendStart'), under(at, 'weekendEnd')]
  return (country: string): readonly number[] => {
    const [first, last] = [dayFor(starts, country), dayFor(ends, country)]
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => (first + index) % 7)
  }
}

/** Codes and population of each territory. Null where CLDR gives none. */
function territories(codeMappings: JsonAt, territoryInfo: JsonAt) {
  const info = under(territoryInfo, 'supplemental', 'territoryInfo')
  const codes = fields(under(codeMappings, 'supplemental', 'codeMappings'))
  const ofCountries = codes.filter(([code]) => /^[A-Z]{2}$/.test(code))
  return each(ofCountries, (at, code) => {
    const people = maybeText(info, code, '_population')
    const population = people === null ? null : Number(people)
    return { alpha3: maybeText(at, '_alpha3'), numeric: maybeText(at, '_numeric'), population }
  })
}

function containment(at: JsonAt) {
  // Keys such as "145-status-deprecated" have former members. "019-status-grouping" repeats the value of "_grouping".
  const own = fields(at).filter(([key]) => !key.includes('-'))
  const partsOf = (isGrouping: boolean) =>
    each(
      own.filter(([, entry]) => (maybeUnder(entry, '_grouping') !== null) === isGrouping),
      (entry) => items(under(entry, '_contains')).map(text),
    )
  return {
    /** Group or region code → the codes in it, without groupings and deprecated members. */
    containment: partsOf(false),
    /** Group codes that are not part of the M49 tree (419, 202, EU, …) → the codes in them. */
    groupings: partsOf(true),
  }
}

/** Returns country code → all its names, from the file of territories of any language. */
export function namesByTerritory(file: JsonAt, language: string): Map<string, string[]> {
  const names = fields(under(file, 'main', language, 'localeDisplayNames', 'territories'))
  const byCode = groupBy(names, ([key]) => /^([A-Z]{2})(?:-alt-\w+)?$/.exec(key)?.[1] ?? '')
  byCode.delete('')
  return each(byCode, (rows) => rows.map(([, name]) => text(name)))
}

/** English names of territories. `all` has the other two too. */
function territoryNames(file: JsonAt) {
  const at = under(file, 'main', 'en', 'localeDisplayNames', 'territories')
  return each(namesByTerritory(file, 'en'), (all, code) => ({
    name: text(under(at, code)),
    short: maybeText(at, `${code}-alt-short`),
    all,
  }))
}

/** Returns Windows' name → CLDR's identifier from windowsZones.json. */
export const windowsZonesIn = (file: JsonAt): Map<string, string> =>
  zonesOfTheWorld(under(file, 'supplemental', 'windowsZones', 'mapTimezones'))

/** Reads rows of name, territory and zone. Only the rows of territory 001, the world, are used: they have the one zone for each name. */
const zonesOfTheWorld = (rows: JsonAt): Map<string, string> =>
  new Map(
    items(rows)
      .map((row) => under(row, 'mapZone'))
      .filter((row) => text(under(row, '_territory')) === '001')
      .map((row) => [text(under(row, '_other')), text(under(row, '_type'))]),
  )

const zoneSpellings = (at: JsonAt): (readonly string[])[] =>
  fields(at).flatMap(([key, entry]) => {
    const aliases = key.startsWith('_') ? null : maybeText(entry, '_alias')
    return aliases === null ? [] : [aliases.split(' ')]
  })

const isZone = (at: JsonAt): boolean => maybeUnder(at, '_type') !== null

/** Yields `Area/Location` with its value for each leaf of a nested object of name segments. */
export function* zoneLeaves(
  at: JsonAt,
  isLeaf: (at: JsonAt) => boolean = isZone,
  prefix = '',
): Generator<[string, JsonAt]> {
  for (const [segment, inner] of fields(at)) {
    const id = prefix === '' ? segment : `${prefix}/${segment}`
    if (isLeaf(inner)) yield [id, inner]
    else yield* zoneLeaves(inner, isLeaf, id)
  }
}

/** A zone is in this metazone from `from` (inclusive, null: always) to `to` (exclusive, null: for ever). */
export type MetazonePeriod = ReturnType<typeof periodIn>

const periodIn = (uses: JsonAt) => ({
  metazone: text(under(uses, '_mzone')),
  from: utcMinute(maybeUnder(uses, '_from')),
  to: utcMinute(maybeUnder(uses, '_to')),
})

/** Reads `1971-10-31 02:00`, which is UTC. Null when absent. */
function utcMinute(at: JsonAt | null): EpochSeconds | null {
  if (at === null) return null
  const match = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}))?$/.exec(text(at))
  if (match === null) {
    throw faultInFile('source-shape', at.file, `"${text(at)}" is not YYYY-MM-DD HH:MM`, { subject: at.path })
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map((part) => Number(part ?? 0))
  return epochSeconds(daysFromCivil(year, month, day) * DAY + hour * 3600 + minute * 60)
}

/** English long names of the two standards of a metazone. Null where CLDR gives none. */
export type LongNames = ReturnType<typeof longNames>

const longNames = (at: JsonAt) => ({
  standard: maybeText(at, 'long', 'standard'),
  daylight: maybeText(at, 'long', 'daylight'),
})
