// Reads the data file of moment-timezone: what the clock of each zone showed, by one tz release, from its first record to 2037.
import { offsetSeconds, type EpochSeconds, type OffsetSeconds } from '#core/time/units.ts'
import { items, readJson, refuse, text, under, type JsonAt } from './json.ts'

/** The reading of a clock. */
export interface ShownClock {
  readonly offset: OffsetSeconds
  readonly abbreviation: string
}

/** The clocks of one tz release, as moment-timezone has them: without daylight saving, and without rules after 2037. */
export type MomentData = ReturnType<typeof readMomentData>

/** One zone: `untils` are the ends of its periods, in seconds. The last period has no end. */
interface Periods {
  readonly untils: readonly number[]
  readonly shown: readonly ShownClock[]
}

/** Reads `data/packed/latest.json` of the package. Throws a SourceError for other content. */
export function readMomentData(file: string, bytes: Uint8Array) {
  const root = readJson(file, bytes)
  const zones = new Map(items(under(root, 'zones')).map(zoneOf))
  const links = new Map(items(under(root, 'links')).map(linkOf))
  return {
    release: text(under(root, 'version')),
    /** The reading of a zone's clock at an instant. Null when the data does not have the zone, also not by another name. */
    shownAt(name: string, at: EpochSeconds): ShownClock | null {
      const periods = zones.get(name) ?? zones.get(links.get(name) ?? '')
      if (periods === undefined) return null
      return periods.shown.at(periods.untils.findIndex((until) => at < until)) ?? null
    },
  }
}

/** "Europe/Berlin|Europe/Copenhagen": the second is another name of the first. */
function linkOf(at: JsonAt): [string, string] {
  const [zone, name] = text(at).split('|')
  return zone === undefined || name === undefined ? refuse(at, 'a zone and its other name') : [name, zone]
}

/**
 * "Asia/Tokyo|LMT JST JDT|-9i.X -90 -a0|012121|-2zzzz.X 1qL0 …": the name, abbreviations, minutes west of UTC, which of them each period
 * has, and the minutes from one change to the next, of which the first counts from 1970.
 */
function zoneOf(at: JsonAt): [string, Periods] {
  const [name = '', abbreviations = '', west = '', periods = '', untils = ''] = text(at).split('|')
  const minutesWest = west.split(' ').map((digits) => sexagesimal(digits, at))
  const clocks = abbreviations.split(' ').map((abbreviation, index) => ({
    abbreviation,
    offset: offsetSeconds(0 - Math.round((minutesWest[index] ?? 0) * 60)),
  }))
  const shown = periods
    .split('')
    .map((digit) => clocks[sexagesimal(digit, at)] ?? refuse(at, `a clock for each of "${periods}"`))
  let until = 0
  const ends = untils
    .split(' ')
    .filter((digits) => digits !== '')
    .map((digits) => (until = Math.round(until + sexagesimal(digits, at) * 60)))
  return ends.length === shown.length - 1
    ? [name, { untils: ends, shown }]
    : refuse(at, `an end for each of ${shown.length} periods but the last`)
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX'

/** A number to base 60, with digits after a point: "-9i.X" is −558.983…. */
function sexagesimal(written: string, at: JsonAt): number {
  const [, sign, whole = '', fraction = ''] =
    /^(-?)([0-9a-zA-X]*)(?:\.([0-9a-zA-X]+))?$/.exec(written) ??
    refuse(at, `a number to base 60 ("${written}")`)
  const digits = (whole + fraction).split('')
  const value = digits.reduce((sum, digit) => sum * DIGITS.length + DIGITS.indexOf(digit), 0)
  return (sign === '-' ? -value : value) / DIGITS.length ** fraction.length
}
