// The sun as pictures: one day with its night, twilights and day, and the year with sunrises and sunsets on the clock.
import type { City } from '#ask/cities.ts'
import { sunColumns, sunPhases, type Above, type SunPhase } from '#ask/sun.ts'
import { civilFromDays, DAY, daysFromCivil } from '#core/time/civil.ts'
import { epochSeconds, localSeconds, type EpochSeconds } from '#core/time/units.ts'
import { MONTHS } from '#core/zone/line-in-words.ts'
import { startOfLocalDay } from '#core/zone/local-day.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { resolveLocal } from '#core/zone/resolve-local.ts'
import { movesBetween } from '../words/changes.ts'
import { html, type Html } from '../frame/html.ts'
import { dateInWords, timeOf } from '../words/times.ts'
import { HANGING, label, pictured, tenths } from './drawing.ts'

const LOOKS: Readonly<Record<SunPhase, readonly [fill: string, name: string]>> = {
  night: ['f-night', 'night'],
  astronomical: ['f-night-3', 'astronomical twilight'],
  nautical: ['f-night-2', 'nautical twilight'],
  civil: ['f-twilight', 'civil twilight'],
  day: ['f-day', 'day'],
}

/** An hour of an axis. With 12 hours it becomes `6 am`. */
const hourMark = (hour: number): Html => html`<tspan class="hour">${hour < 10 ? `0${hour}` : hour}:00</tspan>`

/** A local date in a city, from midnight to midnight on its clock. */
export function dayPicture(city: City, localDay: number, now: EpochSeconds): Html {
  const [width, top, bottom] = [720, 8, 52]
  const compiled = city.zone.compiled()
  const [start, end] = [startOfLocalDay(compiled, localDay), startOfLocalDay(compiled, localDay + 1)]
  const xOf = (at: number): number => tenths(((at - start) / (end - start)) * width)
  const phases = sunPhases(city.lat, city.lon, start, end)
  const clockAt = (at: EpochSeconds): string => timeOf(at, offsetAt(compiled, at)).slice(0, 5)
  const said = phases.map(({ phase, from }) => `${LOOKS[phase][1]} from ${clockAt(from)}`).join(', ')
  const isToday = now >= start && now < end
  const hours = [0, 3, 6, 9, 12, 15, 18, 21, 24].map((hour) => {
    const mapping = resolveLocal(compiled, localSeconds(localDay * DAY + hour * 3600))
    return { hour, x: hour === 24 ? width : xOf(mapping.kind === 'unique' ? mapping.at : mapping.earlier) }
  })
  return html`<figure>
    <svg${pictured('pic', width, 86, `${dateInWords(localDay)} in ${city.name}: ${said}.`)}>
      ${phases.map(({ phase, from, until }) => html`<rect class="${LOOKS[phase][0]}" x="${xOf(from)}" y="${top}" width="${tenths(xOf(until) - xOf(from))}" height="${bottom - top}"></rect>`)}
      ${hours.map(
        ({ hour, x }) =>
          html`<path class="s-line" d="M${x} ${bottom}v5"></path>
            ${label(`t-quiet ${hour === 0 ? '' : hour === 24 ? 'end' : hour % 6 === 0 ? 'mid' : 'mid wide-only'}`, x, bottom + 9, hourMark(hour), HANGING)}`,
      )}
      ${isToday ? html`<path class="s-now" d="M${xOf(now)} ${top - 6}V${bottom + 6}"></path>` : null}
    </svg>
    <figcaption>
      Night, twilights and day from midnight to midnight${isToday ? '; the line is now' : null}.
    </figcaption>
  </figure>`
}

/** Minutes of a day. */
type Span = readonly [from: number, until: number]
/** Days with spans that go on in one another. */
type Shape = readonly { readonly day: number; readonly span: Span }[]

/** A clock change moves spans by so many minutes. The sun alone moves them less, unless they are as long as this. */
const [LEAST_STEP, LONGEST_STEPPED] = [28, 1080]

/** Neighbours as shapes. Null: the sun is not above on the day. */
function shapesOf(days: readonly { readonly day: number; readonly span: Span | null }[]): Shape[] {
  const shapes: Shape[number][][] = []
  let before: Span | null = null
  for (const { day, span } of days) {
    if (span !== null) {
      const goesOn =
        before !== null &&
        (Math.max(Math.abs(span[0] - before[0]), Math.abs(span[1] - before[1])) < LEAST_STEP ||
          Math.min(span[1] - span[0], before[1] - before[0]) > LONGEST_STEPPED)
      if (!goesOn) shapes.push([])
      shapes.at(-1)?.push({ day, span })
    }
    before = span
  }
  return shapes
}

/** The calendar year in a city. From midnight (bottom) to midnight (top). A line marks one day, in days since 1970-01-01. */
export function sunYearPicture(city: City, marked: number): Html {
  const compiled = city.zone.compiled()
  const { year } = civilFromDays(marked)
  const [first, last] = [daysFromCivil(year, 1, 1), daysFromCivil(year + 1, 1, 1)]
  const [left, width, top, height] = [86, 634, 6, 240]
  const step = 2
  const xOf = (day: number): number => tenths(left + ((day - first) / (last - first)) * width)
  const monthX = (index: number): number => xOf(daysFromCivil(year, index + 1, 1))
  const yOf = (minute: number): number => tenths(top + height - (minute / 1440) * height)
  const columns = sunColumns(city.lat, city.lon, first, last, step)
  const hasSteps =
    movesBetween(city.zone, startOfLocalDay(compiled, first), startOfLocalDay(compiled, last)).length > 0
  const minuteOf = (at: EpochSeconds): number => {
    const local = (at + offsetAt(compiled, at)) / 60
    return local - Math.floor(local / 1440) * 1440
  }
  /** The minutes of a day on the clock, with their middle in it: they may begin before its midnight, or end after the next one. */
  const spanOf = (above: Above, day: number): Span | null => {
    if (above === 'none') return null
    if (above === 'all') {
      const noon = minuteOf(epochSeconds((day + 0.5) * DAY - city.lon * 240))
      return [noon - 720, noon + 720]
    }
    const [from, until] = [minuteOf(above.from), minuteOf(above.until)]
    const end = until < from ? until + 1440 : until
    return from + end > 2880 ? [from - 1440, end - 1440] : [from, end]
  }
  /** Along the beginnings of a shape's days, over the last of them, and back along their ends. Hours of other days are left out. */
  const shapePath = (shape: Shape, turn: number): string => {
    const days = [
      ...shape,
      ...shape.slice(-1).map(({ day, span }) => ({ day: Math.min(last, day + step), span })),
    ]
    const along = (side: 0 | 1): string[] =>
      days.map(({ day, span }) => `${xOf(day)} ${yOf(Math.min(1440, Math.max(0, span[side] + turn)))}`)
    return `M${[...along(0), ...along(1).toReversed()].join(' ')}z`
  }
  const pathOf = (which: 'sun' | 'light'): string =>
    shapesOf(columns.map((column) => ({ day: column.day, span: spanOf(column[which], column.day) })))
      .flatMap((shape) =>
        // What lies before a midnight, or after the next one, is drawn at the other end of its day.
        [-1440, 0, 1440]
          .filter((turn) => shape.some(({ span: [from, until] }) => until + turn > 0 && from + turn < 1440))
          .map((turn) => shapePath(shape, turn)),
      )
      .join('')
  return html`<figure>
    <svg${pictured('pic', 720, 280, `Day, civil twilight and night in ${city.name} in ${year}, by the clock; the table beside has the figures.`)}>
      <rect class="f-night" x="${left}" y="${top}" width="${width}" height="${height}"></rect>
      <path class="f-twilight" d="${pathOf('light')}"></path>
      <path class="f-day" d="${pathOf('sun')}"></path>
      ${[0, 6, 12, 18, 24].map(
        (hour) =>
          html`<path class="s-over" d="M${left} ${yOf(hour * 60)}h${width}"></path>
            ${label('t-quiet end', left - 5, Math.max(22, yOf(hour * 60) + 4), hourMark(hour))}`,
      )}
      ${MONTHS.map((name, index) => label('t-quiet mid', Math.round((monthX(index) + monthX(index + 1)) / 2), top + height + 9, name.charAt(0), HANGING))}
      <path class="s-now" d="M${xOf(marked)} ${top}v${height}"></path>
    </svg>
    <figcaption>
      ${year}: every day from midnight (below) to midnight (above) on the clock of ${city.name}. Yellow is
      day, pale blue is civil twilight, dark blue is darker.${hasSteps ? ' Steps are clock changes.' : null}
      The line is ${dateInWords(marked)}.
    </figcaption>
  </figure>`
}
