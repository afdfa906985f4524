// Remembers whose releases a folder of artifacts takes: the publisher's present and earlier keys, and the latest serials seen.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { CommandError } from '#open/program/command-error.ts'
import { fromJson } from '#open/program/json.ts'
import { PUBLISHER } from '#open/pin.ts'
import { PublisherKey } from '#schemas/release-index.ts'
import { refused } from '../sources/upstream-error.ts'
import { writeWhole } from '../whole-file.ts'

const Publisher = Type.Object({
  /** The key whose signature is required. */
  key: PublisherKey,
  /** Keys that were trusted before. Each has passed the trust on to the next. */
  earlier: Type.Array(PublisherKey),
  /** The serial of the latest index that was accepted. 0 before the first. */
  serial: Type.Optional(Type.Integer({ minimum: 0 })),
  /** The serial of the release that was installed last. 0 before the first. */
  release: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type Publisher = Required<Static<typeof Publisher>>

/** The publisher whose releases the folder takes. Null where none was named so far. */
function readPublisher(dist: string): Publisher | null {
  const path = join(dist, PUBLISHER)
  if (!existsSync(path)) return null
  const read = fromJson(readFileSync(path, 'utf8'))
  // A file of tzref 0.1 has no serials.
  if (Value.Check(Publisher, read)) {
    const { key, earlier, serial = 0, release = 0 } = read
    return { key, earlier, serial, release }
  }
  throw new CommandError(`${path}: cannot be read`, 1, `rm ${path} and install with --key`)
}

/**
 * Returns the publisher whose releases to take. `given` is the key that the operator names, or undefined. Null where no publisher is
 * named at all.
 */
export function publisherOf(dist: string, given: string | undefined): Publisher | null {
  const pinned = readPublisher(dist)
  if (pinned === null) return given === undefined ? null : { key: given, earlier: [], serial: 0, release: 0 }
  if (given === undefined || given === pinned.key || pinned.earlier.includes(given)) return pinned
  throw refused(
    'other-key',
    `--key ${given}: this folder follows ${pinned.key}`,
    `rm ${join(dist, PUBLISHER)} and install again, if you are sure`,
  )
}

/** Stores the publisher whose releases the folder takes from now on. */
export const pinPublisher = (dist: string, publisher: Publisher): void =>
  writeWhole(join(dist, PUBLISHER), `${JSON.stringify(publisher)}\n`)
