// What every endpoint is given, and the small steps that several of them share.
import type { Moment } from '#core/time/moment.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { timezoneDetailJson } from '../answer/timezone.ts'
import type { Catalogue } from '../../catalogue.ts'
import type { CityRecord } from '#ask/cities.ts'
import type { ZoneRecord } from '#ask/zones.ts'
import type { Reply } from '../reply.ts'

export interface EndpointRequest {
  readonly catalogue: Catalogue
  /** The server's clock, read once for this response. */
  readonly now: EpochSeconds
  /** The query string as it was sent, without the question mark. */
  readonly query: string
  /** The part of the path that `{…}` stands for, decoded; empty for a list. */
  readonly identifier: string
}

export type EndpointHandler = (request: EndpointRequest) => Reply

/** The instant of a shared `at`: now when absent, a naked date-time read as UTC. */
export const instantOf = (moment: Moment | undefined, now: EpochSeconds): EpochSeconds =>
  moment === undefined ? now : moment.kind === 'instant' ? moment.at : epochSeconds(moment.local)

/** The start of a single-resource body, up to the value of `generated_at`. */
export const singleBody = (dataJson: string, { artifact }: Catalogue): string =>
  `{"data":${dataJson},"meta":{"tzdb_version":${JSON.stringify(artifact.manifest.tz)},"generated_at":`

/** The start of a list body, up to the value of `generated_at`. */
export function listBody(
  rowsJson: readonly string[],
  links: object,
  meta: object,
  { artifact }: Catalogue,
): string {
  const metaStart = JSON.stringify({ ...meta, tzdb_version: artifact.manifest.tz }).slice(0, -1)
  // Rows are put one behind the other, not joined: V8 then copies each byte once, when the body is read.
  let body = '{"data":['
  let separator = ''
  for (const row of rowsJson) {
    body += separator + row
    separator = ','
  }
  return `${body}],"links":${JSON.stringify(links)},"meta":${metaStart},"generated_at":`
}

/** JSON text of zones as an included list, in full or as rows, at an instant. */
export const includedTimezones = (
  zones: readonly ZoneRecord[],
  { full, now, catalogue }: { full: boolean; now: EpochSeconds; catalogue: Catalogue },
): string =>
  `[${zones
    .map((zone) => {
      const state = catalogue.timezoneAt(zone, now)
      return full ? timezoneDetailJson(state, now) : state.row
    })
    .join(',')}]`

/** JSON text of a city, in full or as a row, at an instant. */
export function cityJson(
  city: CityRecord,
  { full, at, catalogue }: { full: boolean; at: EpochSeconds; catalogue: Catalogue },
): string {
  const state = catalogue.timezoneAt(city.zone, at)
  const { detailJson, rowJson } = catalogue.cityAnswers
  return full ? detailJson(city, state, at) : rowJson(city, state)
}

/** JSON text of a resource with included lists (name, JSON text) at its end. */
export const withIncluded = (resourceJson: string, lists: readonly (readonly [string, string])[]): string =>
  lists.length === 0
    ? resourceJson
    : `${resourceJson.slice(0, -1)},${lists.map(([name, json]) => `"${name}":${json}`).join(',')}}`
