// The year of a zone as a picture: one bar with a part for each offset; changes and today are marked.
import type { Zone } from '#ask/zones.ts'
import { civilFromDays, DAY, daysFromCivil } from '#core/time/civil.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { intervalAt, offsetAt } from '#core/zone/offset-at.ts'
import { changesBetween, shiftOf } from '../changes.ts'
import { html, type Html } from '../html.ts'
import { dateInWords, dayOf, monthName, shortDate, utcOffset } from '../times.ts'

const WIDTH = 720
const HEIGHT = 92
const [TOP, BOTTOM] = [26, 62]

/** The calendar year that the zone's clock shows. */
export function yearPicture(zone: Zone, now: EpochSeconds): Html {
  const compiled = zone.compiled()
  const { year } = civilFromDays(dayOf(now, offsetAt(compiled, now)))
  const firstDay = daysFromCivil(year, 1, 1)
  const length = daysFromCivil(year + 1, 1, 1) - firstDay
  const startOf = (day: number): EpochSeconds =>
    epochSeconds(day * DAY - offsetAt(compiled, epochSeconds(day * DAY)))
  const [start, end] = [startOf(firstDay), startOf(firstDay + length)]
  const xOf = (at: number): number => Math.round((1 + ((at - start) / (end - start)) * (WIDTH - 2)) * 10) / 10
  const changes = changesBetween(zone, start, end)
  const parts = [start, ...changes.map(({ at }) => at)].map((from, index) => ({
    from,
    until: changes[index]?.at ?? end,
    type: intervalAt(compiled, from).type,
  }))
  // Where the bar changes its colour, the clock may stay: Vancouver's summer time became its standard time.
  const dated = changes.filter(
    (change) => shiftOf(change) !== 0 || change.before.type.isDst !== change.after.type.isDst,
  )
  const said = parts.map(({ from, type }, index) => {
    const what = `${utcOffset(type.offset)}${type.isDst ? ' (daylight saving time)' : ''}`
    return index === 0 ? what : `from ${dateInWords(dayOf(from, type.offset))} ${what}`
  })
  return html`<figure>
    <svg
      class="pic"
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      width="${WIDTH}"
      height="${HEIGHT}"
      role="img"
      aria-label="${`Offsets of ${zone.iana} in ${year}: ${said.join(', ')}.`}"
    >
      ${parts.map(({ from, until, type }) => {
        const [x, width] = [xOf(from), xOf(until) - xOf(from)]
        const label = `${utcOffset(type.offset)}${/^[A-Z]/i.test(type.abbreviation) ? ` ${type.abbreviation}` : ''}`
        return html`<rect
            class="${type.isDst ? 'f-dst' : 'f-std'}"
            x="${x}"
            y="${TOP}"
            width="${Math.round(width * 10) / 10}"
            height="${BOTTOM - TOP}"
          ></rect>
          ${width < label.length * 8 ? null : html`<text class="mid ${width < 200 ? 'wide-only ' : ''}${type.isDst ? 't-on-day' : 't-on-night'}" x="${x + width / 2}" y="${TOP + 22}">${label}</text>`}`
      })}
      ${Array.from({ length: 12 }, (_, month) => {
        const name = monthName(month + 1).slice(0, 3)
        const [x, next] = [
          xOf(startOf(daysFromCivil(year, month + 1, 1))),
          xOf(startOf(daysFromCivil(year, month + 2, 1))),
        ]
        return html`<path class="s-line" d="M${x} ${TOP - 4}v4"></path>
          <text class="t-quiet mid" x="${(x + next) / 2}" y="${TOP - 10}">${name}</text>`
      })}
      ${dated.map(
        ({ at, before }, index) =>
          html`<path class="s-line" d="M${xOf(at)} ${TOP}V${BOTTOM + 8}"></path> ${below(
              shortDate(dayOf(at, before.type.offset)).replace(/ \d+$/, ''),
              xOf(at),
              'mid',
              dated.slice(Math.max(0, index - 1), index).map((other) => xOf(other.at)),
            )}`,
      )}
      <path class="s-now" d="M${xOf(now)} ${TOP - 6}V${BOTTOM + 6}"></path>
      ${below(
        'today',
        xOf(now),
        't-now mid',
        dated.map(({ at }) => xOf(at)),
      )}
    </svg>
    <figcaption>
      ${year}${parts.some(({ type }) => type.isDst) ? ': standard time dark, daylight saving time bright' : ', without daylight saving time'};
      the line is today.
    </figcaption>
  </figure>`
}

/** A label below the bar. Null when another one is too near: on a small screen letters are nearly twice as large. */
function below(words: string, x: number, kind: string, others: readonly number[]): Html | null {
  const room = Math.min(...others.map((other) => Math.abs(other - x)))
  if (room < 48) return null
  return html`<text class="${kind}${room < 84 ? ' wide-only' : ''}" x="${inside(x)}" y="${BOTTOM + 22}"
    >${words}</text
  >`
}

/** The position of a label's middle, moved so that the label is not cut off. */
const inside = (x: number): number => Math.min(WIDTH - 34, Math.max(34, x))
