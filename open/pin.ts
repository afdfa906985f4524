// Reads the pin of a folder of artifacts: an operator's order to stay at one, until `install --unpin` or until another is current.
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { CURRENT } from '#core/artifact/layout.ts'

/** Name of the file next to the artifacts. */
export const PIN = '.pinned'

/** Name of the file with the publisher whose releases the folder accepts. There is no such file when no publisher was named. */
export const PUBLISHER = '.publisher'

export const Pin = Type.Object({
  /** The artifact that stays current. */
  id: Type.String(),
  /** Which command pinned it. */
  by: Type.Union([Type.Literal('rollback'), Type.Literal('activate'), Type.Literal('install')]),
  /** When, as ISO 8601 in UTC. */
  at: Type.String(),
})
export type Pin = Static<typeof Pin>

/** The pin of the folder; null without one. A pin at an artifact that is no longer current does not count. */
export function pinOf(dist: string): Pin | null {
  try {
    const read: unknown = JSON.parse(readFileSync(join(dist, PIN), 'utf8'))
    return Value.Check(Pin, read) && readlinkSync(join(dist, CURRENT)) === read.id ? read : null
  } catch {
    return null
  }
}

/** When `install` last had an answer of the publisher that it trusts, in milliseconds since 1970. Null where the folder follows none. */
export const publisherSeenMs = (dist: string): number | null =>
  // `install` writes the file each time.
  statSync(join(dist, PUBLISHER), { throwIfNoEntry: false })?.mtimeMs ?? null
