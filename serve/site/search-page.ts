// The search: its page, and the same as JSON for suggestions while somebody types.
import type { Almanac } from '#ask/almanac.ts'
import { search, type Hit } from '#ask/search.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { formatOffset } from '#core/time/offset.ts'
import type { Catalogue } from '../catalogue.ts'
import { JSON_TYPE } from '../http/problem.ts'
import { pathOf } from '../urls.ts'
import { html, type Html } from './html.ts'
import type { Page, SiteDocument, Visit } from './page.ts'
import { link, searchBox } from './parts.ts'
import { timeNow, utcOffset } from './times.ts'

/** Results of the page, and suggestions of the box. */
const [RESULTS, SUGGESTIONS] = [40, 8]

export interface Told {
  readonly kind: Hit['kind']
  readonly name: string
  /** What kind of thing it is, and where. */
  readonly detail: string
  /** Below the site's root. */
  readonly path: string
}

/** A hit as it is shown. */
export function told(hit: Hit): Told {
  const { kind } = hit
  switch (kind) {
    case 'city': {
      const { name, country, slug, isCapital } = hit.city
      return {
        kind,
        name,
        detail: `${isCapital ? 'capital' : 'city'}, ${country.name}`,
        path: `/cities/${slug}`,
      }
    }
    case 'country':
      return { kind, name: hit.country.name, detail: 'country', path: `/countries/${hit.country.slug}` }
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
      }
    }
    case 'standard': {
      const { name, code, offset, slug } = hit.standard
      return {
        kind,
        name,
        detail: `${code === null ? '' : `${code}, `}${utcOffset(offset)}`,
        path: `/abbreviations/${slug}`,
      }
    }
    case 'point': {
      const { lat, lon } = hit
      return {
        kind,
        name: `${lat}, ${lon}`,
        detail: 'place on the map',
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
  }
}

/** The time that a hit has now; null where it has none of its own. */
function timeOfHit(hit: Hit, almanac: Almanac, now: EpochSeconds): Html | null {
  const zone =
    hit.kind === 'city'
      ? hit.city.zone
      : hit.kind === 'country'
        ? hit.country.defaultZone
        : hit.kind === 'zone'
          ? hit.zone
          : null
  return zone === null ? null : timeNow(almanac.stateOf(zone, now), now)
}

/** What is found; where nothing is called so, what the names mean that are spelt most like it. */
function found(q: string, { almanac }: Catalogue, now: EpochSeconds, count: number) {
  const { hits, nearest } = search(q, almanac, now, count)
  const meant = nearest.flatMap((name) => search(name, almanac, now, 1).hits)
  return {
    isNear: nearest.length > 0,
    results: new Map([...hits, ...meant].map((hit) => [told(hit).path, hit])),
  }
}

/** The page of results. Those of a text are never to be indexed: they are another page for every text. */
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
          ? html`<p>Nothing is called that.</p>`
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

/** Names that may have been meant, each as a search. */
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
