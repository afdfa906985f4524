// Pins a folder of artifacts at one of them, and removes the pin.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PIN, type Pin } from '#open/pin.ts'
import { sync, writeWhole } from '../whole-file.ts'

/** Writes a pin. It holds while its artifact is current. */
export const pin = (dist: string, pinned: Pin): void =>
  writeWhole(join(dist, PIN), `${JSON.stringify(pinned)}\n`)

/** Removes the pin, so that the folder follows the publisher again. */
export function unpin(dist: string): void {
  rmSync(join(dist, PIN), { force: true })
  sync(dist)
}
