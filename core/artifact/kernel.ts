// The compiled inner loops of look-ups, over the memory that a boundary file lies in. Their source is kernel/*.ts.
import { readFileSync } from 'node:fs'
import type { ArtifactErrorCode } from './artifact-error.ts'

/** What a look-up gives below 0 instead of a result, from −1 on. */
export const FAULTS: readonly ArtifactErrorCode[] = [
  'node-out-of-range',
  'tile-out-of-range',
  'table-out-of-range',
  'result-out-of-range',
]

/** Coordinates are whole microdegrees from (−180, −90); addresses are bytes from the start of the memory. Faults come back negative. */
export interface Kernel {
  readonly begin: (
    topShift: number,
    columns: number,
    tree: number,
    treeEntries: number,
    borders: number,
    bordersBytes: number,
    tables: number,
    tableEntries: number,
    resultCount: number,
  ) => void
  /** The result at a point inside the world's eastern and northern edges. */
  readonly resultAt: (x: number, y: number) => number
  /** The result on those edges: `west` and `south` are 1 where the nudge goes that way. */
  readonly resultAtWorldEdge: (x: number, y: number, west: 0 | 1, south: 0 | 1) => number
  /** `resultAt` for degrees; negative also for a point that is left to the caller. */
  readonly resultAtDegrees: (lat: number, lon: number) => number
  /** The results of many points. Negative also for a point that is left to the caller. */
  readonly resultsAt: (points: number, results: number, found: number, count: number) => void
  /** Plain lines of points to points; gives how many, and at `stop` the address of the first one that it did not read. */
  readonly readLines: (text: number, end: number, points: number, room: number, stop: number) => number
  /** Results to lines; gives the address after them. */
  readonly writeLines: (results: number, count: number, lines: number, out: number) => number
}

const PAGE = 65_536
/** The kernel reads whole blocks, so it may read this far past the last tile. */
const SLACK = 1024
/** Behind the file: room for a batch and its lines, which takes no memory before it is used. */
const ROOM = 6 * 2 ** 20

/**
 * Memory for a file of that many bytes, which lies at its start. Not shared with threads: V8 takes shared memory for free, so that a server
 * that swaps artifacts would keep each of them until something else made it collect garbage.
 */
export function memoryFor(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil((roomAt(bytes) + ROOM) / PAGE)
  return new WebAssembly.Memory({ initial: pages, maximum: pages })
}

/** Where the room begins in the memory for a file of that many bytes. */
export const roomAt = (bytes: number): number => Math.ceil((bytes + SLACK) / 64) * 64

let compiled: WebAssembly.Module | undefined

/** A kernel over that memory. `begin` must be called before it is asked. */
export function kernelOver(memory: WebAssembly.Memory): Kernel {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('kernel/kernel.wasm', import.meta.url)))
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `npm run kernel` compiled just that
  return exports as unknown as Kernel
}
