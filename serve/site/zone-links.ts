// How pages name zones: by what people call them, as links, and a few of many.
import type { Zone } from '#ask/zones.ts'
import { pathOf } from '../urls.ts'
import { html, type Html } from './html.ts'
import { link } from './parts.ts'

/** What people call a zone. The identifier of one without such a name. */
export const zoneName = ({ displayName, iana }: Pick<Zone, 'displayName' | 'iana'>): string =>
  displayName ?? iana

/** The name of a listed zone as a link to its page. */
export const zoneLink = (zone: Zone): Html => link(`/timezones/${pathOf(zone.iana)}`, zoneName(zone))

/** The links of the first three zones, and how many more there are. Semicolons are between names with a comma: "Knox, Indiana". */
export function fewZones(zones: readonly Zone[]): Html {
  const few = zones.slice(0, 3)
  const between = few.some((zone) => zoneName(zone).includes(',')) ? '; ' : ', '
  const shown = few.map((zone, index) => html`${index === 0 ? '' : between}${zoneLink(zone)}`)
  return html`${shown}${zones.length > 3 ? ` and ${zones.length - 3} more` : ''}`
}
