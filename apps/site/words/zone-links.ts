// How pages name zones, cities, countries and standards: as links, by what people call them.
import type { City } from '#core/ask/cities.ts'
import type { Clock } from '#core/ask/clock.ts'
import type { Country } from '#core/ask/countries.ts'
import type { Standard } from '#core/ask/standards.ts'
import type { Zone } from '#core/ask/zones.ts'
import { pathOf } from '#serve/urls.ts'
import { html, type Html, type Insert } from '../frame/html.ts'
import { idInCell, inLine, link } from '../frame/parts.ts'
import { utcOffset } from './times.ts'

/** The name that people use for a zone. The identifier of one without such a name. */
export const zoneName = ({ displayName, iana }: Pick<Zone, 'displayName' | 'iana'>): string =>
  displayName ?? iana

/** The name of a listed zone as a link to its page. */
export const zoneLink = (zone: Zone): Html => link(`/timezones/${pathOf(zone.iana)}`, zoneName(zone))

/** The same with its identifier, for a table. */
export const zoneInCell = (zone: Zone): Html =>
  html`${zoneLink(zone)} <span class="quiet small">${idInCell(zone.iana)}</span>`

/** The name of a city as a link to its page. */
export const cityLink = ({ slug, fullName }: Pick<City, 'slug' | 'fullName'>): Html =>
  link(`/cities/${slug}`, fullName)

/** The name of a country as a link to its page. */
export const countryLink = ({ slug, name }: Pick<Country, 'slug' | 'name'>): Html =>
  link(`/countries/${slug}`, name)

/** The name of a standard as a link to its page. */
export const standardLink = ({ slug, name }: Pick<Standard, 'slug' | 'name'>): Html =>
  link(`/abbreviations/${slug}`, name)

/** The links of the first three zones, and how many more there are. Semicolons are between names with a comma: "Knox, Indiana". */
export function fewZones(zones: readonly Zone[]): Html {
  const few = zones.slice(0, 3)
  const between = few.some((zone) => zoneName(zone).includes(',')) ? '; ' : ', '
  return html`${inLine(few.map(zoneLink), between)}${zones.length > 3 ? ` and ${zones.length - 3} more` : ''}`
}

/** A clock's identifier, and the path of its page. Null: it has none. */
function pageOf(clock: Clock): readonly [label: string, path: string | null] {
  if (clock.kind === 'offset') return [utcOffset(clock.offset), null]
  if (clock.kind === 'standard') return [clock.standard.name, `/abbreviations/${clock.standard.slug}`]
  const { iana, listed } = clock.zone
  return [iana, listed ? `/timezones/${pathOf(iana)}` : null]
}

/** A link to the page of a clock, by its identifier or another name. Only that name when it has no page. */
export function clockLink(clock: Clock, name?: string): Insert {
  const [label, path] = pageOf(clock)
  return path === null ? (name ?? label) : link(path, name ?? label)
}
