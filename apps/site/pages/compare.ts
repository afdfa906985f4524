// Two places through the year: how far their clocks are apart now and in other weeks, the changes of both, the hours that they share.
import type { Almanac } from '#core/ask/almanac.ts'
import { AWAKE, OFFICE, sharedHours, type Hours } from '../words/meeting.ts'
import { search } from '#apps/search/search.ts'
import type { Zone } from '#core/ask/zones.ts'
import { basicUtc } from '#core/formats/calendar.ts'
import { addYears } from '#core/time/moment.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { pathOf } from '#serve/urls.ts'
import { dayOfChange, movesBetween, wallsOf } from '../words/changes.ts'
import {
  apartInBrief,
  apartInWords,
  spellInWords,
  spellsBetween,
  usualOf,
  type Spell,
} from '../words/differences.ts'
import { withTimes } from '../frame/hours.ts'
import { html, type Html } from '../frame/html.ts'
import { savedCalendar } from '../frame/made-documents.ts'
import type { Page, Redirect, SiteDocument, Visit } from '../frame/page.ts'
import { redirect, sitePage } from '../frame/page-at.ts'
import { bullets, button, cards, field, inLine, link, section, table } from '../frame/parts.ts'
import { apartPicture } from '../pictures/year.ts'
import { clockText } from './meeting-question.ts'
import { dayInBrief, dayOf, shortDate, timeNow, utcOffset } from '../words/times.ts'
import { zoneName } from '../words/zone-links.ts'

/** How many years ahead the page and its calendar tell changes. */
const [YEARS_SHOWN, YEARS_FILED] = [2, 10]
/** Longest name that is looked up. */
const LONGEST = 100

/** One of the two places. */
interface Side {
  /** How addresses say it. */
  readonly token: string
  readonly name: string
  /** The same with its state, where people say it. */
  readonly fullName: string
  readonly zone: Zone
  /** Path of its own page. */
  readonly path: string
}

type Sides = readonly [Side, Side]

/** The city, country or zone that a part of an address names exactly: by its slug, code or identifier. */
function sideNamed(text: string, almanac: Almanac): Side | null {
  const city = almanac.cities().named(text)
  if (city !== undefined)
    return {
      token: city.slug,
      name: city.name,
      fullName: city.fullName,
      zone: city.zone,
      path: `/cities/${city.slug}`,
    }
  const country = text.includes('/') ? undefined : almanac.countries.named(text)
  if (country !== undefined && country.defaultZone !== null) {
    const { slug, name, defaultZone: zone, zones } = country
    // Of a country with several clocks one is meant, and said.
    const isOne = zones.length < 2
    return {
      token: slug,
      name,
      fullName: isOne ? name : `${name} (${zoneName(zone)})`,
      zone,
      path: `/countries/${slug}`,
    }
  }
  const zone = almanac.zones.named(text)
  if (zone === null || !zone.listed) return null
  const token = pathOf(zone.iana)
  return { token, name: zoneName(zone), fullName: zoneName(zone), zone, path: `/timezones/${token}` }
}

/** The place that a name means first of all, as in the search. Null: none. */
function sideMeant(text: string, { catalogue: { almanac }, now }: Visit): Side | null {
  const name = text.trim().slice(0, LONGEST)
  if (name === '') return null
  const found = sideNamed(name, almanac)
  if (found !== null) return found
  const [hit] = search(name.replaceAll(/[_-]/g, ' '), almanac, now, 1).hits
  if (hit?.kind === 'city') return sideNamed(hit.city.slug, almanac)
  if (hit?.kind === 'country') return sideNamed(hit.country.slug, almanac)
  return hit?.kind === 'zone' ? sideNamed(hit.zone.iana, almanac) : null
}

/** The two places of an address: an identifier has slashes too, so the address is parted where both sides are places. */
function sidesOf(text: string, visit: Visit): Sides | null {
  const parts = text.split('/')
  for (let at = 1; at < parts.length && parts.length <= 6; at++) {
    const [one, other] = [parts.slice(0, at), parts.slice(at)].map((of) =>
      sideNamed(of.join('/'), visit.catalogue.almanac),
    )
    if (one && other) return toldApart(one, other)
  }
  const [one, other] = parts.map((part) => (parts.length === 2 ? sideMeant(part, visit) : null))
  return one && other ? toldApart(one, other) : null
}

/** Two places of one name are called by their full names. */
const toldApart = (one: Side, other: Side): Sides =>
  one.name === other.name
    ? [
        { ...one, name: one.fullName },
        { ...other, name: other.fullName },
      ]
    : [one, other]

/** The address of two places: of both orders this one. */
export const comparePath = (one: string, other: string): string =>
  `/compare/${[one, other].toSorted().join('/')}`

/** The error in a place as it was written. */
const faultOf = (text: string, side: Side | null): string | undefined =>
  text === '' || side !== null ? undefined : `No place is called “${text.slice(0, LONGEST)}”.`

/** The form that asks for two places, or the way to the page of those that were filled in. */
export function showComparing(visit: Visit): Page | Redirect {
  const [one = '', other = ''] = ['one', 'other'].map((name) => visit.query.get(name)?.trim() ?? '')
  const [first, second] = [sideMeant(one, visit), sideMeant(other, visit)]
  if (first !== null && second !== null) return redirect(pathFor(toldApart(first, second)))
  const faults = [faultOf(one, first), faultOf(other, second)] as const
  return sitePage({
    status: faults.every((fault) => fault === undefined) ? 200 : 422,
    title: 'Compare two places',
    description:
      'How far the clocks of two places are apart, through the whole year: weeks with another difference, clock changes, hours that both are at work.',
    ...(one === '' && other === '' ? { canonicalPath: '/compare' } : {}),
    content: comparing(one, other, faults),
  })
}

const comparing = (one: string, other: string, faults: readonly (string | undefined)[] = []): Html =>
  html`<form class="panel wide" action="/compare">
    <div class="row">
      ${field({ label: 'One place', name: 'one', value: one, required: true, fault: faults[0] })}
      ${field({ label: 'Another one', name: 'other', value: other, required: true, fault: faults[1] })}
    </div>
    <p class="actions">${button('Compare')}</p>
  </form>`

/** The page of two places; of one place alone its own. */
const pathFor = ([one, other]: Sides): string =>
  one.token === other.token ? one.path : comparePath(one.token, other.token)

/** Two places through the year, or a calendar file of the changes of their difference. */
export function showCompared(visit: Visit): Page | Redirect | SiteDocument | null {
  const { identifier } = visit
  const [, name = identifier, ending] = /^(.+)(\.ics)$/.exec(identifier) ?? []
  const sides = sidesOf(name, visit)
  if (sides === null) return null
  const path = pathFor(sides)
  if (path !== `/compare/${name}`)
    return redirect(`${path}${path.startsWith('/compare/') ? (ending ?? '') : ''}`)
  return ending === undefined ? pageOf(sides, path, visit) : fileOf(sides, path, visit)
}

const spellsOf = ([one, other]: Sides, from: EpochSeconds, until: EpochSeconds): Spell[] =>
  spellsBetween(one.zone.compiled(), other.zone.compiled(), from, until)

/** "Denver is eight hours behind Berlin". */
const difference = ([one, other]: Sides, ahead: number): string =>
  ahead === 0
    ? `${one.name} and ${other.name} have the same time`
    : `${other.name} is ${apartInWords(ahead)} ${one.name}`

function fileOf(sides: Sides, path: string, { catalogue, now }: Visit): SiteDocument {
  const file = path.slice(1).replaceAll('/', '-')
  const spells = spellsOf(sides, now, addYears(now, YEARS_FILED))
  const events = spells.slice(1).map(({ from: at, ahead }, index) => ({
    uid: `${basicUtc(at)}-${file}`,
    at,
    summary: difference(sides, ahead),
    description: `Until then: ${difference(sides, spells[index]?.ahead ?? 0)}. By tz release ${catalogue.artifact.manifest.tz}.`,
    url: `${catalogue.urls.web}${path}`,
  }))
  return savedCalendar(
    file,
    events,
    `The time difference between ${sides[0].name} and ${sides[1].name}`,
    catalogue,
  )
}

function pageOf(sides: Sides, path: string, visit: Visit): Page {
  const [one, other] = sides
  const { now } = visit
  const names = [one.name, other.name] as const
  const zones = [one.zone.compiled(), other.zone.compiled()] as const
  const year = spellsOf(sides, now, addYears(now, 1))
  const [current] = year
  const ahead = current?.ahead ?? 0
  return sitePage({
    title: `${one.fullName} and ${other.fullName}: time difference`,
    description: `How far the clocks of ${one.name} and ${other.name} are apart: now, in the weeks in which it is another difference, and in which hours both are at work.`,
    canonicalPath: path,
    crumbs: [['/compare', 'Compare']],
    content: html`<p class="standing"><strong>${difference(sides, ahead)}</strong> now.</p>
      ${cards(sides.map((side) => sideCard(side, visit)))}
      ${section('Through the year', html`${otherWeeks(sides, year, now)} ${apartPicture(zones, names, now)}`)}
      <div class="columns">
        <div>
          ${section('Hours of both', sharedTable(sides, year))}
          ${section('Clock changes', changesOf(sides, now))}
        </div>
        ${section(`A day at ${apartInBrief(ahead).replace('same', 'the same')}`, dayTable(sides, ahead))}
      </div>
      <p class="actions no-print">
        ${spellsOf(sides, now, addYears(now, YEARS_FILED)).length < 2 ? null : link(`${path}.ics`, 'Calendar file of these changes (.ics)')}
        ${link(`/meeting?${new URLSearchParams(sides.map(({ token }): [string, string] => ['place', token])).toString()}`, 'Find a time to meet')}
        ${link(`/convert?${new URLSearchParams({ from: one.token, to: other.token }).toString()}`, 'Convert a time')}
      </p>
      ${section('Compare others', comparing(one.name, ''))}`,
  })
}

/** The time of a place now, with its date and offset. */
function sideCard({ fullName, zone, path }: Side, { catalogue: { almanac }, now }: Visit): Html {
  const state = almanac.stateOf(zone, now)
  const { offset } = state.season.type
  return html`${timeNow(state, now, 'hm')} ${link(path, fullName)}
    <span class="quiet small">${dayInBrief(dayOf(now, offset))}, ${utcOffset(offset)}</span>`
}

/** In which weeks of the coming year the difference is not the usual one. */
function otherWeeks(
  sides: readonly [Pick<Side, 'name' | 'zone'>, Pick<Side, 'name' | 'zone'>],
  year: readonly Spell[],
  now: EpochSeconds,
): Html {
  const zone = sides[0].zone.compiled()
  const usual = usualOf(year)
  const others = year.filter(({ ahead }) => ahead !== usual)
  const name = ({ ahead }: Spell): string =>
    ahead === 0 ? 'the same time' : `${apartInWords(ahead)} ${sides[0].name}`
  if (others.length === 0)
    return html`<p>
      So it is all the coming
      year${movesBetween(sides[0].zone, now, addYears(now, 1)).length === 0 ? '' : ', as both clocks change together'}.
    </p>`
  return html`<p>
      For most of the coming year it is
      ${usual === 0 ? 'the same time' : `${apartInWords(usual)} ${sides[0].name}`}. Otherwise:
    </p>
    ${bullets(others.map((spell) => html`<strong>${spellInWords(spell, zone, now)}</strong>: ${name(spell)}`))}`
}

/** "09:00 to 17:00" */
const spanInWords = ({ from, until }: Hours): Html =>
  html`${withTimes(`${clockText(from)} to ${clockText(until)}`)}`
const [AT_WORK, ALL_AWAKE] = [spanInWords(OFFICE), spanInWords(AWAKE)]

/** "16:00 to 17:00 in Berlin, 08:00 to 09:00 in Denver", by a clock that is `ahead` minutes ahead of the first. */
const hoursInWords = ([one, other]: Sides, { from, until }: Hours, ahead: number): string => {
  const there = (minute: number): string => clockText((((minute + ahead) % 1440) + 1440) % 1440)
  return `${clockText(from)} to ${clockText(until)} in ${one.name}, ${there(from)} to ${there(until)} in ${other.name}`
}

/** For each difference of the year the hours in which people of both places are at work, and awake. */
function sharedTable(sides: Sides, year: readonly Spell[]): Html {
  const usual = usualOf(year)
  const all = [...new Set(year.map(({ ahead }) => ahead))]
  return html`${all.map((ahead) => {
    const minutes = Math.round(ahead / 60)
    const [work, awake] = [sharedHours(OFFICE, minutes), sharedHours(AWAKE, minutes)]
    const lines = (hours: readonly Hours[]): Html[] =>
      hours.map((one) => html`${withTimes(hoursInWords(sides, one, minutes))}`)
    const when =
      ahead === year[0]?.ahead
        ? 'Now'
        : `At ${apartInBrief(ahead)}${ahead === usual ? ', most of the year' : ''}`
    return html`${all.length === 1 ? null : html`<h3>${when}</h3>`}
      <p>
        ${
          work.length === 0
            ? html`Never both at work (${AT_WORK}). `
            : html`Both at work (${AT_WORK}): <strong>${inLine(lines(work), '; ')}</strong>. `
        }
        ${awake.length === 0 ? html`Never both awake (${ALL_AWAKE}).` : html`Both awake (${ALL_AWAKE}): ${inLine(lines(awake), '; ')}.`}
      </p>`
  })} `
}

/** The kind of a minute of a day for most people. */
const kindOf = (minute: number) =>
  minute >= OFFICE.from && minute < OFFICE.until
    ? ({ look: 'work', words: 'working hours' } as const)
    : minute >= AWAKE.from && minute < AWAKE.until
      ? ({ look: 'awake', words: 'awake' } as const)
      : ({ look: 'night', words: 'night' } as const)

/** A minute of a day, with what it is. */
const minuteCell = (minute: number): Html =>
  html`${withTimes(clockText(minute))}<span class="unseen"> ${kindOf(minute).words}</span>`

/** The hours of a day side by side. Hours go down, so that it fits a phone. */
function dayTable([one, other]: Sides, ahead: number): Html {
  const minutes = Math.round(ahead / 60)
  return html`<table class="hours pair">
      <caption class="unseen">
        Each hour of a day in ${one.name}, and the time in ${other.name} then.
      </caption>
      <thead>
        <tr>
          <th scope="col">${one.name}</th>
          <th scope="col">${other.name}</th>
        </tr>
      </thead>
      <tbody>
        ${Array.from({ length: 24 }, (_, hour) => {
          const [here, then] = [hour * 60, hour * 60 + minutes]
          const there = ((then % 1440) + 1440) % 1440
          const days = Math.floor(then / 1440)
          return html`<tr>
            <th scope="row" class="${kindOf(here).look}">${minuteCell(here)}</th>
            <td class="${kindOf(there).look}">
              ${minuteCell(there)}${days === 0 ? null : html` <span class="sign">${days > 0 ? 'next day' : 'day before'}</span>`}
            </td>
          </tr>`
        })}
      </tbody>
    </table>
    <ul class="legend hours" aria-hidden="true">
      ${(['work', 'awake', 'night'] as const).map((kind) => html`<li><span class="${kind}">12</span> ${{ work: 'working hours', awake: 'awake', night: 'night' }[kind]}</li>`)}
    </ul>`
}

/** The clock changes of both places in the coming years, with the difference after each. */
function changesOf(sides: Sides, now: EpochSeconds): Html {
  const until = addYears(now, YEARS_SHOWN)
  const [one, other] = sides
  const isOne = one.zone === other.zone
  const all = (isOne ? [one] : sides)
    .flatMap((side) => movesBetween(side.zone, now, until).map((move) => ({ side, move })))
    .toSorted((a, b) => a.move.at - b.move.at)
  if (all.length === 0) return html`<p>Neither clock changes in the coming ${YEARS_SHOWN} years.</p>`
  const apartAt = (at: EpochSeconds): number =>
    offsetAt(other.zone.compiled(), at) - offsetAt(one.zone.compiled(), at)
  return html`<div class="pairs">
    ${table(
      'Clock changes of both places',
      ['Date', 'Clocks', 'Then'],
      all.map(({ side, move }) => [
        shortDate(dayOfChange(move)),
        html`${isOne ? 'Both' : side.name} <span class="quiet small">${withTimes(wallsOf(move))}</span>`,
        apartInBrief(apartAt(epochSeconds(move.at))),
      ]),
    )}
  </div>`
}
