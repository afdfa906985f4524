// A zone's clock as a device takes it that can hold little: its POSIX rule and the changes of ten years, in at most 200 bytes.
import { addYears } from '#core/time/moment.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { posixTzOf } from '#core/zone/compiled-zone.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { transitionsAfter } from '#core/zone/transitions.ts'

const YEARS = 10
const QUARTER = 900
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Four lines: the release and the name; the POSIX TZ text of what follows the last listed change (empty where none can say it); the offsets,
 * in minutes to add to UTC, which go by the letters a, b, … and of which a is that of `from`; the changes of ten years from there on, each
 * a number and the letter of what begins then: the first number is quarters of an hour since 1970, each other one those since the change
 * before. Where a clock is not changed the last line is empty. A change of only the abbreviation does not count.
 */
export function deviceText(zone: CompiledZone, name: string, release: string, from: EpochSeconds): string {
  const until = addYears(from, YEARS)
  const offsets: number[] = [offsetAt(zone, from)]
  let [changes, last, offset] = ['', 0, offsetAt(zone, from) as number]
  for (const { at, after } of transitionsAfter(zone, from)) {
    if (at >= until) break
    if (after.type.offset === offset) continue
    offset = after.type.offset
    if (!offsets.includes(offset)) offsets.push(offset)
    changes += `${(at - last) / QUARTER}${LETTERS[offsets.indexOf(offset)]}`
    last = at
  }
  const minutes = offsets.map((seconds) => seconds / 60)
  return [`${release} ${name}`, posixTzOf(zone) ?? '', minutes.join(' '), changes, ''].join('\n')
}
