// How far two clocks are apart over a time: the spells between their changes, which difference is the usual one, and the others in words.
import { byNumber } from '#core/order.ts'
import { groupBy } from '#core/group-by.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { movesBetween } from '#core/zone/transitions.ts'
import { durationInWords } from './changes.ts'
import { dayOf, shortDate } from './times.ts'

/** A time in which a clock is always as far ahead of another one. */
export interface Spell {
  readonly from: EpochSeconds
  readonly until: EpochSeconds
  /** Seconds that the second clock is ahead of the first. */
  readonly ahead: number
}

/** The spells from one instant until another, in order: of two that follow each other, the differences are not the same. */
export function spellsBetween(
  one: CompiledZone,
  other: CompiledZone,
  from: EpochSeconds,
  until: EpochSeconds,
): Spell[] {
  const moves = [one, other].flatMap((zone) => movesBetween(zone, from, until).map(({ at }) => at))
  const spells: Spell[] = []
  for (const at of [from, ...moves.toSorted((a, b) => a - b)]) {
    const ahead = offsetAt(other, at) - offsetAt(one, at)
    const last = spells.at(-1)
    if (last?.ahead === ahead) continue
    if (last !== undefined) spells.splice(-1, 1, { ...last, until: at })
    spells.push({ from: at, until, ahead })
  }
  return spells
}

/** The difference that clocks have for most of some spells. */
export function usualOf(spells: readonly Spell[]): number {
  const lengths = Array.from(
    groupBy(spells, ({ ahead }) => ahead),
    ([ahead, of]) => ({
      ahead,
      seconds: of.reduce((sum, { from, until }) => sum + until - from, 0),
    }),
  )
  return lengths.toSorted(byNumber(({ seconds }) => -seconds))[0]?.ahead ?? 0
}

/** "eight hours behind", "5 hours and 30 minutes ahead of", "at the same time as". */
export const apartInWords = (ahead: number): string =>
  ahead === 0 ? 'at the same time as' : `${durationInWords(ahead)} ${ahead > 0 ? 'ahead of' : 'behind'}`

/** "−8 h", "+5:30 h", "same time": a difference where there is little room. The clock's script has the same words. */
export function apartInBrief(ahead: number): string {
  const size = Math.abs(ahead)
  const [minutes, seconds] = [Math.floor(size / 60) % 60, size % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  const rest = size % 3600 === 0 ? '' : size % 60 === 0 ? `:${minutes}` : `:${minutes}:${seconds}`
  return ahead === 0 ? 'same time' : `${ahead > 0 ? '+' : '−'}${Math.floor(size / 3600)}${rest} h`
}

/** "from 14 Mar 2027 to 28 Mar 2027", by a clock. `now`: a spell that has begun is said from today. */
export function spellInWords({ from, until }: Spell, zone: CompiledZone, now: EpochSeconds): string {
  const dateOf = (at: EpochSeconds): string => shortDate(dayOf(at, offsetAt(zone, at)))
  return from <= now ? `until ${dateOf(until)}` : `from ${dateOf(from)} to ${dateOf(until)}`
}
