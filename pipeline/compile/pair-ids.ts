// Zone ids of the boundary release against identifiers of the tz release: what does not pair is a finding, never an assumption.
import { note, type Finding } from '../findings.ts'

export interface TzIdentifiers {
  /** The identifiers of `zone.tab`: each should have a boundary. */
  readonly listed: readonly string[]
  /** Every Zone and Link name of the tz release: each boundary should have one. */
  readonly known: readonly string[]
}

/** What one side has and the other lacks, in code-unit order. */
export function unpairedIds(boundaryIds: readonly string[], { listed, known }: TzIdentifiers): Finding[] {
  const bounded = new Set(boundaryIds)
  const named = new Set(known)
  return [
    ...boundaryIds
      .filter((id) => !named.has(id))
      .toSorted()
      .map((id) =>
        note('boundary-without-zone', id, `${id} has a boundary but is no identifier of the tz release`),
      ),
    ...listed
      .filter((id) => !bounded.has(id))
      .toSorted()
      .map((id) => note('zone-without-boundary', id, `${id} is in zone.tab but has no boundary`)),
  ]
}
