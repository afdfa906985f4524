// Tables whose points have their side in a column, or behind the number, and lines before the header: the zones of three cities.
import { createReadStream, readdirSync } from 'node:fs'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { CURRENT_ARTIFACT } from '#apps/cli/current-artifact.ts'
import { lookUpStream } from '#apps/cli/look-up-stream.ts'
import { namedBoundaries } from '#apps/cli/point-lines.ts'
import { readDisagreements } from '#core/ask/disagreements.ts'
import { openZones } from '#core/ask/zones.ts'
import { openArtifact, type Artifact } from '#open/artifact.ts'

const FOLDER = new URL('../../fixtures/points/', import.meta.url)
const TABLES = readdirSync(FOLDER)

let artifact: Artifact
beforeAll(() => {
  artifact = openArtifact(inject('embeddedArtifact'))
})
afterAll(() => artifact.close())

test('there are five tables', () => expect(TABLES).toHaveLength(5))

test.each(TABLES)('%s', async (name) => {
  const boundaries = artifact.boundaries() ?? expect.fail('no boundaries')
  let written = ''
  await lookUpStream(namedBoundaries(boundaries, openZones(artifact), readDisagreements(artifact)), {
    input: createReadStream(new URL(name, FOLDER)),
    output: new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.toString()
        done()
      },
    }),
    format: 'plain',
    workers: 1,
    launcher: CURRENT_ARTIFACT.launcher,
    isOnly: true,
  })
  expect(written.trim().split('\n').slice(1)).toEqual([
    'Australia/Sydney',
    'America/New_York',
    'America/Sao_Paulo',
  ])
})
