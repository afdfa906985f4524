// Opens the artifacts of two directories and compares what changed in the world between them.
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
