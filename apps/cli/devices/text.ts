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
 * The text of a zone, in four lines:
 * 1. The release and the name.
 * 2. The POSIX TZ text of what follows the last listed change. Empty if none can say it.
 * 3. The offsets, in minutes to add to UTC. They have the letters a, b, …; a is the offset at `from`.
 * 4. The changes of the ten years after `from`. Each is a number and the letter of the offset that begins then. The first number counts
 *    quarters of an hour since 1970, and every other one those since the change before. Empty if the clock does not change.
 *
 * A change of only the abbreviation does not count.
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
