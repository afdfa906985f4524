// A zip archive → the bytes of one entry, as a stream that ends with an error where size or checksum are not as the archive says.
import { open } from 'node:fs/promises'
import { createInflateRaw, crc32 } from 'node:zlib'
import { SourceFault } from '../findings.ts'

export interface ZipEntry {
  readonly name: string
  /** Inflated size in bytes. */
  readonly size: number
  /** Its bytes in pieces, in order. */
  readonly chunks: AsyncIterable<Uint8Array>
}

/** The archive is damaged, or of a kind that boundary releases never were. */
class ZipError extends SourceFault {
  constructor(path: string, message: string) {
    super('zip-damaged', path, `${path}: ${message}`)
  }
}

const END_BYTES = 22
const END_SIGNATURE = 0x0605_4b50
const ENTRY_SIGNATURE = 0x0201_4b50
const LOCAL_SIGNATURE = 0x0403_4b50
const LOCAL_BYTES = 30
const LONGEST_COMMENT = 0xffff
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

interface Listed {
  readonly name: string
  readonly method: number
  readonly flags: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly at: number
}

/** The one entry whose name matches. Its name in boundary releases has changed over the years, so ask by pattern. */
export async function openZipEntry(path: string, pattern: RegExp): Promise<ZipEntry> {
  const file = await open(path)
  try {
    const { size: fileSize } = await file.stat()
    const read = async (at: number, length: number, what: string): Promise<Buffer> => {
      if (at < 0 || at + length > fileSize)
        throw new ZipError(path, `${what} at ${at} runs past the end (${fileSize} bytes)`)
      const bytes = Buffer.alloc(length)
      await file.read(bytes, 0, length, at)
      return bytes
    }
    const tailBytes = Math.min(fileSize, END_BYTES + LONGEST_COMMENT)
    const tail = await read(fileSize - tailBytes, tailBytes, 'the end of the directory')
    let end = tail.length - END_BYTES
    while (end >= 0 && tail.readUInt32LE(end) !== END_SIGNATURE) end -= 1
    if (end < 0) throw new ZipError(path, `no end of a zip directory in the last ${tailBytes} bytes`)
    const count = tail.readUInt16LE(end + 10)
    const directory = await read(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12), 'the directory')
    const listed = readDirectory(directory, count, path)
    const matching = listed.filter(({ name }) => pattern.test(name))
    const [entry] = matching
    if (entry === undefined || matching.length > 1) {
      const names = listed.map(({ name }) => name).join(', ')
      throw new ZipError(
        path,
        `${matching.length} entries match ${String(pattern)}, expected one; it holds ${names}`,
      )
    }
    if ((entry.flags & ENCRYPTED) !== 0) throw new ZipError(path, `${entry.name} is encrypted`)
    if (entry.method !== STORED && entry.method !== DEFLATED) {
      throw new ZipError(path, `${entry.name} is packed by method ${entry.method}, expected 0 or 8`)
    }
    if (entry.packed === 0xffff_ffff || entry.size === 0xffff_ffff || entry.at === 0xffff_ffff) {
      throw new ZipError(path, `${entry.name} is larger than 4 GB`)
    }
    const local = await read(entry.at, LOCAL_BYTES, 'an entry')
    if (local.readUInt32LE(0) !== LOCAL_SIGNATURE) throw new ZipError(path, `no entry at ${entry.at}`)
    const from = entry.at + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28)
    await read(from, Math.min(1, entry.packed), 'an entry')
    return { name: entry.name, size: entry.size, chunks: inflated(path, entry, from) }
  } finally {
    await file.close()
  }
}

function readDirectory(directory: Buffer, count: number, path: string): Listed[] {
  const entries: Listed[] = []
  let at = 0
  for (let i = 0; i < count; i++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY_SIGNATURE) {
      throw new ZipError(path, `entry ${i} of ${count} is not in the directory`)
    }
    const nameLength = directory.readUInt16LE(at + 28)
    entries.push({
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
    })
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

async function* inflated(path: string, entry: Listed, from: number): AsyncGenerator<Uint8Array> {
  if (entry.packed === 0) return
  const file = await open(path)
  const packed = file.createReadStream({ start: from, end: from + entry.packed - 1, highWaterMark: 1 << 20 })
  const inflate = createInflateRaw({ chunkSize: 1 << 20 })
  packed.on('error', (error) => inflate.destroy(error))
  const stream = entry.method === STORED ? packed : packed.pipe(inflate)
  let size = 0
  let crc = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      // An archive that says less than it holds is stopped before it fills the memory.
      if (size > entry.size)
        throw new ZipError(path, `${entry.name} holds more than the ${entry.size} bytes it says`)
      crc = crc32(chunk, crc)
      yield chunk
    }
  } catch (error) {
    if (error instanceof ZipError) throw error
    throw new ZipError(path, `${entry.name} does not inflate: ${String(error)}`)
  } finally {
    packed.destroy()
    inflate.destroy()
  }
  if (size !== entry.size || crc !== entry.crc) {
    throw new ZipError(
      path,
      `${entry.name}: found ${size} bytes with CRC-32 ${crc.toString(16)}, expected ${entry.size} with ${entry.crc.toString(16)}`,
    )
  }
}
