// The second reader, in Python, on the corpus and a real artifact: it is written only from the documents, so they match the formats.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { compareReaders, hasPython, READER } from '../support/oracles/reader-comparison.ts'

const without = hasPython ? '' : ' (left out: there is no python3 on this machine)'

describe.skipIf(!hasPython)(`the reader in Python${without}`, () => {
  test('agrees with the corpus', () => {
    const ran = spawnSync('python3', ['-B', join(READER, 'corpus.py'), join(ROOT, 'test/corpus')], {
      encoding: 'utf8',
    })
    expect(ran.stdout + ran.stderr).toMatch(
      /^\d+ points, \d+ instants, \d+ wall times, \d+ names, \d+ damages: 0 differences\n$/,
    )
  })

  test('gives the same answers from a real artifact', () => {
    const asked = { points: 6000, instants: 9000, walls: 2000, oneOf: 20 }
    expect(compareReaders(inject('embeddedArtifact'), asked)).toContain('0 differences')
  })
})
