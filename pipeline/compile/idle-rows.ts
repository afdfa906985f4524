// Finds the curated rows that change nothing with the pinned sources: what they say has become true without them, or what they name is gone.
import { distanceKm } from '#core/geo/distance.ts'
import { groupBy } from '#core/group-by.ts'
import { slugOf } from '#core/text/fold.ts'
import { nameWords } from '#core/text/name-key.ts'
import { tablePath } from '../paths.ts'
import * as tables from '../curated/columns.ts'
import { note, removeRow, type SourceFinding } from '../findings.ts'
import type { NamedPlace } from '../parse/cities-json.ts'
import type { GeonamesRow } from '../parse/geonames.ts'
import { isListed, isSeatTaken, peopleOf, plainName, SAME_CITY_KM, type Places } from './places.ts'
import type { ReferenceDraft } from './compile-reference.ts'
import type { ReferenceSources } from './sources.ts'
import { zonesByCountry } from './zone-places.ts'

export interface IdleRowSources {
  readonly sources: ReferenceSources
  readonly draft: ReferenceDraft
  /** The two sources of cities, and the places that were made of them. */
  readonly named: readonly NamedPlace[]
  readonly ranked: readonly GeonamesRow[]
  readonly places: Places['places']
  /** The ids of the cities that have a slug. */
  readonly registered: ReadonlySet<number>
}

/** Judges the rows of one table. The column `what` names a row in the message. */
type Judge = <What extends string, Row extends Readonly<Record<What, string | number>>>(
  table: string,
  rows: readonly Row[],
  what: What,
  hasEffect: (row: Row) => boolean,
) => void

/**
 * Returns a note for each such row, and for each name or code in a row. Only rows that correct or complete a source can become idle: tables
 * that decide something (disputes, dependencies, regions of M49, words) are not judged.
 */
export function idleRows(known: IdleRowSources): SourceFinding[] {
  const findings: SourceFinding[] = []
  const judge: Judge = (table, rows, what, hasEffect) => {
    for (const row of rows)
      if (!hasEffect(row)) {
        const name = String(row[what])
        const message = `${tablePath(table)}: "${name}" changes nothing`
        findings.push({ ...note('row-without-effect', name, message), fix: removeRow(table, name) })
      }
  }
  judgeCities(known, judge)
  judgeCountries(known, judge)
  judgeNames(known, judge)
  return findings
}

/** Whether a name of one thing is new. It is added to the known ones. */
const isNew = (of: string, keys: Set<string>, name: string): boolean => {
  const key = `${of} ${wordsOf(name)}`
  return !keys.has(key) && keys.add(key).size > 0
}
/** Rows of several names as one row for each name. */
const each = <Row extends { readonly names: readonly string[] }>(
  rows: readonly Row[],
): (Row & { name: string })[] => rows.flatMap((row) => row.names.map((name) => ({ ...row, name })))

function judgeCities(
  { sources, draft, named, ranked, places, registered }: IdleRowSources,
  judge: Judge,
): void {
  const rankedById = new Map(ranked.map((row) => [row.geonamesId, row]))
  const placeById = new Map(places.map((place) => [place.id, place]))
  const namedAs = groupBy(named, ({ country, name }) => `${country} ${slugOf(name)}`)
  const namedAt = groupBy(named, ({ lat, lon }) => `${lat} ${lon}`)
  const namedIn = groupBy(named, ({ country }) => country)

  judge('not-a-city', tables.NOT_A_CITY, 'featureCode', ({ featureCode }) =>
    ranked.some((row) => row.featureCode === featureCode),
  )
  judge('seats-taken', tables.SEATS_TAKEN, 'featureCode', (seat) =>
    ranked.some((row) => isSeatTaken(row, seat)),
  )
  judge('own-ids', tables.OWN_IDS, 'geonamesId', ({ id }) => rankedById.has(id))
  judge('left-out', tables.LEFT_OUT, 'geonamesId', (row) => rankedById.has(row.geonamesId))
  judge('city-populations', tables.POPULATION_OF_CITY, 'geonamesId', ({ geonamesId, population }) => {
    const row = rankedById.get(geonamesId)
    return row !== undefined && row.population !== population
  })
  judge('country-of-city', tables.COUNTRY_OF_CITY, 'geonamesId', ({ geonamesId, country }) => {
    const row = rankedById.get(geonamesId)
    return row !== undefined && row.country !== country
  })
  judge('name-of-city', tables.NAME_OF_CITY, 'geonamesId', ({ geonamesId, name }) => {
    const place = placeById.get(geonamesId)
    const today = namedAt.get(`${place?.lat} ${place?.lon}`) ?? []
    return place !== undefined && !today.every((one) => plainName(one) === name)
  })
  judge('renamed-cities', tables.RENAMED, 'geonamesId', ({ geonamesId }) => {
    const row = rankedById.get(geonamesId)
    const place = placeById.get(geonamesId)
    if (row === undefined || place === undefined) return false
    const same = namedAs.get(`${row.country} ${slugOf(row.name)}`) ?? []
    return !same.some(
      (today) => today.lat === place.lat && today.lon === place.lon && distanceKm(today, row) <= SAME_CITY_KM,
    )
  })
  judge('capitals', tables.CAPITALS, 'city', ({ country, city, isCapital }) =>
    places.some(
      (place) =>
        place.country === country &&
        slugOf(place.name) === city &&
        (rankedById.get(place.id)?.featureCode === 'PPLC') !== isCapital,
    ),
  )
  judge('added-cities', tables.ADDED, 'id', ({ id, population }) => {
    const row = rankedById.get(id)
    const place = placeById.get(id)
    // A ranked row of the city may not have found its place of today.
    const isRanked = row !== undefined && isListed(row, registered) && place?.population === peopleOf(row)
    return place !== undefined && !(isRanked && place.population !== population)
  })
  judge(
    'sections',
    tables.SECTIONS.flatMap(({ of, ids, region }) => (region === null ? ids.map((id) => ({ of, id })) : [])),
    'id',
    ({ of, id }) => placeById.has(of) && rankedById.has(id),
  )
  const isNamedSo = (country: string, isSo: (name: string) => boolean): boolean =>
    namedIn.get(country)?.some(({ name }) => isSo(name)) ?? false
  judge('transliterated', tables.TRANSLITERATED, 'country', ({ country }) =>
    isNamedSo(country, (name) => /[‘’]|\p{M}/u.test(name.normalize('NFD'))),
  )
  judge('name-endings', tables.NAME_ENDINGS, 'ending', ({ country, ending }) =>
    isNamedSo(country, (name) => name.endsWith(ending)),
  )
  const zonesOf = zonesByCountry(sources.zonePlaces)
  judge('zone-of-city', tables.ZONE_OF_CITY, 'geonamesId', ({ geonamesId, zone }) => {
    const place = placeById.get(geonamesId)
    if (place === undefined) return false
    const ofCountry = zonesOf.get(place.country) ?? []
    const byRule = sources.zonesAt(place.lat, place.lon).find((one) => ofCountry.includes(one))
    return (byRule ?? ofCountry[0]) !== zone
  })
  const divisions = new Set(draft.cities.map(({ country, region }) => `${country}.${region}`))
  judge(
    'region-of-division',
    tables.REGION_OF_DIVISION,
    'code',
    ({ code, name }) => divisions.has(code) && sources.divisionNames.get(code) !== name,
  )
}

function judgeCountries({ sources, draft }: IdleRowSources, judge: Judge): void {
  const { cldr, isoNames, zonePlaces } = sources
  const zonesOf = zonesByCountry(zonePlaces)
  const inTree = new Set([...cldr.containment.values(), ...cldr.groupings.values()].flat())
  const withCity = new Set(draft.cities.map(({ country }) => country))

  judge('user-assigned', tables.USER_ASSIGNED, 'country', ({ country }) => !isoNames.has(country))
  judge('not-iso', tables.NOT_ISO, 'country', ({ country }) => inTree.has(country) && !isoNames.has(country))
  judge(
    'country-populations',
    tables.POPULATION_OF_COUNTRY,
    'country',
    ({ country, population }) => cldr.territories.get(country)?.population !== population,
  )
  judge('country-names', tables.COUNTRY_NAMES, 'country', ({ country, name }) => {
    const names = cldr.territoryNames.get(country)
    return names !== undefined && (name ?? names.short) !== names.name
  })
  judge('default-zones', tables.DEFAULT_ZONES, 'country', ({ country, zone }) => {
    const largest = draft.cities
      .filter((city) => city.country === country)
      .toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0))[0]
    return (cldr.primaryZones.get(country) ?? largest?.zone) !== zone
  })
  judge('no-default-zone', tables.NO_DEFAULT_ZONE, 'country', ({ country }) => zonesOf.has(country))
  judge(
    'without-city',
    tables.WITHOUT_CITY,
    'country',
    ({ country }) => zonesOf.has(country) && !withCity.has(country),
  )
  const areas = new Set(zonePlaces.map(({ id }) => id.slice(0, id.indexOf('/'))))
  judge('outlying-areas', tables.OUTLYING_AREAS, 'area', ({ area }) => areas.has(area))
  judge(
    'outlying-zones',
    tables.OUTLYING_ZONES,
    'zone',
    ({ zone }) => !tables.OUTLYING_AREAS.some(({ area }) => zone.startsWith(`${area}/`)),
  )
}

/** A name as the file of names has it. */
const wordsOf = (name: string): string => nameWords(name).join('-')

/** Names and codes, each by itself: a row may have several, and one of them may have become a source's own. */
function judgeNames({ sources, draft }: IdleRowSources, judge: Judge): void {
  const { cldr, isoNames, divisionNames } = sources
  const ofCountry = new Set(
    draft.countries.flatMap(({ iso2, name }) =>
      [name, ...(cldr.territoryNames.get(iso2)?.all ?? [])].map((one) => `${iso2} ${wordsOf(one)}`),
    ),
  )
  const ofOne = ({ country, name }: { readonly country: string; readonly name: string }): boolean =>
    isNew(country, ofCountry, name)
  judge('country-names-in-use', each(tables.COUNTRY_NAMES_IN_USE), 'name', ofOne)
  // The menu shows the names above. Those below are only understood, as codes and the names of iso3166.tab are.
  for (const { iso2, iso3 } of draft.countries)
    for (const one of [iso2, iso3, isoNames.get(iso2)]) isNew(iso2, ofCountry, one ?? '')
  judge('official-names', tables.OFFICIAL_NAMES, 'name', ofOne)
  judge('own-names', each(tables.OWN_NAMES), 'name', ofOne)
  judge('own-official-names', each(tables.OWN_OFFICIAL_NAMES), 'name', ofOne)

  const ofCity = new Set(draft.cities.map(({ id, name }) => `${id} ${wordsOf(name)}`))
  judge('city-names-in-use', each(tables.CITY_NAMES_IN_USE), 'name', ({ geonamesId, name }) =>
    isNew(String(geonamesId), ofCity, name),
  )
  const ofDivision = new Set([...divisionNames].map(([code, name]) => `${code} ${wordsOf(name)}`))
  judge(
    'division-names-in-use',
    each(tables.DIVISION_NAMES_IN_USE),
    'name',
    ({ code, name }) => divisionNames.has(code) && isNew(code, ofDivision, name),
  )
  const subdivisions = new Set(sources.subdivisions.map(({ code }) => code))
  judge(
    'same-division',
    tables.SAME_DIVISION,
    'code',
    ({ code, division }) => subdivisions.has(code) && divisionNames.has(division),
  )

  const byName = new Map(draft.standards.map((standard) => [standard.name, standard]))
  judge(
    'conventional-codes',
    tables.CONVENTIONAL_CODES,
    'name',
    ({ name, code }) => byName.has(name) && byName.get(name)?.code === code,
  )
  const codes = new Set(
    draft.standards.flatMap(({ name, code }) => (code === null ? [] : `${name} ${wordsOf(code)}`)),
  )
  judge('other-codes', tables.OTHER_CODES, 'code', ({ code, standards }) =>
    standards.some((standard) => byName.has(standard) && isNew(standard, codes, code)),
  )
  const taken = new Set([
    ...draft.standards.flatMap(({ code }) => code ?? []),
    ...draft.countries.flatMap(({ iso3 }) => iso3 ?? []),
  ])
  judge(
    'airports',
    tables.AIRPORTS.flatMap((row) => row.codes.map((code) => ({ code }))),
    'code',
    ({ code }) => !taken.has(code),
  )
  judge('windows-texts', tables.WINDOWS_TEXTS, 'name', ({ name }) => cldr.windowsZones.has(name))
}
