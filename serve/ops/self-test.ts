// The checks that an artifact must pass before it is served: hashes of its files, all checks the first time, an answer for every zone; or an ArtifactError.
import { basename, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { MANIFEST } from '#core/artifact/layout.ts'
import { openArtifact } from '#open/artifact.ts'
import { isChecked, rememberChecked } from '#open/checked.ts'
import { readManifest } from '#open/manifest.ts'
import { isSqliteError } from '#open/sqlite-driver.ts'
import { checkContents, checkFiles, type Check } from '#open/verify/artifact.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { openCatalogue, type Catalogue } from '../catalogue.ts'
import { inSlices } from '../admission/slices.ts'
import type { Urls } from '../urls.ts'

/**
 * Opens an artifact and checks it as `tzref verify` does, so that no request fails later. For an artifact that this program has found good
 * before, it checks only the hashes of the files. Then it answers for every listed zone, so that the first requests are not slow. Between
 * its steps it lets the event loop turn, so that another catalogue can go on answering. `nowMs` is the moment of those answers. Throws an
 * ArtifactError.
 */
export async function openTested(directory: string, urls: Urls, nowMs: number): Promise<Catalogue> {
  const manifest = readManifest(directory)
  if (manifest.id !== basename(directory)) {
    throw new ArtifactError(
      'id-mismatch',
      `${join(directory, MANIFEST)}: id is ${manifest.id}, its directory is called ${basename(directory)}`,
      { id: manifest.id },
    )
  }
  await inSlices(refusing(directory, checkFiles(directory, manifest)))
  const artifact = openArtifact(directory)
  try {
    // Read now: when the first /lookup needs them, the directory may have been pruned.
    await artifact.readBoundaries()
    if (!isChecked(directory)) {
      await inSlices(refusing(directory, checkContents(artifact)))
      rememberChecked(directory)
    }
    const catalogue = openCatalogue(artifact, urls)
    await nextTurn()
    await inSlices(answered(catalogue, epochSeconds(Math.floor(nowMs / 1000))))
    catalogue.almanac.places()
    catalogue.almanac.names()
    return catalogue
  } catch (error) {
    artifact.close()
    if (isSqliteError(error)) {
      throw new ArtifactError('database-malformed', `${directory}: ${error.message}`, { directory })
    }
    throw error
  }
}

/** A check that throws its first finding. */
function* refusing(directory: string, check: Check): Generator<undefined, void> {
  for (const finding of check) {
    if (finding !== undefined) {
      const { code, about, message } = finding
      throw new ArtifactError(code, `${directory}: ${about}: ${message}`, { about })
    }
    yield
  }
}

/** Answers for every listed zone, and loads everything that the first requests would wait for. */
function* answered({ almanac, texts }: Catalogue, now: EpochSeconds): Generator<undefined, void> {
  for (const zone of almanac.zones.listed) {
    texts.zones.row(almanac.stateOf(zone, now))
    texts.zones.detail(almanac.stateOf(zone, now), now)
    yield
  }
  yield* almanac.readAhead(now)
}
