// CLDR's files of one language each turned into records: what territories and the cities of zones are called in it.
import { fields, maybeText, readJson, text, under } from './json.ts'
import { zoneLeaves } from './cldr.ts'

/** Languages whose names of things are understood beside English, as CLDR's folders are called. */
export const LANGUAGES =
  'ar bg bn cs da de el es fa fi fr he hi hr hu id it ja ko ms nl no pl pt ro ru sk sv th tr uk vi zh zh-Hant'.split(
    ' ',
  )

/** What is read of a language, and where its package has it. */
const PARTS = {
  territories: { package: 'cldr-localenames-full', file: 'territories.json' },
  timeZoneNames: { package: 'cldr-dates-full', file: 'timeZoneNames.json' },
} as const
type Part = keyof typeof PARTS

/** The sources of all languages: name → the file inside its npm package. */
export const LANGUAGE_SOURCES: readonly { name: string; package: string; path: string }[] = LANGUAGES.flatMap(
  (language) =>
    Object.entries(PARTS).map(([part, { package: from, file }]) => ({
      name: `${part}.${language}`,
      package: from,
      path: `main/${language}/${file}`,
    })),
)

/** What things are called in one language. */
export interface LanguageNames {
  readonly language: string
  /** Country → all its names. */
  readonly territories: ReadonlyMap<string, readonly string[]>
  /** CLDR's identifier of a zone → the city that it is named for. */
  readonly exemplarCities: ReadonlyMap<string, string>
}

/** Reads the files of a language; `bytesOf` has them by the names of their sources. */
export function parseLanguage(language: string, bytesOf: (name: string) => Uint8Array): LanguageNames {
  const root = (part: Part) => readJson(`${part}.${language}`, bytesOf(`${part}.${language}`))
  const territories = new Map<string, string[]>()
  for (const [key, name] of fields(
    under(root('territories'), 'main', language, 'localeDisplayNames', 'territories'),
  )) {
    const [, code] = /^([A-Z]{2})(?:-alt-\w+)?$/.exec(key) ?? []
    if (code !== undefined) territories.set(code, [...(territories.get(code) ?? []), text(name)])
  }
  const exemplarCities = new Map<string, string>()
  const zones = under(root('timeZoneNames'), 'main', language, 'dates', 'timeZoneNames', 'zone')
  for (const [zone, at] of zoneLeaves(zones)) {
    const city = maybeText(at, 'exemplarCity')
    if (city !== null) exemplarCities.set(zone, city)
  }
  return { language, territories, exemplarCities }
}
