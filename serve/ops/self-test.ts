// An artifact's directory → a catalogue that has answered for every zone; or an ArtifactError, with nothing left open.
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isSqliteError } from '#open/sqlite-driver.ts'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { artifactId } from '#core/artifact/id.ts'
import { MANIFEST } from '#core/artifact/layout.ts'
import { openArtifact } from '#open/artifact.ts'
import { readManifest } from '#open/manifest.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { checkZone } from '#core/zone/compiled-zone.ts'
import { openCatalogue, type Catalogue } from '../catalogue.ts'
import { inSlices } from '../slices.ts'
import type { Urls } from '../urls.ts'

/**
 * Opens an artifact and tests it as far as a server must before it answers from it: id, size and sha256 of every file, then every
 * listed zone read, checked and answered, so that the first requests are not slow ones. It yields to the event loop all the
 * while, so another catalogue can go on answering beside it. `nowMs` is the moment that the answers are made for.
 */
export async function openTested(directory: string, urls: Urls, nowMs: number): Promise<Catalogue> {
  const { id, ...content } = readManifest(directory)
  const expected = artifactId(content)
  if (id !== expected || id !== basename(directory)) {
    throw new ArtifactError(
      'id-mismatch',
      `${join(directory, MANIFEST)}: id is ${id}, its content gives ${expected}, its directory is called ${basename(directory)}`,
      { id, expected },
    )
  }
  for (const [file, { sha256 }] of Object.entries(content.files)) {
    const found = await sha256Of(join(directory, basename(file)), file)
    if (found !== sha256) {
      throw new ArtifactError(
        'file-hash',
        `${join(directory, file)}: sha256 is ${found}, the manifest says ${sha256}`,
        { file, found, expected: sha256 },
      )
    }
  }
  await nextTurn()
  const artifact = openArtifact(directory)
  try {
    await nextTurn()
    const catalogue = openCatalogue(artifact, urls)
    await nextTurn()
    await inSlices(test(catalogue, epochSeconds(Math.floor(nowMs / 1000))))
    // The boundaries too: when the first /lookup asks for them, the directory may have been pruned.
    await artifact.readBoundaries()
    catalogue.almanac.places()
    return catalogue
  } catch (error) {
    artifact.close()
    if (isSqliteError(error)) {
      throw new ArtifactError('database-malformed', `${directory}: ${error.message}`, { directory })
    }
    throw error
  }
}

/** Reads, checks and answers every listed zone, and reads what the first requests would wait for. */
function* test({ artifact, almanac, texts }: Catalogue, now: EpochSeconds): Generator<undefined, void> {
  for (const zone of almanac.zones.listed) {
    const [finding] = checkZone(zone.compiled(), 'without lines')
    if (finding !== undefined) {
      throw new ArtifactError(
        'zone-malformed',
        `${artifact.directory}: zone ${finding.about}: ${finding.message}`,
        { zone: finding.about },
      )
    }
    texts.zones.row(almanac.stateOf(zone, now))
    texts.zones.detail(almanac.stateOf(zone, now), now)
    yield
  }
  yield* almanac.readAhead(now)
}

/** Bytes that are read and hashed at once: a millisecond or two. */
const PIECE = 2 ** 19

async function sha256Of(path: string, file: string): Promise<string> {
  // A pipe or a device would keep a reader waiting for ever: it is opened without waiting, and not read.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code !== 'ENOENT') throw error
    throw new ArtifactError('file-missing', `${path}: cannot be read: ${String(error)}`, { file })
  })
  try {
    if (!(await handle.stat()).isFile()) {
      throw new ArtifactError('file-missing', `${path}: found something that is no file`, { file })
    }
    const digest = createHash('sha256')
    // One room for all pieces: a stream takes a new one for each, and a process never gives back what that comes to.
    const room = Buffer.allocUnsafe(PIECE)
    for (;;) {
      const { bytesRead } = await handle.read(room, 0, PIECE, null)
      if (bytesRead === 0) return digest.digest('hex')
      digest.update(room.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
  }
}
