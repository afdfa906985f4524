// The sun as pictures: one day with its night, twilights and day, and the year with sunrises and sunsets on the clock.
import type { City } from '#ask/cities.ts'
import { sunColumns, sunPhases, type Above, type SunPhase } from '#ask/sun.ts'
import { civilFromDays, DAY, daysFromCivil } from '#core/time/civil.ts'
import { localSeconds, type EpochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { resolveLocal } from '#core/zone/resolve-local.ts'
import { movesBetween } from '../changes.ts'
import { html, type Html } from '../html.ts'
import { dateInWords, timeOf } from '../times.ts'

const LOOKS: Readonly<Record<SunPhase, readonly [fill: string, name: string]>> = {
  night: ['f-night', 'night'],
  astronomical: ['f-night-3', 'astronomical twilight'],
  nautical: ['f-night-2', 'nautical twilight'],
  civil: ['f-twilight', 'civil twilight'],
  day: ['f-day', 'day'],
}

/** An hour of an axis. With 12 hours it becomes `6 am`. */
const hourMark = (hour: number): Html => html`<tspan class="hour">${hour < 10 ? `0${hour}` : hour}:00</tspan>`

const round = (value: number): number => Math.round(value * 10) / 10

/** When a local date begins in a city. */
function startOf({ zone }: City, localDay: number): EpochSeconds {
  const mapping = resolveLocal(zone.compiled(), localSeconds(localDay * DAY))
  // If midnight is in a gap, the day begins at the change. In a fold, it begins at the first midnight.
  return mapping.kind === 'unique'
    ? mapping.at
    : mapping.kind === 'gap'
      ? (mapping.before.end ?? mapping.later)
      : mapping.earlier
}

/** Whether a local date did not exist in a city: its clocks were moved across it, as Samoa's across 30 December 2011. */
export const isSkipped = (city: City, localDay: number): boolean =>
  startOf(city, localDay) === startOf(city, localDay + 1)

/** A local date in a city, from midnight to midnight on its clock. */
export function dayPicture(city: City, localDay: number, now: EpochSeconds): Html {
  const [width, top, bottom] = [720, 8, 52]
  const [start, end] = [startOf(city, localDay), startOf(city, localDay + 1)]
  const xOf = (at: number): number => round(((at - start) / (end - start)) * width)
  const compiled = city.zone.compiled()
  const phases = sunPhases(city.lat, city.lon, start, end)
  const clockAt = (at: EpochSeconds): string => timeOf(at, offsetAt(compiled, at)).slice(0, 5)
  const said = phases.map(({ phase, from }) => `${LOOKS[phase][1]} from ${clockAt(from)}`).join(', ')
  const isToday = now >= start && now < end
  const hours = [0, 3, 6, 9, 12, 15, 18, 21, 24].map((hour) => {
    const mapping = resolveLocal(compiled, localSeconds(localDay * DAY + hour * 3600))
    return { hour, x: hour === 24 ? width : xOf(mapping.kind === 'unique' ? mapping.at : mapping.earlier) }
  })
  return html`<figure>
    <svg
      class="pic"
      viewBox="0 0 ${width} 76"
      width="${width}"
      height="76"
      role="img"
      aria-label="${`${dateInWords(localDay)} in ${city.name}: ${said}.`}"
    >
      ${phases.map(({ phase, from, until }) => html`<rect class="${LOOKS[phase][0]}" x="${xOf(from)}" y="${top}" width="${round(xOf(until) - xOf(from))}" height="${bottom - top}"></rect>`)}
      ${hours.map(
        ({ hour, x }) =>
          html`<path class="s-line" d="M${x} ${bottom}v5"></path>
            <text
              class="t-quiet ${hour === 0 ? '' : hour === 24 ? 'end' : hour % 6 === 0 ? 'mid' : 'mid wide-only'}"
              x="${x}"
              y="${bottom + 18}"
              >${hourMark(hour)}</text
            >`,
      )}
      ${isToday ? html`<path class="s-now" d="M${xOf(now)} ${top - 6}V${bottom + 6}"></path>` : null}
    </svg>
    <figcaption>
      Night, twilights and day from midnight to midnight${isToday ? '; the line is now' : null}.
    </figcaption>
  </figure>`
}

/** The calendar year in a city. Each day is a column from midnight (bottom) to midnight (top). A line marks one day, in days since 1970-01-01. */
export function sunYearPicture(city: City, marked: number): Html {
  const compiled = city.zone.compiled()
  const { year } = civilFromDays(marked)
  const [first, last] = [daysFromCivil(year, 1, 1), daysFromCivil(year + 1, 1, 1)]
  const [left, width, top, height] = [74, 646, 6, 240]
  const step = 4
  const xOf = (day: number): number => round(left + ((day - first) / (last - first)) * width)
  const yOf = (minute: number): number => round(top + height - (minute / 1440) * height)
  const columns = sunColumns(city.lat, city.lon, first, last, step)
  const hasSteps = movesBetween(city.zone, startOf(city, first), startOf(city, last)).length > 0
  const minuteOf = (at: EpochSeconds): number => {
    const local = (at + offsetAt(compiled, at)) / 60
    return local - Math.floor(local / 1440) * 1440
  }
  const box = (day: number, from: number, until: number): string => {
    const [x, next] = [xOf(day), xOf(Math.min(last, day + step))]
    return `M${x} ${yOf(from)}H${next}V${yOf(until)}H${x}z`
  }
  const pathOf = (which: 'sun' | 'light'): string =>
    columns
      .map((column) => {
        const span: Above = column[which]
        if (span === 'none') return ''
        if (span === 'all') return box(column.day, 0, 1440)
        const [from, until] = [minuteOf(span.from), minuteOf(span.until)]
        return from <= until
          ? box(column.day, from, until)
          : box(column.day, 0, until) + box(column.day, from, 1440)
      })
      .join('')
  return html`<figure>
    <svg
      class="pic"
      viewBox="0 0 720 272"
      width="720"
      height="272"
      role="img"
      aria-label="${`Day, civil twilight and night in ${city.name} in ${year}, by the clock; the table beside has the figures.`}"
    >
      <rect class="f-night" x="${left}" y="${top}" width="${width}" height="${height}"></rect>
      <path class="f-twilight" d="${pathOf('light')}"></path>
      <path class="f-day" d="${pathOf('sun')}"></path>
      ${[0, 6, 12, 18, 24].map(
        (hour) =>
          html`<path class="s-over" d="M${left} ${yOf(hour * 60)}h${width}"></path>
            <text class="t-quiet end" x="${left - 5}" y="${Math.max(18, yOf(hour * 60) + 4)}"
              >${hourMark(hour)}</text
            >`,
      )}
      ${Array.from({ length: 12 }, (_, month) => {
        const [x, next] = [xOf(daysFromCivil(year, month + 1, 1)), xOf(daysFromCivil(year, month + 2, 1))]
        return html`<text class="t-quiet mid" x="${round((x + next) / 2)}" y="${top + height + 18}"
          >${'JFMAMJJASOND'[month] ?? ''}</text
        >`
      })}
      <path class="s-now" d="M${xOf(marked)} ${top}v${height}"></path>
    </svg>
    <figcaption>
      ${year}: every day from midnight (below) to midnight (above) on the clock of ${city.name}. Yellow is
      day, pale blue is civil twilight, dark blue is night.${hasSteps ? ' Steps are clock changes.' : null}
      The line is ${dateInWords(marked)}.
    </figcaption>
  </figure>`
}
