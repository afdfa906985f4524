// The parts of the page of meetings about a day: its hours in every place, its clock changes, and the best times of two weeks.
import {
  bestTimes,
  columnsOf,
  isAgain,
  otherTrades,
  suitsAt,
  watchOf,
  worstIn,
  type Column,
  type Proposal,
  type Suits,
  type Watch,
} from '../words/meeting.ts'
import { groupBy } from '#core/group-by.ts'
import { DAY, weekdayOf } from '#core/time/civil.ts'
import { addYears } from '#core/time/moment.ts'
import { epochSeconds, offsetSeconds, type EpochSeconds } from '#core/time/units.ts'
import { startOfLocalDay } from '#core/zone/local-day.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { durationInWords } from '../words/changes.ts'
import { apartInWords, spellInWords, spellsBetween, type Spell } from '../words/differences.ts'
import { withTimes } from '../frame/hours.ts'
import { attributes, html, type Html, type Insert } from '../frame/html.ts'
import { listInWords } from '../words/list-in-words.ts'
import { inLine, link, section } from '../frame/parts.ts'
import { LENGTHS, type Meeting, type Attendant } from './meeting-question.ts'
import { dateInWords, dayInBrief, dayOf, shownAt, timeOf, UTC, utcOffset, WEEKDAYS } from '../words/times.ts'

/** How many times are proposed, and for how many days. */
const [PROPOSALS, DAYS] = [3, 14]
/** Most places for which times are sought that differ in who gives way. */
const MOST_TRADING = 8
/** Most places that a reason names. */
const MOST_NAMED = 3

/** A link that chooses a time leads to what can be done with it, below the hours. */
const TO_CHOSEN = '#chosen'

const WORDS: Readonly<Record<Suits, string>> = {
  work: 'working hours',
  awake: 'outside working hours',
  weekend: 'weekend',
  night: 'night',
}

/** Seconds that the meeting takes. */
const lengthOf = ({ chosen, length }: Meeting): number =>
  chosen === null ? length : chosen.until - chosen.from

/** The best times of the coming two weeks, or of the two weeks from the shown day. `leftOut`: names that are no place yet. */
export function theProposals(meeting: Meeting, leftOut: readonly string[], now: EpochSeconds): Html | null {
  const { places, day, addressOf } = meeting
  if (places.length < 2) return null
  const [first] = places
  const from = Math.max(day, dayOf(now, offsetAt(first.zone, now)))
  const minutes = lengthOf(meeting) / 60
  const asked = { day: from, days: DAYS, minutes, notBefore: now }
  const ofDays = bestTimes(places, { ...asked, count: PROPOSALS })
  const [winner] = ofDays
  if (winner === undefined) return null
  // Where somebody must give way, others may do so instead. Where nobody must, or nobody else can, other days are proposed.
  const isForAll = winner.suits.every((kind) => kind === 'work')
  const trades = isForAll || places.length > MOST_TRADING ? [] : otherTrades(places, asked, winner)
  const best = trades.length === 0 ? ofDays : [winner, ...trades.slice(0, PROPOSALS)]
  const reasons = best.map((proposal) => reasonOf(places, proposal))
  // Three days with one reason have it said once.
  const common = reasons.every((reason) => reason === reasons[0]) ? reasons[0] : null
  const lacking = isForAll
    ? null
    : winner.suits.includes('night') || winner.suits.includes('weekend')
      ? 'No time suits everyone.'
      : 'No time is in everyone’s working hours.'
  return section(
    `Best times in the two weeks from ${dayInBrief(from)}`,
    html`${theLengths(meeting)}
      <p>
        ${lacking === null ? 'By' : trades.length === 0 ? `${lacking} These come closest, by` : `${lacking} These differ in who gives way, by`}
        the clock of ${first.name}. ${common === null ? null : withTimes(common ?? '')}
        ${leftOut.length === 0 ? null : html`<strong>Without ${listInWords(leftOut)}</strong>: which place that is, is not known yet.`}
      </p>
      <ol class="best">
        ${best.map((proposal, index) => {
          const [start, end] = [shownAt(first.zone, proposal.from), shownAt(first.zone, proposal.until)]
          const when = `${dayInBrief(start.day)}, ${start.time} to ${end.time}${start.day === end.day ? '' : ` on ${dayInBrief(end.day)}`}`
          return html`<li>
            ${link(`${addressOf(proposal)}${TO_CHOSEN}`, withTimes(when))}
            ${common === null ? html`<span class="quiet">${withTimes(reasons[index] ?? '')}</span>` : null}
          </li>`
        })}
      </ol>`,
    'best',
  )
}

/** Lengths to choose from. */
function theLengths(meeting: Meeting): Html {
  const { addressOf, addressOfLength, chosen } = meeting
  const length = lengthOf(meeting) / 60
  return html`<p class="lengths no-print">
    Length:
    ${LENGTHS.map((minutes) => {
      const href =
        chosen === null
          ? addressOfLength(minutes)
          : addressOf({ from: chosen.from, until: epochSeconds(chosen.from + minutes * 60) })
      return html` <a${attributes({ href, 'aria-current': minutes === length ? 'true' : null })}>${minutes}&nbsp;min</a>`
    })}
  </p>`
}

/**
 * The effect of the weeks in which clocks are another time apart: where a time is chosen, to a meeting of every week; else to the difference.
 * Null: for a year nothing does.
 */
export function theOtherWeeks({ places, chosen }: Meeting, now: EpochSeconds): Html | null {
  const [first, ...others] = places
  const from = chosen?.from ?? now
  const said = others.slice(0, MOST_TRADING).flatMap((place) => {
    const spells = spellsBetween(first.zone, place.zone, from, addYears(from, 1))
    const ahead = spells[0]?.ahead ?? 0
    const timeAt = (spell: Spell): string =>
      chosen === null
        ? `${apartInWords(spell.ahead)} ${first.name}`
        : timeOf(chosen.from, offsetSeconds(offsetAt(first.zone, chosen.from) + spell.ahead))
    const parts = Array.from(
      groupBy(
        spells.filter((spell) => spell.ahead !== ahead),
        timeAt,
      ),
      ([time, of]) => `${time} ${listInWords(of.map((spell) => spellInWords(spell, first.zone, from)))}`,
    )
    const usual =
      chosen === null ? `${apartInWords(ahead)} ${first.name}` : shownAt(place.zone, chosen.from).time
    return parts.length === 0
      ? []
      : html`<li><strong>${place.name}</strong>: ${withTimes(`${usual}, but ${parts.join('; ')}.`)}</li>`
  })
  if (said.length === 0) return null
  const what =
    chosen === null
      ? 'In some weeks of the coming year clocks are another time apart:'
      : `Every week at ${shownAt(first.zone, chosen.from).time} in ${first.name}, it is in other places:`
  return html`<p>${withTimes(what)}</p>
    <ul>
      ${said}
    </ul>`
}

/** Why a time was proposed: "Working hours in Zurich and New York; early in Sydney (07:00)." The hour is the first that is so. */
function reasonOf(places: readonly Attendant[], { from, until, suits }: Proposal): string {
  const of = (kind: Suits): Attendant[] => places.filter((_, index) => suits[index] === kind)
  const outside = (['night', 'weekend', 'awake'] as const).flatMap((kind) =>
    of(kind).map((place) => {
      const { at } = worstIn(watchOf(place, epochSeconds(from - DAY), until), from, until)
      const { day, minute, time } = shownAt(place.zone, at)
      if (kind === 'night') return `night in ${place.name} (${time})`
      if (kind === 'weekend') return `weekend in ${place.name} (${WEEKDAYS[weekdayOf(day)]} ${time})`
      return `${minute < place.work.from ? 'early' : 'late'} in ${place.name} (${time})`
    }),
  )
  const working = of('work').map(({ name }) => name)
  const well =
    outside.length === 0
      ? 'Working hours everywhere'
      : working.length === 0
        ? ''
        : `Working hours in ${working.length > MOST_NAMED ? `${working.length} of ${places.length} places` : listInWords(working)}; `
  const more = outside.length - MOST_NAMED
  const text =
    well +
    listInWords(more < 2 ? outside : [...outside.slice(0, MOST_NAMED), `${more} more outside working hours`])
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** The hours of the day in every place. `hasBest`: the best times of two weeks stand below. */
export function theDay(meeting: Meeting, now: EpochSeconds, hasBest: boolean): Html | null {
  const { places, day, addressOf, addressOfDay } = meeting
  const [first, ...others] = places
  const [start, end] = [startOfLocalDay(first.zone, day), startOfLocalDay(first.zone, day + 1)]
  const watches = places.map((place) => watchOf(place, epochSeconds(start - DAY), epochSeconds(end + DAY)))
  const columns = columnsOf(watches, start, end)
  const daysBeside = html`<p class="actions no-print days">
    ${link(addressOfDay(day - 1), `← ${dayInBrief(day - 1)}`)}
    ${link(addressOfDay(day + 1), `${dayInBrief(day + 1)} →`)}
  </p>`
  if (columns.length === 0) {
    const words = html`<p class="standing">Clocks in ${first.name} skipped this day.</p>`
    return section(dateInWords(day), html`${words} ${daysBeside}`)
  }
  const good = columns.filter(
    ({ at, until, skipped }) =>
      skipped === null && watches.every((watch) => worstIn(watch, at, until).suits === 'work'),
  )
  const hrefOf = (at: EpochSeconds): string =>
    `${addressOf({ from: at, until: epochSeconds(at + lengthOf(meeting)) })}${TO_CHOSEN}`
  const [head, ...body] = watches.map((watch, index) =>
    cellsOf(watch, index, columns, meeting, index === 0 ? hrefOf : null),
  )
  return section(
    dateInWords(day),
    html`${daysBeside}
      <p class="standing">
        ${
          good.length === 0
            ? 'No hour of this day is in everyone’s working hours.'
            : html`Everyone’s working hours (${first.name} time):
              ${inLine(good.map(({ at }) => link(hrefOf(at), withTimes(shownAt(first.zone, at).time))))}.`
        }
        ${!hasBest ? null : html`<a class="no-print" href="#best">Best times</a>`}
      </p>
      <p class="hint no-print" id="keys" hidden>
        Click or drag to choose. With the keyboard: an arrow moves an hour, digits go to an hour, Shift and an
        arrow select more, Enter confirms.
      </p>
      <div class="scroll grid" tabindex="0" role="region" aria-label="The hours of the day in every place">
        <table class="hours" role="table">
          <caption class="unseen">
            The hours of ${dateInWords(day)} in every place; a column is one moment.
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              ${headOf(first, start, end, 'col')} ${head ?? null}
            </tr>
          </thead>
          <tbody role="rowgroup">
            ${others.map(
              (place, index) =>
                html`<tr role="row">
                  ${headOf(place, start, end, 'row')} ${body[index] ?? null}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <ul class="legend hours" aria-hidden="true">
        ${(['work', 'awake', 'weekend', 'night'] as const).map((kind) => html`<li><span class="${kind}">12</span> ${WORDS[kind]}</li>`)}
        <li><span class="work on">12</span> chosen</li>
      </ul>
      ${theMoves(places, watches, start, end)} ${meeting.chosen === null ? theOtherWeeks(meeting, now) : null}
      <p class="quiet small">Public holidays are not included.</p>`,
    'hours',
  )
}

/** The head of a place, with its offset at the start of the day and, where it changes, at the end. */
function headOf(
  { name, detail, zone }: Attendant,
  start: EpochSeconds,
  end: EpochSeconds,
  scope: 'col' | 'row',
) {
  const [offset, then] = [start, epochSeconds(end - 1)].map((at) => utcOffset(offsetAt(zone, at)))
  const words = `${detail === null || detail === name ? '' : `${detail}, `}${offset}${then === offset ? '' : `, then ${then}`}`
  return html`<th scope="${scope}" role="${scope === 'col' ? 'columnheader' : 'rowheader'}">
    ${name}<span class="sign">${words}</span>
  </th>`
}

/** The cells of one place. Those of the first place are heads and links. */
function cellsOf(
  watch: Watch,
  index: number,
  columns: readonly Column[],
  { chosen }: Meeting,
  hrefOf: ((at: EpochSeconds) => string) | null,
): Html[] {
  const cell = (look: string, text: Html, more: Html | null = null): Html =>
    hrefOf === null
      ? html`<td role="cell" class="${look}">${text}</td>`
      : html`<th scope="col" role="columnheader" class="${look}" ${more}>${text}</th>`
  let shown = Number.NaN
  return columns.map(({ at, until, skipped }) => {
    if (skipped !== null) {
      const wall = skipped[index] ?? null
      if (wall === null)
        return cell('gap', html`<span class="sign">${hrefOf === null ? '' : 'change'}</span>`)
      return cell(
        'gap',
        html`<s>${withTimes(timeOf(epochSeconds(wall), UTC))}</s><span class="sign">skipped</span>`,
      )
    }
    const offset = watch.offsetAt(at)
    const day = dayOf(at, offset)
    const kind = suitsAt(watch, at)
    const isOn = chosen !== null && at < chosen.until && until > chosen.from
    const signs = [isAgain(watch, at) ? 'again' : '', day === shown ? '' : dayInBrief(day).slice(0, 6)]
    shown = day
    const time = withTimes(timeOf(at, offset))
    // An hour may be entered in its middle too.
    const half = epochSeconds(at + 1800)
    const halfLink =
      hrefOf === null || until <= half
        ? null
        : html`<a class="half" href="${hrefOf(half)}" aria-label="${timeOf(half, watch.offsetAt(half))}"
            >${timeOf(half, watch.offsetAt(half)).slice(2, 5)}</a
          >`
    const text = html`${hrefOf === null ? time : link(hrefOf(at), time)}${halfLink}${signs.map((sign) => (sign === '' ? null : html`<span class="sign">${sign}</span>`))}<span
        class="unseen"
      >
        ${WORDS[kind]}${isOn ? ', chosen' : ''}</span
      >`
    // The end of the column is for the script, which makes a range of several.
    const ends = () => ({
      'data-until': timeOf(until, watch.offsetAt(until)),
      'data-later': isAgain(watch, until),
    })
    return cell(isOn ? `${kind} on` : kind, text, hrefOf === null ? undefined : attributes(ends()))
  })
}

/** The changes of clocks on this day, in sentences. */
function theMoves(
  places: readonly Attendant[],
  watches: readonly Watch[],
  start: EpochSeconds,
  end: EpochSeconds,
): Insert {
  const said = places.flatMap(({ name }, index) =>
    (watches[index]?.moves ?? [])
      .filter(({ at }) => at >= start && at < end)
      .map(({ at, before, after }) => {
        const [was, is] = [timeOf(at, before), timeOf(at, after)]
        const what = after > before ? `${was} to ${is} does not happen` : `${is} to ${was} happens twice`
        return html`<li>
          <strong>${name}</strong>:
          ${withTimes(
            `clocks go ${after > before ? 'forward' : 'back'} ${durationInWords(after - before)} at ${was} on ${dateInWords(dayOf(at, before))}, from ${utcOffset(before)} to ${utcOffset(after)}: ${what}.`,
          )}
        </li>`
      }),
  )
  return said.length === 0
    ? null
    : html`<ul>
        ${said}
      </ul>`
}
