// All tables of curated facts, with the columns of each. The head of its file says what a table is for.
import { flag, list, number, oneOf, optional, readTable, text } from './table.ts'

// Cities, by GeoNames' ids.
export const ADDED = readTable('added-cities', {
  id: number,
  country: text,
  name: text,
  otherNames: list(text),
  lat: number,
  lon: number,
  region: optional(text),
  isCapital: flag,
  population: optional(number),
})
export const AIRPORTS = readTable('airports', { country: text, city: text, codes: list(text) })
export const CAPITALS = readTable('capitals', { country: text, city: text, isCapital: flag })
export const CITY_NAMES_IN_USE = readTable('city-names-in-use', { geonamesId: number, names: list(text) })
export const COUNTRY_OF_CITY = readTable('country-of-city', { geonamesId: number, country: text })
export const LEFT_OUT = readTable('left-out', { geonamesId: number })
export const NAMED_FOR_NO_CITY = readTable('named-for-no-city', { zone: text })
export const NAME_ENDINGS = readTable('name-endings', { country: text, ending: text })
export const NAME_OF_CITY = readTable('name-of-city', { geonamesId: number, name: text })
export const NOT_A_CITY = readTable('not-a-city', { featureCode: text })
export const OWN_IDS = readTable('own-ids', { geonamesId: number, id: number })
export const POPULATION_OF_CITY = readTable('city-populations', {
  geonamesId: number,
  population: optional(number),
})
export const RENAMED = readTable('renamed-cities', { geonamesId: number, name: text })
export const SEATS_TAKEN = readTable('seats-taken', { country: optional(text), featureCode: text })
export const SECTIONS = readTable('sections', {
  of: number,
  ids: list(number),
  region: optional(text),
  district: list(text),
  withinKm: optional(number),
  besides: list(number),
})
export const TRANSLITERATED = readTable('transliterated', { country: text })
export const ZONE_OF_CITY = readTable('zone-of-city', { geonamesId: number, zone: text })

// Countries, by their alpha-2 codes.
export const COUNTRY_NAMES = readTable('country-names', { country: text, name: optional(text) })
export const COUNTRY_NAMES_IN_USE = readTable('country-names-in-use', { country: text, names: list(text) })
export const DEFAULT_ZONES = readTable('default-zones', { country: text, zone: text })
export const DEPENDENCIES = readTable('dependencies', { sovereign: text, territories: list(text) })
export const NEW_COUNTRIES = readTable('new-countries', {
  country: text,
  alpha3: text,
  numeric: text,
  name: text,
  subRegion: text,
  population: optional(number),
})
export const NOT_ISO = readTable('not-iso', { country: text })
export const NO_DEFAULT_ZONE = readTable('no-default-zone', { country: text })
export const OFFICIAL_NAMES = readTable('official-names', { country: text, name: text })
export const OWN_NAMES = readTable('own-names', { country: text, names: list(text) })
export const OWN_OFFICIAL_NAMES = readTable('own-official-names', { country: text, names: list(text) })
export const POPULATION_OF_COUNTRY = readTable('country-populations', {
  country: text,
  population: optional(number),
})
export const REGION_NAMES = readTable('regions', { code: text, name: text })
export const SUB_REGIONS = readTable('sub-regions', { code: text, name: text, region: text })
export const USER_ASSIGNED = readTable('user-assigned', { country: text, defaultZone: text })
export const WITHOUT_CITY = readTable('without-city', { country: text })

// First divisions, by GeoNames' codes, and regions.
export const DIRECTIONS = readTable('directions', { word: text })
export const CONTINENTS = readTable('continents', { name: text })
export const DIVISION_NAMES = readTable('division-names', { code: text, names: list(text) })
export const DIVISION_NAMES_IN_USE = readTable('division-names-in-use', { code: text, names: list(text) })
export const DIVISION_WORDS = readTable('division-words', { at: oneOf('before', 'after'), word: text })
export const OUTLYING_DIVISIONS = readTable('outlying-divisions', { code: text })
export const REGIONS = readTable('regions-in-use', { zones: list(text), names: list(text) })
export const REGION_OF_DIVISION = readTable('region-of-division', { code: text, name: text })
export const SAME_DIVISION = readTable('same-division', { code: text, division: text })
export const SHORT_FORMS = readTable('short-forms', { code: text, forms: list(text) })
export const STATE_ALWAYS_SAID = readTable('state-always-said', { country: text })

// Standards and their codes.
export const CONVENTIONAL_CODES = readTable('conventional-codes', {
  name: text,
  code: optional(text),
  from: optional(oneOf('tzdb-2016e', 'curated')),
})
export const OTHER_CODES = readTable('other-codes', { code: text, standards: list(text) })
export const WINDOWS_TEXTS = readTable('windows-texts', { name: text, texts: list(text) })
export const ZONE_CODES = readTable('zone-codes', { code: text, zone: text })

// Zones and boundaries.
export const DISAGREEMENTS = readTable('disagreements', {
  place: text,
  division: text,
  lat: number,
  lon: number,
  polygons: text,
  text,
  line: text,
})
export const DISPUTES = readTable('disputes', { where: text, first: text, second: text })
export const GONE_ZONES = readTable('gone-zones', { zone: text, now: text })
export const LATE_STANDARDS = readTable('late-standards', { zone: text, standardSince: text })
export const OUTLYING_AREAS = readTable('outlying-areas', { area: text })
export const OUTLYING_ZONES = readTable('outlying-zones', { zone: text })
export const WITHOUT_BOUNDARY = readTable('without-boundary', { zone: text })
