// Building boundaries.tiles from the embedded pieces and from a zip like upstream's: the same bytes, within limits of time and memory.
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { BOUNDARIES, SHAPES } from '#core/artifact/layout.ts'
import { embeddedLock } from '#pipeline/sources/make-lock.ts'
import { ROOT } from '#pipeline/paths.ts'
import { boundarySource } from '#pipeline/sources/boundary-source.ts'
import type { MeasuredBuild } from '../support/children/build-boundaries-child.ts'
import { writeBoundaryZip } from '../support/worlds/boundary-zip.ts'

/** Builds in a process with another time zone and locale than ours. */
function build(...args: readonly string[]): MeasuredBuild {
  const child = fileURLToPath(new URL('../support/children/build-boundaries-child.ts', import.meta.url))
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', child, ...args], {
    encoding: 'utf8',
    cwd: ROOT,
    env: { ...process.env, TZ: 'Pacific/Apia', LC_ALL: 'tr_TR' },
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the child writes just that
  return JSON.parse(stdout) as MeasuredBuild
}

test('pieces and zip build to the same bytes, twice, in at most 60 s and 3 GB (zip: 2.5 GB)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-boundaries-'))
  try {
    const source = boundarySource(ROOT, embeddedLock(ROOT))
    if (source === null) throw new Error('the embedded lock has no boundaries')
    const zip = join(folder, 'timezones-with-oceans.geojson.zip')
    writeBoundaryZip(zip, (await source.records()).zones)
    const pieces = build('pieces', join(ROOT, 'node_modules/geo-tz'), source.release)
    const zipped = build('zip', zip, source.release)
    // The files of the artifact that this test run began with. Another process built them from the pieces.
    const [before, shapesBefore] = [BOUNDARIES, SHAPES].map((name) =>
      hash('sha256', readFileSync(join(inject('embeddedArtifact'), name))),
    )
    for (const [what, built] of Object.entries({ pieces, zipped })) {
      process.stdout.write(
        `${what}: ${built.seconds.toFixed(1)} s, ${built.cpuSeconds.toFixed(1)} s of CPU, ${built.peakMb.toFixed(0)} MB at most, ${(built.bytes / 1e6).toFixed(1)} MB\n`,
      )
    }
    expect([before, zipped.sha256]).toEqual([pieces.sha256, pieces.sha256])
    expect([shapesBefore, zipped.shapesSha256]).toEqual([pieces.shapesSha256, pieces.shapesSha256])
    expect([pieces.findings, zipped.findings]).toEqual([[], []])
    expect(pieces.bytes).toBeLessThan(48e6)
    // CPU time, because wall clock time depends on the other tests that run next to this one.
    expect(pieces.cpuSeconds).toBeLessThan(60)
    expect(zipped.cpuSeconds).toBeLessThan(60)
    expect(pieces.peakMb).toBeLessThan(3000)
    expect(zipped.peakMb).toBeLessThan(2500)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
