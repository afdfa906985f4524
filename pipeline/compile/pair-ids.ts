// Pairs zone ids of the boundary release with identifiers of the tz release. An id without a partner is a finding, never a guess.
import { WITHOUT_BOUNDARY } from '../curated/columns.ts'
import { addRow, fault, note, rowWithoutReason, type SourceFinding } from '../findings.ts'

export interface TzIdentifiers {
  /** The listed zones. Each should have a boundary, under this name or another of its names. */
  readonly listed: readonly string[]
  /** Every other Zone with its own clock and name. */
  readonly unlisted: readonly string[]
  /** Other name → the identifier of its zone. */
  readonly zoneIdByAlias: ReadonlyMap<string, string>
}

/** Returns findings for ids that one side has and the other lacks, in code-unit order. */
export function unpairedIds(
  boundaryIds: readonly string[],
  { listed, unlisted, zoneIdByAlias }: TzIdentifiers,
): SourceFinding[] {
  const answering = new Set([...listed, ...unlisted])
  // The boundary of an Antarctic station is called Etc/UTC, which is an alias of UTC.
  const bounded = new Set(boundaryIds.map((id) => zoneIdByAlias.get(id) ?? id))
  return [
    ...boundaryIds
      .filter((id) => !answering.has(zoneIdByAlias.get(id) ?? id))
      .toSorted()
      .map((id) => {
        const message = `${id} has a boundary but is not an identifier of the tz release: look-ups on its land would give sea; build with a tz release that has it`
        return fault('boundary-without-zone', id, message)
      }),
    ...listed
      .filter((id) => !bounded.has(id))
      .toSorted()
      .map(withoutBoundary),
    ...WITHOUT_BOUNDARY.flatMap(({ zone }) => {
      const why = bounded.has(zone) ? 'has a boundary' : listed.includes(zone) ? null : 'is no listed zone'
      return why === null ? [] : [rowWithoutReason('without-boundary', zone, `${zone} ${why}`)]
    }),
  ]
}

/** A listed zone without a boundary is published only if a curated row allows it. */
function withoutBoundary(id: string): SourceFinding {
  const message = `${id} is a listed zone but has no boundary`
  if (WITHOUT_BOUNDARY.some(({ zone }) => zone === id)) return note('zone-without-boundary', id, message)
  const row = addRow('without-boundary', id, 'new in tz (release)')
  const fix = `tzref lock with --boundaries RELEASE that has it; or ${row}`
  return fault('zone-without-boundary', id, message, fix)
}
