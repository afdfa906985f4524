// GET /lookup: a point → its zone, and the zones that could also be meant.
import { BOUNDARY_CREDIT } from '#core/artifact/boundaries-credit.ts'
import { microdegreesFromText } from '#core/geo/microdegrees.ts'
import { isPrintable } from '#core/time/moment.ts'
import type { PlaceAnswer } from '#ask/look-up.ts'
import type { ZoneState } from '#ask/zone-state.ts'
import type { Zone } from '#ask/zones.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import type { LookupMeta } from '#schemas/wire/lookup.ts'
import { lookupBytes } from '../answer/lookup.ts'
import type { Problem } from '../../http/problem.ts'
import { readParameters, type Values, yearsFault } from '../parameters.ts'
import { invalid, type Reply } from '../reply.ts'
import { instantKey, instantOf, metaOf, singleBytes, type EndpointRequest } from './endpoint.ts'

const UNAVAILABLE: Problem = {
  kind: 'problem',
  status: 503,
  body: { message: 'Coordinate lookup is temporarily unavailable: no boundary data is installed.' },
  headers: { 'retry-after': '3600' },
}

const creditedMeta = metaOf(({ almanac }): Pick<LookupMeta, 'boundaries'> => ({
  boundaries: { version: almanac.places()?.release ?? '', attribution: BOUNDARY_CREDIT },
}))

type LookupValues = Values<typeof endpoints.lookup.parameters>

/** A latitude and a longitude and nothing else, as nearly every client writes them. */
const PLAIN_POINT = /^lat=(-?\d+(?:\.\d+)?)&lon=(-?\d+(?:\.\d+)?)$/

/** What such a query says, as the table of parameters would read it; null for any other, and for one with a fault. */
function plainPoint(query: string): LookupValues | null {
  const [, latText, lonText] = PLAIN_POINT.exec(query) ?? []
  if (latText === undefined || lonText === undefined) return null
  const [lat, lon] = [microdegreesFromText(latText, 90), microdegreesFromText(lonText, 180)]
  return 'value' in lat && 'value' in lon
    ? { lat: lat.value, lon: lon.value, lng: undefined, ip: undefined, at: undefined }
    : null
}

/** The zone at a latitude and longitude, on land or at sea. */
export function lookUp({ catalogue, now, query }: EndpointRequest): Reply {
  const point = plainPoint(query)
  const read = point === null ? readParameters(endpoints.lookup.parameters, query) : { values: point }
  if ('faults' in read) return invalid(read.faults)
  const { lat, lon: sentLon, lng, at: moment } = read.values
  if (sentLon !== undefined && lng !== undefined && sentLon !== lng) {
    return invalid(new Map([['lng', ['The lng field must equal the lon field where both are sent.']]]))
  }
  // The table requires one of the two.
  const lon = sentLon ?? lng ?? 0
  const { almanac, texts } = catalogue
  const at = instantOf(moment, now)
  const places = almanac.places()
  const answer = places?.lookUp(lon, lat) ?? null
  if (places === null || answer === null) return UNAVAILABLE
  const stateOf = (zone: Zone): ZoneState => almanac.stateOf(zone, at, now)
  const state = stateOf(answer.zone)
  if (!isPrintable(at, state.season.type.offset)) return invalid(yearsFault('at'))
  const states: PlaceAnswer<ZoneState> = {
    kind: answer.kind,
    zone: state,
    alternatives: answer.alternatives.map(({ reason, zone }) => ({ reason, zone: stateOf(zone) })),
  }
  return {
    kind: 'answer',
    bodyStart: singleBytes(lookupBytes(lon, lat, states, at, texts.zones), catalogue, creditedMeta),
    key: `${lat.toString(36)}_${lon.toString(36)}_${instantKey(at)}`,
    freshness: moment === undefined ? { kind: 'this-second' } : { kind: 'until', until: Infinity },
  }
}
