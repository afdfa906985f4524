// The compiled inner loop of a look-up over the memory that a boundary file lies in. Its source is kernel/look-up.ts.
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
  /** The results of many points; the addresses are those of a `Room`. Negative also for a point that is left to the caller. */
  readonly resultsAt: (points: number, results: number, found: number, count: number) => void
}

/** Memory for many points and their results, with the addresses at which the kernel finds them. */
export interface Room {
  /** Longitude, latitude, … in microdegrees. */
  readonly points: Float64Array
  readonly results: Int32Array
  /** Where the kernel keeps what it finds on the way. */
  readonly found: number
}

const PAGE = 65_536
/** The kernel reads whole blocks, so it may read this far past the last tile. */
const SLACK = 1024
/** How many rooms can be had over one memory: more than a command has threads. */
const ROOMS = 1024

/** Memory for a file of that many bytes, which threads can share. */
export function memoryFor(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil((bytes + SLACK) / PAGE)
  return new WebAssembly.Memory({ initial: pages, maximum: pages + ROOMS * ROOM_PAGES, shared: true })
}

/** The points of one room, of which the kernel takes 256 at a time. */
const ROOM_POINTS = 4096
const ROOM_PAGES = 2

/** A new room behind what the memory holds. */
export function roomIn(memory: WebAssembly.Memory): Room {
  const at = memory.grow(ROOM_PAGES) * PAGE
  return {
    points: new Float64Array(memory.buffer, at, ROOM_POINTS * 2),
    results: new Int32Array(memory.buffer, at + ROOM_POINTS * 16, ROOM_POINTS),
    found: at + ROOM_POINTS * 20,
  }
}

let compiled: WebAssembly.Module | undefined

/** A kernel over that memory. `begin` must be called before it is asked. */
export function kernelOver(memory: WebAssembly.Memory): Kernel {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('kernel/look-up.wasm', import.meta.url)))
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `npm run kernel` compiled just that
  return exports as unknown as Kernel
}
