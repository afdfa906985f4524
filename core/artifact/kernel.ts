// Loads the compiled inner loops of look-ups, over the memory that holds a boundary file. Their source is kernel/*.ts.
import { KERNEL } from './kernel-bytes.ts'

/** Coordinates are whole microdegrees from (−180, −90). Addresses are bytes from the start of the memory. A negative result is a fault. */
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
  /** The result at a point that is not on the world's eastern or northern edge. */
  readonly resultAt: (x: number, y: number) => number
  /** The result on those edges. `west` and `south` are 1 where the point is nudged that way. */
  readonly resultAtWorldEdge: (x: number, y: number, west: 0 | 1, south: 0 | 1) => number
  /** `resultAt` for degrees. It is also negative for a point that the caller must answer. */
  readonly resultAtDegrees: (lat: number, lon: number) => number
  /** The results of many points. A result is also negative for a point that the caller must answer. */
  readonly resultsAt: (points: number, results: number, found: number, count: number) => void
  /** Turns plain lines into points. Returns how many. At `stop` it writes the address of the first line that it did not read. */
  readonly readLines: (text: number, end: number, points: number, room: number, stop: number) => number
  /** Turns results into lines. Returns the address after them. */
  readonly writeLines: (results: number, count: number, lines: number, out: number) => number
}

const PAGE = 65_536
/** The kernel reads whole blocks, so it may read this many bytes past the last tile. */
const SLACK = 1024
/** Addresses given by `take` are multiples of this. */
const ALIGNMENT = 64

let compiled: WebAssembly.Module | undefined

function moduleOnce(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (byte) => byte.charCodeAt(0)))
  return compiled
}

/** A kernel with its own memory. The file is at the start; `take` adds more memory behind it. */
export class KernelMemory {
  readonly kernel: Kernel
  /** Not shared with threads: V8 counts shared memory as free of cost, so a server that swaps artifacts would hold all of them. */
  readonly #memory: WebAssembly.Memory
  #end: number

  /** Makes memory for a file of that many bytes. Call `kernel.begin` before any look-up. */
  constructor(fileBytes: number) {
    // This comes first, because Workers and strict policies refuse it.
    const module = moduleOnce()
    this.#end = fileBytes + SLACK
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(this.#end / PAGE) })
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `npm run kernel` compiled just that
    this.kernel = exports as unknown as Kernel
  }

  /** The bytes as they lie now. Each `take` changes the buffer, so do not store views of it. */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer
  }

  /** Takes memory filled with zeros, which is never freed. Returns its address. */
  take(bytes: number): number {
    const at = Math.ceil(this.#end / ALIGNMENT) * ALIGNMENT
    this.#end = at + bytes
    const missing = Math.ceil((this.#end - this.buffer.byteLength) / PAGE)
    if (missing > 0) this.#memory.grow(missing)
    return at
  }
}
