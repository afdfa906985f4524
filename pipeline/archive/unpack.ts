// Unpacks a .tar.gz in memory, with a limit on the unpacked size.
import { gunzipSync } from 'node:zlib'
import { ArchiveError, readTar, type ArchivedFile } from './tar.ts'

/** A tz release unpacks to about 1.6 MB. */
const MOST_BYTES = 64 * 2 ** 20

/** Returns the files of a gzipped tar archive. Writes nothing to disk. Throws an ArchiveError. */
export function unpackTarGz(archive: Buffer, maxBytes: number = MOST_BYTES): ArchivedFile[] {
  let tar: Buffer
  try {
    tar = gunzipSync(archive, { maxOutputLength: maxBytes })
  } catch (error) {
    if (error instanceof RangeError) {
      throw new ArchiveError('archive-too-large', `unpacks to more than ${maxBytes} bytes`)
    }
    throw new ArchiveError('archive-malformed', error instanceof Error ? error.message : String(error))
  }
  return readTar(tar)
}
