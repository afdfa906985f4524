// The release notes from 2026b to 2026c agree with tzdb's own NEWS about the clocks, and with zic and zdump.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diff } from '#pipeline/compare/release-diff.ts'
import type { Stretch } from '#core/compare/stretches.ts'
import type { ReleaseDiff } from '#pipeline/compare/release-diff.ts'
import type { VisibleChange } from '#core/zone/visible-changes.ts'
import { leftOut } from '../../support/left-out.ts'
import {
  filesOf,
  hasRealReleases,
  releaseWorld,
  type ReleaseWorld,
} from '../../support/worlds/release-world.ts'
import { findTool, oracleOf, WITHOUT_ORACLE, ziguardForm } from '../../support/oracles/zic-oracle.ts'

const isPossible = hasRealReleases && WITHOUT_ORACLE === null
if (!isPossible)
  leftOut('release notes of 2026c against NEWS and zdump', 'the real tarballs, or zic and zdump')

describe.skipIf(!isPossible)('from 2026b to 2026c', () => {
  let world: ReleaseWorld
  let found: ReleaseDiff
  const sources: Record<string, string> = {}

  beforeAll(() => {
    world = releaseWorld()
    found = diff(world.build('2026b').directory, world.build('2026c').directory)
    for (const release of ['2026b', '2026c'] as const) {
      const files = new Map([...filesOf(release)].map(([name, bytes]) => [name, bytes.toString('utf8')]))
      for (const form of ['main', 'rearguard'] as const)
        sources[`${release} ${form}`] = ziguardForm(files, form)
    }
  })
  afterAll(() => world.remove())

  test('Morocco and Western Sahara on +00 from September 2026, Alberta on -06 from November 2026, and nothing else', () => {
    expect(found.briefly).toEqual([
      'Africa/Casablanca, Africa/El_Aaiun: +00:00 for good from 2026-09-20T01:00:00+00:00, not +01:00 (daylight saving).',
      'America/Edmonton: -06:00 (CST) for good from 2026-11-01T08:00:00+00:00, not -07:00 (MST).',
    ])
    expect(found.past).toEqual([])
    const { identifiers } = found
    expect(Object.values(identifiers).flat()).toEqual([])
    const news = filesOf('2026c').get('NEWS')?.toString('utf8') ?? ''
    const ofRelease = news.slice(0, news.indexOf('\nRelease 2026b'))
    expect(ofRelease).toContain('Alberta moved to permanent -06')
    expect(ofRelease).toContain('Morocco moves to permanent +00 on 2026-09-20')
    expect(ofRelease).not.toMatch(/Changes to past timestamps|Changes to past|backward/)
  })

  test('zdump of both releases confirms every stretch', async () => {
    const zones = found.future.flatMap((change) => change.zones)
    const shown: Record<string, Map<string, VisibleChange[]>> = {}
    for (const [name, source] of Object.entries(sources)) {
      const oracle = oracleOf(source)
      shown[name] = await oracle.changesOf(zones)
      oracle.remove()
    }
    const faults: string[] = []
    let claims = 0
    for (const change of found.future) {
      for (const zone of change.zones) {
        for (const stretch of change.stretches) {
          for (const at of [stretch.from, (stretch.until ?? 13_569_465_600) - 1]) {
            for (const [release, told] of [
              ['2026b', stretch.was],
              ['2026c', stretch.is],
            ] as const) {
              claims++
              const main = readingAt(shown[`${release} main`]?.get(zone), at)
              const rearguard = readingAt(shown[`${release} rearguard`]?.get(zone), at)
              if (
                main?.offset !== told.offset ||
                main.abbreviation !== told.abbreviation ||
                rearguard?.isDst !== told.isDst
              ) {
                faults.push(`${release} ${zone} at ${at}: told ${JSON.stringify(told)}`)
              }
            }
          }
        }
      }
    }
    expect(faults).toEqual([])
    expect(claims).toBeGreaterThan(300)
    process.stderr.write(`diff 2026b 2026c: ${claims} claims, every one as zdump shows it\n`)
  })

  test('zic compiles every other identifier of both releases to the same bytes', () => {
    const told = new Set(found.future.flatMap((change) => change.zones))
    const folder = mkdtempSync(join(tmpdir(), 'tzref-news-'))
    const zic = findTool('zic') ?? ''
    for (const [name, source] of Object.entries(sources)) {
      const input = join(folder, `${name.replace(' ', '-')}.zi`)
      writeFileSync(input, source)
      execFileSync(zic, ['-b', 'fat', '-d', input.replace('.zi', ''), input], { stdio: 'pipe' })
    }
    const ids = identifiersOf(sources['2026c main'] ?? '')
    const differing = ids.filter((id) =>
      ['main', 'rearguard'].some((form) => {
        const [was, is] = ['2026b', '2026c'].map((release) => join(folder, `${release}-${form}`, id))
        if (was === undefined || is === undefined || !existsSync(was)) return true
        return !readFileSync(was).equals(readFileSync(is))
      }),
    )
    rmSync(folder, { recursive: true })
    // A link is another name of its zone. The notes name the zone.
    const target = linksOf(sources['2026c main'] ?? '')
    expect(new Set(differing.map((id) => target.get(id) ?? id))).toEqual(told)
    expect(ids.length).toBeGreaterThan(500)
  })
})

/** What a clock shows at an instant, from a list of changes. */
const readingAt = (changes: readonly VisibleChange[] | undefined, at: number): Stretch['is'] | undefined =>
  changes?.findLast((change) => change.at === null || change.at <= at)

const linksOf = (source: string): Map<string, string> =>
  new Map(
    [...source.matchAll(/^L(?:ink)?\s+(\S+)\s+(\S+)/gm)].map(([, target = '', name = '']) => [name, target]),
  )

const identifiersOf = (source: string): string[] => [
  ...[...source.matchAll(/^Z(?:one)?\s+(\S+)/gm)].map(([, id = '']) => id),
  ...linksOf(source).keys(),
]
