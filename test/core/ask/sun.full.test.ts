// The sun compared with astronomy-engine, which shares no code with suncalc, and its dates in zones far from their meridian.
import { Body, Equator, Horizon, Observer, SearchHourAngle, SearchRiseSet } from 'astronomy-engine'
import { times } from 'suncalc'
import { describe, expect, test } from 'vitest'
import { DAY, daysFromCivil } from '#core/time/civil.ts'
import { epochSeconds, offsetSeconds, type EpochSeconds } from '#core/time/units.ts'
import { sunColumns, sunOn, sunPhases } from '#core/ask/sun.ts'

/** Pseudo-random numbers, the same in every run. */
function* numbers(seed: number): Generator<number> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

const random = numbers(20_261_120)
const draw = (min: number, max: number): number => min + (random.next().value ?? 0) * (max - min)

/** The oracle's sunrise and sunset around the local solar noon nearest to a UTC noon at a place, in seconds. */
function oracle(
  day: number,
  lat: number,
  lon: number,
): { noon: number; rise: number | null; set: number | null } {
  const observer = new Observer(lat, lon, 0)
  const midnight = new Date((day * DAY + DAY / 2 - (lon / 360) * DAY - DAY / 2) * 1000)
  const noon = SearchHourAngle(Body.Sun, observer, 0, midnight, 1).time
  const rise = SearchRiseSet(Body.Sun, observer, 1, noon, -0.5)
  const set = SearchRiseSet(Body.Sun, observer, -1, noon, 0.5)
  return {
    noon: noon.date.getTime() / 1000,
    rise: rise === null ? null : rise.date.getTime() / 1000,
    set: set === null ? null : set.date.getTime() / 1000,
  }
}

describe('sun', () => {
  test('on 5,000 place-days below 66° sunrise and sunset are within a minute of astronomy-engine', () => {
    const apart: number[] = []
    const oneSided: number[] = []
    for (let i = 0; i < 5000; i++) {
      const lat = draw(-66, 66)
      const lon = draw(-180, 180)
      const day = daysFromCivil(2000, 1, 1) + Math.floor(draw(0, 36_525))
      const offset = offsetSeconds(Math.round(lon / 15) * 3600)
      const { sunrise, sunset } = sunOn(day, lat, lon, () => offset)
      const { rise, set } = oracle(day, lat, lon)
      if (sunrise === null || sunset === null || rise === null || set === null) oneSided.push(Math.abs(lat))
      else apart.push(Math.abs(sunrise - rise), Math.abs(sunset - set))
    }
    // Within a degree of the polar circle, the sun may rise in one model and only touch the horizon in the other.
    expect(oneSided.filter((lat) => lat < 65)).toEqual([])
    apart.sort((a, b) => a - b)
    expect(apart.length).toBeGreaterThan(9900)
    expect(apart.at(-1)).toBeLessThanOrEqual(60)
  })

  test('from the year 1 to 9999 they are within a quarter of an hour of it', () => {
    for (const year of [1, 500, 1000, 1400, 1650, 1760, 1860, 2400, 3000, 5000]) {
      for (const [month, lat, lon] of [
        [1, 51.5, -0.1],
        [6, -33.9, 151.2],
        [9, 0, -78.5],
      ] as const) {
        const day = daysFromCivil(year, month, 20)
        const { sunrise, sunset } = sunOn(day, lat, lon, () => offsetSeconds(Math.round(lon / 15) * 3600))
        const { rise, set } = oracle(day, lat, lon)
        expect(Math.abs((sunrise ?? 0) - (rise ?? 0)), `${year}-${month}`).toBeLessThan(900)
        expect(Math.abs((sunset ?? 0) - (set ?? 0)), `${year}-${month}`).toBeLessThan(900)
      }
    }
  })

  test('polar day and polar night are where astronomy-engine has them', () => {
    const wrong: string[] = []
    const seen = { day: 0, night: 0 }
    for (let i = 0; i < 1500; i++) {
      const lat = draw(66, 89.5) * (i % 2 === 0 ? 1 : -1)
      const lon = draw(-180, 180)
      const day = daysFromCivil(2000, 1, 1) + Math.floor(draw(0, 36_525))
      const offset = offsetSeconds(Math.round(lon / 15) * 3600)
      const sun = sunOn(day, lat, lon, () => offset)
      if (sun.sunrise !== null) continue
      const isNight = sun.daylightMinutes === 0
      seen[isNight ? 'night' : 'day']++
      // The oracle must have no sunrise (by night) or sunset (by day) within ten hours of noon, except where the sun just touches the
      // horizon.
      const { noon } = oracle(day, lat, lon)
      const start = new Date((noon - 10 * 3600) * 1000)
      const crossing = SearchRiseSet(Body.Sun, new Observer(lat, lon, 0), isNight ? 1 : -1, start, 20 / 24)
      if (crossing === null) continue
      const fromNoon = Math.abs(crossing.date.getTime() / 1000 - noon)
      if (isNight ? fromNoon > 3600 : fromNoon < 9 * 3600) wrong.push(`${lat} ${lon} ${day}: ${fromNoon}`)
    }
    expect(wrong).toEqual([])
    expect(seen.day).toBeGreaterThan(200)
    expect(seen.night).toBeGreaterThan(200)
  })

  /** Degrees of the sun's middle above the horizon, without refraction, as astronomy-engine has it. */
  function heightOf(seconds: number, lat: number, lon: number): number {
    const [at, observer] = [new Date(seconds * 1000), new Observer(lat, lon, 0)]
    const { ra, dec } = Equator(Body.Sun, at, observer, true, true)
    return Horizon(at, observer, ra, dec).altitude
  }

  const PHASES = [
    ['day', -0.833, 90],
    ['civil', -6, -0.833],
    ['nautical', -12, -6],
    ['astronomical', -18, -12],
    ['night', -90, -18],
  ] as const

  // The first days of a midnight sun were twilight all day, and days before or after white nights had a wrong night.
  test.each([
    ['London', 51.5, -0.13],
    ['Oslo', 59.91, 10.75],
    ['Reykjavík', 64.13, -21.9],
    ['Rovaniemi', 66.5, 25.73],
    ['Kiruna', 67.86, 20.23],
    ['Tromsø', 69.65, 18.96],
    ['Longyearbyen', 78.22, 15.65],
    ['Ushuaia', -54.8, -68.3],
    ['McMurdo', -77.85, 166.67],
    ['Quito', -0.18, -78.47],
  ])(
    'each phase of each day of a year has the height that astronomy-engine gives the sun: %s',
    (_, lat, lon) => {
      const wrong: string[] = []
      const from = daysFromCivil(2026, 1, 1)
      for (let day = from; day < from + 365; day++) {
        const [start, end] = [epochSeconds(day * DAY), epochSeconds((day + 1) * DAY)]
        const phases = sunPhases(lat, lon, start, end)
        expect([phases[0]?.from, phases.at(-1)?.until]).toEqual([start, end])
        for (const [index, stretch] of phases.entries()) {
          expect(stretch.from).toBe(phases[index - 1]?.until ?? start)
          const [, lowest, highest] = PHASES.find(([phase]) => phase === stretch.phase) ?? PHASES[0]
          for (let part = 0; part <= 6; part++) {
            const at = stretch.from + ((stretch.until - stretch.from) * part) / 6
            const height = heightOf(at, lat, lon)
            if (height < lowest - 0.02 || height > highest + 0.02)
              wrong.push(`${at} ${stretch.phase} ${height}`)
          }
        }
      }
      expect(wrong).toEqual([])
    },
  )

  test('the year of Longyearbyen has no day of 24 hours of twilight in its polar night', () => {
    const [from, until] = [daysFromCivil(2026, 1, 1), daysFromCivil(2027, 1, 1)]
    for (const { day, light } of sunColumns(78.22, 15.65, from, until, 1)) {
      if (light !== 'all') continue
      const midnight = (day + 0.5) * DAY - 15.65 * 240 + DAY / 2
      expect(heightOf(midnight, 78.22, 15.65), `${day - from}`).toBeGreaterThan(-6.5)
    }
  })

  test.each([
    ['Kiritimati, +14:00 at 157° W', 1.98, -157.47, 14],
    ['Apia, +13:00 at 172° W', -13.83, -171.77, 13],
    ['Chatham, +13:45 in summer at 177° W', -43.95, -176.55, 13.75],
    ['Adak, −10:00 at 177° W', 51.88, -176.66, -10],
  ])('the noon between sunrise and sunset is on the local date: %s', (_, lat, lon, hours) => {
    const offset = offsetSeconds(hours * 3600)
    for (let day = daysFromCivil(2026, 1, 1); day < daysFromCivil(2027, 1, 1); day++) {
      const { sunrise, sunset } = sunOn(day, lat, lon, () => offset)
      if (sunrise === null || sunset === null) throw new Error('the sun rises there every day')
      expect(Math.floor(((sunrise + sunset) / 2 + offset) / DAY)).toBe(day)
    }
  })

  test('the twilights, which are not asked for, stay in the table of suncalc for its other users', () => {
    const before = structuredClone(times)
    sunOn(daysFromCivil(2026, 3, 29), 52.52, 13.4, () => offsetSeconds(3600))
    expect(times).toEqual(before)
    expect(times.length).toBeGreaterThan(1)
  })

  test('on a day when clocks change the noon decides, after the change or before it', () => {
    const change = epochSeconds(daysFromCivil(2026, 3, 29) * DAY + 3600)
    const clock = (at: EpochSeconds) => offsetSeconds(at < change ? 3600 : 7200)
    const { sunrise, daylightMinutes } = sunOn(daysFromCivil(2026, 3, 29), 52.52, 13.4, clock)
    const { rise } = oracle(daysFromCivil(2026, 3, 29), 52.52, 13.4)
    expect(Math.abs((sunrise ?? 0) - (rise ?? 0))).toBeLessThan(60)
    expect(daylightMinutes).toBeGreaterThan(750)
    expect(daylightMinutes).toBeLessThan(775)
  })
})
