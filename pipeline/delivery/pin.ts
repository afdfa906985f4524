// Pinning a folder of artifacts at one of them, and following the publisher again.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PIN, type Pin } from '#open/pin.ts'
import { sync, writeWhole } from '../whole-file.ts'

/** Notes a pin. It holds once, and as long as, its artifact is current. */
export const pin = (dist: string, pinned: Pin): void =>
  writeWhole(join(dist, PIN), `${JSON.stringify(pinned)}\n`)

/** Follows the publisher again. */
export function unpin(dist: string): void {
  rmSync(join(dist, PIN), { force: true })
  sync(dist)
}
