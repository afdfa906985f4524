// The search: its page, and the same as JSON for suggestions while a visitor types.
import type { Almanac } from '#ask/almanac.ts'
import type { ConvertedSide } from '#ask/convert.ts'
import { search, type Hit } from '#ask/search.ts'
import { citySun } from '#ask/sun.ts'
import { inTitleCase } from '#core/text/title-case.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { formatOffset } from '#core/time/offset.ts'
import type { Catalogue } from '../catalogue.ts'
import { JSON_TYPE } from '../http/problem.ts'
import { pathOf } from '../urls.ts'
import { durationInWords } from './changes.ts'
import { html, type Html } from './html.ts'
import type { Page, SiteDocument, Visit } from './page.ts'
import { link, searchBox } from './parts.ts'
import { dayInBrief, dayOf, timeNow, timeOf, utcOffset } from './times.ts'
import { tokenOf } from './towns.ts'

/** Most results on the page, and most suggestions below the box. */
const [RESULTS, SUGGESTIONS] = [40, 8]

export interface Told {
  readonly kind: Hit['kind']
  readonly name: string
  /** The kind of thing, and its place. */
  readonly detail: string
  /** Path below the site's root. */
  readonly path: string
  /** What means this thing alone in a form for places. Absent when it is no place and no clock. */
  readonly token?: string
}

/** A hit as it is shown. */
export function told(hit: Hit): Told {
  const { kind } = hit
  switch (kind) {
    case 'city': {
      const { name, region, country, slug, isCapital } = hit.city
      return {
        kind,
        name,
        detail: [isCapital ? 'capital' : 'city', region, country.name]
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
      return { kind, name: 'Clock changes', detail: 'where and when clocks change next', path: '/changes' }
  }
}

/** "15:00 PST is 23:00 in London", or how far two clocks are apart now. */
function toldConversion({ from, to, said, at, conversion }: Extract<Hit, { kind: 'conversion' }>): Told {
  const query = new URLSearchParams({ from, to, ...(at === null ? {} : { at }) })
  const path = `/convert?${query.toString()}`
  const [there] = conversion.to
  const here = conversion.from
  if (there === undefined) return { kind: 'conversion', name: `${from} to ${to}`, detail: 'conversion', path }
  const [ofHere, ofThere] = [sideName(here, said[0]), sideName(there, said[1])]
  if (at === null) {
    const ahead = there.offset - here.offset
    const detail =
      ahead === 0
        ? 'conversion: one time now'
        : `conversion: ${durationInWords(ahead)} ${ahead > 0 ? 'ahead' : 'behind'} now`
    return { kind: 'conversion', name: `${ofHere} to ${ofThere}`, detail, path }
  }
  const days = dayOf(conversion.at, there.offset) - dayOf(conversion.at, here.offset)
  const day = days === 0 ? '' : days > 0 ? ' the next day' : ' the day before'
  const [shown, other] = [timeOf(conversion.at, here.offset), timeOf(conversion.at, there.offset)]
  return {
    kind: 'conversion',
    name: `${shown} ${ofHere} is ${other} ${ofThere}${day}`,
    detail: 'conversion',
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
  const at = (when: EpochSeconds): string => timeOf(when, offsetAt(city.zone.compiled(), when)).slice(0, 5)
  const detail =
    sunrise === null || sunset === null
      ? `the sun ${daylightMinutes === 0 ? 'does not rise' : 'does not set'} on ${dayInBrief(day)}`
      : `sunrise ${at(sunrise)}, sunset ${at(sunset)} on ${dayInBrief(day)}`
  return { kind: 'sun', name: city.fullName, detail, path: `/cities/${city.slug}` }
}

/** The current time of a hit. Null when it has no time of its own. */
function timeOfHit(hit: Hit, almanac: Almanac, now: EpochSeconds): Html | null {
  const zone =
    hit.kind === 'city'
      ? hit.city.zone
      : hit.kind === 'country'
        ? hit.country.defaultZone
        : hit.kind === 'zone' || hit.kind === 'point'
          ? hit.zone
          : null
  return zone === null ? null : timeNow(almanac.stateOf(zone, now), now)
}

/** The hits for a text. Without any, the hits for the names with the most similar spelling. */
function found(q: string, { almanac }: Catalogue, now: EpochSeconds, count: number) {
  const { hits, nearest } = search(q, almanac, now, count)
  const meant = nearest.flatMap((name) => search(name, almanac, now, 1).hits)
  return {
    isNear: nearest.length > 0,
    results: new Map([...hits, ...meant].map((hit) => [told(hit).path, hit])),
  }
}

/** The page of results. Pages with a text are never indexed: each text would be another page. */
export function showSearch({ catalogue, now, query }: Visit): Page {
  const q = query.get('q')?.trim() ?? ''
  const { isNear, results } = found(q, catalogue, now, RESULTS)
  return {
    kind: 'page',
    status: 200,
    title: q === '' ? 'Search' : `Search: ${q.slice(0, 100)}`,
    description: 'Search over time zones, cities, countries, time standards and coordinates.',
    ...(q === '' ? { canonicalPath: '/search' } : {}),
    crumbs: [],
    hasOwnSearch: true,
    content: html`${searchBox(q, 'large')}
    ${
      q === ''
        ? html`<p>
            Type the name of a city, a country, a time zone, an abbreviation, an offset or coordinates.
          </p>`
        : results.size === 0
          ? html`<p>
              Nothing is called that. ${link('/lookup', 'Find the place on a map')}, or look through the
              ${link('/cities', 'cities')}, ${link('/countries', 'countries')} and
              ${link('/timezones', 'time zones')}.
            </p>`
          : html`${isNear ? html`<p>Nothing is called that. Did you mean one of these?</p>` : null}
              <ol class="results">
                ${Array.from(results.values(), (hit) => {
                  const { name, detail, path } = told(hit)
                  const time = timeOfHit(hit, catalogue.almanac, now)
                  return html`<li>${link(path, name)} <span class="quiet">${detail}</span> ${time}</li>`
                })}
              </ol>`
    }`,
  }
}

/** Similar names, each as a search. */
export const suggestions = (nearest: readonly string[]): Html | null =>
  nearest.length === 0
    ? null
    : html`<p>
        Did you mean
        ${nearest.map((name, index) => html`${index === 0 ? '' : index === nearest.length - 1 ? ' or ' : ', '}${link(`/search?q=${encodeURIComponent(name)}`, name)}`)}?
      </p>`

/** Suggestions as JSON. */
export function searchDocument({ catalogue, now, query }: Visit): SiteDocument {
  const { results } = found(query.get('q') ?? '', catalogue, now, SUGGESTIONS)
  const body = JSON.stringify({ results: Array.from(results.values(), told) })
  return { kind: 'document', type: JSON_TYPE, body, maxAge: 300 }
}
