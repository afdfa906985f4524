// Zone ids of the boundary release against identifiers of the tz release: what does not pair is a finding, never an assumption.
import { WITHOUT_BOUNDARY } from '../curated/tz-changes.ts'
import { addRow, fault, note, removeRow, type SourceFinding } from '../findings.ts'

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
        fault(
          'boundary-without-zone',
          id,
          `${id} has a boundary but is no identifier of the tz release: its land would answer as sea; build with a tz release that has it`,
        ),
      ),
    ...listed
      .filter((id) => !bounded.has(id))
      .toSorted()
      .map((id) => withoutBoundary(id)),
    ...WITHOUT_BOUNDARY.filter(({ zone }) => bounded.has(zone) || !listed.includes(zone)).map(({ zone }) =>
      fault(
        'row-without-reason',
        zone,
        `curated/tz-changes.ts: ${zone} ${bounded.has(zone) ? 'has a boundary' : 'is no listed zone'}`,
        removeRow('tz-changes.ts', 'WITHOUT_BOUNDARY', zone),
      ),
    ),
  ]
}

/** A zone that no point is in is published only where a curated row says so. */
function withoutBoundary(id: string): SourceFinding {
  const message = `${id} is a listed zone but has no boundary`
  return WITHOUT_BOUNDARY.some(({ zone }) => zone === id)
    ? note('zone-without-boundary', id, message)
    : fault(
        'zone-without-boundary',
        id,
        message,
        `tzref lock with --boundaries RELEASE that has it; or ${addRow('tz-changes.ts', 'WITHOUT_BOUNDARY', `{ zone: '${id}', why: 'new in tz …' },`)}`,
      )
}
