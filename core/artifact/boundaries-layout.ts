// Defines the layout of `boundaries.tiles`: the header, the sections, and what a tree entry says about its tile.
import type { ArtifactErrorCode } from './artifact-error.ts'

export const BOUNDARIES_MAGIC = Uint8Array.of(0x89, 0x54, 0x5a, 0x42, 0x0d, 0x0a, 0x1a, 0x0a)
/** A reader of major N reads every N.x. */
export const BOUNDARIES_MAJOR = 3
export const BOUNDARIES_MINOR = 0
export const HEADER_BYTES = 128

/** Sections in file order. Each begins at a multiple of 8 bytes. */
export const SECTIONS = ['release', 'zones', 'results', 'tables', 'tree', 'borders'] as const
export type SectionName = (typeof SECTIONS)[number]

/** Byte offsets of the header's fields. */
export const HEADER = {
  magic: 0,
  major: 8,
  minor: 10,
  headerBytes: 12,
  fileBytes: 16,
  topShift: 20,
  zoneCount: 24,
  resultCount: 28,
  /** Six pairs of byte offset and byte length. */
  sections: 32,
  /** SHA-256 of everything after the header. */
  bodySha256: 80,
  reserved: 112,
  /** CRC-32 of the header up to here. */
  headerCrc32: 124,
} as const

/** In the tree and in result tables: no boundary contains the point. The ocean strip of its longitude answers instead: results 0 to 24. */
export const NO_ZONE = 0xffff

/** log2 of the side of a top-grid tile: 2^20 microdegrees. That is zoom 9 of a root square of 2^29. */
export const TOP_SHIFT = 20
/** log2 of the root square's side. */
export const MAX_SHIFT = 29
export const topColumns = (shift: number): number => Math.ceil(360_000_000 / 2 ** shift)
export const topRows = (shift: number): number => Math.ceil(180_000_000 / 2 ** shift)

/** The two highest bits of a tree entry. */
export const KIND = { uniform: 0, node: 1, narrow: 2, wide: 3 } as const
export const KIND_SHIFT = 30
/** For a node: how many halvings divide its tile at once. For a border tile: how many blocks its first group has. */
export const COUNT_SHIFT = 26
export const COUNT_MASK = 0xf
/**
 * For a node: the position of the first of its 4^count entries. For a border tile: its position in its section. Both count 32-bit words.
 */
export const POSITION_MASK = 0x3ff_ffff

export const uniformEntry = (result: number): number => result

function entryOf(kind: number, count: number, position: number): number {
  if (position > POSITION_MASK) throw new RangeError(`tree: position ${position} needs more than 26 bits`)
  return ((kind << KIND_SHIFT) | (count << COUNT_SHIFT) | position) >>> 0
}

export const nodeEntry = (steps: number, position: number): number => entryOf(KIND.node, steps, position)

export const tileEntry = (isWide: boolean, blocks: number, position: number): number =>
  entryOf(isWide ? KIND.wide : KIND.narrow, blocks, position)

/** The faults that a look-up can return in place of a result: −1 is the first of this list, −2 the second, and so on. */
export const FAULTS: readonly ArtifactErrorCode[] = [
  'node-out-of-range',
  'tile-out-of-range',
  'table-out-of-range',
  'result-out-of-range',
]
