// Whether a folder of artifacts stays at its current one, because an operator said so, until `install --unpin`.
import { readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { CURRENT } from '#core/artifact/layout.ts'

/** Name of the file beside the artifacts. */
export const PIN = '.pinned'

/** Name of the file that says whose releases the folder takes; there is none where nobody was named. */
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

/** What the folder is pinned at; null where it is not. A pin at an artifact that is not current any more is none. */
export function pinOf(dist: string): Pin | null {
  try {
    const read: unknown = JSON.parse(readFileSync(join(dist, PIN), 'utf8'))
    return Value.Check(Pin, read) && readlinkSync(join(dist, CURRENT)) === read.id ? read : null
  } catch {
    return null
  }
}
