// Where the bytes of a file come from: they are at hand, in a file, or at an address. Nothing here guesses where a file is.
import type * as Fs from 'node:fs'

/** Bytes, the path of a file, or its `file:` URL. */
export type Source = Uint8Array | ArrayBuffer | string | { readonly href: string }

/** What is needed of node, asked for when a path is: a bundler never sees it, and nothing else needs it. */
declare const process: { readonly getBuiltinModule?: (name: 'node:fs') => typeof Fs } | undefined
declare const URL: new (address: string) => Fs.PathLike
declare function fetch(address: string): Promise<{
  readonly ok: boolean
  readonly status: number
  readonly arrayBuffer: () => Promise<ArrayBuffer>
}>

/** The bytes of a source. Throws a TypeError for a path where there are no files, and the system's error for one that cannot be read. */
export function bytesOf(source: Source): Uint8Array {
  if (isPath(source)) {
    return withFile(source, (size, fill) => {
      const bytes = new Uint8Array(size)
      fill(bytes)
      return bytes
    })
  }
  // Not `instanceof`: bytes may come from another realm, such as a frame or a test runner's.
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}

/** Whether a source is a file's path or URL. */
export const isPath = (source: Source): source is string | { readonly href: string } =>
  typeof source === 'string' || 'href' in source

/** Opens a file, and gives its size and a way to read it whole into a room of that size. */
export function withFile<Result>(
  path: string | { readonly href: string },
  use: (size: number, fill: (room: Uint8Array) => void) => Result,
): Result {
  const fs = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:fs')
  const shown = nameOf(path)
  if (/^https?:/i.test(shown))
    throw new TypeError(`${shown} is an address: pass its bytes, or await the fetch… function`)
  if (fs === undefined)
    throw new TypeError(`${shown}: there are no files here. Pass bytes, or await the fetch… function`)
  const file = fs.openSync(typeof path === 'string' ? path : new URL(path.href), 'r')
  try {
    const { size } = fs.fstatSync(file)
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

/** What errors call a source; bytes are called what file they are. */
export const nameOf = (source: Source, file = ''): string =>
  !isPath(source) ? file : typeof source === 'string' ? source : source.href

/** The bytes at an address. Throws an Error for any answer but 2xx. */
export async function fetchBytes(address: string | { readonly href: string }): Promise<Uint8Array> {
  const shown = nameOf(address)
  const response = await fetch(shown)
  if (!response.ok) throw new Error(`${shown} answers ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
