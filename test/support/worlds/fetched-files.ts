// The files that test/support/worlds/fetch-everything.ts asks a host for, and the expected answer to each question.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clockPartsOf, encodeHistory } from '#core/artifact/history.ts'
import { openClocks } from '#core/artifact/clocks.ts'
import { BOUNDARIES, CLOCKS, MANIFEST } from '#core/artifact/layout.ts'
import { writeData } from '../../../apps/packages/data.ts'
import type { Answers } from './fetch-everything.ts'
import { someBytes } from '../servers/file-host.ts'
import { tinyTiles } from './tiny-boundaries.ts'
import { webFolder } from './web-folder.ts'

/** The files of the package of data under `data/`, with the boundaries of the tiny world. */
export function dataFiles(artifact: string): Map<string, Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-fetched-'))
  const files = new Map<string, Uint8Array>()
  try {
    writeData(folder, { artifact, patch: 0, repository: null, isForNpm: false })
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isFile()) files.set(`data/${entry.name}`, readFileSync(join(folder, entry.name)))
  } finally {
    rmSync(folder, { recursive: true })
  }
  const manifest = { ...JSON.parse(readFileSync(join(artifact, MANIFEST), 'utf8')), boundaries: 'tiny' }
  files.set(`data/${MANIFEST}`, new TextEncoder().encode(JSON.stringify(manifest)))
  files.set(`data/${BOUNDARIES}`, tinyTiles)
  return files
}

/** An artifact's files with the boundaries of the tiny world, by their paths. */
export function fetchedFiles(artifact: string): ReadonlyMap<string, Uint8Array> {
  const files = dataFiles(artifact)
  files.set(BOUNDARIES, tinyTiles)
  const clocks = readFileSync(join(artifact, CLOCKS))
  files.set(CLOCKS, clocks)
  files.set('tz-history.bin', encodeHistory([clockPartsOf(openClocks(clocks))]))
  for (const [base, ranges] of [
    ['web', false],
    ['web-ranges', true],
  ] as const) {
    const { id, files: web } = webFolder(artifact, tinyTiles, ranges)
    for (const [path, bytes] of web) files.set(path.replace(`${id}/`, `${base}/`), bytes)
  }
  files.set('', new TextEncoder().encode('<!doctype html><title>A page</title>'))
  return files
}

const BERLIN = { kind: 'land', zone: 'Europe/Berlin', alternatives: [] }

/** The answer to each question, the same for every host and runtime. */
export const EXPECTED: Answers = {
  ...Object.fromEntries(
    [0, 1, 2 ** 18 - 1, 2 ** 18, 2 ** 18 + 1, 1_000_003].map((size) => [
      `${size} bytes`,
      `${size} ${someBytes(size).reduce((sum, byte) => (Math.imul(sum, 31) + byte) >>> 0, 0)}`,
    ]),
  ),
  fetchClocks: 7200,
  fetchHistory: ['2026f'],
  fetchBoundaries: ['Europe/Berlin'],
  fetchTzref: ['2026f', 'Europe/Berlin', { kind: 'converted', to: [{ shows: '2026-07-01T21:00:00+09:00' }] }],
  openWeb: [
    BERLIN,
    'Central European Summer Time',
    { kind: 'converted', to: [{ shows: '2026-07-01T21:00:00+09:00' }] },
  ],
  missing: 'Error: /none answers 404',
}

/** The one answer that also needs a host with ranges. */
export const BY_RANGES: Answers = { 'openWeb, by ranges': BERLIN }
