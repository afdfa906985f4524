// Removes old artifacts: those that are neither current nor among the last few that were.
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { notesOf } from '#core/artifact/layout.ts'
import { checkedPath } from '#open/checked.ts'
import { partialPath, removeAbandoned } from '../partial.ts'
import { sync } from '../whole-file.ts'
import { releases } from './releases.ts'

/** Keeps the current artifact and the next `keep - 1` of `releases`. Returns the ids of the removed ones. */
export function prune(dist: string, keep: number): string[] {
  const removed = releases(dist)
    .slice(keep)
    .filter(({ current }) => !current)
    .map(({ id }) => id)
  for (const id of removed) {
    // Renamed first: a half removed artifact must not look like an artifact.
    const partial = partialPath(dist)
    renameSync(join(dist, id), partial)
    sync(dist)
    rmSync(partial, { recursive: true })
    rmSync(join(dist, notesOf(id)), { force: true })
    rmSync(checkedPath(join(dist, id)), { force: true })
  }
  if (removed.length > 0) removeAbandoned(dist)
  return removed
}
