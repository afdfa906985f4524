// Clocks as a list: name, time, day, how far each is from the first one, and the shades of a day and a half of night, work and free time.
import { OFFICE, suitsAt, watchOf, type Suits } from '../words/meeting.ts'
import { fold } from '#core/text/fold.ts'
import { DAY } from '#core/time/civil.ts'
import { formatDateTime } from '#core/time/moment.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { pathOf } from '#serve/urls.ts'
import { attributes, html, type Html } from '../frame/html.ts'
import { apartInBrief } from '../words/differences.ts'
import { dayInBrief, dayOf, minuteOf, shownAt, tickingFrom, utcOffset } from '../words/times.ts'
import type { Attendant } from './meeting-question.ts'

const HOUR = 3600
/** Seconds of a step of the slider, and the steps of its way. The script has the same. */
const STEP = 900
export const STEPS = 120
/** Hours before the moment that is shown. Of one that somebody chose, people want to see both sides. */
const BEFORE = { now: 6, chosen: 12 } as const

/** Where the slider begins. */
function startOf(now: EpochSeconds, at: EpochSeconds | null): EpochSeconds {
  const hour = (one: number): number => Math.floor(one / HOUR) * HOUR
  const start = hour(now) - BEFORE.now * HOUR
  const isNear = at === null || (at >= start && at <= start + STEP * STEPS)
  return epochSeconds(isNear ? start : hour(at) - BEFORE.chosen * HOUR)
}

/** `+1 day`. Empty: it is the same day. */
const daysApart = (days: number): string =>
  days === 0 ? '' : `${days > 0 ? '+' : '−'}${Math.abs(days)} day${Math.abs(days) === 1 ? '' : 's'}`

/** The page of a place. Null: an offset has none. */
function pageOf({ city, clock }: Attendant): string | null {
  if (city !== null) return `/cities/${city.slug}`
  if (clock.kind === 'standard') return `/abbreviations/${clock.standard.slug}`
  return clock.kind === 'zone' && clock.zone.listed ? `/timezones/${pathOf(clock.zone.iana)}` : null
}

/** The reading of a clock at an instant, in the words of the list. `base`: the clock that it is compared with; null: UTC. */
export function shownOn(place: Attendant, base: Attendant | null, at: EpochSeconds) {
  const here = shownAt(place.zone, at)
  const there = base === null ? here : shownAt(base.zone, at)
  const watch = watchOf(place, epochSeconds(at - DAY), at)
  return {
    ...here,
    date: dayInBrief(here.day),
    apart:
      base === null || place === base ? utcOffset(here.offset) : apartInBrief(here.offset - there.offset),
    days: daysApart(here.day - there.day),
    suits: suitsAt(watch, at),
  }
}

/** The shades of a clock from an instant on, a path for each kind, and the midnights. */
function barOf(place: Attendant, start: EpochSeconds): Html {
  const end = epochSeconds(start + STEP * STEPS)
  const watch = watchOf(place, epochSeconds(start - DAY), end)
  const kinds = Array.from({ length: STEPS }, (_, step) => suitsAt(watch, epochSeconds(start + step * STEP)))
  const pathOfKind = (wanted: Suits): string =>
    kinds
      .flatMap((kind, step) => {
        if (kind !== wanted || kinds[step - 1] === wanted) return []
        const after = kinds.findIndex((other, index) => index > step && other !== wanted)
        return `M${step} 0h${(after < 0 ? STEPS : after) - step}v2H${step}z`
      })
      .join('')
  const midnights = kinds
    .flatMap((_, step) => {
      const [one, other] = [step - 1, step].map((its) => {
        const at = epochSeconds(start + its * STEP)
        return dayOf(at, watch.offsetAt(at))
      })
      return one === other || step === 0 ? [] : `M${step} 0v1`
    })
    .join('')
  const kindsShown = (['work', 'awake', 'weekend'] as const).map(
    (kind) => html`<path class="${kind}" d="${pathOfKind(kind)}" />`,
  )
  return html`<svg class="bar" viewBox="0 0 ${STEPS} 1" preserveAspectRatio="none" aria-hidden="true">
    ${kindsShown}
    <path class="midnight" d="${midnights}" />
    <path class="hand" />
  </svg>`
}

/** Hours between two marks of the scale. */
const MARKS = 3

/** The hours of the first clock over the shades of all, every third of them. Where its clock moves within a mark, the marks move with it. */
export function hourScale(
  { zone }: Pick<Attendant, 'zone'>,
  now: EpochSeconds,
  at: EpochSeconds | null,
): Html {
  const start = startOf(now, at)
  const hours = Array.from({ length: (STEPS * STEP) / HOUR }, (_, index) => {
    const instant = epochSeconds(start + index * HOUR)
    return { x: (index * HOUR) / STEP, local: instant + offsetAt(zone, instant) }
  })
  const marks = hours.filter(({ local }) => Math.floor(local / HOUR) % MARKS === 0)
  return html`<svg class="scale-of-hours" viewBox="0 0 ${STEPS} 5" aria-hidden="true">
    ${marks.map(({ x, local }) => html`<text x="${x}" y="3.8">${((Math.floor(local / HOUR) % 24) + 24) % 24}</text>`)}
  </svg>`
}

const SHADES = [
  ['work', 'working hours'],
  ['awake', 'awake'],
  ['weekend', 'weekend'],
  ['night', 'night, 22 to 7'],
  ['midnight', 'midnight'],
  ['hand', 'the time shown'],
] as const

/** What the shades of clocks mean. */
export const shadesLegend = (): Html =>
  html`<ul class="legend shades">
    ${SHADES.map(([kind, words]) => html`<li><i class="${kind}"></i>${words}</li>`)}
  </ul>`

/** The actions on a clock of a list. */
type Controls = (place: Attendant) => readonly [before: Html | null, after: Html | null]

interface Looks {
  /** Whether each clock has the shades of its day. */
  readonly hasBars: boolean
  /** Whether they are compared with the first of them. If not, with the clock of the device, where a script knows it. */
  readonly isByFirst: boolean
  /** Whether a script puts the clocks there that the device remembers. */
  readonly isKept?: boolean
  /** Attributes of the links: those of a frame open outside it. */
  readonly link?: Readonly<Record<string, string>>
  readonly controls?: Controls
}

/** The list. `at`: the moment that it shows; null: it ticks, from `now` on. */
export function clockList(
  places: readonly Attendant[],
  now: EpochSeconds,
  at: EpochSeconds | null,
  { hasBars, isByFirst, isKept = false, link = {}, controls }: Looks,
): Html {
  const start = startOf(now, at)
  const shown = minuteOf(at ?? now)
  const base = isByFirst ? (places[0] ?? null) : null
  const look = controls === undefined ? 'clocks few' : 'clocks'
  return html`<ol
    class="${look}"
    ${attributes({ 'data-start': start, 'data-shown-at': at === null ? null : shown, 'data-kept': isKept, 'data-by-device': !isByFirst })}
  >
    ${places.map((place) => clockItem(place, shownOn(place, base, shown), controls?.(place) ?? [null, null]))}
  </ol>`

  function clockItem(
    place: Attendant,
    its: ReturnType<typeof shownOn>,
    [before, after]: ReturnType<Controls>,
  ): Html {
    const { work, weekend, name, detail, token } = place
    const path = pageOf(place)
    const data = {
      class: its.suits,
      'data-token': token,
      'data-name': name,
      'data-work':
        work.from === OFFICE.from && work.until === OFFICE.until ? null : `${work.from} ${work.until}`,
      'data-weekend': weekend.join(' '),
    }
    return html`<li${attributes(data)}>
      ${before}
      <span class="name"
        >${path === null ? html`<b>${name}</b>` : html`<a${attributes({ href: path, ...link })}><b>${name}</b></a>`}
        <span class="quiet small of">${detail === null || fold(detail) === fold(name) ? null : detail}</span></span
      >
      <span class="sub small"
        ><span class="day">${its.date}</span> · <span class="apart">${its.apart}</span> ·
        <span class="suits">${its.suits}</span></span
      >
      ${hasBars ? barOf(place, start) : null}
      <time class="hm" datetime="${formatDateTime(shown, offsetAt(place.zone, shown))}" ${tickingFrom(place.zone, epochSeconds(Math.min(start, shown)))}
        >${its.time}</time
      >
      <span class="days small">${its.days}</span>
      ${after}
    </li>`
  }
}
