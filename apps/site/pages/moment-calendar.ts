// A moment to be sent or put into a calendar: its address, and the calendar file of an event that keeps its wall time when rules change.
import type { Zone } from '#core/ask/zones.ts'
import { basicUtc } from '#core/formats/calendar.ts'
import { formatLocal, formatUtc } from '#core/time/moment.ts'
import { toLocal, type EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { resolveLocal } from '#core/zone/resolve-local.ts'
import type { Catalogue } from '#serve/catalogue.ts'
import { pathOf } from '#serve/urls.ts'
import { html, type Html } from '../frame/html.ts'
import { savedCalendar } from '../frame/made-documents.ts'
import type { SiteDocument } from '../frame/page.ts'
import { utcOffset } from '../words/times.ts'
import { listOfPlaces } from '../words/towns.ts'

/** The wall time of an instant as addresses have it: `2027-03-28T09:00`. */
const wallOf = (zone: CompiledZone, at: EpochSeconds): string =>
  formatLocal(toLocal(at, offsetAt(zone, at))).replace(/:00$/, '')

/** Which of two equal wall times an instant is. Null when its wall time happens once. */
export function sideOf(zone: CompiledZone, at: EpochSeconds): 'first' | 'second' | null {
  const mapping = resolveLocal(zone, toLocal(at, offsetAt(zone, at)))
  return mapping.kind === 'fold' ? (mapping.earlier === at ? 'first' : 'second') : null
}

/** The offset of an instant in words, by which its wall time is told from the other equal one. Null when it happens once. */
export const toldApartBy = (zone: CompiledZone, at: EpochSeconds): string | null =>
  sideOf(zone, at) === null ? null : utcOffset(offsetAt(zone, at))

/** The values in the address of a moment besides its time and zone. */
interface Sent {
  /** The place as the sender typed it. */
  readonly name: string
  /** The places in whose times it is also shown. */
  readonly to: readonly string[]
  /** How long an event takes. Absent: nobody said. */
  readonly minutes?: number
}

/**
 * The address of one moment, by the clock of its place. It also contains the instant: so the page notices when a later tz release moves it.
 */
export function sentPath(at: EpochSeconds, zone: Zone, { name, to, minutes }: Sent, tz: string): string {
  const compiled = zone.compiled()
  const query = new URLSearchParams({
    ...(name === '' || name === zone.iana ? {} : { name }),
    ...(to.length === 0 ? {} : { to: listOfPlaces(to) }),
    ...(minutes === undefined ? {} : { minutes: `${minutes}` }),
    ...(sideOf(compiled, at) === 'second' ? { resolution: 'latest' } : {}),
    tz,
    at: `${at}`,
  })
  return `/t/${wallOf(compiled, at)}/${pathOf(zone.iana)}?${query.toString()}`
}

/** An event that a visitor puts into a calendar. */
export interface MomentEvent {
  /** The clock whose wall time it keeps. */
  readonly zone: Zone
  readonly at: EpochSeconds
  readonly until: EpochSeconds
  readonly summary: string
  readonly description: string
  /** Its page. */
  readonly url: string
}

/** "2026f" → a number that is larger for each later release. After z comes za. */
export function numberOf(tz: string): number {
  const [, year = '0', letters = ''] = /^(\d{4})([a-z]*)/.exec(tz) ?? []
  return Number(year) * 100 + letters.split('').reduce((sum, letter) => sum + letter.charCodeAt(0) - 96, 0)
}

/**
 * A calendar file of one event, which keeps its wall time when rules change. Its uid consists of wall time, zone and side: a file of a later
 * release has the same one and a higher SEQUENCE, and a calendar replaces the event.
 */
export function momentCalendar(
  { zone, at, ...event }: MomentEvent,
  catalogue: Pick<Catalogue, 'artifact'>,
): SiteDocument {
  const { tz } = catalogue.artifact.manifest
  const compiled = zone.compiled()
  const wall = wallOf(compiled, at)
  const name = `${wall.replaceAll(':', '')}-${zone.iana.replaceAll('/', '-')}`
  const side = sideOf(compiled, at) ?? 'once'
  const description = `${event.description}\nBy tz release ${tz}.`
  const its = { ...event, uid: `${name}-${side}`, at, zone: compiled, sequence: numberOf(tz), description }
  return savedCalendar(name, [its], event.summary, catalogue)
}

const utc = (at: EpochSeconds): string => `${formatUtc(at).slice(0, 19)}Z`

/** Links to the forms of other calendars, filled in. They are asked for only when somebody follows them. */
export function calendarLinks({ zone, at, until, summary, description }: MomentEvent): Html[] {
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: summary,
    dates: `${basicUtc(at)}/${basicUtc(until)}`,
    ctz: zone.iana,
    details: description,
  })
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: summary,
    startdt: utc(at),
    enddt: utc(until),
    body: description,
  })
  return [
    ['Google Calendar', `https://calendar.google.com/calendar/render?${google.toString()}`],
    ['Outlook.com', `https://outlook.live.com/calendar/0/deeplink/compose?${outlook.toString()}`],
    ['Outlook for work', `https://outlook.office.com/calendar/0/deeplink/compose?${outlook.toString()}`],
  ].map(([words = '', href = '']) => html`<a href="${href}" rel="noreferrer">${words}</a>`)
}
