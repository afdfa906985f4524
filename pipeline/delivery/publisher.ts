// Whose releases a folder of artifacts takes: the key that was given first, those that came after it, and the latest index seen.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { CommandError } from '#cli/command-error.ts'
import { PUBLISHER } from '#open/pin.ts'
import { PublisherKey } from '#schemas/release-index.ts'
import { UpstreamError } from '../sources/upstream-error.ts'
import { writeWhole } from '../whole-file.ts'

const Publisher = Type.Object({
  /** Whose signature is asked for. */
  key: PublisherKey,
  /** Keys that were trusted before and whose publisher has passed on the trust. */
  earlier: Type.Array(PublisherKey),
  /** The serial of the latest index that was taken; 0 before the first. */
  serial: Type.Optional(Type.Integer({ minimum: 0 })),
  /** The serial of the release that was taken last; 0 before the first. */
  release: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type Publisher = Required<Static<typeof Publisher>>

/** Whose releases the folder takes; null where nobody was named so far. */
function readPublisher(dist: string): Publisher | null {
  const path = join(dist, PUBLISHER)
  if (!existsSync(path)) return null
  let read: unknown
  try {
    read = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    read = null
  }
  // A file of tzref 0.1 has no serials.
  if (Value.Check(Publisher, read)) {
    const { key, earlier, serial = 0, release = 0 } = read
    return { key, earlier, serial, release }
  }
  throw new CommandError(`${path}: cannot be read`, 1, `rm ${path} and install with --key`)
}

/** Whose releases to take where `given` is the key that the operator names, or undefined; null where nobody is named at all. */
export function publisherOf(dist: string, given: string | undefined): Publisher | null {
  const pinned = readPublisher(dist)
  if (pinned === null) return given === undefined ? null : { key: given, earlier: [], serial: 0, release: 0 }
  if (given === undefined || given === pinned.key || pinned.earlier.includes(given)) return pinned
  throw new UpstreamError(
    'other-key',
    `--key ${given}: this folder follows ${pinned.key}; nothing was installed`,
    `rm ${join(dist, PUBLISHER)} and install again, if you are sure`,
  )
}

/** Notes whose releases the folder takes from now on. */
export const pinPublisher = (dist: string, publisher: Publisher): void =>
  writeWhole(join(dist, PUBLISHER), `${JSON.stringify(publisher)}\n`)

/** The publisher once an index of theirs was found good: the last of its keys is whom to trust from now on. */
export function passedOn(publisher: Publisher, serial: number, keys: readonly string[]): Publisher {
  const key = keys.at(-1) ?? publisher.key
  const earlier = key === publisher.key ? publisher.earlier : [...publisher.earlier, publisher.key]
  return { ...publisher, key, earlier, serial }
}
