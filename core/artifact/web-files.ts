// Writes and reads the files that a static host serves to browsers: their first bytes, the boundaries' directory, and squares' bundles.
//
// docs/static-host.md describes the files.
import type { TableName } from '#schemas/reference-tables.ts'
import { ArtifactError } from './artifact-error.ts'
import { KIND, KIND_SHIFT, POSITION_MASK, topColumns } from './boundaries-layout.ts'
import type { Geometry } from './boundaries-parts.ts'
import type { CellPlace } from './boundaries-tiles.ts'
import { crc32 } from './checksum.ts'
import type { LookUpParts } from './plain-look-up.ts'
import { bitsIn, groupWords, tableIn } from './tile-codec.ts'

/** A reader of major N reads every N.x. */
const FORMAT = { major: 2, minor: 0 } as const

export const DIRECTORY = 'directory.bin'
/** The file of all bundles, in the order of their squares, for hosts that serve ranges of a file. */
export const BUNDLES = 'bundles.bin'
/** Stands in the directory in place of a result: the square has a bundle. */
export const BUNDLED = 0xfffe

/** The file name of the bundle of a tile of the top grid. */
export function bundleFile(cell: number, columns: number): string {
  const column = cell % columns
  return `squares/${(cell - column) / columns}/${column}.bin`
}

/**
 * The tile across the 180° line, or null for a tile that does not touch the line. Where both tiles have bundles, each file holds its own
 * bundle and then the other one. A point on the line is in both tiles, and so takes one request.
 */
export function acrossOf(cell: number, columns: number): number | null {
  const column = cell % columns
  return column === 0 ? cell + columns - 1 : column === columns - 1 ? cell - columns + 1 : null
}

/** Tables that share one file: those that almost every question needs, and the source lines behind answers. */
const TOGETHER: Readonly<Record<string, readonly `${TableName}.json`[]>> = {
  'words.bin': [
    'zone.json',
    'zone_alias.json',
    'country.json',
    'dependency.json',
    'standard.json',
    'zone_standard.json',
  ],
  'lines.bin': [
    'source_line.json',
    'local_time_type.json',
    'interval.json',
    'interval_line.json',
    'release_change.json',
    'yearly_change.json',
    'yearly_change_line.json',
  ],
}

/**
 * The file of the folder that has an artifact's file. `holds` names the files that share it, as one object of texts; null for a file of its
 * own.
 */
export function webFile(name: string): { readonly file: string; readonly holds: readonly string[] | null } {
  for (const [file, holds] of Object.entries(TOGETHER))
    if (holds.some((one) => one === name)) return { file, holds }
  return { file: name.replace(/\.json$/, '.bin'), holds: null }
}

/** A file: the CRC-32 of its name and its content, then the deflated content. So the check finds both damage and a wrong file. */
export function encodeWebFile(name: string, deflated: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(deflated.length + 4)
  bytes.set(deflated, 4)
  new DataView(bytes.buffer).setUint32(0, checksumOf(name, deflated), true)
  return bytes
}

/** The deflated content of a file, without a copy. Throws an ArtifactError for bytes that were not written under that name. */
export function decodeWebFile(name: string, bytes: Uint8Array): Uint8Array {
  if (bytes.length < 4)
    throw new ArtifactError('file-too-short', `${name}: ${bytes.length} bytes`, { file: name })
  const expected = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  const deflated = bytes.subarray(4)
  if (checksumOf(name, deflated) !== expected)
    throw new ArtifactError('checksum-mismatch', `${name}: damaged in transfer, or another file`, {
      file: name,
    })
  return deflated
}

function checksumOf(name: string, deflated: Uint8Array): number {
  const named = new TextEncoder().encode(`${name}\n`)
  const all = new Uint8Array(named.length + deflated.length)
  all.set(named)
  all.set(deflated, named.length)
  return crc32(all)
}

/** Everything in the directory except the squares. */
export interface DirectoryHead {
  /** Id of the artifact. */
  readonly artifact: string
  readonly tz: string
  /** The boundary release. */
  readonly boundaries: string
  readonly topShift: number
  /** The zones of the tz release that the boundaries name. */
  readonly zones: readonly string[]
  /** Positions in `zones` of the zones of the sea, which belong to no country. */
  readonly ocean: readonly number[]
  /** Result → positions of its zones, the answer first. Empty where the ocean strip answers. */
  readonly results: readonly (readonly number[])[]
  /** The length of each bundle, in the order of the squares, when they share one file. Null when each has its own file. */
  readonly lengths: readonly number[] | null
}

export interface Directory extends DirectoryHead {
  /** For each tile of the top grid its result, or `BUNDLED`. */
  readonly squares: Uint16Array
}

/** The bytes of a directory, not yet deflated. */
export function encodeDirectory({ squares, ...head }: Directory): Uint8Array {
  const text = JSON.stringify({ format: `${FORMAT.major}.${FORMAT.minor}`, ...head })
  const json = new TextEncoder().encode(text.padEnd(text.length + 1))
  const at = 4 + json.length + (json.length % 2)
  const bytes = new Uint8Array(at + squares.length * 2)
  new DataView(bytes.buffer).setUint32(0, at, true)
  bytes.fill(0x20, 4, at)
  bytes.set(json, 4)
  new Uint16Array(bytes.buffer, at).set(squares)
  return bytes
}

/** Reads the bytes of a directory. Throws an ArtifactError for another major format. */
export function decodeDirectory(bytes: Uint8Array): Directory {
  const at = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  const { format, ...head }: DirectoryHead & { readonly format: string } = JSON.parse(
    new TextDecoder().decode(bytes.subarray(4, at)),
  )
  if (!format.startsWith(`${FORMAT.major}.`))
    throw new ArtifactError('format-unknown', `${DIRECTORY}: format ${format}`, { file: DIRECTORY })
  return { ...head, squares: new Uint16Array(bytes.slice(at).buffer) }
}

/**
 * The bundle of a tile of the top grid, not yet deflated: its entry and nodes, its border tiles, and their tables of results. Positions in
 * it count from the beginning of each part. Null for a tile without borders: the directory has its result.
 */
export function encodeBundle(
  cut: Geometry,
  { cell, nodes, borders: { from, to } }: CellPlace,
): Uint8Array | null {
  const entries = [cut.tree[cell] ?? 0, ...cut.tree.subarray(nodes.from, nodes.to)]
  if ((entries[0] ?? 0) >>> KIND_SHIFT === KIND.uniform) return null
  const borders = cut.borders.slice(from, to)
  const tables: number[] = []
  const moved = new Map<string, number>()
  const tree = entries.map((entry) => {
    const kind = entry >>> KIND_SHIFT
    if (kind === KIND.uniform) return entry
    const position = entry & POSITION_MASK
    const rest = entry - position
    if (kind === KIND.node) return rest + position - nodes.from + 1
    for (let at = position - from; ;) {
      const head = borders[at] ?? 0
      const first = tableIn(head) * 2
      const results = cut.tables.subarray(first, first + 2 ** bitsIn(head))
      const known = moved.get(results.join()) ?? tables.length / 2
      if (known * 2 === tables.length) {
        moved.set(results.join(), known)
        tables.push(...results)
      }
      borders[at] = head - tableIn(head) + known
      if (head >= 0) break
      at += groupWords(head, kind === KIND.wide)
    }
    return rest + position - from
  })
  const bytes = new Uint8Array(12 + tree.length * 4 + borders.byteLength + tables.length * 2)
  new Uint32Array(bytes.buffer, 0, 3).set([tree.length, borders.length, tables.length])
  new Uint32Array(bytes.buffer, 12, tree.length).set(tree)
  new Int32Array(bytes.buffer, 12 + tree.length * 4, borders.length).set(borders)
  new Uint16Array(bytes.buffer, 12 + tree.length * 4 + borders.byteLength).set(tables)
  return bytes
}

/** Joins bundles. Each begins at a multiple of four bytes. */
export function joinBundles(bundles: readonly Uint8Array[]): Uint8Array {
  const starts: number[] = []
  let end = 0
  for (const { length } of bundles) {
    starts.push(Math.ceil(end / 4) * 4)
    end = (starts.at(-1) ?? 0) + length
  }
  const bytes = new Uint8Array(end)
  for (const [i, bundle] of bundles.entries()) bytes.set(bundle, starts[i])
  return bytes
}

/** Opens the bundles of a file for look-ups, which start at entry 0 of each. Throws an ArtifactError when they do not fill the file. */
export function decodeBundles(file: string, bytes: Uint8Array, resultCount: number): LookUpParts[] {
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const end = byteOffset + bytes.length
  const bundles: LookUpParts[] = []
  for (let at = byteOffset; ;) {
    const [entries = 0, words = 0, results = 0] = end - at < 12 ? [] : new Uint32Array(buffer, at, 3)
    const borders = at + 12 + entries * 4
    const tables = borders + words * 4
    const next = tables + results * 2
    if (next > end || entries === 0)
      throw new ArtifactError('section-out-of-range', `${file}: its parts do not fill it`, { file })
    bundles.push({
      tree: new Uint32Array(buffer, at + 12, entries),
      borders: new Int32Array(buffer, borders, words),
      halves: new Int16Array(buffer, borders, words * 2),
      tables: new Uint16Array(buffer, tables, results),
      resultCount,
    })
    if (next === end) return bundles
    at += Math.ceil((next - at) / 4) * 4
  }
}

/** The tile of the top grid that contains a point in whole microdegrees from (−180, −90). */
export const cellAt = (x: number, y: number, topShift: number): number =>
  (y >> topShift) * topColumns(topShift) + (x >> topShift)
