// What `tzref serve` does about dist/ before it opens it: builds what is missing or of another format, leaves the rest.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { readManifest } from '#open/manifest.ts'
import { lockHere, ROOT } from '../paths.ts'
import { stderrReport } from '../report.ts'
import { lockDiffers, readLock } from '../sources/lock.ts'

/**
 * Sees to it that `dist/current` is an artifact that this version opens. Where the lock has moved on since, it serves what is
 * current and says the command that builds the other.
 */
export async function ensureArtifact(dist: string): Promise<void> {
  const report = stderrReport()
  const lock = lockHere()
  const buildNow = async (): Promise<void> => {
    // Most starts need none of it, and it is half of the program; an image has nothing of what it reads.
    const { build } = await import('./build.ts')
    await build({ root: ROOT, lock, dist, activate: true, report })
  }
  const current = join(dist, CURRENT)
  if (!existsSync(current)) {
    report.note(`${dist} holds no current artifact: building what tzdb.lock describes`)
    await buildNow()
    return
  }
  try {
    const manifest = readManifest(current)
    if (lockDiffers(readLock(lock), manifest)) {
      report.note(
        `serving ${manifest.id}; tzdb.lock describes something else. To build and serve that: npm run tzref -- build --activate`,
      )
    }
  } catch (error) {
    if (!(error instanceof ArtifactError) || error.code !== 'format-unknown') throw error
    report.note(`${error.message}: building it anew`)
    await buildNow()
  }
}
