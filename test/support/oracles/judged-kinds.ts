// Gives damaged artifacts to verify and to a starting server: both refuse with a code, or both accept and the reason is known.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import { openTested } from '#serve/ops/self-test.ts'
import { CORPUS } from '../../corpus/build.ts'
import { copyArtifact, named as underItsId } from '../attacks/damaged-artifact.ts'
import type { DamageKind } from '../attacks/damage-kinds.ts'
import { BASE, NOON, WEB } from '../worlds/service.ts'

/** Damages after which the artifact still says something that may be true. Nothing in it contradicts, so no reader can find them. */
const STILL_TRUE: readonly (readonly [kind: RegExp, reason: string])[] = [
  [
    /^source_line\.text: (?:another word|a space before it|that of another row)$/,
    'the line of another release',
  ],
  [/^zone\.display_name: another word$/, 'a place by another name'],
  [
    /^(?:zone|city)\.(?:lat|long)itude: (?:one more|negative|that of another row)$/,
    'another point on the earth',
  ],
  [/^zone_alias\.source_line: null$/, 'an alias that the release has as a Zone'],
  [/^(?:interval|yearly_change)_line\.source_line: /, 'other lines as the reason'],
  [/^(?:interval|yearly_change)_line: no (?:last row|row in the middle)$/, 'a reason less'],
  [
    /^zone_standard\.name: (?:another word|null|something where null stands)$/,
    'another name in the past, where only the present has entries',
  ],
  [/^standard\.(?:code|counterpart): null$/, 'a standard without letters or twin'],
  [/^country\.population: /, 'another count of people'],
  [/^country\.weekend: (?:null|that of another row)$/, 'another weekend'],
  [
    /^country\.default_zone: (?:one more|something where null stands)$/,
    'another zone of the country, or one for a country without',
  ],
  [/^dependency: no /, 'a dependency less'],
  [/^city\.(?:also|region): /, 'another second slug or province'],
  [/^disagreement: no /, 'a settlement less'],
  [
    /^disagreement\.(?:id|name|region|country|latitude|longitude|zone_of_text|sentence|source): /,
    'another settlement in the zone, or another text',
  ],
  [/^(?:clocks\.bin|shapes\.bin|names\.bin|boundaries\.tiles): minor \+ 1$/, 'a later minor version'],
  [/^names\.bin: language \+ 1$/, 'names of another language'],
  [/^country\.sub_region: that of another row$/, 'another sub-region of the region'],
  [/^reference\.sqlite: byte/, 'room of a page that no row uses, or a text that is free'],
  [/^boundaries\.tiles: reserved/, 'a later minor version may use it'],
  [/^shapes\.bin: byte/, 'another outline'],
  [/^names\.bin: byte/, 'another name of a thing that has its own'],
  [/^boundaries\.tiles: byte/, 'another border, area or order'],
  [/^manifest\.json: reference_date (?:another text|a day later)$/, 'another day'],
  [
    /^manifest\.json: (?:tzref another text|format of a later minor version|counts\.more 5)$/,
    'what a reader takes no notice of',
  ],
  [/^manifest\.json: sources empty list$/, 'no sources'],
  [/^shapes\.bin: not there and not listed$/, 'a file that a reader can do without'],
]

/**
 * Judges each kind on the corpus's artifact. Throws if a judge fails or is wrong. Counts the named, the still true and the impossible ones.
 */
export async function judgedKinds(
  kinds: readonly DamageKind[],
): Promise<{ named: number; good: number; cannot: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-kinds-'))
  const directory = join(folder, 'damaged')
  const counts = { named: 0, good: 0, cannot: 0 }
  const wrong: string[] = []
  try {
    for (const { name, apply } of kinds) {
      copyArtifact(join(CORPUS, 'artifact'), directory)
      if (!apply(directory)) {
        counts.cannot++
        continue
      }
      const found = verifyArtifact(directory).map(({ code }) => code)
      const refused = await refusalOf(underItsId(directory))
      const isGood = found.length === 0
      counts[isGood ? 'good' : 'named']++
      if (isGood !== (refused === null))
        wrong.push(`${name}: verify says ${found.join() || 'good'}, a server ${refused ?? 'is ready'}`)
      else if (isGood && !STILL_TRUE.some(([kind]) => kind.test(name))) wrong.push(`${name}: passes`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  expect(wrong).toEqual([])
  return counts
}

/** Why a server does not become ready. Null: it becomes ready. Throws if there is no code. */
async function refusalOf(directory: string): Promise<string | null> {
  try {
    const { artifact } = await openTested(directory, { base: BASE, web: WEB }, NOON * 1000)
    artifact.close()
    return null
  } catch (error) {
    if (error instanceof ArtifactError) return error.code
    throw error
  } finally {
    rmSync(directory, { recursive: true })
  }
}
