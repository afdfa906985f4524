// Gets the bytes of a file: from memory, from a file, or from an address. Nothing here guesses where a file is.
import type * as Fs from 'node:fs'
import { checkAddress } from './check.ts'

/** An address to fetch, as text or URL. */
export type Address = string | { readonly href: string }

/** Bytes, the path of a file, or its `file:` URL (as text or URL). */
export type Source = Uint8Array | ArrayBuffer | string | { readonly href: string }

/** The part of Node that reads files, loaded only for a path. So a bundler never sees it, and other uses do not need it. */
declare const process: { readonly getBuiltinModule?: (name: 'node:fs') => typeof Fs } | undefined
declare const URL: new (address: string) => Fs.PathLike
interface Fetched {
  readonly ok: boolean
  readonly status: number
  readonly headers?: { readonly get: (name: string) => string | null }
  readonly body?: { readonly getReader?: (options: { readonly mode: 'byob' }) => Reader } | null
  readonly arrayBuffer: () => Promise<ArrayBuffer>
}
declare function fetch(address: string): Promise<Fetched>

/** The kind of a parameter: its name, and how errors describe what is expected. */
export interface Taken {
  readonly name: string
  readonly expected: string
}

const SOURCE: Taken = { name: 'source', expected: "bytes, a file's path, or its file: URL" }

/** The bytes of a source. Throws a TypeError for a path where there are no files, and a RangeError for a file that cannot be read. */
export function bytesOf(source: Source, taken: Taken = SOURCE): Uint8Array {
  checkSource(source)
  if (isPath(source)) {
    return withFile(
      source,
      (size, fill) => {
        const bytes = new Uint8Array(size)
        fill(bytes)
        return bytes
      },
      taken,
    )
  }
  // This does not use `instanceof`, because bytes may come from another realm, such as a frame or a test runner.
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}

/** True for any view of bytes, an ArrayBuffer or a SharedArrayBuffer, from any realm. */
const isBytes = (source: unknown): boolean =>
  ArrayBuffer.isView(source) ||
  /^\[object (?:Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(source))

/** Throws a TypeError for a value that is neither bytes nor a file's name. */
export function checkSource(source: unknown): void {
  if (!isBytes(source)) checkAddress(source, SOURCE.name, SOURCE.expected)
}

/** True for a file's path or URL. */
export const isPath = (source: Source): source is Address =>
  typeof source === 'string' || (typeof source === 'object' && 'href' in source)

/**
 * Opens a file, and passes on its size and a function that reads the whole file into memory of that size. `taken` is the parameter that
 * named the file. Throws a RangeError for a file that cannot be opened, and for a directory.
 */
export function withFile<Result>(
  path: Address,
  use: (size: number, fill: (room: Uint8Array) => void) => Result,
  { name, expected }: Taken = SOURCE,
): Result {
  const fs = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:fs')
  const shown = nameOf(path)
  if (/^https?:/i.test(shown))
    throw new TypeError(`${shown} is an address: pass its bytes, or await the fetch… function`)
  if (fs === undefined)
    throw new TypeError(`${shown}: there are no files here. Pass bytes, or await the fetch… function`)
  const isUrl = typeof path !== 'string' || /^file:/i.test(path)
  const refusal = (found: string, cause?: unknown): RangeError =>
    new RangeError(`${name}: found ${found} at ${JSON.stringify(shown)}, expected ${expected}`, { cause })
  let file: number
  try {
    file = fs.openSync(isUrl ? new URL(shown) : path, 'r')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    // Node's own error would say the same once more, behind ours.
    throw code === 'ENOENT' || code === 'ENOTDIR' ? refusal('no file') : refusal(String(error), error)
  }
  try {
    const found = fs.fstatSync(file)
    if (found.isDirectory()) throw refusal('a directory')
    const { size } = found
    return use(size, (room) => {
      for (let at = 0; at < room.length;) {
        const read = fs.readSync(file, room, at, room.length - at, at)
        if (read === 0) return
        at += read
      }
    })
  } finally {
    fs.closeSync(file)
  }
}

/** How errors name a source. For bytes, it is the name of their file. */
export const nameOf = (source: Source, file = ''): string =>
  !isPath(source) ? file : typeof source === 'string' ? source : source.href

/** The bytes at an address. Throws an Error for any status but 2xx. */
export async function fetchBytes(address: Address): Promise<Uint8Array> {
  checkAddress(address, 'address', 'where the file is fetched, such as "https://example.org/clocks.bin"')
  const shown = nameOf(address)
  const response = await fetch(shown)
  if (!response.ok) throw new Error(`${shown} answers ${response.status}`)
  return readWhole(response)
}

/** Reads the body of an answer into memory that the caller gives. */
interface Reader {
  readonly read: (view: Uint8Array) => Promise<{ readonly value?: Uint8Array; readonly done: boolean }>
}

/** How many bytes are read at once. */
const PIECE = 2 ** 18

/**
 * The bytes of an answer. When the host says how many there are, they are read piece by piece into one buffer of that size. Reading them
 * all at once takes twice the memory for a while, and a Worker may not have that much. A body whose reader was taken can only be read by
 * that reader.
 */
async function readWhole(response: Fetched): Promise<Uint8Array> {
  const length = Number(response.headers?.get('content-length') ?? 0)
  const isLong = length > PIECE && response.headers?.get('content-encoding') === null
  const reader = isLong ? readerOf(response) : null
  if (reader === null) return new Uint8Array(await response.arrayBuffer())
  let whole = new Uint8Array(length)
  let at = 0
  let room: Uint8Array = new Uint8Array(PIECE)
  for (;;) {
    const { value, done } = await reader.read(room)
    if (done || value === undefined) break
    if (at + value.length > whole.length) {
      // A host of another origin may compress without saying so. Then its length may be that of the compressed bytes.
      const larger = new Uint8Array(2 * (at + value.length))
      larger.set(whole)
      whole = larger
    }
    whole.set(value, at)
    at += value.length
    // Reading moves the bytes into a new buffer object.
    room = new Uint8Array(value.buffer)
  }
  return whole.subarray(0, at)
}

/** A reader that fills given memory. Null when bodies do not offer one; then the body stays free for other readers. */
function readerOf({ body }: Fetched): Reader | null {
  try {
    return body?.getReader?.({ mode: 'byob' }) ?? null
  } catch {
    return null
  }
}
