// GET /lookup: a point → its zone, and the zones that could also be meant.
import { BOUNDARY_CREDIT } from '#core/artifact/boundaries-credit.ts'
import { degreesOf } from '#core/geo/microdegrees.ts'
import { isPrintable } from '#core/time/moment.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import { timezoneDetailJson } from '../answer/timezone.ts'
import type { ZoneRecord } from '#ask/zones.ts'
import type { Problem } from '../../http/problem.ts'
import { readParameters, yearsFault } from '../parameters.ts'
import { invalid, type Reply } from '../reply.ts'
import { instantOf, type EndpointRequest } from './endpoint.ts'

const UNAVAILABLE: Problem = {
  kind: 'problem',
  status: 503,
  body: { message: 'Coordinate lookup is temporarily unavailable: no boundary data is installed.' },
  headers: { 'retry-after': '3600' },
}

/** The zone at a latitude and longitude, on land or at sea. */
export function lookUp({ catalogue, now, query }: EndpointRequest): Reply {
  const read = readParameters(endpoints.lookup.parameters, query)
  if ('faults' in read) return invalid(read.faults)
  const { lat, lon: sentLon, lng, at: moment } = read.values
  if (sentLon !== undefined && lng !== undefined && sentLon !== lng) {
    return invalid(new Map([['lng', ['The lng field must equal the lon field where both are sent.']]]))
  }
  // The table requires one of the two.
  const lon = sentLon ?? lng ?? 0
  const { boundaries } = catalogue
  const at = instantOf(moment, now)
  if (boundaries === null) return UNAVAILABLE
  const [zone, ...overlapping] = boundaries.zonesAt(lon, lat)
  if (zone === undefined) return UNAVAILABLE
  const state = catalogue.timezoneAt(zone, at)
  if (!isPrintable(at, state.season.type.offset)) return invalid(yearsFault('at'))
  const across = boundaries.zoneAcross(lon, lat)
  const alternatives: (readonly ['overlap' | 'antimeridian', ZoneRecord])[] = overlapping.map((other) => [
    'overlap',
    other,
  ])
  if (across !== null && across !== zone && !overlapping.includes(across)) {
    alternatives.push(['antimeridian', across])
  }
  const alternativesJson = alternatives.map(
    ([reason, other]) => `{"reason":"${reason}","timezone":${catalogue.timezoneAt(other, at).row}}`,
  )
  const pointJson = JSON.stringify({ latitude: degreesOf(lat), longitude: degreesOf(lon) })
  const kind = zone.countryCode === null ? 'ocean' : 'land'
  const credit = JSON.stringify({ version: boundaries.release, attribution: BOUNDARY_CREDIT })
  return {
    kind: 'answer',
    bodyStart: `{"data":{"query":${pointJson},"kind":"${kind}","timezone":${timezoneDetailJson(state, at)},"alternatives":[${alternativesJson.join(',')}]},"meta":{"tzdb_version":${JSON.stringify(catalogue.artifact.manifest.tz)},"boundaries":${credit},"generated_at":`,
    freshness: moment === undefined ? { kind: 'this-second' } : { kind: 'until', until: Infinity },
  }
}
