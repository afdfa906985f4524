// Reads the index of a published folder. Refuses one of another format with a named error.
import { Value } from 'typebox/value'
import { CommandError } from '#open/program/command-error.ts'
import { shellWord } from '#open/program/hint.ts'
import { fromJson } from '#open/program/json.ts'
import { ReleaseIndex } from '#schemas/release-index.ts'
import type { ArchiveError } from '../archive/tar.ts'

/** The name of the index in a published folder. */
export const INDEX = 'index.json'

/** The major version of the artifact format of a release whose index does not name one. */
export const MAJOR_UNSAID = 4

/** The major version of an artifact format: 4 of "4.3". */
export const majorOf = (format: string): number => Number(format.split('.')[0])

/** Reads an index. `where` is its name in messages. Throws a CommandError, with the `fix`, for anything else. */
export function readIndex(text: string, where: string, fix: string | null = null): ReleaseIndex {
  const index = fromJson(text)
  if (Value.Check(ReleaseIndex, index)) return index
  const format = typeof index === 'object' && index !== null && 'format' in index ? index.format : null
  if (format !== 2) throw new CommandError(`${where}: found no index of releases of format 3`, 1, fix)
  throw new CommandError(
    `${where}: found an index of format 2, which tzref 0.1 wrote; expected format 3`,
    1,
    'the publisher must publish once more with this version: tzref publish FOLDER --sign KEY',
  )
}

/** The error to throw for a bad archive of a published folder: it names the file, and what to do with it. */
export const badArchive = (path: string, error: ArchiveError): CommandError =>
  new CommandError(
    `${path}: ${error.message}; nothing was published`,
    1,
    `rm ${shellWord(path)} and publish its artifact again, or put a good copy there`,
  )
