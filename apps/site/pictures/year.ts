// The year of a zone, or of two clocks, as a picture: one bar with a part for each offset or difference; changes and today are marked.
import type { Zone } from '#core/ask/zones.ts'
import { civilFromDays, DAY, daysFromCivil } from '#core/time/civil.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { MONTHS } from '#core/zone/line-in-words.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { intervalAt, offsetAt } from '#core/zone/offset-at.ts'
import { changesBetween, shiftOf } from '../words/changes.ts'
import { apartInBrief, apartInWords, spellsBetween, usualOf } from '../words/differences.ts'
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

/** A part of the strip of a year. */
interface Part {
  readonly from: EpochSeconds
  readonly until: EpochSeconds
  /** Whether it is bright: the time of daylight saving time, or of another difference than the usual one. */
  readonly isBright: boolean
  /** The words on it. Where room lacks, the last are left out first, and then the first. */
  readonly words: readonly [before: string, figures: string, name: string]
}

/** A year, or some months, as one bar with parts, dates below it and a line for today. */
interface Year {
  readonly title: string
  readonly caption: Insert
  readonly now: EpochSeconds
  readonly end: EpochSeconds
  /** The starts of the months, which have their names in this order from `first` on, 0 for January. */
  readonly months: readonly EpochSeconds[]
  readonly first: number
  readonly parts: readonly Part[]
  /** Instants below the bar, with the days on which they are, since 1970-01-01. */
  readonly dated: readonly { readonly at: EpochSeconds; readonly day: number }[]
}

/** The starts of some months and the end of the last one, on a clock. */
function monthsFrom(zone: CompiledZone, year: number, month: number, count: number) {
  const startOf = (index: number): EpochSeconds => {
    const day = daysFromCivil(year + Math.floor((month - 1 + index) / 12), ((month - 1 + index) % 12) + 1, 1)
    return epochSeconds(day * DAY - offsetAt(zone, epochSeconds(day * DAY)))
  }
  return { months: Array.from({ length: count }, (_, index) => startOf(index)), end: startOf(count) }
}

/** The calendar year that the zone's clock shows. */
export function yearPicture(zone: Zone, now: EpochSeconds): Html {
  const compiled = zone.compiled()
  const { year } = civilFromDays(dayOf(now, offsetAt(compiled, now)))
  const { months, end } = monthsFrom(compiled, year, 1, 12)
  const [start = now] = months
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
  const kinds = parts.some(({ type }) => type.isDst)
    ? ': standard time dark, daylight saving time bright'
    : ', without daylight saving time'
  return strip({
    title: `Offsets of ${zone.iana} in ${year}: ${said.join(', ')}.`,
    caption: `${year}${kinds}; the line is today.`,
    now,
    end,
    months,
    first: 0,
    parts: parts.map(({ from, until, type }) => ({
      from,
      until,
      isBright: type.isDst,
      words: [
        'UTC',
        utcOffset(type.offset).slice(3),
        /^[A-Z]/i.test(type.abbreviation) ? ` ${type.abbreviation}` : '',
      ],
    })),
    dated: dated.map(({ at, before }) => ({ at, day: dayOf(at, before.type.offset) })),
  })
}

/** The present month and the twelve after it, so that all of the coming year is seen: how far one clock is ahead of another. `names`: those of their places. */
export function apartPicture(
  [one, other]: readonly [CompiledZone, CompiledZone],
  names: readonly [string, string],
  now: EpochSeconds,
): Html {
  const { year, month } = civilFromDays(dayOf(now, offsetAt(one, now)))
  const { months, end } = monthsFrom(one, year, month, 13)
  const spells = spellsBetween(one, other, months[0] ?? now, end)
  const usual = usualOf(spells)
  const dayIn = (at: EpochSeconds): number => dayOf(at, offsetAt(one, at))
  const said = spells.map(
    ({ from, ahead }, index) =>
      `${index === 0 ? '' : `from ${dateInWords(dayIn(from))} `}${apartInWords(ahead)}`,
  )
  return strip({
    title: `${names[1]} and ${names[0]} in thirteen months: ${said.join(', ')}.`,
    caption: html`How far ${names[1]} is from
    ${names[0]}${spells.length < 2 ? ', all year the same' : ': the usual difference dark, another one bright'};
    the line is today.`,
    now,
    end,
    months,
    first: month - 1,
    parts: spells.map(({ from, until, ahead }) => ({
      from,
      until,
      isBright: ahead !== usual,
      words: ['', apartInBrief(ahead), ''],
    })),
    dated: spells.slice(1).map(({ from }) => ({ at: from, day: dayIn(from) })),
  })
}

function strip({ title, caption, now, end, months, first, parts, dated }: Year): Html {
  const [start = now] = months
  const xOf = (at: number): number => tenths(1 + ((at - start) / (end - start)) * (WIDTH - 2))
  return html`<figure>
    <svg${pictured('pic', WIDTH, HEIGHT, title)}>
      ${parts.map(({ from, until, isBright }) => timeBar({ isDst: isBright }, xOf(from), TOP, tenths(xOf(until) - xOf(from)), BOTTOM - TOP))}
      <path class="s-now" d="M${xOf(now)} ${TOP - 6}V${BOTTOM + 8}"></path>
      ${parts.map(({ from, until, isBright, words: [before, shown, name] }) => {
        const letters = before.length + shown.length + name.length
        // A label stands next to the line of today if it fits there. Each part needs one, or it seems to have its neighbour's offset.
        const [left, right] = [xOf(from), xOf(until)]
        const today = Math.min(right, Math.max(left, xOf(now)))
        const longer = Math.max(today - left, right - today)
        const isBeside = longer >= letters * LETTER
        const [x, width] = [
          isBeside && today - left < longer ? today : left,
          isBeside ? longer : right - left,
        ]
        // Dropped on a small screen: first the name, then the letters of UTC.
        const most = width / LETTER_SMALL
        const onWide = (words: string, needed: number): Insert =>
          most < needed ? html`<tspan class="wide-only">${words}</tspan>` : words
        return width < letters * LETTER
          ? null
          : label(
              `on-bar mid ${most < shown.length ? 'wide-only ' : ''}${isBright ? 't-on-day' : 't-on-night'}`,
              Math.round(x + width / 2),
              (TOP + BOTTOM) / 2,
              [onWide(before, before.length + shown.length), shown, onWide(name, letters)],
              { dy: '0.35em' },
            )
      })}
      ${months.map((at, index) => {
        const [x, next] = [xOf(at), xOf(months[index + 1] ?? end)]
        return html`<path class="s-line" d="M${x} ${TOP - 4}v4"></path>
          ${label(`t-quiet mid${index % 2 === 0 ? '' : ' wide-only'}`, Math.round((x + next) / 2), TOP - 10, MONTHS[(first + index) % 12]?.slice(0, 3) ?? '')}`
      })}
      ${dated.map(
        ({ at, day }, index) =>
          html`<path class="s-line" d="M${xOf(at)} ${TOP}V${BOTTOM + 8}"></path> ${dateBelow(
              dayInBrief(day).slice(4),
              xOf(at),
              xOf(dated[index - 1]?.at ?? start - 1e9),
            )}`,
      )}
      ${todayBelow(
        xOf(now),
        dated.map(({ at }) => inside(xOf(at))),
      )}
    </svg>
    <figcaption>${caption}</figcaption>
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
