// Exports zones for the drop-down of a form: a file for each language, with names in its letters, in groups of equal future; and a search.
import { buildSync } from 'esbuild'
import { join } from 'node:path'
import type { Menu, MenuZone } from './search.ts'
import { nameKey } from '#core/text/name-key.ts'
import type { Artifact } from '#open/artifact.ts'
import { COUNTRY_NAMES_IN_USE } from '#pipeline/curated/columns.ts'
import { readCldr } from '#pipeline/parse/cldr.ts'
import {
  LANGUAGES,
  parseLanguage,
  type LanguageNames,
  type TimeNames,
} from '#pipeline/parse/cldr-languages.ts'
import { ROOT } from '#pipeline/paths.ts'
import { readSourceNamed } from '#pipeline/sources/lock.ts'
import type { Form } from '#pipeline/export/form.ts'
import { unique, zonesByFuture, type ZoneFacts } from './zones.ts'

export const MENU: Form = {
  name: 'menu',
  summary: 'zones for a drop-down, grouped by equal future, in 35 languages, and the search in them',
  to: 'folder',
  write(artifact, put) {
    for (const menu of menusOf(artifact)) put(`${menu.language}.json`, `${JSON.stringify(menu)}\n`)
    put('menu.js', moduleText())
  },
}

/** The menus of an artifact, one for each language. */
export function menusOf(artifact: Artifact): Menu[] {
  const bytesOf = (name: string) => readSourceNamed(ROOT, artifact.manifest, ENGLISH[name] ?? name)
  const groups = zonesByFuture(artifact, readCldr(bytesOf))
  return ['en', ...LANGUAGES].map((language) => menuOf(groups, parseLanguage(language, bytesOf), artifact))
}

/** The lock has the English files under separate names. */
const ENGLISH: Readonly<Record<string, string>> = {
  'territories.en': 'territoryNames',
  'timeZoneNames.en': 'timeZoneNames',
}

function menuOf(
  groups: readonly (readonly ZoneFacts[])[],
  language: LanguageNames,
  { manifest }: Artifact,
): Menu {
  const codes = unique(groups.flat().flatMap(({ country }) => country ?? [])).toSorted()
  return {
    tz: manifest.tz,
    artifact: manifest.id,
    language: language.language,
    groups: groups.map((zones) => {
      const named = new Set<string>()
      return {
        offsets: zones[0]?.offsets ?? [],
        zones: zones.map((zone) => {
          const isFirst = zone.metazone !== null && !named.has(zone.metazone)
          if (zone.metazone !== null) named.add(zone.metazone)
          return menuZone(zone, language, isFirst)
        }),
      }
    }),
    countries: Object.fromEntries(codes.map((code) => [code, countryNames(code, language).join('|')])),
  }
}

const keys = new Map<string, string>()

/** The key of a name, cached because most languages share it. */
function keyOf(name: string): string {
  const key = keys.get(name) ?? nameKey(name)
  keys.set(name, key)
  return key
}

/** The scripts of languages that do not use Latin letters. */
const LETTERS: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  bg: /\p{Script=Cyrillic}/u,
  bn: /\p{Script=Bengali}/u,
  el: /\p{Script=Greek}/u,
  fa: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  th: /\p{Script=Thai}/u,
  uk: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
  'zh-Hant': /\p{Script=Han}/u,
}

/** The names of cities in the script of a language. For English the cities' own names are enough. */
function inLettersOf(language: string, names: readonly string[]): readonly string[] {
  const letters = LETTERS[language] ?? /[a-z]/
  return language === 'en' ? [] : names.filter((name) => letters.test(name))
}

/**
 * A zone of the menu. `isFirst`: in a group, zones may have the same names for their time. The first such zone is the one that these
 * names find.
 */
function menuZone(zone: ZoneFacts, language: LanguageNames, isFirst: boolean): MenuZone {
  const { id, country, hasDst, metazone } = zone
  const city = zone.cldrIds
    .map((cldrId) => language.exemplarCities.get(cldrId))
    .find((name) => name !== undefined)
  const own = zone.cldrIds.map((cldrId) => language.times.get(cldrId)).find((names) => names !== undefined)
  const shared = metazone === null ? undefined : language.times.get(metazone)
  const time = (names: TimeNames | undefined): string | null =>
    (hasDst ? (names?.generic ?? names?.standard) : (names?.standard ?? names?.generic)) ?? null
  const all = (names: TimeNames | undefined): string[] =>
    [names?.standard, names?.generic, ...(hasDst ? [names?.daylight] : [])].flatMap((name) => name ?? [])
  const lastPart = (id.split('/').at(-1) ?? id).replaceAll('_', ' ')
  const ownTime = own?.long.standard ?? null
  const name = city ?? ownTime ?? lastPart
  const place = zone.isOnlyOfCountry && country !== null ? countryNames(country, language)[0] : undefined
  const shown = time(shared?.long) ?? ownTime ?? language.timeOf.replace('{0}', place ?? name)
  const known = new Set([id, name, lastPart, shown].map(keyOf))
  const also = [
    ...(isFirst ? all(shared?.long) : []),
    ...all(own?.long),
    ...zone.places,
    // Browsers name zones by these.
    ...zone.cldrIds,
    ...inLettersOf(language.language, zone.elsewhere),
  ].filter((one) => {
    const key = keyOf(one)
    return !known.has(key) && known.add(key).size > 0
  })
  return {
    id,
    name,
    country,
    time: shown,
    codes: unique([...zone.codes, ...all(shared?.short), ...all(own?.short)]).join(' '),
    people: Math.round(zone.people / 1e6),
    also: also.join('|'),
  }
}

/** CLDR's names. In English also the names in daily use. */
const countryNames = (code: string, { language, territories }: LanguageNames): string[] =>
  unique([
    ...(territories.get(code) ?? [code]),
    ...COUNTRY_NAMES_IN_USE.flatMap(({ country, names }) =>
      language === 'en' && country === code ? names : [],
    ),
  ])

/** The search as a module for browsers and servers. */
function moduleText(): Uint8Array {
  const { outputFiles } = buildSync({
    entryPoints: [join(ROOT, 'apps/menu/search.ts')],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'error',
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}
