// Reads a moment as people type it at a terminal: `now`, a space for the `T`, 24:00, any Unix seconds, and words where the caller reads them.
import { CommandError } from './command-error.ts'
import { DOORS } from '#core/time/date-time-text.ts'
import { isPrintable, parseMoment, type Moment } from '#core/time/moment.ts'
import { epochSeconds, offsetSeconds, type EpochSeconds } from '#core/time/units.ts'

/**
 * Reads the argument or option called `name`. `readWords` reads other texts, such as "tomorrow 3pm"; a sentence says why it cannot. Throws a
 * CommandError when it is no moment or is outside the years 0001–9999.
 */
export function readMoment(
  name: string,
  text: string,
  now: EpochSeconds,
  readWords?: (text: string) => Moment | string,
): Moment {
  if (text === 'now') return { kind: 'instant', at: now }
  // The interface reads a number as seconds only within 2000–2100. Eight digits may be a date without its hyphens.
  // Four digits of a clock are a time where words are read: "0930".
  const isTime = readWords !== undefined && /^(?:[01]\d[0-5]\d|2[0-3][0-5]\d|2400)$/.test(text)
  if (!isTime && /^-?\d{1,7}$|^-?\d{9,12}$/.test(text)) {
    const at = epochSeconds(Number(text))
    if (isPrintable(at, offsetSeconds(0))) return { kind: 'instant', at }
  }
  const moment = parseMoment(text, DOORS.typed)
  if (moment.kind !== 'fault') return moment
  if (moment.reason === 'unix-milliseconds')
    throw new CommandError(
      `${name} "${text}": looks like milliseconds, expected Unix seconds: ${text.slice(0, -3)}`,
      2,
    )
  const read = readWords?.(text)
  if (typeof read === 'object') return read
  if (read !== undefined) throw new CommandError(`${name} "${text}": ${read}`, 2)
  throw new CommandError(
    `${name} "${text}": expected a date-time like "2026-03-29 02:30", one with an offset, Unix seconds, or now`,
    2,
  )
}

/** The zone that an argument names by its identifier. Null: it is not given. Throws a CommandError for an identifier that `named` does not know. */
export function zoneArgument<Zone>(
  argument: string,
  id: string | undefined,
  named: (id: string) => Zone | null,
): Zone | null {
  if (id === undefined) return null
  const zone = named(id)
  if (zone === null)
    throw new CommandError(`${argument} "${id}": expected an identifier such as "Europe/Berlin"`, 2)
  return zone
}
