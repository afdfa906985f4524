// A line of a tz release, in its full or compact form → an English sentence.
import { epochSeconds, type EpochSeconds } from '../time/units.ts'
import type { CompiledZone, SourceLine } from './compiled-zone.ts'
import { intervalAt } from './offset-at.ts'

export const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

/** The first word that begins with these letters, in any case: `Su` is Sunday, `F` is February. */
const wordOf = (words: readonly string[], letters: string): string =>
  words.find((word) => letters !== '' && word.toLowerCase().startsWith(letters.toLowerCase())) ?? letters

/** How the clock moved at the beginning of an interval; null if it did not move, or if that is not known. */
export type Move = 'forward' | 'back' | null

/**
 * A Zone, Rule or Link line in English; null for any other line. `move` says how the clock moved at the change that the line made. The
 * Rule does not say it, because its SAVE may be negative.
 */
export function lineInWords(text: string, move: Move): string | null {
  const fields = text
    .replace(/\s*#.*$/, '')
    .trim()
    .split(/\s+/)
  const [word = ''] = fields
  if (/^(?:R|Rule)$/.test(word)) return ruleInWords(fields.slice(1), move)
  if (/^(?:L|Link)$/.test(word)) return `${fields[2]} is another name of ${fields[1]}`
  if (/^(?:Z|Zone)$/.test(word)) return zoneInWords(fields.slice(2))
  return /^-?\d/.test(word) ? zoneInWords(fields) : null
}

/** The lines that decide the state of a zone at an instant, each with its sentence. `zone` has its lines. */
export function whyAt(
  zone: CompiledZone,
  at: EpochSeconds,
): (SourceLine & { readonly words: string | null })[] {
  const after = intervalAt(zone, at)
  const before = after.start === null ? after : intervalAt(zone, epochSeconds(after.start - 1))
  const shift = after.type.offset - before.type.offset
  const move: Move = shift === 0 ? null : shift > 0 ? 'forward' : 'back'
  return after.why.map((line) => ({ ...line, words: lineInWords(line.text, move) }))
}

function ruleInWords(
  [, from = '', to = '', , month = '', day = '', at = '', save = '']: readonly string[],
  move: Move,
): string {
  const years = 'only'.startsWith(to)
    ? `in ${from}`
    : 'maximum'.startsWith(to)
      ? `since ${from}`
      : `${from} to ${to}`
  const amount = save.replace(/[sd]$/, '')
  const change =
    move ?? (/^-?0?(?::00)?$/.test(amount) || amount === '0' ? 'to standard time' : 'to daylight saving time')
  const when = `on ${dayInWords(day, wordOf(MONTHS, month))} at ${timeInWords(at)}`
  return `${years}: ${change} ${when}`
}

/** `lastSu` → the last Sunday in March; `Su>=8` → the first Sunday on or after 8 March. */
function dayInWords(day: string, month: string): string {
  const [, lastDay] = /^last(\w+)$/.exec(day) ?? []
  if (lastDay !== undefined) return `the last ${wordOf(DAYS, lastDay)} in ${month}`
  const [, weekday = '', relation, date] = /^(\w+)([<>])=(\d+)$/.exec(day) ?? []
  if (relation === '>') return `the first ${wordOf(DAYS, weekday)} on or after ${date} ${month}`
  if (relation === '<') return `the last ${wordOf(DAYS, weekday)} on or before ${date} ${month}`
  return `${day} ${month}`
}

/** `1u` → 01:00 UTC; `2s` → 02:00 standard time; `24` → 24:00; `25` → 01:00 the next day. */
function timeInWords(at: string): string {
  const [, sign = '', hours = '0', rest = '', kind = ''] = /^(-?)(\d*)((?::\d+)*)([wsugz]?)$/.exec(at) ?? []
  const isNextDay = Number(hours) > 24
  const hour = String(isNextDay ? Number(hours) - 24 : hours).padStart(2, '0')
  const clock = `${sign}${hour}${rest === '' ? ':00' : rest}`
  return `${clock}${isNextDay ? ' the next day' : ''}${/[ugz]/.test(kind) ? ' UTC' : kind === 's' ? ' standard time' : ' on the clock'}`
}

function zoneInWords([stdoff = '', rules = '', , ...until]: readonly string[]): string {
  const [sign, size] = stdoff.startsWith('-') ? ['−', stdoff.slice(1)] : ['+', stdoff]
  const offset = `the offset is UTC${/^0?(?::00)?$/.test(size) || size === '0' ? '' : sign + timeOf(size).replace(/^\d:/, '0$&')}`
  const saving =
    rules === '-'
      ? 'all year'
      : /^-?\d/.test(rules)
        ? `${rules.startsWith('-') ? 'less' : 'plus'} ${timeOf(rules.replace('-', ''))} of daylight saving time`
        : `changed by the rules “${rules}”`
  return `${offset}${saving === 'all year' ? ' ' : ', '}${saving}${until.length === 0 ? '' : `, until ${untilInWords(until)}`}`
}

const timeOf = (time: string): string => (time.includes(':') ? time : `${time}:00`)

function untilInWords([year = '', month, day, at]: readonly string[]): string {
  if (month === undefined) return `the beginning of ${year}`
  const date = dayInWords(day ?? '1', wordOf(MONTHS, month))
  return `${date} ${year}${at === undefined ? '' : ` at ${timeInWords(at)}`}`
}
