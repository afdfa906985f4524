// Reads the tree and the tiles of `boundaries.tiles` one by one, for full checks and comparisons. Look-ups use the kernel instead.
import { STRIPS, stripId } from '../geo/ocean-strips.ts'
import type { ArtifactErrorCode } from './artifact-error.ts'
import {
  HEADER,
  HEADER_BYTES,
  COUNT_MASK,
  COUNT_SHIFT,
  KIND,
  KIND_SHIFT,
  NO_ZONE,
  POSITION_MASK,
  SECTIONS,
  topRows,
} from './boundaries-layout.ts'
import { boundaryDamage, geometryOf, type BoundaryHead } from './boundaries-parts.ts'
import { hex, sha256 } from './checksum.ts'
import { decodeTile, encodeTile, fitsNarrow, type Chain } from './tile-codec.ts'

/** One tile: a square with sides of `size`. Its south-west corner lies `west` and `south` of (−180, −90). All are in microdegrees. */
export interface TileView {
  readonly west: number
  readonly south: number
  readonly size: number
  /** The zones of each combination of crossed bits; for a tile without borders, a single list. An empty list means the sea. */
  readonly results: readonly (readonly string[])[]
  /** As in the file: coordinates count from the tile's middle. */
  readonly chains: readonly Chain[]
}

/** Where the parts of a top-grid tile lie: entries of `tree` and words of `borders`. `from` is inclusive, `to` is exclusive. */
export interface CellPlace {
  /** The tile's number. Rows go from south to north, and tiles within a row from west to east. */
  readonly cell: number
  readonly nodes: { readonly from: number; readonly to: number }
  readonly borders: { readonly from: number; readonly to: number }
}

/** Views of a file's geometry. Do not store them: they become invalid when the file's memory grows. */
export class BoundaryTiles {
  readonly #bytes: Uint8Array
  readonly #head: BoundaryHead
  readonly #file: string
  readonly #tables: Uint16Array
  readonly #tree: Uint32Array
  readonly #borders: Int32Array

  /** `bytes` is the whole file, and `file` its name in errors. */
  constructor(bytes: Uint8Array, head: BoundaryHead, file: string) {
    this.#bytes = bytes
    this.#head = head
    this.#file = file
    ;({ tree: this.#tree, borders: this.#borders, tables: this.#tables } = geometryOf(bytes, head))
  }

  #damage(code: ArtifactErrorCode, facts: Readonly<Record<string, string | number>>): Error {
    return boundaryDamage(this.#file, code, facts)
  }

  /** Returns a result number that exists, or NO_ZONE. Throws for any other. */
  #checked(result: number): number {
    const { results } = this.#head
    if (result < results.length || result === NO_ZONE) return result
    throw this.#damage('result-out-of-range', { result, results: results.length })
  }

  /** The tile that contains a point. `x` and `y` count microdegrees from (−180, −90). Throws an ArtifactError for damage. */
  tileAt(x: number, y: number): TileView {
    let shift = this.#head.topShift
    let at = (y >> shift) * this.#head.columns + (x >> shift)
    for (;;) {
      const entry = this.#tree[at]
      if (entry === undefined)
        throw this.#damage('node-out-of-range', { position: at, entries: this.#tree.length })
      const kind = entry >>> KIND_SHIFT
      if (kind !== KIND.node) return this.#tileView(entry, x, y, shift)
      const steps = (entry >> COUNT_SHIFT) & COUNT_MASK
      shift -= steps
      if (steps === 0 || shift < 0) throw this.#damage('node-out-of-range', { position: at, steps })
      const mask = (1 << steps) - 1
      at = (entry & POSITION_MASK) + (((y >> shift) & mask) << steps) + ((x >> shift) & mask)
    }
  }

  #tileView(entry: number, x: number, y: number, shift: number): TileView {
    const size = 2 ** shift
    const place = { west: Math.floor(x / size) * size, south: Math.floor(y / size) * size, size }
    const zonesOf = (result: number): readonly string[] => this.#head.results[this.#checked(result)] ?? []
    const kind = entry >>> KIND_SHIFT
    if (kind === KIND.uniform) return { ...place, results: [zonesOf(entry)], chains: [] }
    const position = entry & POSITION_MASK
    const decoded = decodeTile(this.#borders, position, kind === KIND.wide)
    if (decoded === null) throw this.#damage('tile-out-of-range', { position })
    const { table, chains } = decoded.tile
    const count = 2 ** (Math.max(...chains.map((chain) => chain.bit)) + 1)
    const results = Array.from({ length: count }, (_, bits) =>
      zonesOf(this.#tables[table * 2 + bits] ?? NO_ZONE),
    )
    return { ...place, results, chains }
  }

  /** Reads every byte. Throws an ArtifactError at the first fault. */
  check(): void {
    const steps = this.checking()
    while (steps.next().done !== true);
  }

  /** The same check as a generator that yields between pieces of work. `sumOf` computes SHA-256; pass a faster one where there is one. */
  *checking(sumOf: (bytes: Uint8Array) => Uint8Array = sha256): Generator<undefined, void> {
    const sum = hex(sumOf(this.#bytes.subarray(HEADER_BYTES)))
    const saved = hex(this.#bytes.subarray(HEADER.bodySha256, HEADER.bodySha256 + 32))
    if (sum !== saved) throw this.#damage('checksum-mismatch', { sha256: sum, expected: saved })
    this.#checkSections()
    this.#checkResults()
    let end = { nodes: this.#topEntries, borders: 0 }
    for (const { nodes, borders } of this.cells()) {
      end = { nodes: nodes.to, borders: borders.to }
      yield
    }
    if (end.nodes !== this.#tree.length)
      throw this.#damage('node-out-of-range', { nodesEnd: end.nodes, entries: this.#tree.length })
    if (end.borders !== this.#borders.length)
      throw this.#damage('tile-out-of-range', { bordersEnd: end.borders, words: this.#borders.length })
  }

  get #topEntries(): number {
    const { topShift, columns } = this.#head
    return columns * topRows(topShift)
  }

  /** Checks that sections follow each other. Between them are only zeros, up to the next multiple of 8. */
  #checkSections(): void {
    let end = HEADER_BYTES
    for (const section of SECTIONS) {
      const { offset, length } = this.#head.sections[section]
      const between = this.#bytes.subarray(end, Math.max(end, offset))
      if (offset < end || offset - end > 7 || between.some((byte) => byte !== 0))
        throw this.#damage('section-out-of-range', { section, offset, endOfLast: end })
      end = offset + length
    }
  }

  /** Checks that zones are in order, that the first results are the ocean strips, and that no list has a zone twice. */
  #checkResults(): void {
    const { zoneIds, results } = this.#head
    zoneIds.forEach((id, zone) => {
      if (zone > 0 && id <= (zoneIds[zone - 1] ?? '')) throw this.#damage('zone-out-of-range', { zone, id })
    })
    results.forEach((ids, result) => {
      const isStrip = ids.length === 1 && ids[0] === stripId(result)
      if (new Set(ids).size < ids.length || (result < STRIPS && !isStrip))
        throw this.#damage('result-out-of-range', { result, zones: ids.join() })
    })
  }

  /**
   * Reads each tile of the top grid whole, in order, and says where its nodes and border tiles lie. They must follow those of the tile
   * before without a gap. So none is shared or left out. Throws an ArtifactError at the first fault.
   */
  *cells(): Generator<CellPlace, void> {
    let nodes = { from: 0, to: this.#topEntries }
    let borders = { from: 0, to: 0 }
    for (let cell = 0; cell < this.#topEntries; cell++) {
      const ends = this.#walkCell(cell, nodes.to, borders.to)
      nodes = { from: nodes.to, to: ends.nodes }
      borders = { from: borders.to, to: ends.borders }
      yield { cell, nodes, borders }
    }
  }

  /** Reads a tile of the top grid level by level. Returns where its nodes and its border tiles end. */
  #walkCell(cell: number, nodesFrom: number, bordersFrom: number): { nodes: number; borders: number } {
    const grids = [{ from: cell, count: 1, shift: this.#head.topShift }]
    let [nodes, borders] = [nodesFrom, bordersFrom]
    for (const { from, count, shift } of grids) {
      for (let position = from; position < from + count; position++) {
        const entry = this.#tree[position]
        if (entry === undefined)
          throw this.#damage('node-out-of-range', { position, entries: this.#tree.length })
        const kind = entry >>> KIND_SHIFT
        // For a node, its number of halvings; for a border tile, its number of blocks.
        const parts = (entry >> COUNT_SHIFT) & COUNT_MASK
        if (kind === KIND.uniform) {
          this.#checked(entry)
        } else if (kind === KIND.node) {
          const child = entry & POSITION_MASK
          if (parts === 0 || parts >= shift || child !== nodes)
            throw this.#damage('node-out-of-range', { position, steps: parts, child, expected: nodes })
          nodes += 4 ** parts
          grids.push({ from: child, count: 4 ** parts, shift: shift - parts })
        } else {
          const tile = entry & POSITION_MASK
          if (tile !== borders) throw this.#damage('tile-out-of-range', { position: tile, expected: borders })
          borders = this.#checkTile(tile, parts, kind === KIND.wide, shift)
        }
      }
    }
    return { nodes, borders }
  }

  /** Reads a whole border tile. Returns where it ends. */
  #checkTile(position: number, blocks: number, isWide: boolean, shift: number): number {
    const decoded = decodeTile(this.#borders, position, isWide)
    if (decoded === null) throw this.#damage('tile-out-of-range', { position, words: this.#borders.length })
    const { tile, end } = decoded
    const encoded = encodeTile(tile, isWide)
    const isAsEncoded = encoded.words.every((word, i) => word === this.#borders[position + i])
    if (encoded.blocks !== blocks || !isAsEncoded || !(isWide || fitsNarrow(tile.chains, shift)))
      throw this.#damage('tile-out-of-range', { position, blocks, expectedBlocks: encoded.blocks })
    const bits = Math.max(...tile.chains.map((chain) => chain.bit)) + 1
    for (let at = tile.table * 2; at < tile.table * 2 + 2 ** bits; at++) {
      const result = this.#tables[at]
      if (result === undefined)
        throw this.#damage('table-out-of-range', { position: at, entries: this.#tables.length })
      this.#checked(result)
    }
    return end
  }
}
