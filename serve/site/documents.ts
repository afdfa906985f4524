// Small files beside the pages: the server's time, and the logo of the site.
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { JSON_TYPE } from '../http/problem.ts'
import { nextMove } from './changes.ts'
import { MARK } from './mark.ts'
import type { SiteDocument, Visit } from './page.ts'

/**
 * The server's time, for clocks: as text and as whole milliseconds since 1970. With `zone`, also that zone's offset from UTC now, or at the
 * Unix seconds of `at`, and its next change. Null when there is no such zone.
 */
export function timeDocument({ nowMs, now, query, catalogue: { almanac } }: Visit): SiteDocument {
  const asked = query.get('zone')
  const zone = asked === null ? null : almanac.zones.named(asked)
  const sent = Number(query.get('at') ?? now)
  const at = epochSeconds(Number.isInteger(sent) && Math.abs(sent) < 2e11 ? sent : now)
  const next = zone === null ? null : nextMove(zone, at)
  const found =
    zone === null
      ? null
      : {
          iana: zone.iana,
          name: zone.displayName ?? zone.iana,
          utc_offset_seconds: offsetAt(zone.compiled(), at),
          next: next === null ? null : { at: next.at, utc_offset_seconds: next.after.type.offset },
        }
  return {
    kind: 'document',
    type: JSON_TYPE,
    body: JSON.stringify({
      utc: new Date(nowMs).toISOString(),
      unix_ms: Math.floor(nowMs),
      ...(asked === null ? {} : { zone: found }),
    }),
    maxAge: null,
  }
}

/** The logo of the site as a file, with its own colours. */
export const faviconDocument = (): SiteDocument => ({
  kind: 'document',
  type: 'image/svg+xml',
  body: MARK.text
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace('class="lit"', 'fill="#f6d98a" stroke="#8c8f99"')
    .replace('class="dark"', 'fill="#3a4778"'),
  maxAge: 86_400,
})
