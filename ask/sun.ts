// (place, local date) → sunrise, sunset and minutes of daylight of the solar day whose noon falls on that date.
import { getPosition, getTimes, times as table } from 'suncalc'
import { DAY } from '#core/time/civil.ts'
import { epochSeconds, type EpochSeconds, type OffsetSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import type { City } from './cities.ts'

export interface SunDay {
  /** Null on a polar day or night. */
  readonly sunrise: EpochSeconds | null
  /** After sunrise, so perhaps after local midnight. Null on a polar day or night. */
  readonly sunset: EpochSeconds | null
  /** 0–1440: 0 on a polar night, 1440 on a polar day. */
  readonly daylightMinutes: number
}

const MINUTES_PER_DAY = 1440

/**
 * The sun at a place (degrees) on a local date, given as days since 1970-01-01. `offsetOn` is the place's clock: it says on
 * which local date a solar noon falls.
 */
export function sunOn(
  localDay: number,
  lat: number,
  lon: number,
  offsetOn: (at: EpochSeconds) => OffsetSeconds,
): SunDay {
  // suncalc answers for the solar day of a UTC date. Which UTC date that is depends on the clock: at Kiritimati (+14:00 at
  // 157° W) it is always the day before, so its neighbours are asked where the noon falls on another date.
  const solarDay = (shift: number): SolarDay =>
    timesOf(new Date((localDay + shift) * DAY * 1000 + 43_200_000), lat, lon)
  const isIt = ({ solarNoon }: SolarDay): boolean => {
    const at = epochSeconds(Math.floor(solarNoon.getTime() / 1000))
    return localDayOf(at, offsetOn(at)) === localDay
  }
  let day = solarDay(0)
  if (!isIt(day)) {
    // A date that the clock passes over before its noon has none of its own: the nearest stands for it.
    const before = solarDay(-1)
    const after = isIt(before) ? before : solarDay(1)
    if (isIt(after)) day = after
  }
  const { solarNoon, sunrise, sunset } = day
  if (sunrise !== null && sunset !== null) {
    const minutes = Math.round((sunset.getTime() - sunrise.getTime()) / 60_000)
    // Where the sun only grazes the horizon, the search for its crossing can run off to another day.
    if (sunrise < solarNoon && solarNoon < sunset && minutes <= MINUTES_PER_DAY) {
      return { sunrise: seconds(sunrise), sunset: seconds(sunset), daylightMinutes: minutes }
    }
  }
  const isUp = getPosition(solarNoon, lat, lon).altitude > 0
  return { sunrise: null, sunset: null, daylightMinutes: isUp ? MINUTES_PER_DAY : 0 }
}

type SolarDay = ReturnType<typeof getTimes>

/** Noon, sunrise and sunset alone: suncalc solves every pair of its table, and the twilights are five of six. */
function timesOf(date: Date, lat: number, lon: number): SolarDay {
  const others = table.splice(1)
  try {
    return getTimes(date, lat, lon)
  } finally {
    table.push(...others)
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
