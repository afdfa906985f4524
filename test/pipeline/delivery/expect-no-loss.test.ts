// What a release would remove; and that a release which removes something is never published unnoticed.
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openArtifact, type Artifact } from '#open/artifact.ts'
import { expectNoLoss, lossesOf } from '#pipeline/delivery/expect-no-loss.ts'
import { publish } from '#pipeline/delivery/publish.ts'
import { releaseWorld, type ReleaseWorld } from '../../support/worlds/release-world.ts'

let world: ReleaseWorld
beforeAll(() => void (world = releaseWorld()))
afterAll(() => world.remove())

interface World {
  readonly standards: string[]
  readonly countries: [string, string][]
  readonly slugs: [string, string][]
  readonly boundaries: string[]
}

const OLDER: World = {
  standards: ['japan-standard-time', 'nepal-time'],
  countries: [
    ['JP', 'japan'],
    ['NP', 'nepal'],
  ],
  slugs: [
    ['macau', 'MO'],
    ['osaka', 'JP'],
  ],
  boundaries: ['Asia/Tokyo', 'Asia/Kathmandu'],
}

/** The parts of an artifact that the search for losses reads. */
function artifactOf({ standards, countries, slugs, boundaries }: World): Artifact {
  const rows = (statement: string): { word: string; place: string | number }[] =>
    statement.includes('FROM standard')
      ? standards.map((word) => ({ word, place: 1 }))
      : (statement.includes('FROM country') ? countries : slugs).map(([word, place]) => ({ word, place }))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is read
  return { query: rows, boundaries: () => ({ zoneIds: boundaries }) } as unknown as Artifact
}
const losses = (changed: Partial<World>): string[] =>
  lossesOf(artifactOf(OLDER), artifactOf({ ...OLDER, ...changed }))

test('an equal or larger artifact loses nothing', () => {
  expect(losses({})).toEqual([])
  expect(
    losses({ standards: [...OLDER.standards, 'edo-time'], boundaries: [...OLDER.boundaries, 'Asia/Edo'] }),
  ).toEqual([])
})

test.each<[string, Partial<World>, string[]]>([
  ['a standard', { standards: ['nepal-time'] }, ['standard japan-standard-time would be lost']],
  ['a country', { countries: [['JP', 'japan']] }, ['country NP would be lost']],
  [
    'the slug of a country',
    {
      countries: [
        ['JP', 'nippon'],
        ['NP', 'nepal'],
      ],
    },
    ['country JP would be nippon, not japan'],
  ],
  ['the slug of a city', { slugs: [['osaka', 'JP']] }, ['slug macau would be lost']],
  [
    'a slug that leads to another country',
    {
      slugs: [
        ['macau', 'BR'],
        ['osaka', 'JP'],
      ],
    },
    ['slug macau would be BR, not MO'],
  ],
  ['a boundary', { boundaries: ['Asia/Tokyo'] }, ['the boundary of Asia/Kathmandu would be lost']],
])('%s', (_what, changed, said) => expect(losses(changed)).toEqual(said))

test('artifacts are compared with the current release of a folder, which is not changed', async () => {
  const [a, b] = [world.build('2030a').directory, world.build('2030b').directory]
  const folder = join(world.root, 'published')
  mkdirSync(folder)
  await expectNoLoss(a, folder)
  publish([a], folder, { keys: [], at: new Date('2030-07-09T00:00:00Z') })
  const before = readdirSync(folder)
  await expectNoLoss(b, folder)
  expect(readdirSync(folder)).toEqual(before)
})

test('real tables are read', () => {
  const artifact = openArtifact(world.build('2030b').directory)
  try {
    expect(lossesOf(artifact, artifact)).toEqual([])
  } finally {
    artifact.close()
  }
})
