// A text that means nothing → the names spelt most like it: begin alike, at most one letter in three wrong, and never more than three.
import type { NameMeaning } from '../artifact/names.ts'
import { byCodeUnit } from '../text/by-code-unit.ts'
import { nameKey } from '../text/name-key.ts'
import { Spelling } from '../text/spelling.ts'
import { inTitleCase } from '../text/title-case.ts'
import type { Almanac } from './almanac.ts'
import { SHARE_IN_ORDER } from './weights.ts'

/**
 * Up to `count` names with a meaning and a spelling near to the text, nearest first. Equally near names are ordered by people, most first. A
 * thing with several near names appears once, by its nearest one. Villages without a page come last. It looks at names with the same first two
 * letters, with these two exchanged, or with the second one left out. At most one letter in three may be wrong.
 */
export function nearestNames(
  text: string,
  { names, countries, meaningsOf }: Pick<Almanac, 'names' | 'countries' | 'meaningsOf'>,
  count: number,
): string[] {
  const key = nameKey(text)
  // In other scripts, two near names are rarely one name with a slip.
  if (key.length < 3 || !/^[a-z0-9]+$/.test(key)) return []
  const spelling = new Spelling(key, Math.min(3, Math.floor(key.length / 3)))
  const [first = '', second = '', third = ''] = key
  const prefixes = new Set([first + second, second + first, first + third])
  const found = Array.from(prefixes, (prefix) => names().rowsNear(prefix, spelling)).flat()
  const larger = new Map<string, string>()
  const villages = new Map<string, string>()
  // Once there are enough near names, the meanings of farther ones are not read.
  for (let distance = 0; distance <= spelling.most && larger.size < count; distance++) {
    const ranked = found
      .filter((row) => row.distance === distance)
      .map(({ words, meanings }) => ({
        name: inTitleCase(words.replaceAll('-', ' ')),
        ...weightOf(meanings),
      }))
      .toSorted((a, b) => b.people - a.people || byCodeUnit(a.name, b.name))
    for (const { thing, name, country, isVillage } of ranked) {
      const known = isVillage ? villages : larger
      if (known.has(thing) || known.size === count) continue
      // "Delta" alone means no place, but "Delta (Nigeria)" does.
      const where = countries.named(country ?? '')
      const forms = where === undefined ? [name] : [name, `${name} (${where.name})`]
      const meant = forms.find((form) => meaningsOf(form).kind !== 'unknown')
      if (meant !== undefined) known.set(thing, meant)
    }
  }
  return [...larger.values(), ...villages.values()].slice(0, count)
}

/** More people than any city has. */
const EVERYBODY = 1e10

/**
 * The largest thing that a name means, its people, the code of the country that it lies in, and whether it has no page. A country, standard or
 * zone comes before all cities.
 */
function weightOf(meanings: readonly NameMeaning[]) {
  let most = { thing: '', people: -1, country: null as string | null, isVillage: false }
  for (const meaning of meanings) {
    const place = meaning.kind === 'place' ? meaning.place : null
    const share = meaning.kind === 'place' && meaning.isOwnName ? 1 : SHARE_IN_ORDER
    const people = place === null ? EVERYBODY : (place.population ?? 0) * share
    if (people <= most.people) continue
    const thing = place === null ? JSON.stringify(meaning) : `${place.kind} ${place.id}`
    most = { thing, people, country: place?.country ?? null, isVillage: place?.isListed === false }
  }
  return most
}
