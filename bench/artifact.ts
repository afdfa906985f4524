// The artifact of the embedded release, which the benches of answers run on: without boundaries.tiles unless told otherwise.
import { join } from 'node:path'
import { buildWith } from '#pipeline/build/build.ts'
import { embeddedLock } from '#pipeline/sources/make-lock.ts'
import { ROOT } from '#pipeline/paths.ts'
import { silent } from '#pipeline/report.ts'
import { writeLock } from '#pipeline/sources/lock.ts'
import { embeddedBoundaries } from '../test/support/embedded-boundaries.ts'

/** Builds it in a folder, and gives its own folder. */
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
