// A place and a local date → sunrise, sunset, daylight and twilight of its solar day; years outside 1900-2299 take the sun of one inside.
import { getPosition, getTimes, times as table } from 'suncalc'
import { DAY, daysFromCivil } from '#core/time/civil.ts'
import { epochSeconds, type EpochSeconds, type OffsetSeconds } from '#core/time/units.ts'
import { CYCLE_SECONDS, offsetAt } from '#core/zone/offset-at.ts'
import type { City } from './cities.ts'

export interface SunDay {
  /** Null on a polar day or night. */
  readonly sunrise: EpochSeconds | null
  /** It is after sunrise, so it can be after local midnight. Null on a polar day or night. */
  readonly sunset: EpochSeconds | null
  /** 0–1440. It is 0 on a polar night and 1440 on a polar day. */
  readonly daylightMinutes: number
}

const MINUTES_PER_DAY = 1440

/**
 * The sun at a place (degrees) on a local date, given as days since 1970-01-01. `offsetOn` is the offset of the place's clock: it decides
 * the local date of a solar noon.
 */
export function sunOn(
  localDay: number,
  lat: number,
  lon: number,
  offsetOn: (at: EpochSeconds) => OffsetSeconds,
): SunDay {
  // suncalc answers for the solar day of a UTC date. Which UTC date is right depends on the clock: at Kiritimati (+14:00 at 157° W) it is
  // always the day before. So the days beside it are tried if its noon is on another local date.
  const solarDay = (shift: number): SolarDay => timesOf(localDay + shift, lat, lon, SUNRISE)
  const isIt = ({ solarNoon }: SolarDay): boolean => {
    const at = epochSeconds(Math.floor(solarNoon.getTime() / 1000))
    return localDayOf(at, offsetOn(at)) === localDay
  }
  let day = solarDay(0)
  if (!isIt(day)) {
    // A clock can skip a date before its noon. Then the date has no noon, and the solar day above is used.
    const before = solarDay(-1)
    const after = isIt(before) ? before : solarDay(1)
    if (isIt(after)) day = after
  }
  const { solarNoon, sunrise, sunset } = day
  if (sunrise !== null && sunset !== null) {
    const minutes = Math.round((sunset.getTime() - sunrise.getTime()) / 60_000)
    // If the sun only touches the horizon, the search for the crossing can end on another day.
    if (sunrise < solarNoon && solarNoon < sunset && minutes <= MINUTES_PER_DAY) {
      return { sunrise: seconds(sunrise), sunset: seconds(sunset), daylightMinutes: minutes }
    }
  }
  const isUp = getPosition(solarNoon, lat, lon).altitude > 0
  return { sunrise: null, sunset: null, daylightMinutes: isUp ? MINUTES_PER_DAY : 0 }
}

type SolarDay = ReturnType<typeof getTimes>

/** All pairs that suncalc knows, and some of them: suncalc computes every pair in its table, needed or not. */
const PAIRS = [...table]
const pairsOf = (...rises: readonly string[]): typeof PAIRS =>
  PAIRS.filter(([, rise]) => rises.includes(rise))
const SUNRISE = pairsOf('sunrise')
const LIGHT = pairsOf('sunrise', 'dawn')
const PHASES = pairsOf('sunrise', 'dawn', 'nauticalDawn', 'nightEnd')

/**
 * suncalc corrects for the slower rotation of the earth, well from 1900 to 2299. Its correction grows with the square of the years: its formula
 * gives six hours for the year 1, and a sunset there was 15 hours late. So other years have the sun of the same date in these 400 years,
 * after which the calendar repeats.
 */
const FIRST_GOOD = daysFromCivil(1900, 1, 1)

/** Noon, and the times of only these pairs, on the solar day that has 12:00 UTC of a day since 1970. */
function timesOf(day: number, lat: number, lon: number, pairs: typeof PAIRS): SolarDay {
  const moved = Math.floor(((day - FIRST_GOOD) * DAY) / CYCLE_SECONDS) * CYCLE_SECONDS
  table.splice(0, PAIRS.length, ...pairs)
  try {
    const found = getTimes(new Date(((day + 0.5) * DAY - moved) * 1000), lat, lon)
    for (const at of Object.values(found)) if (at instanceof Date) at.setTime(at.getTime() + moved * 1000)
    return found
  } finally {
    table.splice(0, pairs.length, ...PAIRS)
  }
}

/** The local date of an instant at an offset, as days since 1970-01-01. */
export const localDayOf = (at: EpochSeconds, offset: OffsetSeconds): number => Math.floor((at + offset) / DAY)

/** The sun at a city on a local date, given as days since 1970-01-01. */
export function citySun({ lat, lon, zone }: City, localDay: number): SunDay {
  const compiled = zone.compiled()
  return sunOn(localDay, lat, lon, (at) => offsetAt(compiled, at))
}

const seconds = (date: Date): EpochSeconds => epochSeconds(Math.round(date.getTime() / 1000))

/** How far the sun is below the horizon, from deep night (18° and more) to day. */
export type SunPhase = 'night' | 'astronomical' | 'nautical' | 'civil' | 'day'

export interface SunStretch {
  readonly phase: SunPhase
  readonly from: EpochSeconds
  readonly until: EpochSeconds
}

/** The phase that begins with each event of a solar day. */
const BEGINS = [
  ['nightEnd', 'astronomical'],
  ['nauticalDawn', 'nautical'],
  ['dawn', 'civil'],
  ['sunrise', 'day'],
  ['sunset', 'civil'],
  ['dusk', 'nautical'],
  ['nauticalDusk', 'astronomical'],
  ['night', 'night'],
] as const

/** The phases of the sun at a place (degrees) between two instants, without gaps. */
export function sunPhases(lat: number, lon: number, from: EpochSeconds, until: EpochSeconds): SunStretch[] {
  const events: { at: number; phase: SunPhase }[] = []
  for (let day = Math.floor(from / DAY) - 1; day <= Math.floor(until / DAY) + 1; day++) {
    const times = timesOf(day, lat, lon, PHASES)
    for (const [name, phase] of BEGINS) {
      const at = times[name]
      if (at !== null) events.push({ at: seconds(at), phase })
    }
  }
  events.sort((one, other) => one.at - other.at)
  const first = events.findLast(({ at }) => at <= from)?.phase ?? phaseAt(lat, lon, from)
  const found: SunStretch[] = []
  let stretch = { phase: first, from }
  for (const { at, phase } of events) {
    if (at <= from || at >= until || phase === stretch.phase) continue
    found.push({ ...stretch, until: epochSeconds(at) })
    stretch = { phase, from: epochSeconds(at) }
  }
  found.push({ ...stretch, until })
  return found
}

/** The phase, found only from the sun's height: for when the sun stays in one phase for days. */
function phaseAt(lat: number, lon: number, at: EpochSeconds): SunPhase {
  const { altitude } = getPosition(new Date(at * 1000), lat, lon)
  if (altitude > -0.5) return 'day'
  if (altitude > -6) return 'civil'
  return altitude > -12 ? 'nautical' : altitude > -18 ? 'astronomical' : 'night'
}

/** When the sun is above a height on one day. `all` or `none` if it never crosses that height. */
export type Above = { readonly from: EpochSeconds; readonly until: EpochSeconds } | 'all' | 'none'

/**
 * The sun at a place (degrees) on every `step`th day, from `from` until before `until`, given as days since 1970-01-01. `sun` is the time above
 * the horizon, `light` above the end of civil twilight.
 */
export function sunColumns(lat: number, lon: number, from: number, until: number, step: number) {
  return Array.from({ length: Math.ceil((until - from) / step) }, (_, index) => {
    const day = from + index * step
    const { solarNoon, sunrise, sunset, dawn, dusk } = timesOf(day, lat, lon, LIGHT)
    const noon = sunrise === null || dawn === null ? getPosition(solarNoon, lat, lon).altitude : 0
    return { day, sun: above(sunrise, sunset, noon > 0), light: above(dawn, dusk, noon > -6) }
  })
}

function above(rise: Date | null, set: Date | null, isNoonAbove: boolean): Above {
  if (rise !== null && set !== null) return { from: seconds(rise), until: seconds(set) }
  return isNoonAbove ? 'all' : 'none'
}

/** The point (degrees) on the earth directly below the sun at an instant. */
export function subsolarPoint(at: EpochSeconds): { readonly lat: number; readonly lon: number } {
  // Noon at Greenwich gives the sun's longitude.
  const { solarNoon } = getTimes(new Date(Math.floor(at / DAY) * DAY * 1000 + 43_200_000), 0, 0)
  const hours = (at - solarNoon.getTime() / 1000) / 3600
  const lon = -hours * 15
  const sun = getPosition(new Date(at * 1000), 0, lon)
  // At the equator, the sun's distance from the zenith is its declination, to the north or the south.
  const away = 90 - sun.altitude
  return { lat: sun.azimuth > 90 && sun.azimuth < 270 ? -away : away, lon: lon - 360 * Math.round(lon / 360) }
}
