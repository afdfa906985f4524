// A place and a local date → sunrise, sunset, daylight and twilight of its solar day; years outside 1900-2299 take the sun of one inside.
import { getPosition, getTimes } from 'suncalc'
import { DAY, daysFromCivil } from '../time/civil.ts'
import { epochSeconds, type EpochSeconds, type OffsetSeconds } from '../time/units.ts'
import { CYCLE_SECONDS, offsetAt } from '../zone/offset-at.ts'
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
  // always the day before. So the days next to it are tried if its noon is on another local date.
  const solarDay = (shift: number): SolarDay => timesOf(localDay + shift, lat, lon)
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
  const up = aboveOn(day, day.sunrise, day.sunset, 'day', lat, lon)
  if (up === 'all' || up === 'none')
    return { sunrise: null, sunset: null, daylightMinutes: up === 'all' ? MINUTES_PER_DAY : 0 }
  return { sunrise: up.from, sunset: up.until, daylightMinutes: Math.round((up.until - up.from) / 60) }
}

type SolarDay = ReturnType<typeof getTimes>

/**
 * suncalc corrects for the slower rotation of the earth, well from 1900 to 2299. Its correction grows with the square of the years: its formula
 * gives six hours for the year 1, and a sunset there was 15 hours late. So other years have the sun of the same date in these 400 years,
 * after which the calendar repeats.
 */
const FIRST_GOOD = daysFromCivil(1900, 1, 1)

/** Seconds from the year whose sun is taken to the year of a day since 1970-01-01. */
const movedBy = (day: number): number =>
  Math.floor(((day - FIRST_GOOD) * DAY) / CYCLE_SECONDS) * CYCLE_SECONDS

/** Noon, and the times around it, of the solar day that has 12:00 UTC of a day since 1970. */
function timesOf(day: number, lat: number, lon: number): SolarDay {
  const moved = movedBy(day)
  const found = getTimes(new Date(((day + 0.5) * DAY - moved) * 1000), lat, lon)
  for (const at of Object.values(found)) if (at instanceof Date) at.setTime(at.getTime() + moved * 1000)
  return found
}

/** The local date of an instant at an offset, as days since 1970-01-01. */
export const localDayOf = (at: EpochSeconds, offset: OffsetSeconds): number => Math.floor((at + offset) / DAY)

/** A place whose sun can be told: a city, or a point of the Earth with the zone there. */
export type SunPlace = Pick<City, 'lat' | 'lon' | 'zone'>

/** The sun at a place on a local date, given as days since 1970-01-01. */
export function citySun({ lat, lon, zone }: SunPlace, localDay: number): SunDay {
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

/** The least height of the sun in each phase, in degrees. The sun's upper edge is seen on the horizon when its middle is at −0.833°. */
const LOWEST: Readonly<Record<SunPhase, number>> = {
  day: -0.833,
  civil: -6,
  nautical: -12,
  astronomical: -18,
  night: -90,
}

/** suncalc adds the refraction of the air to each height. Below the horizon it adds what the air does at the horizon. */
const REFRACTION = 0.48396

/**
 * Degrees of the sun's middle above the horizon, without refraction, at an instant in seconds. Well above the horizon it is up to half a
 * degree too low.
 */
const heightAt = (at: number, lat: number, lon: number): number =>
  getPosition(new Date((at - movedBy(Math.floor(at / DAY))) * 1000), lat, lon).altitude - REFRACTION

function phaseAt(at: number, lat: number, lon: number): SunPhase {
  const height = heightAt(at, lat, lon)
  return PHASES.find((phase) => height > LOWEST[phase]) ?? 'night'
}

const PHASES = ['day', 'civil', 'nautical', 'astronomical'] as const

/** Shorter stretches may be missing: three pixels of a day's picture. */
const LOOK_EVERY = 300

/**
 * The phases of the sun at a place (degrees) between two instants, without gaps. They are found from the sun's height, because suncalc may give
 * no time, or that of another day, for a height that the sun only touches: on the first days of a midnight sun it was twilight all day.
 */
export function sunPhases(lat: number, lon: number, from: EpochSeconds, until: EpochSeconds): SunStretch[] {
  const found: SunStretch[] = []
  let stretch = { phase: phaseAt(from, lat, lon), from }
  for (let seen: number = from; seen < until; seen += LOOK_EVERY) {
    let [before, after] = [seen, Math.min(seen + LOOK_EVERY, until)]
    const phase = phaseAt(after, lat, lon)
    if (phase === stretch.phase) continue
    while (after - before > 0.01) {
      const middle = (before + after) / 2
      if (phaseAt(middle, lat, lon) === stretch.phase) before = middle
      else after = middle
    }
    const changed = epochSeconds(Math.round(after))
    if (changed > stretch.from) found.push({ ...stretch, until: changed })
    stretch = { phase, from: changed }
  }
  if (until > stretch.from) found.push({ ...stretch, until })
  return found
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
    const times = timesOf(day, lat, lon)
    return {
      day,
      sun: aboveOn(times, times.sunrise, times.sunset, 'day', lat, lon),
      light: aboveOn(times, times.dawn, times.dusk, 'civil', lat, lon),
    }
  })
}

/**
 * If the sun only touches a height, suncalc may give a crossing of another day. Then, and without crossings, the sun's height at noon decides.
 */
function aboveOn(
  { solarNoon }: SolarDay,
  rise: Date | null,
  set: Date | null,
  phase: SunPhase,
  lat: number,
  lon: number,
): Above {
  if (rise !== null && set !== null && rise < solarNoon && solarNoon < set) {
    const [from, until] = [seconds(rise), seconds(set)]
    if (until - from <= DAY) return { from, until }
  }
  return heightAt(solarNoon.getTime() / 1000, lat, lon) > LOWEST[phase] ? 'all' : 'none'
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
