// Reads one entry of a zip archive and inflates it piece by piece. A wrong size or checksum is an error.
import { Readable } from 'node:stream'
import { createInflateRaw, crc32 } from 'node:zlib'
import { faultInFile, SourceError } from '../source-error.ts'

/** Returns the error of an archive that is damaged, or of a kind that no boundary release has used. */
const damaged = (archive: string, problem: string): SourceError =>
  faultInFile('zip-damaged', archive, problem)

const END_BYTES = 22
const END_SIGNATURE = 0x0605_4b50
const ENTRY_SIGNATURE = 0x0201_4b50
const LOCAL_SIGNATURE = 0x0403_4b50
const LOCAL_BYTES = 30
const LONGEST_COMMENT = 0xffff
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

type Listed = ReturnType<typeof readDirectory>[number]

/**
 * Returns the one entry whose name matches `pattern`. The name of the entry in boundary releases has changed over the years, so a pattern
 * finds it. `archive` is the archive's name in messages. `size` is the inflated size in bytes; `chunks` are the inflated bytes, in order.
 */
export function zipEntry(archive: string, bytes: Buffer, pattern: RegExp) {
  const part = (at: number, length: number, what: string): Buffer => {
    if (at + length > bytes.length) {
      throw damaged(archive, `${what} at ${at} runs past the end (${bytes.length} bytes)`)
    }
    return bytes.subarray(at, at + length)
  }
  let end = bytes.length - END_BYTES
  const earliest = Math.max(0, end - LONGEST_COMMENT)
  while (end >= earliest && bytes.readUInt32LE(end) !== END_SIGNATURE) end -= 1
  if (end < earliest) throw damaged(archive, 'no end of a zip directory was found')
  const count = bytes.readUInt16LE(end + 10)
  const directory = part(bytes.readUInt32LE(end + 16), bytes.readUInt32LE(end + 12), 'the directory')
  const listed = readDirectory(directory, count, archive)
  const matching = listed.filter(({ name }) => pattern.test(name))
  const [entry] = matching
  if (entry === undefined || matching.length > 1) {
    const names = listed.map(({ name }) => name).join(', ')
    throw damaged(
      archive,
      `${matching.length} entries match ${String(pattern)}, expected one; it contains ${names}`,
    )
  }
  if ((entry.flags & ENCRYPTED) !== 0) throw damaged(archive, `${entry.name} is encrypted`)
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    throw damaged(archive, `${entry.name} is packed by method ${entry.method}, expected 0 or 8`)
  }
  const local = part(entry.at, LOCAL_BYTES, 'an entry')
  if (local.readUInt32LE(0) !== LOCAL_SIGNATURE) throw damaged(archive, `no entry at ${entry.at}`)
  const from = entry.at + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28)
  const packed = part(from, entry.packed, 'the data of an entry')
  return { name: entry.name, size: entry.size, chunks: inflated(archive, entry, packed) }
}

function readDirectory(directory: Buffer, count: number, archive: string) {
  let at = 0
  return Array.from({ length: count }, (_, i) => {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY_SIGNATURE) {
      throw damaged(archive, `entry ${i} of ${count} is not in the directory`)
    }
    const nameLength = directory.readUInt16LE(at + 28)
    const entry = {
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
    }
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    return entry
  })
}

const PIECE = 1 << 20

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}

async function* inflated(archive: string, entry: Listed, packed: Buffer): AsyncGenerator<Uint8Array> {
  const source = Readable.from(pieces(packed))
  const inflate = createInflateRaw({ chunkSize: PIECE })
  const stream: AsyncIterable<Buffer> = entry.method === STORED ? source : source.pipe(inflate)
  let size = 0
  let crc = 0
  try {
    for await (const chunk of stream) {
      size += chunk.length
      // An archive that holds more than it declares is stopped before it fills the memory.
      if (size > entry.size)
        throw damaged(archive, `${entry.name} has more than the ${entry.size} bytes that it says`)
      crc = crc32(chunk, crc)
      yield chunk
    }
  } catch (error) {
    if (error instanceof SourceError) throw error
    throw damaged(archive, `${entry.name} does not inflate: ${String(error)}`)
  } finally {
    inflate.destroy()
  }
  if (size !== entry.size || crc !== entry.crc) {
    throw damaged(
      archive,
      `${entry.name}: found ${size} bytes with CRC-32 ${crc.toString(16)}, expected ${entry.size} with ${entry.crc.toString(16)}`,
    )
  }
}
