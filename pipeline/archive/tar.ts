// Reads and writes tar archives. The readers refuse paths, links, and too many files or bytes; equal files give equal archives.
import { closeSync, lstatSync, openSync, readdirSync, readFileSync, readlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip, gunzipSync } from 'node:zlib'
import { CommandError } from '#open/program/command-error.ts'

export interface ArchivedFile {
  /** A bare file name. The reader refuses every path. */
  readonly name: string
  readonly bytes: Buffer
}

export type ArchiveErrorCode = 'archive-malformed' | 'archive-path' | 'archive-too-large'

/** An archive that is damaged, or is not of the expected plain kind. */
export class ArchiveError extends CommandError {
  readonly code: ArchiveErrorCode

  constructor(code: ArchiveErrorCode, message: string) {
    super(`${code}: ${message}`, 1)
    this.name = 'ArchiveError'
    this.code = code
  }
}

const BLOCK = 512
const CHECKSUM_AT = 148
const CHECKSUM_LENGTH = 8
/** A tz release holds about thirty files, an artifact about five. */
const MOST_FILES = 1000

const NAME = /^[A-Za-z0-9_+][\w.+-]{0,98}$/

/** A tz release unpacks to about 1.6 MB. */
const MOST_BYTES = 64 * 2 ** 20

/** Returns the files of a gzipped tar archive, as `readTar` does, with a limit on the unpacked size. Writes nothing to disk. */
export function unpackTarGz(archive: Buffer, maxBytes: number = MOST_BYTES): ArchivedFile[] {
  let tar: Buffer
  try {
    tar = gunzipSync(archive, { maxOutputLength: maxBytes })
  } catch (error) {
    if (error instanceof RangeError)
      throw new ArchiveError('archive-too-large', `unpacks to more than ${maxBytes} bytes`)
    throw malformed(error instanceof Error ? error.message : String(error))
  }
  return readTar(tar)
}

/**
 * Returns the regular files of a ustar archive, in its order. An archive must not contain paths, links, devices or repeated names, so its
 * content never decides where a file is written. Throws an ArchiveError.
 */
export function readTar(tar: Buffer): ArchivedFile[] {
  const files: ArchivedFile[] = []
  const entryAt = createEntryReader()
  let at = 0
  for (;;) {
    const entry = entryAt(tar.subarray(at, at + BLOCK), at)
    if (entry === null) return files
    const { name, size } = entry
    const start = at + BLOCK
    if (start + size > tar.length) throw cutOff(entry, Math.max(0, tar.length - start))
    files.push({ name, bytes: tar.subarray(start, start + size) })
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
}

/** Reads the headers of an archive in their order, and refuses a name that comes twice and too many files. */
function createEntryReader() {
  const names = new Set<string>()
  return (header: Buffer, at: number): Entry | null => {
    const entry = entryOf(header, at)
    if (entry === null) return null
    if (names.has(entry.name)) throw malformed(`${entry.name} is in it twice`)
    names.add(entry.name)
    if (names.size > MOST_FILES) throw new ArchiveError('archive-too-large', `more than ${MOST_FILES} files`)
    return entry
  }
}

const cutOff = ({ name, size }: Entry, left: number): ArchiveError =>
  malformed(`${name} should have ${size} bytes, ${left} are left`)

/**
 * Writes the files of a gzipped tar archive into an empty directory, as `unpackTarGz` reads them, but piece by piece: a small archive that
 * unpacks to a gigabyte takes no memory for it. `expect` sees each entry, with its number, before a byte of it is written, and may throw.
 */
export async function unpackTarGzTo(
  directory: string,
  archive: Buffer,
  maxBytes: number,
  expect: (entry: Entry, index: number) => void,
): Promise<void> {
  const writer = createTarWriter(directory, maxBytes, expect)
  try {
    const unpacked = Readable.from(piecesOf(archive)).pipe(createGunzip())
    for await (const piece of unpacked as AsyncIterable<Buffer>) writer.take(piece)
    writer.end()
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw malformed(error.message)
    throw error
  } finally {
    writer.close()
  }
}

const PIECE = 65_536
function* piecesOf(bytes: Buffer): Generator<Buffer, void> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}

/** Writes the files of a tar archive that comes in pieces. */
function createTarWriter(directory: string, maxBytes: number, expect: (entry: Entry, index: number) => void) {
  const entryAt = createEntryReader()
  const header = Buffer.alloc(BLOCK)
  let filled = 0
  let at = 0
  let count = 0
  let isOver = false
  let file: { readonly entry: Entry; readonly descriptor: number; left: number; padding: number } | null =
    null

  function close(): void {
    if (file !== null) closeSync(file.descriptor)
    file = null
  }
  function begin(): void {
    filled = 0
    const entry = entryAt(header, at - BLOCK)
    if (entry === null) {
      isOver = true
      return
    }
    expect(entry, count++)
    const descriptor = openSync(join(directory, entry.name), 'wx')
    const padding = Math.ceil(entry.size / BLOCK) * BLOCK - entry.size
    file = { entry, descriptor, left: entry.size, padding }
    if (entry.size === 0) close()
  }

  return {
    close,
    take(piece: Buffer): void {
      if (at + piece.length > maxBytes)
        throw new ArchiveError('archive-too-large', `unpacks to more than ${maxBytes} bytes`)
      for (let from = 0; from < piece.length;) {
        if (isOver) {
          at += piece.length - from
          return
        }
        const rest = piece.subarray(from)
        let taken: number
        if (file === null) {
          taken = rest.copy(header, filled)
          filled += taken
          at += taken
          if (filled === BLOCK) begin()
        } else if (file.left > 0) {
          taken = writeSync(file.descriptor, rest, 0, Math.min(rest.length, file.left))
          file.left -= taken
          at += taken
        } else {
          taken = Math.min(rest.length, file.padding)
          file.padding -= taken
          at += taken
        }
        from += taken
        if (file !== null && file.left === 0 && file.padding === 0) close()
      }
    },
    /** Throws when the archive ended too early. */
    end(): void {
      if (isOver) return
      if (file !== null && file.left > 0) throw cutOff(file.entry, file.entry.size - file.left)
      throw malformed(`ends at byte ${at + (file?.padding ?? 0)} without its end mark`)
    },
  }
}

/** The name and the size of a file in an archive. */
export interface Entry {
  readonly name: string
  readonly size: number
}

/** Reads an entry's header; `at` is its byte in the archive. Null for the end mark. Throws an ArchiveError, as `readTar` does. */
export function entryOf(header: Buffer, at: number): Entry | null {
  if (header.length < BLOCK) throw malformed(`ends at byte ${at + header.length} without its end mark`)
  if (header.every((byte) => byte === 0)) return null
  if (octal(header, CHECKSUM_AT, CHECKSUM_LENGTH) !== checksum(header)) {
    throw malformed(`the header at byte ${at} does not match its checksum`)
  }
  const name = text(header, 0, 100)
  const prefix = text(header, 257, 5) === 'ustar' ? text(header, 345, 155) : ''
  if (prefix !== '' || !NAME.test(name)) {
    throw new ArchiveError(
      'archive-path',
      `an entry is called ${JSON.stringify(prefix === '' ? name : `${prefix}/${name}`)}, expected a bare file name`,
    )
  }
  const type = text(header, 156, 1)
  if (type !== '' && type !== '0') {
    throw new ArchiveError('archive-path', `${name} is of type ${JSON.stringify(type)}, expected a file`)
  }
  return { name, size: octal(header, 124, 12) }
}

const malformed = (problem: string): ArchiveError => new ArchiveError('archive-malformed', problem)

const text = (header: Buffer, from: number, length: number): string => {
  const field = header.toString('latin1', from, from + length)
  const end = field.indexOf('\0')
  return end < 0 ? field : field.slice(0, end)
}

function octal(header: Buffer, from: number, length: number): number {
  const digits = text(header, from, length).trim()
  if (!/^[0-7]{1,12}$/.test(digits)) throw malformed(`${JSON.stringify(digits)} is not an octal number`)
  return Number.parseInt(digits, 8)
}

/** The sum of the header's bytes. The bytes of the checksum field itself count as spaces. */
function checksum(header: Buffer): number {
  return Buffer.from(header)
    .fill(0x20, CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_LENGTH)
    .reduce((sum, byte) => sum + byte, 0)
}

/** 1980-01-01T00:00:00Z. Every file of every archive has this time, because a build does not read the clock. */
const MODIFIED = 315_532_800

/** Writes a ustar archive of files in the given order. Equal files give equal bytes on every machine: owner, mode and time are fixed. */
export function* writeTar(files: Iterable<ArchivedFile>): Generator<Buffer, void> {
  for (const { name, bytes } of files) {
    if (!NAME.test(name)) throw new RangeError(`${name} is not a name that the reader accepts`)
    yield* blocksOf({ name }, bytes)
  }
  yield Buffer.alloc(2 * BLOCK)
}

/**
 * Writes a ustar archive of a folder, with its links and with which files may be run, in the order of their paths, which begin with the
 * folder's name. `within` is where the folder lies. Equal files give equal bytes, as `writeTar` does. The reader above takes no such archive.
 */
export function* writeTree(within: string, folder: string): Generator<Buffer, void> {
  const paths = readdirSync(join(within, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .toSorted()
  for (const path of paths) {
    const stats = lstatSync(join(within, path))
    if (stats.isSymbolicLink()) yield* blocksOf({ ...parted(path), link: readlinkSync(join(within, path)) })
    else if (stats.isFile())
      yield* blocksOf(
        { ...parted(path), mode: stats.mode & 0o100 ? 0o755 : 0o644 },
        readFileSync(join(within, path)),
      )
  }
  yield Buffer.alloc(2 * BLOCK)
}

/** A path as the two fields of a header that have room for it. */
function parted(path: string): { readonly name: string; readonly prefix: string } {
  if (Buffer.byteLength(path) <= 100) return { name: path, prefix: '' }
  const at = path.indexOf('/', path.length - 101)
  const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
  if (at < 0 || prefix.length > 155) throw new RangeError(`${path}: too long for an archive`)
  return { name, prefix }
}

interface Header {
  readonly name: string
  readonly prefix?: string
  readonly mode?: number
  /** Where a link leads. Absent: it is a file. */
  readonly link?: string
}

function* blocksOf(header: Header, bytes: Buffer = Buffer.alloc(0)): Generator<Buffer, void> {
  yield headerOf(header, bytes.length)
  yield bytes
  const rest = bytes.length % BLOCK
  if (rest > 0) yield Buffer.alloc(BLOCK - rest)
}

function headerOf({ name, prefix = '', mode = 0o644, link }: Header, size: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  const number = (value: number, at: number, length: number): void =>
    void header.write(value.toString(8).padStart(length - 1, '0'), at, 'latin1')
  header.write(name, 0, 'latin1')
  number(mode, 100, 8)
  number(0, 108, 8)
  number(0, 116, 8)
  number(size, 124, 12)
  number(MODIFIED, 136, 12)
  header.write(link === undefined ? '0' : '2', 156, 'latin1')
  header.write(link ?? '', 157, 'latin1')
  header.write(prefix, 345, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  number(checksum(header), CHECKSUM_AT, CHECKSUM_LENGTH - 1)
  header[CHECKSUM_AT + CHECKSUM_LENGTH - 1] = 0x20
  return header
}
