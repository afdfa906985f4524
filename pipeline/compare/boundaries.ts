// The boundaries of two artifacts → which zones' areas changed, and by how much.
import type { Artifact } from '#core/artifact/open.ts'

export interface ChangedArea {
  readonly zone: string
  /** Whole km² that came to the zone, and that left it. */
  readonly gained: number
  readonly lost: number
}

export type BoundariesDiff =
  /** Neither artifact has boundaries. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'same' }
  /** One of them has none. */
  | { readonly kind: 'added' | 'removed' }
  | { readonly kind: 'changed'; readonly zones: readonly ChangedArea[] }

/** Compares the boundaries of two artifacts. */
export function compareBoundaries(older: Artifact, newer: Artifact): BoundariesDiff {
  const [was, is] = [older.manifest.boundaries, newer.manifest.boundaries]
  if (was === null) return { kind: is === null ? 'absent' : 'added' }
  if (is === null) return { kind: 'removed' }
  return was === is ? { kind: 'same' } : { kind: 'changed', zones: [] }
}
