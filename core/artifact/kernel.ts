// The compiled inner loops of look-ups, over the memory that a boundary file lies in. Their source is kernel/*.ts.
import { KERNEL } from './kernel-bytes.ts'

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
/** Rooms begin at multiples of this. */
const ALIGNMENT = 64

let compiled: WebAssembly.Module | undefined

function moduleOnce(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (byte) => byte.charCodeAt(0)))
  return compiled
}

/** A kernel in a memory of its own: a file at the start, and behind it rooms that are taken when they are needed. */
export class KernelMemory {
  readonly kernel: Kernel
  /** Not shared with threads: V8 takes shared memory for free, so that a server that swaps artifacts would keep each of them. */
  readonly #memory: WebAssembly.Memory
  #end: number

  /** Memory for a file of that many bytes. `kernel.begin` must be called before the kernel is asked. */
  constructor(fileBytes: number) {
    // First of all, as it is refused in Workers and under strict policies.
    const module = moduleOnce()
    this.#end = fileBytes + SLACK
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(this.#end / PAGE) })
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `npm run kernel` compiled just that
    this.kernel = exports as unknown as Kernel
  }

  /** The bytes as they lie now: another buffer after each `take`. Views of it are not to be kept. */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer
  }

  /** Takes a room of zeros for good; gives its address. */
  take(bytes: number): number {
    const at = Math.ceil(this.#end / ALIGNMENT) * ALIGNMENT
    this.#end = at + bytes
    const missing = Math.ceil((this.#end - this.buffer.byteLength) / PAGE)
    if (missing > 0) this.#memory.grow(missing)
    return at
  }
}
