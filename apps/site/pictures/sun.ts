// The sun as pictures: one day with its night, twilights and day, and the year with sunrises and sunsets on the clock.
import type { City } from '#core/ask/cities.ts'
import { sunColumns, sunPhases, type Above, type SunPhase, type SunPlace } from '#core/ask/sun.ts'
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

/** A local date at a place, from midnight to midnight on its clock. */
export function dayPicture(city: SunPlace & Pick<City, 'name'>, localDay: number, now: EpochSeconds): Html {
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
/** The sun on one day: its span, whether the sun is above all day or not at all, and the offset of the clock. Null: not at all. */
interface SunDay {
  readonly day: number
  readonly above: Above
  readonly span: Span | null
  readonly offset: number
}
/** Days with spans that go on in one another. At a tip they are parts of days. */
type Shape = { readonly day: number; readonly span: Span }[]

/** Points with which a tip is drawn. */
const TIP = 6

const crosses = ({ above }: SunDay): boolean => above !== 'all' && above !== 'none'

/**
 * The tip of a shape between its last day with a sunrise and a neighbour without one. Near it the square of what is left shrinks evenly, so the
 * two days before say where it ends.
 */
function tipOf(inner: SunDay | undefined, edge: SunDay, other: SunDay): Shape {
  if (edge.span === null) return []
  const isFull = other.above === 'all'
  const leftOf = ([from, until]: Span): number => (isFull ? 1440 - (until - from) : until - from)
  const left = leftOf(edge.span)
  const shrunk =
    inner?.span && crosses(inner) && inner.offset === edge.offset
      ? leftOf(inner.span) ** 2 - left ** 2
      : left ** 2
  const days = (other.day - edge.day) * (shrunk > 0 ? Math.min(1, left ** 2 / shrunk) : 1)
  const middle = (edge.span[0] + edge.span[1]) / 2
  return Array.from({ length: TIP }, (_, index) => {
    const share = 1 - (index + 1) / TIP
    const half = isFull ? 720 - (left * share) / 2 : (left * share) / 2
    return { day: edge.day + days * (1 - share ** 2), span: [middle - half, middle + half] }
  })
}

/** Neighbours as shapes: one ends where the clock changes, or where the sun is not above. Days are a `step` apart, and end before `last`. */
function shapesOf(days: readonly SunDay[], step: number, last: number): Shape[] {
  const shapes: Shape[] = []
  let shape: Shape | null = null
  for (const [index, its] of days.entries()) {
    const { day, span } = its
    const [before, after] = [days[index - 1], days[index + 1]]
    const goesOn = (other: SunDay | undefined): other is SunDay => other?.offset === its.offset
    if (span === null) {
      shape = null
      continue
    }
    if (shape === null) shapes.push((shape = []))
    const points = [{ day, span }]
    if (crosses(its)) {
      if (goesOn(before) && !crosses(before)) points.unshift(...tipOf(after, its, before).toReversed())
      if (goesOn(after) && !crosses(after)) points.push(...tipOf(before, its, after))
    }
    shape.push(...points)
    if (goesOn(after)) continue
    shape.push({ day: Math.min(last, day + step), span })
    shape = null
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
  const noonOf = (day: number): EpochSeconds => epochSeconds((day + 0.5) * DAY - city.lon * 240)
  /** The minutes of a day on the clock, with their middle in it: they may begin before its midnight, or end after the next one. */
  const spanOf = (above: Above, day: number): Span | null => {
    if (above === 'none') return null
    if (above === 'all') {
      const noon = minuteOf(noonOf(day))
      return [noon - 720, noon + 720]
    }
    const [from, until] = [minuteOf(above.from), minuteOf(above.until)]
    const end = until < from ? until + 1440 : until
    return from + end > 2880 ? [from - 1440, end - 1440] : [from, end]
  }
  /** Along the beginnings of a shape's days, and back along their ends. Hours of other days are left out. */
  const shapePath = (shape: Shape, turn: number): string => {
    const along = (side: 0 | 1): string[] =>
      shape.map(({ day, span }) => `${xOf(day)} ${yOf(Math.min(1440, Math.max(0, span[side] + turn)))}`)
    return `M${[...along(0), ...along(1).toReversed()].join(' ')}z`
  }
  const pathOf = (which: 'sun' | 'light'): string =>
    shapesOf(
      columns.map((column) => {
        const { day, [which]: above } = column
        return { day, above, span: spanOf(above, day), offset: offsetAt(compiled, noonOf(day)) }
      }),
      step,
      last,
    )
      .flatMap((shape) =>
        // Parts before a midnight, or after the next one, are drawn at the other end of its day.
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
      ${MONTHS.map((name, index) => label(index % 2 === 0 ? 't-quiet mid' : 't-quiet mid wide-only', Math.round((monthX(index) + monthX(index + 1)) / 2), top + height + 9, name.slice(0, 3), HANGING))}
      <path class="s-now" d="M${xOf(marked)} ${top}v${height}"></path>
    </svg>
    <figcaption>
      ${year}: every day from midnight (below) to midnight (above) on the clock of ${city.name}. Yellow is
      day, pale blue is civil twilight, dark blue is darker.${hasSteps ? ' Steps are clock changes.' : null}
      The line is ${dateInWords(marked)}.
    </figcaption>
  </figure>`
}
