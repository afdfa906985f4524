// The server's time as a file beside the pages.
import { answerAtDegrees } from '#ask/look-up.ts'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { nextMove } from './changes.ts'
import { degrees } from './look-up.ts'
import { jsonDocument } from './made-documents.ts'
import { toldApartBy } from './moment-calendar.ts'
import type { SiteDocument, Visit } from './page.ts'
import { zoneName } from './zone-links.ts'

/**
 * The server's time, for clocks: as text and as whole milliseconds since 1970. With `zone`, or `lat` and `lon`, also that zone's offset from
 * UTC now, or at the Unix seconds of `at`, its next change, and what its time is told apart by if that happens twice. Null when there is no such
 * zone.
 */
export function timeDocument({ nowMs, now, query, catalogue: { almanac } }: Visit): SiteDocument {
  const [asked, lat, lon] = [query.get('zone'), query.get('lat'), query.get('lon')]
  const isAsked = asked !== null || (lat !== null && lon !== null)
  const point = { lat: degrees(lat ?? '', 90), lon: degrees(lon ?? '', 180) }
  const zone =
    asked === null ? (answerAtDegrees(almanac.places(), point)?.zone ?? null) : almanac.zones.named(asked)
  const sent = Number(query.get('at') ?? now)
  const at = epochSeconds(Number.isInteger(sent) && Math.abs(sent) < 2e11 ? sent : now)
  const next = zone === null ? null : nextMove(zone, at)
  const found =
    zone === null
      ? null
      : {
          iana: zone.iana,
          name: zoneName(zone),
          utc_offset_seconds: offsetAt(zone.compiled(), at),
          told_apart_by: toldApartBy(zone.compiled(), at),
          next: next === null ? null : { at: next.at, utc_offset_seconds: next.after.type.offset },
        }
  const time = { utc: new Date(nowMs).toISOString(), unix_ms: Math.floor(nowMs) }
  return jsonDocument(isAsked ? { ...time, zone: found } : time, null)
}
