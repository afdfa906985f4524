// The artifact of the embedded release for the benches of answers, by default without boundaries.tiles.
import { basename, join } from 'node:path'
import { currentId } from '#open/artifact-folder.ts'
import { pointCurrentAt } from '#pipeline/write/artifact-directory.ts'
import { copyWithoutBoundaries } from '../test/support/attacks/damaged-artifact.ts'
import { embeddedInto } from '../test/support/worlds/embedded.ts'

/** Puts it into a folder's `dist` and makes it current. Returns the artifact's own folder. */
export async function buildIn(
  folder: string,
  { withoutBoundaries }: { readonly withoutBoundaries: boolean } = { withoutBoundaries: true },
): Promise<string> {
  await embeddedInto(folder)
  const dist = join(folder, 'dist')
  const whole = join(dist, currentId(dist) ?? '')
  if (!withoutBoundaries) return whole
  const copy = copyWithoutBoundaries(whole, dist)
  pointCurrentAt(dist, basename(copy))
  return copy
}
