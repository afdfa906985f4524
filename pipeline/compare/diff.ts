// Opens the artifacts of two directories and compares them.
import { openArtifact, type Artifact } from '#open/artifact.ts'
import { compareArtifacts, type ReleaseDiff } from './release-diff.ts'

/** Returns what changed in the world between the artifacts of two directories. */
export const diff = (older: string, newer: string): ReleaseDiff => comparing(older, newer, compareArtifacts)

/** Opens the artifacts of two directories, runs `compare` on them, and closes them. */
export function comparing<Result>(
  olderDirectory: string,
  newerDirectory: string,
  compare: (older: Artifact, newer: Artifact) => Result,
): Result {
  const older = openArtifact(olderDirectory)
  try {
    const newer = openArtifact(newerDirectory)
    try {
      return compare(older, newer)
    } finally {
      newer.close()
    }
  } finally {
    older.close()
  }
}
