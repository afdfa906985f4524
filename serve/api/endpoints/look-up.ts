// GET /lookup: a point → its zone, and the zones that could also be meant.
import { BOUNDARY_CREDIT } from '#core/artifact/boundaries-credit.ts'
import { HALF_WORLD, plainMicrodegrees, POLE } from '#core/geo/microdegrees.ts'
import type { PlaceAnswer } from '#core/ask/look-up.ts'
import type { ZoneState } from '#core/ask/zone-state.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import type { LookupMeta } from '#schemas/wire/look-up.ts'
import { lookupBytes } from '../answer/look-up.ts'
import { problem } from '../../http/problem.ts'
import { readParameters, type Values } from '../parameters.ts'
import { invalid, type Reply } from '../reply.ts'
import { clockAnswer, metaOf, type EndpointRequest } from './endpoint.ts'

const UNAVAILABLE = problem(
  503,
  'Coordinate lookup is temporarily unavailable: no boundary data is installed.',
  { 'retry-after': '3600' },
)

const creditedMeta = metaOf(({ almanac }): Pick<LookupMeta, 'boundaries'> => ({
  boundaries: { version: almanac.places()?.release ?? '', attribution: BOUNDARY_CREDIT },
}))

const NO_ALTERNATIVES: PlaceAnswer<ZoneState>['alternatives'] = []

type LookupValues = Values<typeof endpoints.lookup.parameters>

const LAT = 'lat='
const LON = '&lon='

/**
 * Reads a query with only a latitude and a longitude, as nearly every client writes it, with the same result as the parameter table. Null
 * for any other query, and for one with a fault.
 */
function plainPoint(query: string): LookupValues | null {
  const end = query.indexOf(LON)
  if (!query.startsWith(LAT) || end < 0) return null
  const lat = plainMicrodegrees(query.slice(LAT.length, end))
  const lon = plainMicrodegrees(query.slice(end + LON.length))
  return lat !== null && lon !== null && Math.abs(lat) <= POLE && Math.abs(lon) <= HALF_WORLD
    ? { lat, lon, lng: undefined, ip: undefined, at: undefined }
    : null
}

/** The zone at a latitude and longitude, on land or at sea. */
export function lookUp(request: EndpointRequest): Reply {
  const { catalogue, now, query } = request
  const point = plainPoint(query)
  const read = point === null ? readParameters(endpoints.lookup.parameters, query) : { values: point }
  if ('faults' in read) return invalid(read.faults)
  const { lat, lon: sentLon, lng, at: moment } = read.values
  if (sentLon !== undefined && lng !== undefined && sentLon !== lng) {
    return invalid(new Map([['lng', ['The lng field must equal the lon field if both are sent.']]]))
  }
  // The table requires one of the two.
  const lon = sentLon ?? lng ?? 0
  const { almanac, texts } = catalogue
  const places = almanac.places()
  const answer = places?.lookUp(lon, lat) ?? null
  if (places === null || answer === null) return UNAVAILABLE
  return clockAnswer(
    request,
    moment,
    answer.zone,
    `${lat}_${lon}_`,
    (state, at) => {
      const states: PlaceAnswer<ZoneState> = {
        kind: answer.kind,
        zone: state,
        alternatives:
          answer.alternatives.length === 0
            ? NO_ALTERNATIVES
            : answer.alternatives.map(({ reason, zone }) => ({
                reason,
                zone: almanac.stateOf(zone, at, now),
              })),
      }
      return lookupBytes(lon, lat, states, at, texts.zones)
    },
    creditedMeta,
  )
}
