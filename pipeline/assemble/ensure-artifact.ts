// Prepares dist/ before `tzref serve` opens it: builds an artifact that is missing or of an older format, and refuses a newer one.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '#cli/command-error.ts'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { CURRENT, FORMAT } from '#core/artifact/layout.ts'
import { readManifest } from '#open/manifest.ts'
import { expectDriver } from '#open/sqlite-driver.ts'
import { lockHere, ROOT } from '../paths.ts'
import { stderrReport } from '../report.ts'
import { lockDiffers, readLock } from '../sources/lock.ts'
import { artifactIds } from '../write/artifact-directory.ts'

/**
 * Makes sure that `dist/current` is an artifact that this version can open. If the lock has changed since the build, the current artifact
 * stays, and the report names the command that builds the new one. Throws a CommandError where `current` has a newer format: a newer
 * tzref uses the folder.
 */
export async function ensureArtifact(dist: string, build = buildAside): Promise<void> {
  // A server needs the driver. Without this check the error would come only after the build.
  expectDriver()
  const report = stderrReport()
  const lock = lockHere()
  const current = join(dist, CURRENT)
  if (!existsSync(current)) {
    report.note(`${dist} has no current artifact: building the one that tzdb.lock describes`)
    await build(lock, dist)
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
    const [major = 0] = String(error.facts['format']).split('.').map(Number)
    if (major > FORMAT.major) throw newerFormat(dist, error)
    report.note(`${error.message}: building it again`)
    await build(lock, dist)
  }
}

/**
 * The error for a `current` of a newer format. A build here would take `current` away from the servers of the newer version, and they
 * would take it back at their next start.
 */
function newerFormat(dist: string, { message }: ArtifactError): CommandError {
  const ours = artifactIds(dist).findLast((id) => isReadable(join(dist, id)))
  return new CommandError(
    `${message}; a newer tzref uses ${dist}, and nothing was changed there`,
    1,
    `npm start -- --dist FOLDER, one for each version${ours === undefined ? '' : `; or to serve what is there for this one: npm start -- --artifact ${ours}`}`,
  )
}

function isReadable(directory: string): boolean {
  try {
    readManifest(directory)
    return true
  } catch {
    return false
  }
}

/**
 * Builds the artifact of a lock into a folder and makes it current there, in a separate process. Memory that a build has used in the
 * server's own process is never given back.
 */
async function buildAside(lock: string, dist: string): Promise<void> {
  const command = [join(ROOT, 'tzref.js'), 'build', '--lock', lock, '--dist', dist, '--activate']
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit'] })
  const end = (signal: NodeJS.Signals): void => void child.kill(signal)
  process.on('SIGTERM', end).on('SIGINT', end)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('exit', resolve)
    })
    if (code !== 0) throw new CommandError('the build has failed; the reason is above', 1)
  } finally {
    process.off('SIGTERM', end).off('SIGINT', end)
  }
}
