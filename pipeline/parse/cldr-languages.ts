// CLDR's files of one language each turned into records: what territories and the cities of zones are called in it.
import { fields, maybeText, maybeUnder, readJson, text, under, type JsonAt } from './json.ts'
import { zoneLeaves } from './cldr.ts'

/** Languages in which things are shown and understood beside English, as CLDR's folders are called. */
export const LANGUAGES =
  'ar bg bn cs da de el es fa fi fr he hi hr hu id it ja ko ms nl no pl pt ro ru sk sv th tr uk vi zh zh-Hant'.split(
    ' ',
  )

/** Languages of states in which the names of things are understood too. */
export const MORE_LANGUAGES =
  'af am az be bs ca cy dz et eu fil ga gl gu hy is ka kk km kn ky lb lo lt lv mg mk ml mn mr mt my ne nn pa ps si sl so sq sr sr-Latn sw ta te tg ti tk to ur uz zu'.split(
    ' ',
  )

/** What is read of a language, and where its package has it. */
const PARTS = {
  territories: { package: 'cldr-localenames-full', file: 'territories.json' },
  timeZoneNames: { package: 'cldr-dates-full', file: 'timeZoneNames.json' },
} as const
type Part = keyof typeof PARTS

/** The sources of all languages: name → the file inside its npm package. */
export const LANGUAGE_SOURCES: readonly { name: string; package: string; path: string }[] = [
  ...LANGUAGES,
  ...MORE_LANGUAGES,
].flatMap((language) =>
  Object.entries(PARTS).map(([part, { package: from, file }]) => ({
    name: `${part}.${language}`,
    package: from,
    path: `main/${language}/${file}`,
  })),
)

/** What a time is called, and its letters; null where the language has none of its own. */
export interface TimeNames {
  readonly standard: string | null
  readonly daylight: string | null
  /** Of whichever of the two is in force. */
  readonly generic: string | null
}

/** What things are called in one language. */
export interface LanguageNames {
  readonly language: string
  /** Country → all its names. */
  readonly territories: ReadonlyMap<string, readonly string[]>
  /** CLDR's identifier of a zone → the city that it is named for. */
  readonly exemplarCities: ReadonlyMap<string, string>
  /** Metazone, or CLDR's identifier of a zone that has names of its own → what its time is called. */
  readonly times: ReadonlyMap<string, { readonly long: TimeNames; readonly short: TimeNames }>
  /** `{0} Time`: what the time of a place is called that has no other name. */
  readonly timeOf: string
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
  const times = new Map<string, { long: TimeNames; short: TimeNames }>()
  const names = under(root('timeZoneNames'), 'main', language, 'dates', 'timeZoneNames')
  for (const [zone, at] of zoneLeaves(under(names, 'zone'))) {
    const city = maybeText(at, 'exemplarCity')
    if (city !== null) exemplarCities.set(zone, city)
    times.set(zone, timeNames(at))
  }
  const metazones = maybeUnder(names, 'metazone')
  for (const [metazone, at] of metazones === null ? [] : fields(metazones)) times.set(metazone, timeNames(at))
  return { language, territories, exemplarCities, times, timeOf: text(under(names, 'regionFormat')) }
}

const timeNames = (at: JsonAt): { long: TimeNames; short: TimeNames } => {
  const form = (width: string): TimeNames => {
    const inner = maybeUnder(at, width)
    const name = (key: string) => (inner === null ? null : maybeText(inner, key))
    return { standard: name('standard'), daylight: name('daylight'), generic: name('generic') }
  }
  return { long: form('long'), short: form('short') }
}
