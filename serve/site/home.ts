// The first page.
import type { Almanac } from '#ask/almanac.ts'
import type { City } from '#ask/cities.ts'
import type { Zone } from '#ask/zones.ts'
import { byNumber } from '#core/order.ts'
import { html } from './html.ts'
import type { Page, Visit } from './page.ts'
import { link } from './parts.ts'
import { allCities } from './places.ts'
import { dateInWords, hoursAndMinutes, timeNow, utcOffset } from './times.ts'

/** The first page: what is here, and the time in large cities. */
export function showHome({ catalogue, now }: Visit): Page {
  const { almanac, artifact } = catalogue
  const utc = almanac.zones.named('UTC')
  return {
    kind: 'page',
    status: 200,
    title: 'The time, everywhere, and why',
    description:
      'The exact time in every zone, country and city, when clocks change next, and the lines of the tz release that say so.',
    canonicalPath: '/',
    content: html`
      <p class="standing quiet">
        ${utc === null ? null : html`It is ${timeNow(almanac.stateOf(utc, now), now)} UTC on ${dateInWords(Math.floor(now / 86_400))}.`}
        By tz release ${artifact.manifest.tz}.
      </p>
      <ul class="cards">
        ${bigCities(almanac).map((city) => {
          const state = almanac.stateOf(city.zone, now)
          return html`<li>
            ${hoursAndMinutes(state, now)} ${link(`/cities/${city.slug}`, city.name)}
            <span class="quiet small">${utcOffset(state.season.type.offset)}</span>
          </li>`
        })}
      </ul>
    `,
  }
}

const big = new WeakMap<Almanac, readonly City[]>()

/** The largest city of each of the twelve clocks that most people of large cities keep, from west to east. */
function bigCities(almanac: Almanac): readonly City[] {
  let found = big.get(almanac)
  if (found === undefined) {
    const zones = new Set<Zone>()
    found = allCities(almanac)
      .slice(0, 400)
      .filter(({ zone }) => !zones.has(zone) && zones.add(zone))
      .slice(0, 12)
      .toSorted(byNumber(({ lon }) => lon))
    big.set(almanac, found)
  }
  return found
}
