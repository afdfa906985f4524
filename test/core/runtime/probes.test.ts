// The probes tell releases apart: the embedded ones, an invented one, and the one of this Node.
import { describe, expect, test } from 'vitest'
import { build } from 'esbuild'
import { ROOT } from '#open/program/root.ts'
import type { ReleaseClocks } from '#core/artifact/clocks.ts'
import { findProbe } from '#core/runtime/compare.ts'
import { carriedBy, PROBES, type Carried, type Probe } from '#core/runtime/probes.ts'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { runtimeOffset, runtimeRelease, wrongZones } from '#apps/library/runtime.ts'
import { clocksOf, compileFiles } from '#pipeline/assemble/release-clocks.ts'
import { embeddedForms, madeUpForms } from '../../support/oracles/moved-comparison.ts'
import { tarballFiles, WITHOUT_TARBALLS } from '../../support/worlds/tz-releases.ts'

const clocks = (files: ReadonlyMap<string, string>): ReleaseClocks => clocksOf(compileFiles(files))
const embedded = compileFiles(embeddedForms().files)
const carried = (of: ReleaseClocks, probes: readonly Probe[] = PROBES): Carried =>
  carriedBy((name, at) => {
    const zone = of.zone(name)
    return zone === null ? null : offsetAt(zone, epochSeconds(at))
  }, probes)

/** The probe of the newest release that is not after the given one. */
const lastRow = (release: string): string | null =>
  PROBES.findLast(({ since }) => since <= release)?.since ?? null

describe('the probes name', () => {
  test('the embedded release as the newest', () => {
    expect(carried(clocksOf(embedded))).toEqual({ release: lastRow(embedded.release), before: null, odd: [] })
  })

  test.each([
    ['2026b', '2026c'],
    ['2026c', '2026d'],
  ] as const)('%s for the data just before %s', (release, before) => {
    const files = tarballFiles(release)
    if (files === null) process.stderr.write(`${WITHOUT_TARBALLS}\n`)
    else expect(carried(clocks(files))).toEqual({ release, before, odd: [] })
  })

  test('an invented release, by the row that is found for it', () => {
    const never = clocks(madeUpForms().files)
    const ids = embedded.zones.map(({ id }) => id)
    const found = findProbe(clocksOf(embedded), never, ids, Date.UTC(2037, 0) / 1000)
    expect(found).not.toBeNull()
    const probes = found === null ? PROBES : [...PROBES, found]
    expect(carried(never, probes)).toEqual({ release: '2026z', before: null, odd: [] })
    expect(carried(clocksOf(embedded), probes)).toMatchObject({ release: lastRow('2026f'), before: '2026z' })
    expect(findProbe(never, never, ids, Date.UTC(2037, 0) / 1000)).toBeNull()
  })

  test(`the release that Node ${process.versions.node} claims: ${process.versions['tz']}`, () => {
    expect(runtimeRelease()).toEqual({
      release: lastRow(process.versions['tz'] ?? ''),
      before: PROBES.find(({ since }) => since > (process.versions['tz'] ?? ''))?.since ?? null,
      odd: [],
    })
  })

  test('nothing for a clock without zones, and they say what contradicts them', () => {
    expect(carriedBy(() => null).release).toBeNull()
    const mended = carriedBy((zone) => {
      const row = PROBES.find((probe) => probe.zone === zone)
      return row?.since === '2026b' ? row.is : (row?.was ?? null)
    })
    expect([mended.release, mended.odd.length]).toEqual([
      '2026b',
      PROBES.findIndex(({ since }) => since === '2026b'),
    ])
  })
})

test('rows are sorted by release, each with an instant since 1970 and two offsets', () => {
  expect(PROBES.map(({ since }) => since)).toEqual(PROBES.map(({ since }) => since).toSorted())
  for (const { at, was, is } of PROBES) expect([at > 0, was !== is]).toEqual([true, true])
})

test('offsets of a runtime are compared with a table of right answers, which shows its wrong zones', () => {
  expect(runtimeOffset('Asia/Kathmandu', 0)).toBe(19_800)
  expect(runtimeOffset('UTC', 0)).toBe(0)
  expect(runtimeOffset('Mars/Base', 0)).toBeNull()
  expect(
    wrongZones({
      'Asia/Tokyo': [[0, 32_400]],
      'Europe/Berlin': [
        [0, 3600],
        [100, 7200],
      ],
      'Mars/Base': [[0, 0]],
    }),
  ).toEqual([
    { zone: 'Europe/Berlin', from: 100_000, shown: 3600, right: 7200 },
    { zone: 'Mars/Base', from: 0, shown: null, right: 0 },
  ])
})

test('the module for browsers is at most 3 kB', async () => {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['apps/library/runtime.ts'],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
  })
  expect(outputFiles[0]?.contents.length).toBeLessThanOrEqual(3072)
})

test('a change that only the runtime has is found between two instants of the table', () => {
  const [january, december] = [Date.UTC(2023, 0) / 1000, Date.UTC(2023, 11) / 1000]
  const [found, ...others] = wrongZones({
    // As if Berlin kept standard time all year.
    'Europe/Berlin': [
      [january, 3600],
      [december, 3600],
    ],
    'Asia/Tokyo': [
      [january, 32_400],
      [december, 32_400],
    ],
  })
  expect([found?.zone, found?.shown, others]).toEqual(['Europe/Berlin', 7200, []])
})
