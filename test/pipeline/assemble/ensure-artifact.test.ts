// What a server does with an existing dist/: it builds anew when the format is older, and leaves a newer format to the version that made
// it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FORMAT } from '#core/artifact/layout.ts'
import { ensureArtifact } from '#pipeline/assemble/ensure-artifact.ts'
import { currentId } from '#pipeline/write/artifact-directory.ts'
import { releaseWorld, type ReleaseWorld } from '../../support/release-world.ts'

let world: ReleaseWorld
let builds: string[]
beforeEach(() => {
  world = releaseWorld()
  builds = []
})
afterEach(() => world.remove())

const ensure = (): Promise<void> => ensureArtifact(world.dist, async (_lock, dist) => void builds.push(dist))

/** Changes the artifact's format to one that is `by` major versions later than ours. */
function setFormat(id: string, by: number): void {
  const path = join(world.dist, id, 'manifest.json')
  const text = readFileSync(path, 'utf8')
  const format = `"format": "${FORMAT.major}.`
  expect(text).toContain(format)
  writeFileSync(path, text.replace(format, `"format": "${FORMAT.major + by}.`))
}

test('an empty folder or an older format gets a new build; an artifact that opens is not changed', async () => {
  await ensure()
  expect(builds).toEqual([world.dist])
  const { id } = world.build('2030a')
  await ensure()
  expect(builds).toHaveLength(1)
  setFormat(id, -1)
  await ensure()
  expect(builds).toHaveLength(2)
})

test('two versions share a folder: the older one does not change `current`, and says how to serve its own', async () => {
  const { id: ours } = world.build('2030a')
  const { id } = world.build('2030b')
  const [older, newer] = currentId(world.dist) === ours ? [id, ours] : [ours, id]
  setFormat(newer, 1)
  await expect(ensure()).rejects.toMatchObject({
    message: expect.stringContaining(`a newer tzref uses ${world.dist}, and nothing was changed there`),
    mend: expect.stringContaining(`npm start -- --artifact ${older}`),
  })
  expect(builds).toEqual([])
  expect(currentId(world.dist)).toBe(newer)
  expect(existsSync(join(world.dist, '.activations'))).toBe(true)
})
