// Lists the languages whose names are shown or understood, and reads CLDR's files of one: names of territories, cities of zones, times.
import { fields, maybeText, maybeUnder, readJson, text, under, type JsonAt } from './json.ts'
import { namesByTerritory, zoneLeaves } from './cldr.ts'

/** Languages next to English in which names are shown and understood, as CLDR names its folders. */
export const LANGUAGES =
  'ar bg bn cs da de el es fa fi fr he hi hr hu id it ja ko ms nl no pl pt ro ru sk sv th tr uk vi zh zh-Hant'.split(
    ' ',
  )

/** Further languages of states, in which names are understood too. */
export const MORE_LANGUAGES =
  'af am az be bs ca cy dz et eu fil ga gl gu hy is ka kk km kn ky lb lo lt lv mg mk ml mn mr mt my ne nn pa ps si sl so sq sr sr-Latn sw ta te tg ti tk to ur uz zu'.split(
    ' ',
  )

/** The sources of all languages: name → the file inside its npm package. */
export const LANGUAGE_SOURCES = [...LANGUAGES, ...MORE_LANGUAGES].flatMap((language) => {
  const source = (part: Part, from: string) => ({
    name: `${part}.${language}`,
    package: from,
    path: `main/${language}/${part}.json`,
  })
  return [source('territories', 'cldr-localenames-full'), source('timeZoneNames', 'cldr-dates-full')]
})

/** The texts that are read for a language. */
type Part = 'territories' | 'timeZoneNames'

/** The names or abbreviations of a time. Null where CLDR has none in this language. */
export type TimeNames = ReturnType<typeof timeNames>['long']

/** Names of things in one language. */
export interface LanguageNames {
  readonly language: string
  /** Country → all its names. */
  readonly territories: ReadonlyMap<string, readonly string[]>
  /** CLDR's identifier of a zone → the name of the city that it is named for. */
  readonly exemplarCities: ReadonlyMap<string, string>
  /** Metazone, or CLDR's identifier of a zone that has its own names → the names of its time. */
  readonly times: ReadonlyMap<string, ReturnType<typeof timeNames>>
  /** `{0} Time`: the pattern for the time of a place that has no other name. */
  readonly timeOf: string
}

/** Reads the files of a language. `bytesOf` returns the bytes of a source by its name. */
export function parseLanguage(language: string, bytesOf: (name: string) => Uint8Array): LanguageNames {
  const root = (part: Part) => readJson(`${part}.${language}`, bytesOf(`${part}.${language}`))
  const exemplarCities = new Map<string, string>()
  const times = new Map<string, ReturnType<typeof timeNames>>()
  const names = under(root('timeZoneNames'), 'main', language, 'dates', 'timeZoneNames')
  for (const [zone, at] of zoneLeaves(under(names, 'zone'))) {
    const city = maybeText(at, 'exemplarCity')
    if (city !== null) exemplarCities.set(zone, city)
    times.set(zone, timeNames(at))
  }
  const metazones = maybeUnder(names, 'metazone')
  for (const [metazone, at] of metazones === null ? [] : fields(metazones)) times.set(metazone, timeNames(at))
  const territories = namesByTerritory(root('territories'), language)
  return { language, territories, exemplarCities, times, timeOf: text(under(names, 'regionFormat')) }
}

const timeNames = (at: JsonAt) => {
  const form = (width: string) => ({
    standard: maybeText(at, width, 'standard'),
    daylight: maybeText(at, width, 'daylight'),
    generic: maybeText(at, width, 'generic'),
  })
  return { long: form('long'), short: form('short') }
}
