// Zone ids of the boundary release against identifiers of the tz release: what does not pair is a finding, never an assumption.
import { note, type SourceFinding } from '../findings.ts'

export interface TzIdentifiers {
  /** The zones that are listed: each should have a boundary, under this name or another of its names. */
  readonly listed: readonly string[]
  /** Every other Zone that answers under its own name. */
  readonly unlisted: readonly string[]
  /** Other name → the identifier that answers for it. */
  readonly zoneIdByAlias: ReadonlyMap<string, string>
}

/** What one side has and the other lacks, in code-unit order. */
export function unpairedIds(
  boundaryIds: readonly string[],
  { listed, unlisted, zoneIdByAlias }: TzIdentifiers,
): SourceFinding[] {
  const answering = new Set([...listed, ...unlisted])
  // The boundary of an Antarctic station is called Etc/UTC, an alias of UTC.
  const bounded = new Set(boundaryIds.map((id) => zoneIdByAlias.get(id) ?? id))
  return [
    ...boundaryIds
      .filter((id) => !answering.has(zoneIdByAlias.get(id) ?? id))
      .toSorted()
      .map((id) =>
        note('boundary-without-zone', id, `${id} has a boundary but is no identifier of the tz release`),
      ),
    ...listed
      .filter((id) => !bounded.has(id))
      .toSorted()
      .map((id) => note('zone-without-boundary', id, `${id} is a listed zone but has no boundary`)),
  ]
}
