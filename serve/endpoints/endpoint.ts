// What every endpoint is given, and the small steps that several of them share.
import type { Moment } from '#core/time/moment.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Reply } from '../http/reply.ts'

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
  return `{"data":[${rowsJson.join(',')}],"links":${JSON.stringify(links)},"meta":${metaStart},"generated_at":`
}
