// Two directories → what changed in the world between their artifacts.
import { openArtifact } from '#open/artifact.ts'
import { compareArtifacts, type ReleaseDiff } from './release-diff.ts'

/** Opens two artifacts and compares them. */
export function diff(olderDirectory: string, newerDirectory: string): ReleaseDiff {
  const older = openArtifact(olderDirectory)
  try {
    const newer = openArtifact(newerDirectory)
    try {
      return compareArtifacts(older, newer)
    } finally {
      newer.close()
    }
  } finally {
    older.close()
  }
}
