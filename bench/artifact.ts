// Builds the artifact of the embedded release for the benches of answers, by default without boundaries.tiles.
import { join } from 'node:path'
import { embeddedLock } from '#pipeline/sources/make-lock.ts'
import { ROOT } from '#pipeline/paths.ts'
import { silent } from '#pipeline/report.ts'
import { writeLock } from '#pipeline/sources/lock.ts'
import { buildWith } from '../test/support/build-with.ts'
import { embeddedBoundaries } from '../test/support/embedded-boundaries.ts'

/** Builds it in a folder. Returns the artifact's own folder. */
export async function buildIn(
  folder: string,
  { withoutBoundaries }: { readonly withoutBoundaries: boolean } = { withoutBoundaries: true },
): Promise<string> {
  const lock = join(folder, 'tzdb.lock')
  writeLock(lock, embeddedLock(ROOT))
  const { directory } = buildWith(await embeddedBoundaries(), {
    root: ROOT,
    lock,
    dist: join(folder, 'dist'),
    activate: true,
    withoutBoundaries,
    report: silent,
  })
  return directory
}
