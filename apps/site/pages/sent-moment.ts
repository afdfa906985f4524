// The page of one moment to be sent to others, and its calendar file: cities shown next to it, its length, and whether a release has moved it.
import { convert, type ResolvedAmbiguity } from '#core/ask/convert.ts'
import { compiledClock } from '#core/ask/clock.ts'
import { readOnClockOf } from '#apps/search/typed-moment-on.ts'
import type { Zone } from '#core/ask/zones.ts'
import { hasWall } from '#core/formats/calendar.ts'
import { DAY } from '#core/time/civil.ts'
import { formatLocal } from '#core/time/moment.ts'
import { epochSeconds, type EpochSeconds, type LocalSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { resolveLocal } from '#core/zone/resolve-local.ts'
import type { Catalogue } from '#serve/catalogue.ts'
import { pathOf } from '#serve/urls.ts'
import { calendarLinks, momentCalendar, sentPath, sideOf, type MomentEvent } from './moment-calendar.ts'
import { daysInWords, durationInWords } from '../words/changes.ts'
import { answerCard, CARD_SCRIPTS, endOn } from './answer-card.ts'
import { answeredBy } from './answered.ts'
import { withTimes } from '../frame/hours.ts'
import { html, type Html } from '../frame/html.ts'
import { ownMoment } from './own-time.ts'
import { redirect, sitePage } from '../frame/page-at.ts'
import type { Page, Redirect, SiteDocument, Visit } from '../frame/page.ts'
import { factList, link, notice, section, table } from '../frame/parts.ts'
import {
  dateInWords,
  dayInCell,
  dayOf,
  isoDate,
  timeAndDate,
  timeOf,
  UTC,
  utcOffset,
  wallTime,
} from '../words/times.ts'
import { MOST_PLACES, placesIn, saidName, zoneMeant } from '../words/towns.ts'
import { gapTime } from '../words/warnings.ts'
import { clockLink } from '../words/zone-links.ts'

/** Cities in whose time a sent moment is also shown. */
const ELSEWHERE = `Pacific/Honolulu America/Los_Angeles America/New_York America/Sao_Paulo Europe/London
  Europe/Berlin Asia/Kolkata Asia/Shanghai Asia/Tokyo Australia/Sydney`.split(/\s+/)

/** Minutes that an event takes if its length is not given, and the most that a link can give. */
const [USUAL_LENGTH, MOST_MINUTES] = [60, 2 * 1440]

/** The minutes that the link of an event says. Null: none, or no number of them. */
function minutesIn(query: URLSearchParams): number | null {
  const minutes = Number(query.get('minutes') ?? 0)
  return Number.isInteger(minutes) && minutes > 0 && minutes <= MOST_MINUTES ? minutes : null
}

/** The latest instant that a link can say: the end of the year 9999. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000

/**
 * The instant that a link meant when it was sent: by the release that it names, where its clocks are available, else what the link itself says.
 * Null when neither says it.
 */
function sentAt(
  zone: Zone,
  local: LocalSeconds,
  resolution: 'earliest' | 'latest',
  query: URLSearchParams,
  { manifest, history }: Catalogue['artifact'],
): EpochSeconds | null {
  const [release, at] = [query.get('tz'), query.get('at')]
  const older = release === null || release === manifest.tz ? null : (history()?.clocks(release) ?? null)
  const compiled = older?.zone(zone.iana) ?? null
  if (compiled !== null) {
    const mapping = resolveLocal(compiled, local)
    return mapping.kind === 'unique' ? mapping.at : resolution === 'latest' ? mapping.later : mapping.earlier
  }
  const written = /^-?\d{1,12}$/.test(at ?? '') ? Number(at) : Number.NaN
  return Math.abs(written) <= LATEST ? epochSeconds(written) : null
}

/** One moment on the clock of a place: `/t/2027-03-28T09:00/Europe/Berlin`. */
export function showMoment(visit: Visit): Page | Redirect | SiteDocument | null {
  const { catalogue, now, identifier, query } = visit
  const { almanac, artifact, urls } = catalogue
  const [, when = '', where = '', ending = ''] = /^([^/]*)\/(.*?)(\.ics)?$/s.exec(identifier) ?? []
  const zone = almanac.zones.named(where)
  if (zone === null) return null
  const read = readOnClockOf(zone.iana, when, { almanac, now, reader: visit.visitor.zone, isStrict: false })
  // A calendar file has no room for a question or a sentence.
  if (read.kind !== 'one' && ending !== '') return null
  const form = `/convert?${new URLSearchParams({ from: zone.iana, at: when }).toString()}`
  // The form shows the moments to choose from.
  if (read.kind === 'several') return redirect(form)
  if (read.kind === 'fault')
    return sitePage({
      status: 404,
      title: 'There is no such moment',
      content: html`<p>${read.words} ${link(form, 'Convert another time')}.</p>`,
    })
  const { moment } = read
  // "In 2 hours" is an instant; the link says the clock of its place.
  if (moment.kind === 'instant')
    return redirect(sentPath(moment.at, zone, { name: '', to: [] }, artifact.manifest.tz))
  const wall = formatLocal(moment.local).replace(/:00$/, '')
  const path = `/t/${wall}/${pathOf(zone.iana)}`
  const rest = query.size === 0 ? '' : `?${query.toString()}`
  if (when !== wall || where !== zone.iana) return redirect(`${path}${ending}${rest}`)
  const asked = placesIn(query.get('to') ?? '', almanac).slice(0, MOST_PLACES)
  const resolution = query.get('resolution') === 'latest' ? 'latest' : 'earliest'
  const conversionTo = (to: readonly string[]) =>
    convert({ from: zone.iana, to, moment, resolution }, almanac, now)
  const meant = asked.length === 0 ? null : conversionTo(asked)
  const elsewhere = ELSEWHERE.filter((iana) => almanac.zones.named(iana) !== null)
  const converted = meant?.kind === 'converted' ? meant : conversionTo(elsewhere)
  if (converted.kind !== 'converted') return null
  const { at, from, to, ambiguity } = converted.conversion
  const release = query.get('tz')
  const sent = sentAt(zone, moment.local, resolution, query, artifact)
  const isOther = sent !== null && Math.floor(sent / 60) !== Math.floor(at / 60) && ambiguity === null
  const name = query.get('name')
  // The place by the name that the sender typed, if that name means the zone; else by the zone's name.
  const isItsName = name !== null && zoneMeant(name, almanac, now) === zone
  const place = saidName(isItsName ? name : zone.iana, { kind: 'zone', zone }, almanac)
  const minutes = minutesIn(query)
  const until = epochSeconds(at + (minutes ?? USUAL_LENGTH) * 60)
  const said = `${timeAndDate(at, from.offset)} in ${place}`
  const typed = { from: isItsName ? name : zone.iana, to: asked, moment: wall, said: '' }
  // Other cities than those of the link stand in the table below the card.
  const carded = meant === converted ? converted.conversion : { ...converted.conversion, to: [] }
  const answered = answeredBy(carded, typed, almanac)
  const title = ambiguity?.kind === 'gap' ? titleOfGap(ambiguity, place) : said
  const [summary, url] = [`${timeOf(at, from.offset)} in ${place}`, `${urls.web}${path}${rest}`]
  const event = { zone, at, until, summary, description: said, url }
  if (ending !== '') return momentCalendar(event, catalogue)
  const days = dayOf(at, from.offset) - dayOf(now, offsetAt(zone.compiled(), now))
  return sitePage({
    title,
    description: `${said} (${utcOffset(from.offset)}), in your own time and elsewhere.`,
    canonicalPath: path,
    crumbs: [['/convert', 'Convert a time']],
    scripts: CARD_SCRIPTS,
    content: html`
      ${ownMoment(at, visit.visitor)}
      ${isOther ? notice('bad', movedWords(at, sent, release, artifact.manifest.tz)) : null}
      ${answerCard(minutes === null ? answered : { ...answered, minutes }, visit, 'sent')}
      ${factList([
        ['UTC', withTimes(timeAndDate(at, UTC))],
        ['When', daysInWords(days)],
      ])}
      ${section(
        'Link to send',
        html`<p><code class="long" data-copy>${url}</code></p>
          <p class="quiet">Whoever opens it sees this moment in their own time.</p>`,
      )}
      ${section('In your calendar', keeping(event, `${path}.ics${rest}`))}
      ${
        meant === converted && minutes === null
          ? null
          : section(
              meant === converted ? 'From its beginning to its end' : 'Elsewhere',
              table(
                'The same moment elsewhere',
                ['Place', 'Time', 'Date', 'Offset'],
                to.map(({ clock, id, offset }, index) => [
                  clockLink(
                    clock,
                    saidName((meant === converted ? asked[index] : null) ?? id, clock, almanac),
                  ),
                  withTimes(
                    `${timeOf(at, offset)}${minutes === null ? '' : ` to ${endOn(compiledClock(clock), at, minutes)}`}`,
                  ),
                  dayInCell(dayOf(at, offset)),
                  utcOffset(offset),
                ]),
              ),
            )
      }
    `,
  })
}

/** Says that a link meant another instant when it was sent, by a release if it names one. `tz`: the release of this page. */
const movedWords = (at: EpochSeconds, sent: EpochSeconds, release: string | null, tz: string): string =>
  // No release can have moved what a link says by this same release: somebody has edited a part of it.
  release === tz
    ? `The parts of this link do not agree: its date and time are ${shownUtc(at)} UTC, but it also says ${shownUtc(sent)} UTC. This page shows its date and time.`
    : `A tz release has moved this moment since the link was made${release === null ? '' : ` with release ${release}`}: then it was ${shownUtc(sent)} UTC, by release ${tz} it is ${shownUtc(at)} UTC.`

/** A wall time that never happens, and the two times that it can be read as. */
const titleOfGap = (ambiguity: ResolvedAmbiguity, place: string): string => {
  const { local, earlier, later } = ambiguity
  return `${wallTime(local)} on ${dateInWords(Math.floor(local / DAY))} in ${place}: ${gapTime(ambiguity, earlier)} or ${gapTime(ambiguity, later)}`
}

const shownUtc = (at: EpochSeconds): string => `${isoDate(dayOf(at, UTC))} ${timeOf(at, UTC)}`

/** The links to the calendar file and to other calendars, and what becomes of the event when rules change. */
function keeping(event: MomentEvent, path: string): Html {
  const { zone, at, until, url } = event
  const compiled = zone.compiled()
  const why = hasWall(compiled, at)
    ? `The event keeps its local time, with the zone ${zone.iana}. If the rules change, calendars that know the new rules move it. Others keep the time by today’s rules.`
    : sideOf(compiled, at) === 'second'
      ? 'This wall time happens twice, and a calendar would take the first one. So the event is written in UTC; it does not move if the rules change.'
      : 'The event is written in UTC; it never moves.'
  return html`<p class="actions no-print">
      ${link(path, 'Calendar file (.ics)')} ${calendarLinks({ ...event, description: url })}
    </p>
    <p class="quiet">
      The event takes ${durationInWords(until - at)}. ${why} Download again after a rule change; the event is
      updated.
    </p>`
}
