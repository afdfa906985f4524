// What `export` refuses: an option of another form, and a form of sources that zones alone do not have.
import { afterAll, expect, test } from 'vitest'
import { openArtifact } from '#open/artifact.ts'
import { registerExport } from '#pipeline/commands/export.ts'
import { readSourceNamed } from '#pipeline/sources/lock.ts'
import { releaseWorld } from '../../support/worlds/release-world.ts'
import { writtenBy } from '../../support/worlds/written.ts'

const world = releaseWorld()
afterAll(() => world.remove())

test.each([
  ['--ranges', 'web'],
  ['--packrat=none', 'tzif'],
])('%s of another form than %s is refused', async (option, form) => {
  const exported = writtenBy({ export: (command) => registerExport(command, []) }, [
    'export',
    'geojson',
    'x',
    option,
  ])
  await expect(exported).rejects.toThrow(`found the form geojson, expected ${form}`)
})

test('a form that needs more than zones says so of an artifact of zones alone', () => {
  const artifact = openArtifact(world.build('2030a').directory)
  expect(() => readSourceNamed(world.root, artifact.manifest, 'metaZones')).toThrow(
    'found no source "metaZones" among its sources, which are of zones alone',
  )
  artifact.close()
})
