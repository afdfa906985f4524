// Prepares dist/ before `tzref serve` opens it: waits for a publisher's artifact, takes that of the archive or builds one where it is missing or
// of an older format, and refuses a newer one.
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { CommandError } from '#open/program/command-error.ts'
import { fromJson } from '#open/program/json.ts'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { CURRENT, FORMAT, notesOf } from '#core/artifact/layout.ts'
import { artifactIds, currentId, distFlag, followsPublisher, newestFirst } from '#open/artifact-folder.ts'
import { readManifest } from '#open/manifest.ts'
import { OWN_ARTIFACT } from '#open/program/root.ts'
import { expectDriver } from '#open/sqlite-driver.ts'
import { lockHere, ROOT } from '../paths.ts'
import { jsonReport, type Report, stderrReport } from '../report.ts'
import { lockDiffers, readLock } from '../sources/lock.ts'
import { inPartialDirectory, isUnderWay } from '../whole-file.ts'
import { placePartial, pointCurrentAt } from '../write/artifact-directory.ts'

/** How often a folder is looked at while a server waits for its artifact. */
const LOOK_EVERY_MS = 500

/**
 * Makes sure that a folder has an artifact that this version can open. Where there is none it takes `own`, which came with the archive, or
 * without one builds that of the lock. It waits, and takes and builds nothing, where the folder follows a publisher or something is made there now. What is current stays, also where the lock has
 * changed: then the report names the command that builds the new one. Throws a CommandError where `current` has a newer format: a newer
 * tzref uses the folder.
 */
export async function ensureArtifact(
  dist: string,
  build = buildAside,
  // A person reads a terminal; elsewhere the log of the server begins here.
  report = process.stderr.isTTY ? stderrReport() : jsonReport(),
  own = OWN_ARTIFACT,
): Promise<void> {
  // A server needs the driver. Without this check the error would come only after the build.
  expectDriver()
  let noted = ''
  for (;;) {
    const lack = lackOf(dist)
    if (lack === null) return own === null ? noteLock(dist, report) : undefined
    const reason = reasonToWait(dist)
    if (reason === null && own !== null && existsSync(own)) {
      report.note(`${lack}: taking the one of the archive, ${takeOwn(own, dist)}`)
      return
    }
    if (reason === null) {
      report.note(`${lack}: building the one that tzdb.lock describes`)
      return build(lockHere(), dist, report)
    }
    if (reason !== noted) report.note(`${lack}: ${reason}`)
    noted = reason
    await pause(LOOK_EVERY_MS)
  }
}

/** Copies the artifact of the archive into a folder, whole or not at all, and makes it current. Returns its id. A server checks it. */
function takeOwn(own: string, dist: string): string {
  const from = realpathSync(own)
  const id = basename(from)
  if (!artifactIds(dist).includes(id))
    inPartialDirectory(dist, (partial) => {
      for (const name of readdirSync(from)) copyFileSync(join(from, name), join(partial, name))
      placePartial(dist, partial, id)
    })
  const notes = join(dirname(from), notesOf(id))
  if (existsSync(notes)) copyFileSync(notes, join(dist, notesOf(id)))
  pointCurrentAt(dist, id)
  return id
}

/** Why a server cannot start here. Null where it can; where `current` is damaged, it serves another one of the folder. */
function lackOf(dist: string): string | null {
  const current = join(dist, CURRENT)
  const hasAnother = newestFirst(dist).length > 0
  if (!existsSync(current)) return hasAnother ? null : `${dist} has no current artifact`
  try {
    readManifest(current)
    return null
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error
    if (error.code !== 'format-unknown') return null
    const [major = 0] = String(error.facts['format']).split('.').map(Number)
    if (major > FORMAT.major) throw newerFormat(dist, error)
    return hasAnother && followsPublisher(dist) ? null : error.message
  }
}

function reasonToWait(dist: string): string | null {
  if (isUnderWay(dist)) return 'waiting for the installation or build that is under way'
  if (!followsPublisher(dist)) return null
  return `waiting, because this folder follows a publisher: npm run tzref -- install ADDRESS --activate${distFlag(dist)}`
}

/** Says how to build what a changed lock describes. Where a publisher decides what is served, the lock says nothing. */
function noteLock(dist: string, report: Report): void {
  if (followsPublisher(dist) || currentId(dist) === null) return
  let manifest
  try {
    manifest = readManifest(join(dist, CURRENT))
  } catch {
    return
  }
  if (!lockDiffers(readLock(lockHere()), manifest)) return
  report.note(
    `serving ${manifest.id}; tzdb.lock describes something else. To build and serve that: npm run tzref -- build --activate${distFlag(dist)}`,
  )
}

/**
 * The error for a `current` of a newer format. A build here would take `current` away from the servers of the newer version, and they
 * would take it back at their next start.
 */
function newerFormat(dist: string, { message }: ArtifactError): CommandError {
  const [ours] = newestFirst(dist)
  return new CommandError(
    `${message}; a newer tzref uses ${dist}, and nothing was changed there`,
    1,
    `the same command with --dist FOLDER, one for each version${ours === undefined ? '' : `; or to serve what is there for this one, with --artifact ${ours}`}`,
  )
}

/**
 * Builds the artifact of a lock into a folder and makes it current there, unless another one becomes current meanwhile: then the build ends.
 * In a separate process, because memory that a build has used in the server's own process is never given back.
 */
async function buildAside(lock: string, dist: string, report: Report): Promise<void> {
  const before = currentId(dist)
  const command = [join(ROOT, 'tzref.js'), 'build', '--lock', lock, '--dist', dist, '--json']
  const { isTTY } = process.stderr
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', isTTY ? 'inherit' : 'pipe'] })
  if (child.stderr !== null) createInterface(child.stderr).on('line', (line) => report.note(line))
  let printed = ''
  child.stdout?.on('data', (text: Buffer) => (printed += text.toString()))
  const end = (signal: NodeJS.Signals): void => void child.kill(signal)
  process.on('SIGTERM', end).on('SIGINT', end)
  const looking = setInterval(() => {
    if (currentId(dist) !== before) child.kill()
  }, LOOK_EVERY_MS)
  let code: number | null
  try {
    code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve)
    })
  } finally {
    clearInterval(looking)
    process.off('SIGTERM', end).off('SIGINT', end)
  }
  const built = code === 0 ? idIn(printed) : null
  if (built !== null) pointCurrentAt(dist, built, before)
  const current = currentId(dist)
  if (current === before) throw new CommandError('the build has failed; the reason is above', 1)
  if (current !== built) report.note(`${current} became current during the build, and is served`)
}

function idIn(printed: string): string | null {
  const built = fromJson(printed)
  return typeof built === 'object' && built !== null && 'id' in built ? String(built.id) : null
}
