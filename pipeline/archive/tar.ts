// Reads and writes tar archives in memory. The reader refuses paths, links, and too many files or bytes; equal files give equal archives.
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { CommandError } from '#cli/command-error.ts'

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
  const names = new Set<string>()
  let at = 0
  for (;;) {
    const entry = entryOf(tar.subarray(at, at + BLOCK), at)
    if (entry === null) return files
    const { name, size } = entry
    if (names.has(name)) throw malformed(`${name} is in it twice`)
    names.add(name)
    if (names.size > MOST_FILES) throw new ArchiveError('archive-too-large', `more than ${MOST_FILES} files`)
    const start = at + BLOCK
    if (start + size > tar.length) {
      throw malformed(`${name} should have ${size} bytes, ${Math.max(0, tar.length - start)} are left`)
    }
    files.push({ name, bytes: tar.subarray(start, start + size) })
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
}

/** Reads an entry's header; `at` is its byte in the archive. Null for the end mark. Throws an ArchiveError, as `readTar` does. */
export function entryOf(header: Buffer, at: number): { readonly name: string; readonly size: number } | null {
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
