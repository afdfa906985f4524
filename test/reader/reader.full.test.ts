// The second reader, in Python, on the corpus and a real artifact: it is written only from the documents, so they match the formats.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { openHistory } from '#core/artifact/history.ts'
import { epochSeconds } from '#core/time/units.ts'
import { typeAt } from '#core/zone/offset-at.ts'
import { ROOT } from '#open/program/root.ts'
import { EMBEDDED_HISTORY } from '#pipeline/sources/embedded.ts'
import { compareReaders, hasPython, READER } from '../support/oracles/reader-comparison.ts'
import { seededRandom } from '../support/worlds/seeded-random.ts'

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

  /** What the second reader prints about a history. */
  const told = (path: string, questions: readonly unknown[] = []): string[] => {
    const input = questions.map((question) => `${JSON.stringify(question)}\n`).join('')
    const ran = spawnSync('python3', ['-B', join(READER, 'history.py'), path], {
      encoding: 'utf8',
      input,
      maxBuffer: 2 ** 28,
    })
    expect(ran.stderr).toBe('')
    return ran.stdout.trimEnd().split('\n')
  }
  const embedded = readFileSync(join(ROOT, EMBEDDED_HISTORY))

  test('gives the same clocks of each release of a history', () => {
    const history = openHistory(embedded)
    const random = seededRandom(72)
    const newestFirst = history.releases.toReversed().flatMap((name) => history.clocks(name) ?? [])
    const questions = newestFirst.flatMap(({ release, zoneIds, aliases }) =>
      [...zoneIds, ...aliases.keys(), 'Mars/Olympus'].map(
        (name) => [release, name, [0, 1, 2, 3].map(() => Math.floor((random() * 4 - 1) * 2 ** 32))] as const,
      ),
    )
    expect(questions.length).toBeGreaterThan(newestFirst.length * 590)
    const [days, ...answers] = told(join(ROOT, EMBEDDED_HISTORY), questions)
    expect(days).toBe(
      JSON.stringify(newestFirst.map(({ release, releasedOn }) => [release, releasedOn ?? ''])),
    )
    const expected = questions.map(([release, name, instants]) => {
      const zone = history.clocks(release)?.zone(name) ?? null
      return JSON.stringify(
        zone === null
          ? null
          : instants.map((at) => {
              const { offset, isDst, abbreviation } = typeAt(zone, epochSeconds(at))
              return [offset, isDst, abbreviation]
            }),
      )
    })
    expect(answers).toHaveLength(expected.length)
    const differences = expected.flatMap((ours, i) =>
      answers[i] === ours ? [] : [{ asked: questions[i], ours, theirs: answers[i] }],
    )
    expect(differences.slice(0, 5)).toEqual([])
  })

  test('refuses a damaged history by the same names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tzref-history-'))
    const with8 = (at: number, value: number): Buffer => {
      const bytes = Buffer.from(embedded)
      bytes[at] = value
      return bytes
    }
    try {
      for (const [bytes, code] of [
        [embedded.subarray(0, 20), 'file-too-short'],
        [with8(0, 1), 'not-history'],
        [with8(8, 9), 'format-unknown'],
        [Buffer.concat([embedded, Buffer.of(0)]), 'file-size'],
        [with8(16, embedded[16]! ^ 1), 'history-malformed'],
        [with8(20, embedded[20]! ^ 1), 'checksum-mismatch'],
      ] as const) {
        writeFileSync(join(folder, 'damaged.bin'), bytes)
        expect(told(join(folder, 'damaged.bin'))).toEqual([code])
        try {
          openHistory(bytes)
          expect.unreachable(code)
        } catch (error) {
          expect(error instanceof ArtifactError && error.code).toBe(code)
        }
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
