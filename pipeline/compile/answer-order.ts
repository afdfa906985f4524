// Zones that contain one point → the order in which an answer lists them: smallest area first, then the disputes' rulings.
import type { Dispute } from '../curated/disputes.ts'

export interface OrderedZone {
  readonly id: string
  /** Whole square kilometres. */
  readonly area: number
}

/** A dispute moves its first zone to just before its second and touches nothing else. Equal areas go by id. */
export function answerOrder<Zone extends OrderedZone>(
  zones: readonly Zone[],
  disputes: readonly Pick<Dispute, 'first' | 'second'>[],
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
