// Refuses a release that would take something back: an older tz release, or one without a standard, a country, a city slug or a boundary that
// people link to.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import type { Artifact } from '#open/artifact.ts'
import { readManifest } from '#open/manifest.ts'
import type { PublishedRelease } from '#schemas/release-index.ts'
import { linesOf } from '../findings.ts'
import { unpackArtifact } from '../archive/artifact-archive.ts'
import { comparing } from '../compare/release-diff.ts'
import { withPartials } from '../whole-file.ts'
import { INDEX, readIndex } from './release-index.ts'

/** The current release of a published folder. Null where it has none, or an index of another format. */
export function currentRelease(folder: string): PublishedRelease | null {
  const path = join(folder, INDEX)
  if (!existsSync(path) || !readFileSync(path, 'utf8').includes('"format": 3')) return null
  const { current, releases } = readIndex(readFileSync(path, 'utf8'), path)
  return releases.find(({ id }) => id === current.id) ?? null
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
 * Throws a CommandError where the artifact lacks a standard, country, slug or boundary that the folder's current release has. A folder
 * without a release, or with an index of another format, has nothing to lose.
 */
export async function expectNoLoss(directory: string, folder: string): Promise<void> {
  const current = currentRelease(folder)
  if (current === null) return
  const archive = join(folder, `${current.id}.tar.gz`)
  if (!existsSync(archive)) return
  const losses = await withPartials(async (partialIn) => {
    const partial = partialIn(folder)
    mkdirSync(partial)
    await unpackArtifact(readFileSync(archive), partial)
    return comparing(partial, directory, lossesOf)
  })
  if (losses.length === 0) return
  throw new CommandError(
    `compared with the current ${current.id}, ${losses.length} would be lost; nothing was published:${linesOf(losses)}`,
    1,
    'look at each; if it is intended, run the same command with --accept',
  )
}

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
