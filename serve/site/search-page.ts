// The search: its page, and the same as JSON for suggestions while a visitor types.
import type { ConvertedSide } from '#ask/convert.ts'
import type { Country } from '#ask/countries.ts'
import { search, type Hit } from '#ask/search.ts'
import type { Zone } from '#ask/zones.ts'
import { citySun } from '#ask/sun.ts'
import { fold } from '#core/text/fold.ts'
import { inTitleCase } from '#core/text/title-case.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { formatOffset } from '#core/time/offset.ts'
import type { Catalogue } from '../catalogue.ts'
import { pathOf } from '../urls.ts'
import { durationInWords } from './changes.ts'
import { clockAt, sunsetAt } from './city.ts'
import { html, type Html } from './html.ts'
import { jsonDocument } from './made-documents.ts'
import type { Page, SiteDocument, Visit } from './page.ts'
import { sitePage } from './page-at.ts'
import { link, searchBox } from './parts.ts'
import { hasDate, momentWithin } from './read-moment.ts'
import { dateInWords, dayInBrief, dayOf, isoDate, timeNow, timeOf, utcOffset, yearOf } from './times.ts'
import { tokenOf } from './towns.ts'

/** Most results on the page, and most suggestions below the box. */
const [RESULTS, SUGGESTIONS] = [40, 8]

export interface Told {
  readonly kind: Hit['kind'] | 'page'
  readonly name: string
  /** The kind of thing, and its place. */
  readonly detail: string
  /** Path below the site's root. */
  readonly path: string
  /** What means this thing alone in a form for places. Absent when it is no place and no clock. */
  readonly token?: string
}

/** A hit as it is shown. `year` is the one whose clock changes were asked for. Null: the coming changes. */
export function told(hit: Hit, year: number | null, now: EpochSeconds): Told {
  const { kind } = hit
  switch (kind) {
    case 'city': {
      const { name, region, country, slug, isCapital } = hit.city
      return {
        kind,
        name,
        // A name that ends in its kind, as that of Ho Chi Minh City, says it already.
        detail: [isCapital ? 'capital' : / city$/i.test(name) ? null : 'city', region, country.name]
          .filter((part) => part !== null)
          .join(', '),
        path: `/cities/${slug}`,
        token: tokenOf(hit.city),
      }
    }
    case 'country':
      return {
        kind,
        name: hit.country.name,
        detail: 'country',
        path: `/countries/${hit.country.slug}`,
        token: hit.country.slug,
      }
    case 'zone': {
      const { iana, displayName } = hit.zone
      return {
        kind,
        name: iana,
        detail:
          hit.area !== undefined
            ? `time zone of ${hit.area}`
            : `time zone${displayName === null ? '' : `, ${displayName}`}`,
        path: `/timezones/${pathOf(iana)}`,
        token: iana,
      }
    }
    case 'standard': {
      const { name, code, offset, slug } = hit.standard
      return {
        kind,
        name,
        detail: `${code === null ? '' : `${code}, `}${utcOffset(offset)}`,
        path: `/abbreviations/${slug}`,
        token: slug,
      }
    }
    case 'point': {
      const { lat, lon, zone } = hit
      return {
        kind,
        name: `${lat}, ${lon}`,
        detail: zone === null ? 'place on the map' : `place on the map, ${zone.iana}`,
        path: `/lookup?lat=${lat}&lon=${lon}`,
      }
    }
    case 'offset':
      return {
        kind,
        name: utcOffset(hit.offset),
        detail: 'time zones with this standard offset',
        path: `/timezones?offset=${encodeURIComponent(formatOffset(hit.offset))}`,
      }
    case 'conversion':
      return toldConversion(hit)
    case 'sun':
      return toldSun(hit)
    case 'changes':
      if (hit.country !== null) return toldChanges(hit.country, year, yearOf(now))
      return year === null
        ? { kind, name: 'Clock changes', detail: 'where and when clocks change next', path: '/changes' }
        : {
            kind,
            name: `Daylight saving time in ${year}`,
            detail: 'when clocks change, country by country',
            path: `/dst/${year}`,
          }
  }
}

/** The changes of a country: on its own page those of this year and the next, on the page of a year those of any other. */
function toldChanges({ name, slug }: Country, year: number | null, current: number): Told {
  const isNear = year === null || year === current || year === current + 1
  return {
    kind: 'changes',
    name,
    detail: `when clocks change${year === null ? '' : ` in ${year}`}`,
    path: isNear ? `/countries/${slug}#changes` : `/dst/${year}?q=${encodeURIComponent(name)}`,
  }
}

/** "15:00 PST is 23:00 in London", or how far two clocks are apart now. The detail names the standards, because several have one code. */
function toldConversion({ from, to, said, at, conversion }: Extract<Hit, { kind: 'conversion' }>): Told {
  const query = new URLSearchParams({ from, to, ...(at === null ? {} : { at }) })
  const path = `/convert?${query.toString()}`
  const [there] = conversion.to
  const here = conversion.from
  if (there === undefined) return { kind: 'conversion', name: `${from} to ${to}`, detail: 'conversion', path }
  const [ofHere, ofThere] = [sideName(here, said[0]), sideName(there, said[1])]
  const standards = [here, there].flatMap(({ clock }) =>
    clock.kind === 'standard' && clock.standard.code !== null ? clock.standard.name : [],
  )
  const what = ['conversion', ...(standards.length === 0 ? [] : [standards.join(' to ')])].join(', ')
  if (at === null) {
    const ahead = there.offset - here.offset
    const detail =
      ahead === 0
        ? `${what}: one time now`
        : `${what}: ${durationInWords(ahead)} ${ahead > 0 ? 'ahead' : 'behind'} now`
    return { kind: 'conversion', name: `${ofHere} to ${ofThere}`, detail, path }
  }
  const days = dayOf(conversion.at, there.offset) - dayOf(conversion.at, here.offset)
  const day = days === 0 ? '' : days > 0 ? ' the next day' : ' the day before'
  const [shown, other] = [timeOf(conversion.at, here.offset), timeOf(conversion.at, there.offset)]
  return {
    kind: 'conversion',
    name: `${shown} ${ofHere} is ${other} ${ofThere}${day}`,
    detail: `${what}, ${dateInWords(dayOf(conversion.at, here.offset))}`,
    path,
  }
}

/** The name of a side: its code, or the text that the visitor typed. */
function sideName({ clock, id }: ConvertedSide, token: string): string {
  if (clock.kind === 'standard') return clock.standard.code ?? clock.standard.name
  if (clock.kind === 'offset' || token.toLowerCase() === id.toLowerCase()) return id
  return /^[a-z]{1,3}$/.test(token) ? token.toUpperCase() : inTitleCase(token)
}

/** The sun in a city on a given day. */
function toldSun({ city, day }: Extract<Hit, { kind: 'sun' }>): Told {
  const { sunrise, sunset, daylightMinutes } = citySun(city, day)
  const detail =
    sunrise === null || sunset === null
      ? `the sun ${daylightMinutes === 0 ? 'does not rise' : 'does not set'} on ${dayInBrief(day)}`
      : `sunrise ${clockAt(city, sunrise)}, sunset ${sunsetAt(city, sunset, day)} on ${dayInBrief(day)}`
  return { kind: 'sun', name: city.fullName, detail, path: `/cities/${city.slug}?date=${isoDate(day)}` }
}

/** The zone whose time a hit shows. Null when it has no time of its own. */
const zoneOf = (hit: Hit | null): Zone | null =>
  hit === null
    ? null
    : hit.kind === 'city'
      ? hit.city.zone
      : hit.kind === 'country'
        ? hit.country.defaultZone
        : hit.kind === 'zone' || hit.kind === 'point'
          ? hit.zone
          : null

/** Words that mean a page of the site itself. */
const PAGES: readonly (readonly [words: RegExp, page: Omit<Told, 'kind'>])[] = [
  [
    /^(?:meet(?:ing)?s?|meeting planner|find a time|schedule)$/,
    { name: 'Find a time to meet', detail: 'several places side by side', path: '/meeting' },
  ],
  [
    /^(?:convert(?:er)?|time (?:zone )?convert(?:er)?)$/,
    { name: 'Convert a time', detail: 'from one place to others', path: '/convert' },
  ],
  [
    /^(?:news|what(?:'s| is) new|changes|(?:latest )?(?:tz|tzdb|tzdata|iana) ?(?:release|update|database)?|tz news)$/,
    { name: 'News', detail: 'what each tz release changed', path: '/news' },
  ],
  [
    /^(?:map|(?:time ?zones?|world) map|coordinates|latitude|longitude)$/,
    { name: 'Look up a point', detail: 'the time zone of a place on the map', path: '/lookup' },
  ],
  [
    /^(?:api|interface|docs?|documentation|reference|json|openapi)$/,
    { name: 'The interface', detail: 'the reference for programs', path: '/docs' },
  ],
  [
    /^(?:check|my (?:clock|time|device|time ?zone)|time ?sync)$/,
    { name: 'Check your device', detail: 'its clock and its time zones', path: '/check' },
  ],
  [/^time ?zones?$/, { name: 'Time zones', detail: 'all of them', path: '/timezones' }],
  [/^(?:countr(?:y|ies))$/, { name: 'Countries', detail: 'all of them', path: '/countries' }],
  [
    /^(?:cit(?:y|ies)|sun(?:rise|set))$/,
    { name: 'Cities', detail: 'their time and their sun', path: '/cities' },
  ],
]

/** A result as it is shown, and its hit where it is no page of the site. */
interface Result {
  readonly told: Told
  readonly hit: Hit | null
}

/** The year that a text names, or this year for a text about daylight saving time or all countries. Null for any other text. */
function yearAsked(text: string, now: EpochSeconds): number | null {
  const named = /\b(?:19[7-9]\d|20\d\d|2100)\b/.exec(text)
  if (named !== null) return Number(named[0])
  return /\b(?:dst|daylight|summer ?time|who|countries)\b/.test(text) ? yearOf(now) : null
}

/** The pages for a text. Without any, those of the names with the most similar spelling. */
function found(
  q: string,
  { almanac }: Catalogue,
  now: EpochSeconds,
  count: number,
): { readonly isNear: boolean; readonly results: readonly Result[] } {
  const { hits, nearest } = search(q, almanac, now, count, momentWithin)
  const meant = nearest.flatMap((name) => search(name, almanac, now, 1).hits)
  const [first] = hits
  const changing = first?.kind === 'changes' ? first.country : null
  // Who asks when the clocks of a country change wants no other names that begin like its name.
  const isWanted = (hit: Hit): boolean =>
    changing === null || hit === first || (hit.kind === 'country' && hit.country === changing)
  const text = fold(q).trim()
  const year = yearAsked(text, now)
  const results = [
    ...PAGES.filter(([words]) => words.test(text)).map(([, page]) => ({
      told: { kind: 'page' as const, ...page },
      hit: null,
    })),
    ...[...hits.filter(isWanted), ...meant].map((hit) => ({ told: told(hit, year, now), hit })),
  ]
  const byPath = new Map(results.toReversed().map((result) => [result.told.path, result]))
  return {
    isNear: nearest.length > 0,
    results: [...new Set(results.map((result) => byPath.get(result.told.path) ?? result))].slice(0, count),
  }
}

/** Pages that someone may have meant by a part of an address, which has `_` or `-` for spaces. */
export const pagesMeant = (part: string, catalogue: Catalogue, now: EpochSeconds): readonly Told[] =>
  found(part.replaceAll(/[_+-]+/g, ' '), catalogue, now, MEANT).results.map((result) => result.told)

/** Most pages that a missing page suggests. */
const MEANT = 5

/** Pages that may have been meant, each with what it is. Null without any. */
export const suggestions = (pages: readonly Told[]): Html | null =>
  pages.length === 0
    ? null
    : html`<p>Did you mean one of these pages?</p>
        <ul class="results">
          ${pages.map(({ name, detail, path }) => html`<li>${link(path, name)} <span class="quiet">${detail}</span></li>`)}
        </ul>`

/** The page of results. Pages with a text are never indexed: each text would be another page. */
export function showSearch({ catalogue, now, query }: Visit): Page {
  const q = query.get('q')?.trim() ?? ''
  const { isNear, results } = found(q, catalogue, now, RESULTS)
  return sitePage({
    title: q === '' ? 'Search' : `Search: ${q.slice(0, 100)}`,
    description: 'Search over time zones, cities, countries, time standards and coordinates.',
    ...(q === '' ? { canonicalPath: '/search' } : {}),
    hasOwnSearch: true,
    content: html`${searchBox(q, 'large')}
    ${
      q === ''
        ? html`<p>
            Type the name of a city, a country, a time zone, an abbreviation, an offset or coordinates.
          </p>`
        : results.length === 0
          ? html`<p>
                No results for “${q.slice(0, 100)}”. ${link('/lookup', 'Find the place on a map')}, or look
                through the ${link('/cities', 'cities')}, ${link('/countries', 'countries')} and
                ${link('/timezones', 'time zones')}.
              </p>
              ${unreadTime(q, now)}`
          : html`${
                isNear
                  ? html`${unreadTime(q, now)}
                      <p>No results for “${q.slice(0, 100)}”. Did you mean one of these?</p>`
                  : null
              }
              <ol class="results">
                ${results.map(({ told: { name, detail, path }, hit }) => {
                  const zone = zoneOf(hit)
                  const time = zone === null ? null : timeNow(catalogue.almanac.stateOf(zone, now), now)
                  return html`<li>${link(path, name)} <span class="quiet">${detail}</span> ${time}</li>`
                })}
              </ol>`
    }`,
  })
}

/** Says that a time could not be read, with a link to the form of conversions. Null for a text without a date or time. */
const unreadTime = (q: string, now: EpochSeconds): Html | null =>
  hasDate(q, now)
    ? html`<p>
        The time could not be read together with the other words.
        ${link(`/convert?at=${encodeURIComponent(q)}`, 'Convert a time')}, with the places in fields of their
        own.
      </p>`
    : null

/** Suggestions as JSON, with the time there. Valid until the minute ends. */
export function searchDocument({ catalogue, now, query }: Visit): SiteDocument {
  const { results } = found(query.get('q') ?? '', catalogue, now, SUGGESTIONS)
  const shown = results.map(({ told: its, hit }) => {
    const zone = zoneOf(hit)
    if (zone === null) return its
    return { ...its, detail: `${its.detail}, ${timeOf(now, offsetAt(zone.compiled(), now)).slice(0, 5)}` }
  })
  return jsonDocument({ results: shown }, 60 - (now % 60))
}
