// The page of a time zone, and its clock changes as files: a calendar, a table, and the compiled form that Unix programs read.
import type { Almanac } from '#core/ask/almanac.ts'
import { answerAtDegrees, type PlaceAnswer } from '#core/ask/look-up.ts'
import { expectedInVain } from '../words/right-since.ts'
import { standardInForce } from '#core/ask/standards.ts'
import type { ZoneState } from '#core/ask/zone-state.ts'
import type { Zone } from '#core/ask/zones.ts'
import { zoneTailoring } from '#core/artifact/tailoring.ts'
import type { Manifest } from '#schemas/manifest.ts'
import { groupBy } from '#core/group-by.ts'
import { basicUtc } from '#core/formats/calendar.ts'
import { encodeTzif } from '#core/formats/tzif.ts'
import { civilFromDays } from '#core/time/civil.ts'
import { addYears, formatDateTime, formatLocal, formatUtc } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import { toLocal, type EpochSeconds } from '#core/time/units.ts'
import type { LocalTimeType } from '#core/zone/compiled-zone.ts'
import { whyAt } from '#core/zone/line-in-words.ts'
import { intervalAt } from '#core/zone/offset-at.ts'
import type { Transition } from '#core/zone/transitions.ts'
import { trustAt, trustInWords } from '#core/zone/trust.ts'
import { pathOf } from '#serve/urls.ts'
import {
  changesBetween,
  changeSentence,
  dayOfChange,
  HISTORY_FROM,
  lastOfTwiceAYear,
  latestMove,
  moveInWords,
  movesBetween,
  nextMove,
  shiftOf,
  stopInWords,
  wallsOf,
} from '../words/changes.ts'
import { withTimes } from '../frame/hours.ts'
import { html, type Html } from '../frame/html.ts'
import { savedCalendar, savedFile } from '../frame/made-documents.ts'
import { concern } from './concern.ts'
import { numberOf } from './moment-calendar.ts'
import { zoneFeed } from './news.ts'
import { aheadOfYou, askForZone } from './own-time.ts'
import { citiesOf, coordinates } from '../words/places.ts'
import type { Page, Redirect, SiteDocument, Visit } from '../frame/page.ts'
import { pageAt, type Content } from '../frame/page-at.ts'
import { factList, flow, inLine, link, notice, section, table } from '../frame/parts.ts'
import { zonesMap } from '../pictures/territory.ts'
import { worldPicture } from '../pictures/world.ts'
import { yearPicture } from '../pictures/year.ts'
import { clock, dateInWords, dayInCell, timeOf, utcOffset, weekdayAndDate } from '../words/times.ts'
import { sharedClock } from '../words/same-clock.ts'
import { otherTimesHere } from '../words/two-times.ts'
import { cityLink, countryLink, standardLink } from '../words/zone-links.ts'

/** The page of a listed zone, or a file of its clock changes. */
export function showZone(visit: Visit): Page | Redirect | SiteDocument | null {
  const { catalogue, identifier } = visit
  const [, name = identifier, form] = /^(.+)\.(ics|csv|tzif|atom)$/.exec(identifier) ?? []
  const zone = catalogue.almanac.zones.named(name)
  if (zone === null || !zone.listed) return null
  if (form !== undefined) return zoneFile(zone, form, visit)
  return pageAt(`/timezones/${pathOf(zone.iana)}`, identifier === zone.iana, () => zonePage(zone, visit))
}

/** How many years ahead pages and files tell the clock changes. */
const YEARS_AHEAD = 10

/** For how many years a calendar says of a change that it did not come. */
const YEARS_OF_VAIN = 1

/** The clock changes of a zone as a file, by the ending of its name. */
function zoneFile(zone: Zone, form: string, { catalogue, now }: Visit): SiteDocument {
  const file = zone.iana.replaceAll('/', '-')
  const until = addYears(now, YEARS_AHEAD)
  if (form === 'tzif')
    return savedFile(`${file}.tzif`, 'application/tzif', encodeTzif(zone.compiled(), 'release', 'fat'))
  if (form === 'atom') return zoneFeed(zone, catalogue)
  if (form === 'csv') {
    const rows = csvOf(zone, changesBetween(zone, HISTORY_FROM, until), catalogue.almanac)
    return savedFile(`${file}.csv`, 'text/csv; charset=utf-8', rows)
  }
  const { tz } = catalogue.artifact.manifest
  const eventOf = (change: Transition) => ({
    uid: `${basicUtc(change.at)}-${file}`,
    at: change.at,
    // A calendar that has the event from an earlier file takes that of the later release.
    sequence: numberOf(tz),
    summary: `Clocks go ${moveInWords(change)}, ${wallsOf(change)} (${zone.iana})`,
    description: `By tz release ${tz}.`,
  })
  const releases = catalogue.artifact.history()
  const vain =
    releases === null ? [] : expectedInVain(releases, zone.compiled(), addYears(now, -YEARS_OF_VAIN), until)
  const events = [
    ...movesBetween(zone, now, until).map(eventOf),
    ...vain.map(({ change, release, next }) => ({
      ...eventOf(change),
      isCancelled: true as const,
      description: `Does not come: tz release ${release} expected it, and ${next} no longer does.`,
    })),
  ]
  return savedCalendar(file, events, `Clock changes of ${zone.iana}`, catalogue)
}

function csvOf(zone: Zone, changes: readonly Transition[], { standards }: Almanac): string {
  const rows = changes.map(({ at, before, after }) => {
    const { abbreviation, name } = standardInForce(zone, after.type, at, standards)
    const { offset, isDst } = after.type
    const times = [formatUtc(at), formatDateTime(at, before.type.offset), formatDateTime(at, offset)]
    return [...times, formatOffset(offset), offset, isDst, abbreviation ?? '', name ?? ''].join(',')
  })
  const head = 'utc,local_before,local_after,utc_offset,utc_offset_seconds,is_dst,abbreviation,name'
  return [head, ...rows].map((row) => `${row}\r\n`).join('')
}

function zonePage(zone: Zone, visit: Visit): Content {
  const { catalogue, now } = visit
  const { almanac, urls, artifact } = catalogue
  const state = almanac.stateOf(zone, now)
  const path = `/timezones/${pathOf(zone.iana)}`
  const changes = changesBetween(zone, HISTORY_FROM, addYears(now, YEARS_AHEAD))
  const recent = changes.filter(({ at }) => at > addYears(now, -3))
  const aliases = almanac.zones.aliasesOf(zone)
  const cities = Array.from(
    citiesOf(zone, almanac).slice(0, 24),
    (city) =>
      html`${cityLink(city)}${city.country.iso2 === zone.countryCode ? null : html` <span class="quiet small">${city.country.name}</span>`}`,
  )
  return {
    title: `${zone.iana}: time zone`,
    description: `${zone.iana}: the time now, its offset from UTC, its next clock change, and every clock change since 1900, with the lines of the tz release that say so.`,
    scripts: ['map.js'],
    content: html`
      ${hero(state, visit, path, answerAtDegrees(almanac.places(), zone), ofItsCity(zone, almanac))}
      ${section('The year', yearPicture(zone, now))}
      ${section('Does it concern me?', concern(zone, visit, path))}
      ${section('Facts', zoneFacts(state, artifact.manifest.tz))}
      ${section('On the map', zonesMap('zone', zone.iana, [zone], catalogue, now) ?? worldPicture(catalogue, now, { what: zone.iana, isMarked: (city) => city.zone === zone }))}
      ${section(
        'Clock changes',
        recent.length === 0
          ? html`<p>None in the last three years. None is known for the next ten.</p>`
          : yearTable('Clock changes', zone, recent, almanac),
      )}
      ${section('Why', reasons(zone, recent, now, artifact.manifest))}
      ${section(
        'History since 1900',
        changes.length === 0
          ? html`<p>The clock has never moved.</p>`
          : html`${history(zone, changes)}
              <details>
                <summary>
                  ${changes.length === 1 ? 'The one change' : `All ${changes.length} changes`} from 1900 on
                </summary>
                ${changeTable('Clock changes since 1900', zone, changes, almanac)}
              </details>`,
        'history',
      )}
      ${section('Large cities', flow(cities))} ${section('The same time', sharedClock(zone, almanac, now))}
      ${section('Other names', flow(aliases.map((alias) => html`<code>${alias}</code>`)))}
      ${section(
        'Downloads',
        html`<ul>
            <li>${link(`${path}.ics`, 'Calendar of its clock changes')} (.ics), the next ten years</li>
            <li>${link(`${path}.csv`, 'Table of its clock changes')} (.csv), since 1900</li>
            <li>${link(`${path}.tzif`, 'Compiled form')} (TZif, RFC 9636), for Unix programs</li>
            ${zone.compiled().posixTz === null ? null : html`<li>POSIX rule: <code>${zone.compiled().posixTz}</code></li>`}
          </ul>
          <p>API:</p>
          <pre><code>curl -H "Authorization: Bearer $TOKEN" ${urls.base}/timezones/${pathOf(zone.iana)}</code></pre>`,
      )}
    `,
  }
}

/** Leads to the page of the zone's largest city, which has the sun. Null: no city is in it. */
function ofItsCity(zone: Zone, almanac: Almanac): Html | null {
  const [city] = citiesOf(zone, almanac)
  return city === undefined
    ? null
    : html`<p>The time in ${cityLink(city)}, its sunrise and sunset; this page is about the whole zone.</p>`
}

const sentence = (words: string): string => `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}.`

/** Says for which places the history is valid. Null when all of it is valid for the whole zone. */
function history(zone: Zone, changes: readonly Transition[]): Html | null {
  const compiled = zone.compiled()
  const instants = [HISTORY_FROM, ...changes.map(({ at }) => at)]
  const told = new Set(instants.flatMap((at) => trustInWords(trustAt(compiled, at), compiled) ?? []))
  return told.size === 0 ? null : html`<p>${[...told].toReversed().map((one) => `${sentence(one)} `)}</p>`
}

/**
 * The top of a page about a place: the time, what it is called, and what comes next. `path` is that of the page; null: it does not ask for the
 * visitor's zone. `found` is the answer at the place. Null: there is none, or it does not matter.
 */
export function hero(
  state: ZoneState,
  visit: Visit,
  path: string | null,
  found: PlaceAnswer<Zone> | null,
  more: Html | null = null,
): Html {
  const { now, catalogue } = visit
  return html`<div class="hero">
    <div>${clock(state, now)}</div>
    <div>
      ${standing(state)} ${aheadOfYou(state, visit, 'line')} ${path === null ? null : askForZone(visit, path)}
      ${otherTimesHere(state.zone, found, catalogue.almanac, now)} ${whatNext(state, now)} ${more}
    </div>
  </div>`
}

/** Offset, name and season in one line. */
function standing({ season, inForce }: ZoneState): Html {
  const { standard, name, abbreviation } = inForce
  const named = standard === undefined ? name : standardLink(standard)
  const dst = season.type.isDst ? html`<span class="tag sun">daylight saving time</span>` : null
  const words = [abbreviation, named].filter((word) => word !== null)
  return html`<p class="standing">
    <strong class="num">${utcOffset(season.type.offset)}</strong>${words.map((word) => html`, ${word}`)}
    ${dst}
  </p>`
}

/** Describes the next change of a zone's clock, and the one after it if that comes within a year. */
function whatNext({ zone }: ZoneState, now: EpochSeconds): Html {
  const next = nextMove(zone, now)
  if (next !== null) {
    const [then] = movesBetween(zone, next.at, addYears(next.at, 1))
    const after =
      then &&
      html`<span class="then quiet small"
        >Then ${moveInWords(then)} on ${dateInWords(dayOfChange(then))}.</span
      >`
    return html`<p class="next">${withTimes(changeSentence(next, now))} ${after ?? null}</p>`
  }
  const stop = lastOfTwiceAYear(zone, now)
  const last = latestMove(zone, now)
  const before = last && `The last one was on ${dateInWords(dayOfChange(last))}.`
  return html`<p class="next none">
    No clock change in the next five years. ${stop === null ? before : stopInWords(zone, stop, now)}
  </p>`
}

function zoneFacts(state: ZoneState, tz: string): Html {
  const { zone, season, standardTime } = state
  const { type } = season
  return factList([
    ['Identifier', html`<code>${zone.iana}</code>`],
    ['Country', zone.country && countryLink(zone.country)],
    [
      'Standard time',
      standardTime &&
        html`${utcOffset(type.stdoff)}${standardTime.abbreviation && ` ${standardTime.abbreviation}`}${standardTime.name && `, ${standardTime.name}`}`,
    ],
    [
      'Daylight saving time',
      type.isDst ? 'in force now' : season.observesDst ? 'used here; not now' : 'not observed',
    ],
    [
      'Reference point',
      zone.lat === null || zone.lon === null ? null : coordinates({ lat: zone.lat, lon: zone.lon }),
    ],
    ['Data', `tz release ${tz}`],
  ])
}

/** The ways in which a clock changes, and what a column of them is called. */
const WAYS: readonly (readonly [head: string, is: (change: Transition) => boolean])[] = [
  ['Clocks go forward', (change) => shiftOf(change) > 0],
  ['Clocks go back', (change) => shiftOf(change) < 0],
  ['The clock stays', (change) => shiftOf(change) === 0],
]

/** A table of years: the changes of each, forward and back. What is the same after all of one way is said once, above it. */
function yearTable(
  caption: string,
  zone: Zone,
  changes: readonly Transition[],
  { standards }: Almanac,
): Html {
  const becomes = (change: Transition): string => {
    const { type } = change.after
    const { abbreviation } = standardInForce(zone, type, change.at, standards)
    return [`${moveInWords(change)}, to ${utcOffset(type.offset)}`, abbreviation]
      .filter((words) => words !== null)
      .join(', ')
  }
  const ways = WAYS.flatMap(([head, is]) => {
    const [first, ...others] = changes.filter(is).map(becomes)
    return first === undefined
      ? []
      : { head, is, always: others.every((words) => words === first) ? first : null }
  })
  const said = ways.flatMap(({ always }) => (always === null ? [] : sentence(always)))
  return html`<p>
      The last three years and the next ten. Dates and times are on the clock before the change.
      ${said.join(' ')}
    </p>
    <div class="years">
      ${table(
        caption,
        ['Year', ...ways.map(({ head }) => head)],
        [...groupBy(changes, (change) => civilFromDays(dayOfChange(change)).year)].map(([year, of]) => [
          String(year),
          ...ways.map(({ is, always }) =>
            inLine(
              of
                .filter(is)
                .map(
                  (change) =>
                    html`${whenInCell(change)}${always === null ? html`, <span class="quiet small">${becomes(change)}</span>` : null}`,
                ),
              html`<br />`,
            ),
          ),
        ]),
      )}
    </div>`
}

/** "Sun 14 Mar, 02:00 → 03:00": the day and the clock of a change, in a table of years. */
function whenInCell(change: Transition): Html {
  const { at, before, after } = change
  const datetime = formatLocal(toLocal(at, before.type.offset)).replace(/:00$/, '')
  const clocks = shiftOf(change) === 0 ? `${timeOf(at, after.type.offset)}, stays` : wallsOf(change)
  return html`<time datetime="${datetime}">${dayInCell(dayOfChange(change))}</time>,
    <span class="whole">${withTimes(clocks)}</span>`
}

/** A table of changes: date, move, offset and name after. */
function changeTable(caption: string, zone: Zone, changes: readonly Transition[], almanac: Almanac): Html {
  const rows = changes.map((change) => {
    const { at, before, after } = change
    const datetime = formatLocal(toLocal(at, before.type.offset)).replace(/:00$/, '')
    return [
      html`<time datetime="${datetime}">${weekdayAndDate(dayOfChange(change))}</time>`,
      // On a small screen the move is only seen here.
      withTimes(shiftOf(change) === 0 ? `${timeOf(at, after.type.offset)}, stays` : wallsOf(change)),
      moveInWords(change),
      utcOffset(after.type.offset),
      standardInForce(zone, after.type, at, almanac.standards).abbreviation,
    ]
  })
  const columns = ['Date', 'Clock', 'Move', 'Offset after', 'Name after']
  // Many zones have no name with letters, and the last column would be empty.
  const shown = columns.length - (rows.every((cells) => cells.at(-1) === null) ? 1 : 0)
  return html`<div class="changes of-zone">
    ${table(
      caption,
      columns.slice(0, shown),
      rows.map((cells) => cells.slice(0, shown)),
    )}
  </div>`
}

/** Whether the release reads a type the other way round: its standard time is daylight saving time here, or the reverse. */
const isTurned = ({ isDst, releaseIsDst }: LocalTimeType): boolean => isDst !== releaseIsDst

/** The lines of the release behind the current state and the next two changes; of a clock that stopped, also behind its last move. */
function reasons(
  zone: Zone,
  changes: readonly Transition[],
  now: EpochSeconds,
  manifest: Pick<Manifest, 'tz' | 'hold' | 'overlay'>,
): Html {
  const tailoring = zoneTailoring(zone, manifest)
  const coming = changes.filter(({ at }) => at > now).slice(0, 2)
  const stop = lastOfTwiceAYear(zone, now)
  const parts = [...(stop === null ? [] : [stop.at]), now, ...coming.map(({ at }) => at)]
  const lined = zone.withLines()
  const lines = new Map(
    parts.flatMap((at) => whyAt(lined, at)).map((line) => [`${line.file}:${line.line}`, line] as const),
  )
  return html`${tailoring === null ? null : notice('plain', `This server changed this zone: ${tailoring}`)}
    <p>
      Source lines in tz release ${manifest.tz}, for
      ${stop === null ? null : 'the last move of the clock and '}the time
      now${coming.length === 0 ? null : ' and its next changes'}:
    </p>
    ${
      parts.some((at) => isTurned(intervalAt(zone.compiled(), at).type))
        ? html`<p>
            The release counts the summer of this zone as standard time, and its winter (or Ramadan) as an
            hour less. Here, as in daily life, the earlier clock is standard time.
          </p>`
        : null
    }
    <dl class="facts lines">
      ${[...lines].map(
        ([place, { text, words }]) =>
          html`<dt><code>${place}</code></dt>
            <dd>
              ${words === null ? null : html`${withTimes(sentence(words))}<br />`}
              <code class="quiet">${text}</code>
            </dd>`,
      )}
    </dl>`
}
