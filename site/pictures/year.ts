// The year of a zone as a picture: one bar with a part for each offset; changes and today are marked.
import type { Zone } from '#ask/zones.ts'
import { civilFromDays, DAY, daysFromCivil } from '#core/time/civil.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { MONTHS } from '#core/zone/line-in-words.ts'
import { intervalAt, offsetAt } from '#core/zone/offset-at.ts'
import { changesBetween, shiftOf } from '../words/changes.ts'
import { html, type Html, type Insert } from '../frame/html.ts'
import { dateInWords, dayInBrief, dayOf, utcOffset } from '../words/times.ts'
import { HANGING, label, pictured, tenths, timeBar } from './drawing.ts'

const WIDTH = 720
const HEIGHT = 108
const [TOP, BOTTOM] = [34, 70]
/** The widths of a letter on wide and on small screens, where letters are more than twice as large. */
const [LETTER, LETTER_SMALL] = [8, 17]
/** Between the middles of labels below the bar, on wide and on small screens. */
const [APART, APART_SMALL] = [48, 92]

/** The calendar year that the zone's clock shows. */
export function yearPicture(zone: Zone, now: EpochSeconds): Html {
  const compiled = zone.compiled()
  const { year } = civilFromDays(dayOf(now, offsetAt(compiled, now)))
  const firstDay = daysFromCivil(year, 1, 1)
  const length = daysFromCivil(year + 1, 1, 1) - firstDay
  const startOf = (day: number): EpochSeconds =>
    epochSeconds(day * DAY - offsetAt(compiled, epochSeconds(day * DAY)))
  const [start, end] = [startOf(firstDay), startOf(firstDay + length)]
  const xOf = (at: number): number => tenths(1 + ((at - start) / (end - start)) * (WIDTH - 2))
  const monthX = (index: number): number => xOf(startOf(daysFromCivil(year, index + 1, 1)))
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
    <svg${pictured('pic', WIDTH, HEIGHT, `Offsets of ${zone.iana} in ${year}: ${said.join(', ')}.`)}>
      ${parts.map(({ from, until, type }) => timeBar(type, xOf(from), TOP, tenths(xOf(until) - xOf(from)), BOTTOM - TOP))}
      <path class="s-now" d="M${xOf(now)} ${TOP - 6}V${BOTTOM + 8}"></path>
      ${parts.map(({ from, until, type }) => {
        const offset = utcOffset(type.offset)
        const name = /^[A-Z]/i.test(type.abbreviation) ? ` ${type.abbreviation}` : ''
        const letters = offset.length + name.length
        // A label stands beside the line of today where it has room there. Without any label a part would seem to have another's offset.
        const [left, right] = [xOf(from), xOf(until)]
        const today = Math.min(right, Math.max(left, xOf(now)))
        const longer = Math.max(today - left, right - today)
        const isBeside = longer >= letters * LETTER
        const [x, width] = [
          isBeside && today - left < longer ? today : left,
          isBeside ? longer : right - left,
        ]
        // What a small screen has no room for: first the name, then the letters of UTC.
        const most = width / LETTER_SMALL
        const onWide = (words: string, needed: number): Insert =>
          most < needed ? html`<tspan class="wide-only">${words}</tspan>` : words
        return width < letters * LETTER
          ? null
          : label(
              `on-bar mid ${most < 6 ? 'wide-only ' : ''}${type.isDst ? 't-on-day' : 't-on-night'}`,
              Math.round(x + width / 2),
              (TOP + BOTTOM) / 2,
              [onWide('UTC', offset.length), offset.slice(3), onWide(name, letters)],
              { dy: '0.35em' },
            )
      })}
      ${MONTHS.map((name, index) => {
        const [x, next] = [monthX(index), monthX(index + 1)]
        return html`<path class="s-line" d="M${x} ${TOP - 4}v4"></path>
          ${label(`t-quiet mid${index % 2 === 0 ? '' : ' wide-only'}`, Math.round((x + next) / 2), TOP - 10, name.slice(0, 3))}`
      })}
      ${dated.map(
        ({ at, before }, index) =>
          html`<path class="s-line" d="M${xOf(at)} ${TOP}V${BOTTOM + 8}"></path> ${dateBelow(
              dayInBrief(dayOf(at, before.type.offset)).slice(4),
              xOf(at),
              xOf(dated[index - 1]?.at ?? start - 1e9),
            )}`,
      )}
      ${todayBelow(
        xOf(now),
        dated.map(({ at }) => xOf(at)),
      )}
    </svg>
    <figcaption>
      ${year}${parts.some(({ type }) => type.isDst) ? ': standard time dark, daylight saving time bright' : ', without daylight saving time'};
      the line is today.
    </figcaption>
  </figure>`
}

/** A label below the bar. */
const below = (words: string, x: number, look: string): Html => label(look, x, BOTTOM + 11, words, HANGING)

/** The date of a change. Null when the one before it is too near. */
function dateBelow(words: string, x: number, before: number): Html | null {
  const room = x - before
  return room < APART ? null : below(words, inside(x), `mid${room < APART_SMALL ? ' wide-only' : ''}`)
}

/** The label of today's line, as near to it as the dates of changes leave room: on small screens it may stand elsewhere, or nowhere. */
function todayBelow(x: number, dates: readonly number[]): Insert {
  // The middle of a label that is twice `half` wide, when those of dates are `apart` from its own.
  const middleFor = (half: number, apart: number): number | null => {
    const from = Math.max(0, ...dates.filter((date) => date <= x).map((date) => date + apart - half))
    const until = Math.min(WIDTH, ...dates.filter((date) => date > x).map((date) => date - apart + half))
    return until - from < 2 * half ? null : Math.min(until - half, Math.max(from + half, x))
  }
  const [wide, small] = [middleFor(20, APART), middleFor(42, APART_SMALL)]
  if (wide === small) return wide === null ? null : below('today', wide, 't-now mid')
  return [
    wide === null ? null : below('today', wide, 't-now mid wide-only'),
    small === null ? null : below('today', small, 't-now mid narrow-only'),
  ]
}

/** The position of a label's middle, moved so that the label is not cut off. */
const inside = (x: number): number => Math.min(WIDTH - APART_SMALL / 2, Math.max(APART_SMALL / 2, x))
