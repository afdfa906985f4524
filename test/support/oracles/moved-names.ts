// Which cities a word moves to another clock when it stands next to their names: a direction, or a code that is a word.
import type { Almanac } from '#core/ask/almanac.ts'
import { compiledClock } from '#core/ask/clock.ts'
import { nameKey, nameWords } from '#core/text/name-key.ts'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { NOON } from '../worlds/service.ts'
import { meaningOf, named, type Understood } from '../worlds/tokens.ts'

/** Words for directions in the languages of the names of many divisions. French "Est" is left out: it is the code EST before a direction. */
export const DIRECTIONS = (
  'East West North South Eastern Western Northern Southern Norte Sur Este Oeste Nord Sud Ouest ' +
  'Ost Süd Sul Leste Ovest Noord Zuid Oost'
).split(' ')

/** Codes that are words as well. `ACT` is left out: it is a state before a word. */
export const WORDS = (
  'art bit bot cast cat cost eat eddy galt get gift gilt hove lint mart met mist mut nut pet pont ret rot sake sat set sit ' +
  'sret tat tot vet vut wait wast wat wet wit'
).split(' ')

/** Instants at which different clocks differ. */
const PROBES = [0, 60, 240].map((days) => epochSeconds(NOON + days * 86_400))

/** What the clocks of a meaning show, so that two identifiers of one clock count as one. */
export function clocksOf(meaning: Understood | null, { zones }: Almanac): string[] {
  if (meaning === null) return []
  const clocks = meaning.kind === 'one' ? [compiledClock(meaning.clock)] : []
  const others = meaning.kind === 'one' ? [] : named(meaning)
  return [...clocks, ...others.flatMap((id) => zones.named(id)?.compiled() ?? [])].map((clock) =>
    PROBES.map((at) => offsetAt(clock, at)).join(' '),
  )
}

/**
 * Every `step`-th city's name, but for those that are a code, a direction or a word of kind themselves, and two that do lie there: Limbé in
 * Haiti's Nord, Tonga in Cameroon's West.
 */
export function cityNames({ cities }: Almanac, step: number): string[] {
  const isOther = (name: string): boolean =>
    nameKey(name).length < 4 || /^(?:Central|Metro|East|West|Limbe|Tonga)$|\bCanton$/.test(name)
  return cities()
    .byName.filter((_, index) => index % step === 0)
    .map(({ name }) => name)
    .filter((name) => !isOther(name))
}

/** The texts of a word and a name that are answered with a clock that nothing of the name has, and nothing whose name has both. */
export function movedBy(word: string, names: readonly string[], almanac: Almanac): string[] {
  const clocks = (text: string): string[] => clocksOf(meaningOf(text, almanac), almanac)
  /** Whether a name of something has these words: "Dunmore East" lies in Ireland, and "Lansing, East" is East Lansing. */
  const isName = (text: string): boolean =>
    [...almanac.names().rowsFrom(nameKey(text))][0]?.words === nameWords(text).join('-')
  return names.flatMap((name) => {
    const both = [`${name} ${word}`, `${word} ${name}`]
    const allowed = [...clocks(name), ...both.filter(isName).flatMap(clocks)]
    return [...both, `${name}, ${word}`, `${name} (${word})`].flatMap((text) => {
      const meaning = meaningOf(text, almanac)
      if (meaning?.kind !== 'one') return []
      const [clock = ''] = clocksOf(meaning, almanac)
      return allowed.includes(clock) ? [] : [`${text}: ${named(meaning).join(' ')}`]
    })
  })
}
