// Refuses a release that would take something back: an older tz release, a correction or a hold of the publisher's own, or a standard, a
// country, a city slug or a boundary that people link to.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import type { Tailoring } from '#core/artifact/tailoring.ts'
import type { Artifact } from '#open/artifact.ts'
import { readManifest } from '#open/manifest.ts'
import type { PublishedRelease, ReleaseIndex } from '#schemas/release-index.ts'
import { linesOf } from '../findings.ts'
import { unpackArtifact } from '../archive/artifact-archive.ts'
import { ArchiveError } from '../archive/tar.ts'
import { comparing } from '../compare/release-diff.ts'
import { withPartials } from '../whole-file.ts'
import { badArchive, INDEX, readIndex } from './release-index.ts'

/** The index of a published folder. Null where there is none, or one of another format. */
export function indexIn(folder: string): ReleaseIndex | null {
  const path = join(folder, INDEX)
  if (!existsSync(path) || !readFileSync(path, 'utf8').includes('"format": 3')) return null
  return readIndex(readFileSync(path, 'utf8'), path)
}

/** The current release of a published folder. Null where it has none, or an index of another format. */
function currentRelease(folder: string): PublishedRelease | null {
  const index = indexIn(folder)
  return index?.releases.find(({ id }) => id === index.current.id) ?? null
}

/** Throws a CommandError where the artifact has an older tz release than the folder's current release. */
export function expectNotOlder(directory: string, folder: string): void {
  const current = currentRelease(folder)
  const { id, reference_date: day } = readManifest(directory)
  if (current === null || day >= current.reference_date) return
  throw new CommandError(
    `${id} of ${day} is older than the current ${current.id} of ${current.reference_date}: every server would go back; nothing was published`,
    1,
    `if that is intended, the same command with --current ${id}; otherwise name the artifact, after the folder`,
  )
}

/**
 * Throws a CommandError where the artifact lacks a correction, a hold, a standard, a country, a slug or a boundary that the folder's current
 * release has. A folder without a release, or with an index of another format, has nothing to lose.
 */
export async function expectNoLoss(directory: string, folder: string): Promise<void> {
  const current = currentRelease(folder)
  if (current === null) return
  const archive = join(folder, current.archive)
  if (!existsSync(archive)) return
  const losses = await withPartials(async (partialIn) => {
    const partial = await unpackedIn(partialIn(folder), archive)
    return comparing(partial, directory, (older, newer) => [
      ...tailoringGone(older.manifest, newer.manifest),
      ...lossesOf(older, newer),
    ])
  })
  refuse(current, losses)
}

/**
 * Throws a CommandError where a release of the folder that is to be current again lacks a correction or a hold that the current one has.
 * What else it lacks is why somebody goes back.
 */
export async function expectTailoringKept(id: string, folder: string): Promise<void> {
  const index = indexIn(folder)
  const current = currentRelease(folder)
  const wanted = index?.releases.find((release) => release.id === id)
  if (current === null || wanted === undefined || current.id === id) return
  const manifests = [current, wanted].map(({ archive }) => join(folder, archive))
  if (!manifests.every((path) => existsSync(path))) return
  const losses = await withPartials(async (partialIn) => {
    const [older = '', newer = ''] = await Promise.all(
      manifests.map((archive) => unpackedIn(partialIn(folder), archive)),
    )
    return tailoringGone(readManifest(older), readManifest(newer))
  })
  refuse(current, losses)
}

async function unpackedIn(partial: string, archive: string): Promise<string> {
  mkdirSync(partial)
  try {
    await unpackArtifact(readFileSync(archive), partial)
  } catch (error) {
    throw error instanceof ArchiveError ? badArchive(archive, error) : error
  }
  return partial
}

function refuse(current: PublishedRelease, losses: readonly string[]): void {
  if (losses.length === 0) return
  throw new CommandError(
    `compared with the current ${current.id}, ${losses.length} would be lost; nothing was published:${linesOf(losses)}`,
    1,
    'look at each; if it is intended, run the same command with --accept',
  )
}

/** Returns a sentence for each zone that the older artifact corrects or holds, and the newer one does not, with the reason for it. */
export function tailoringGone(older: Tailoring, newer: Tailoring): string[] {
  const corrected = (older.overlay?.zones ?? []).filter((zone) => !isTailored(newer, zone))
  const held = Object.entries(older.hold ?? {}).filter(([zone]) => !isTailored(newer, zone))
  return [
    ...corrected.map((zone) => `the correction of ${zone} would be lost: ${older.overlay?.reason}`),
    ...held.map(([zone, release]) => `the hold of ${zone} at tz ${release} would be lost`),
  ]
}

const isTailored = ({ hold = {}, overlay }: Tailoring, zone: string): boolean =>
  Object.hasOwn(hold, zone) || overlay?.zones.includes(zone) === true

/** Returns a sentence for each thing of the older artifact that the newer one lacks or has in another place, sorted by kind. */
export function lossesOf(older: Artifact, newer: Artifact): string[] {
  return [
    ...gone(older, newer, 'SELECT slug AS word, 1 AS place FROM standard', 'standard'),
    ...gone(older, newer, 'SELECT iso2 AS word, slug AS place FROM country', 'country'),
    ...gone(
      older,
      newer,
      'SELECT slug AS word, country AS place FROM city UNION ALL SELECT also, country FROM city WHERE also IS NOT NULL',
      'slug',
    ),
    ...boundariesGone(older, newer),
  ]
}

function gone(older: Artifact, newer: Artifact, statement: string, what: string): string[] {
  const is = placesOf(newer, statement)
  return [...placesOf(older, statement)].flatMap(([word, place]) => {
    const now = is.get(word)
    if (now === place) return []
    return [
      now === undefined ? `${what} ${word} would be lost` : `${what} ${word} would be ${now}, not ${place}`,
    ]
  })
}

/** Word → the place that it leads to. In an artifact of only zones these tables are absent or empty. */
function placesOf({ query }: Artifact, statement: string): Map<string, string | number> {
  return new Map(
    query<{ word: string; place: string | number }>(`${statement} ORDER BY word`).map(({ word, place }) => [
      word,
      place,
    ]),
  )
}

function boundariesGone(older: Artifact, newer: Artifact): string[] {
  const [was, is] = [older.boundaries(), newer.boundaries()]
  if (was === null) return []
  if (is === null) return ['all boundaries would be lost']
  const there = new Set(is.zoneIds)
  return was.zoneIds.filter((id) => !there.has(id)).map((id) => `the boundary of ${id} would be lost`)
}
