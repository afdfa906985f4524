// A typed time on the clock of a place → the one moment that it means, the moments to choose from, or what is wrong with it, for every form.
import type { Almanac } from '#core/ask/almanac.ts'
import { readOn, type Clock } from '#core/ask/clock.ts'
import { convert } from '#core/ask/convert.ts'
import type { Zone } from '#core/ask/zones.ts'
import { formatDateTime, type Moment } from '#core/time/moment.ts'
import { offsetSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { Reading } from './time-clocks.ts'
import { addressText, momentOf, readTypedTime } from './typed-time.ts'

/** The meaning of a text, as texts that addresses have: `2027-03-28T01:30`, or with an offset. */
export type MomentRead =
  /** `isPlain`: the text is such a text itself. `isToday`: it says only a time of day, which can be over. */
  | {
      readonly kind: 'one'
      readonly text: string
      readonly moment: Moment
      readonly isPlain: boolean
      readonly isToday: boolean
    }
  /** It must be asked which of them is meant. `why`: sentences. There may be one alone: the only one that has a time of day. */
  | { readonly kind: 'several'; readonly texts: readonly string[]; readonly why: string }
  /** The error, as a sentence. */
  | { readonly kind: 'fault'; readonly words: string }

/** Who reads a text. `reader`: the zone of “my time”, whose today counts; null where it is not known. */
export interface Reader {
  readonly almanac: Almanac
  readonly now: EpochSeconds
  readonly reader: Zone | null
}

interface Door extends Reader {
  /** Whether a further meaning is asked about too, where no page can show it below: Philippine time for "3pm PST". */
  readonly isStrict: boolean
}

/**
 * Reads a text for a form whose time is on the clock of a place, if the text says no clock. A place where the answer is wanted has a field of
 * its own there, so that it is a fault in the text. If the place means no one clock, it is that of UTC.
 */
export function readOnClockOf(place: string, text: string, door: Door): MomentRead {
  const sent = text.trim()
  const plain = momentOf(sent)
  if (plain !== null)
    return { kind: 'one', text: sent.replace(' ', 'T'), moment: plain, isPlain: true, isToday: false }
  const read = readTypedTime(sent, { ...door, own: clockNow(place, door.almanac, door.now) })
  if (read.kind === 'unread') return { kind: 'fault', words: read.why }
  if (read.kind === 'no-time')
    return { kind: 'fault', words: 'A time of day is missing: add it, as in “tomorrow 15:00”.' }
  const [target] = read.targets
  if (target !== undefined && read.readings.every(({ said }) => said !== target))
    return { kind: 'fault', words: `“${target}” is where the answer is wanted: write it in To.` }
  const all = door.isStrict ? [...read.readings, ...read.others] : read.readings
  const texts = [...new Set(all.flatMap(textsOf))]
  const [first] = read.readings
  const [only = ''] = texts
  if (first === undefined || texts.length > 1 || read.asks.length > 0)
    return { kind: 'several', texts, why: read.asks.join(' ') }
  const moment: Moment = isOfForm(first) ? first.moment : { kind: 'instant', at: first.at }
  return { kind: 'one', text: only, moment, isPlain: false, isToday: first.isToday }
}

/** The moment that a text means on the clock of a place, for a door that cannot show several. A sentence if it means none, or several. */
export function momentOnClockOf(place: string, text: string, by: Reader): Moment | string {
  const read = readOnClockOf(place, text, { ...by, isStrict: true })
  if (read.kind === 'one') return read.moment
  if (read.kind === 'fault') return read.words
  return `${read.why} It could be ${read.texts.join(' or ')}. Write one of them.`.trim()
}

/** Whether the clock of the form counts, which also decides a time that happens twice or never. */
const isOfForm = ({ from, moment }: Reading): boolean => from === null && moment.kind === 'local'

/** The moments of a reading as texts. On a clock that the text names, a time that happens twice or never has two. */
function textsOf(reading: Reading): string[] {
  const { clock, moment } = reading
  if (isOfForm(reading) || moment.kind === 'instant') return [addressText(reading)]
  const { ambiguity } = readOn(clock, moment, 'reject')
  if (ambiguity === null) return [addressText(reading)]
  return [ambiguity.earlier, ambiguity.later].map(({ at, offset }) =>
    formatDateTime(at, offset).replace(/(?<=T\d\d:\d\d):00/, ''),
  )
}

/** The clock of a place now. That of UTC if it means no one clock. */
export function clockNow(place: string, almanac: Almanac, now: EpochSeconds): Clock {
  const moment = { kind: 'instant', at: now } as const
  const found = convert({ from: place, to: [], moment, resolution: 'earliest' }, almanac, now)
  if (found.kind === 'converted') return found.conversion.from.clock
  return { kind: 'offset', iana: 'UTC', offset: offsetSeconds(0), twin: almanac.zones.named('UTC') }
}
