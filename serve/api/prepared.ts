// Caches bodies of long answers as bytes: each is made once while it is true, and compressed once.
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'

/** A body as pieces in order. */
export type Pieces = readonly Buffer[]

/**
 * The body with this tag and end; the end is not part of the tag. It is made when it is not in the cache. `until` is the time, in seconds
 * since 1970, after which it is no longer asked for. With `isGzip` the pieces are one gzip member.
 */
export interface WantedBody {
  readonly tag: string
  readonly now: number
  readonly until: number
  readonly isGzip: boolean
  readonly end: string
  /** Makes everything except the end. */
  readonly make: () => Buffer | Promise<Buffer>
}

/** Bytes. Compressing a shorter body costs more than it saves. */
const SHORTEST_TO_COMPRESS = 8 * 2 ** 10
/** Bytes. Longer bodies are compressed in a thread, one body at a time. */
const LONGEST_AT_ONCE = 64 * 2 ** 10
/** Level 2 takes as long as 1 and half as long as 6. Full lists shrink to a twelfth. */
const OPTIONS = { level: 2, chunkSize: 2 ** 18, finishFlush: constants.Z_SYNC_FLUSH }
/** Deflate; no name, no time, no system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

interface Entry {
  readonly until: number
  start: Buffer | Promise<Buffer>
  deflated: Deflated | Promise<Deflated> | null
}

interface Deflated {
  /** Whole blocks. None of them is marked as the last one. */
  readonly blocks: Buffer
  /** CRC-32 of their content. */
  readonly crc: number
}

/** Opens a cache of at most so many bytes. The function that it returns gives a body, at once or when it is made. */
export function openPrepared(mostBytes: number): (wanted: WantedBody) => Pieces | Promise<Pieces> {
  const entries = new Map<string, Entry>()
  let bytes = 0
  let sweptAt = 0
  let compressing: Promise<unknown> = Promise.resolve()

  function drop(tag: string, entry: Entry): void {
    if (entries.get(tag) !== entry) return
    entries.delete(tag)
    bytes -= bytesOf(entry)
  }

  /** Counts bytes that were added to an entry, and drops the oldest entries when there are too many. */
  function got(tag: string, entry: Entry, more: number): void {
    if (entries.get(tag) !== entry) return
    bytes += more
    for (const [other, old] of entries) {
      if (bytes <= mostBytes) return
      drop(other, old)
    }
  }

  /**
   * Waits for a part of an entry; `set` stores it and returns its bytes. If it cannot be made, the entry is dropped, and its clients get
   * the error.
   */
  async function settle<Made>(
    tag: string,
    entry: Entry,
    made: Promise<Made>,
    set: (made: Made) => number,
  ): Promise<void> {
    try {
      got(tag, entry, set(await made))
    } catch {
      drop(tag, entry)
    }
  }

  function entryOf({ tag, now, until, make }: WantedBody): Entry {
    const known = entries.get(tag)
    if (known !== undefined) return known
    if (sweptAt !== now) {
      sweptAt = now
      for (const [other, old] of entries) if (old.until <= now) drop(other, old)
    }
    const made = make()
    const entry: Entry = { until, start: made, deflated: null }
    entries.set(tag, entry)
    if (made instanceof Promise) void settle(tag, entry, made, (start) => (entry.start = start).length)
    else got(tag, entry, made.length)
    return entry
  }

  function deflatedOf(tag: string, entry: Entry, start: Buffer): Deflated | Promise<Deflated> {
    if (entry.deflated !== null) return entry.deflated
    if (start.length <= LONGEST_AT_ONCE) {
      const deflated = { blocks: deflateRawSync(start, OPTIONS), crc: crc32(start) }
      entry.deflated = deflated
      got(tag, entry, deflated.blocks.length)
      return deflated
    }
    const made = compressing.then(async () => ({
      blocks: await deflateInThread(start, OPTIONS),
      crc: crc32(start),
    }))
    compressing = made.catch(() => undefined)
    entry.deflated = made
    void settle(tag, entry, made, (deflated) => (entry.deflated = deflated).blocks.length)
    return made
  }

  function piecesOf(wanted: WantedBody, entry: Entry, start: Buffer): Pieces | Promise<Pieces> {
    const end = Buffer.from(wanted.end)
    if (!wanted.isGzip || start.length + end.length < SHORTEST_TO_COMPRESS) return [start, end]
    const deflated = deflatedOf(wanted.tag, entry, start)
    const whole = (made: Deflated): Pieces => [GZIP_HEADER, made.blocks, trailer(made, start.length, end)]
    return deflated instanceof Promise ? deflated.then(whole) : whole(deflated)
  }

  return (wanted) => {
    const entry = entryOf(wanted)
    const whole = (start: Buffer): Pieces | Promise<Pieces> => piecesOf(wanted, entry, start)
    return entry.start instanceof Promise ? entry.start.then(whole) : whole(entry.start)
  }
}

/** Whether pieces are a compressed body. */
export const isCompressed = (pieces: Pieces): boolean => pieces[0] === GZIP_HEADER

const bytesOf = ({ start, deflated }: Entry): number =>
  (start instanceof Promise ? 0 : start.length) +
  (deflated === null || deflated instanceof Promise ? 0 : deflated.blocks.length)

const deflateInThread = promisify<Buffer, typeof OPTIONS, Buffer>(deflateRaw)

/** The end of the body as the last block, not compressed; then checksum and length of the whole. */
function trailer({ crc }: Deflated, startLength: number, end: Buffer): Buffer {
  const bytes = Buffer.alloc(5 + end.length + 8)
  bytes.writeUInt8(1, 0)
  bytes.writeUInt16LE(end.length, 1)
  bytes.writeUInt16LE(~end.length & 0xffff, 3)
  end.copy(bytes, 5)
  bytes.writeUInt32LE(crc32(end, crc), 5 + end.length)
  bytes.writeUInt32LE((startLength + end.length) >>> 0, 9 + end.length)
  return bytes
}
