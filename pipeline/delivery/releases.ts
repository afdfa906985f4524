// Lists the artifacts of a folder, which one is current and which ones were, and removes old ones.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { notesOf } from '#core/artifact/layout.ts'
import { byNumber, byText, thenBy } from '#core/order.ts'
import { checkedPath } from '#open/checked.ts'
import { readManifest } from '#open/manifest.ts'
import { artifactIds, currentId } from '#open/artifact-folder.ts'
import { activations, removeArtifact } from '../write/artifact-directory.ts'

export type Release = ReturnType<typeof release>

/** Returns the artifacts of a folder: the current one, then those that were current, latest first, then the others by release. */
export function releases(dist: string): Release[] {
  const current = currentId(dist)
  const history = activations(dist).toReversed()
  return artifactIds(dist)
    .map((id) => release(dist, id, id === current, history.indexOf(id)))
    .toSorted(byRecency)
}

/**
 * `activated` is how many activations ago it was current last; null: never, as far as is known. `problem` is why it cannot be opened;
 * null when its manifest is good. `verify` checks the rest.
 */
function release(dist: string, id: string, current: boolean, ago: number) {
  const common = { id, current, activated: ago < 0 ? null : ago }
  try {
    const { tz, boundaries, reference_date, files } = readManifest(join(dist, id))
    const size = Object.values(files).reduce((sum, file) => sum + file.size, 0)
    return { ...common, tz, boundaries, reference_date, size, problem: null }
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error
    return { ...common, tz: null, boundaries: null, reference_date: null, size: 0, problem: error.code }
  }
}

const byRecency = thenBy<Release>(
  byNumber(({ current }) => (current ? 0 : 1)),
  byNumber(({ activated }) => activated ?? Number.MAX_VALUE),
  byText(({ reference_date, id }) => `${reference_date ?? ''} ${id}`, -1),
)

/** Keeps the current artifact and the next `keep - 1` of `releases`. Returns the ids of the removed ones. */
export function prune(dist: string, keep: number): string[] {
  const removed = releases(dist)
    .slice(keep)
    .filter(({ current }) => !current)
    .map(({ id }) => id)
  for (const id of removed) {
    removeArtifact(dist, id)
    rmSync(join(dist, notesOf(id)), { force: true })
    rmSync(checkedPath(join(dist, id)), { force: true })
  }
  return removed
}
