// Orders the zones that contain one point as an answer lists them: smallest area first, then corrected by the rulings on disputes.

export interface OrderedZone {
  readonly id: string
  /** Whole square kilometres. */
  readonly area: number
}

/** Two zones that overlap where the first comes before the second. */
export interface Dispute {
  readonly first: string
  readonly second: string
}

/**
 * Returns the zones in the order of an answer. A dispute moves its first zone to just before its second and changes nothing else. Zones
 * of equal area are ordered by id.
 */
export function answerOrder<Zone extends OrderedZone>(
  zones: readonly Zone[],
  disputes: readonly Dispute[],
): Zone[] {
  const ordered = zones.toSorted((a, b) => a.area - b.area || (a.id < b.id ? -1 : 1))
  for (const { first, second } of disputes) {
    const before = ordered.findIndex((zone) => zone.id === second)
    const at = ordered.findIndex((zone) => zone.id === first)
    if (before < 0 || at < before) continue
    ordered.splice(before, 0, ...ordered.splice(at, 1))
  }
  return ordered
}
