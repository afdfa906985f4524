// Many releases in one file: each reads as it does alone, and each damage is named.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { encodeClocks, openClocks, type ClockParts } from '#core/artifact/clocks.ts'
import { clockPartsOf, encodeHistory, openHistory } from '#core/artifact/history.ts'
import { CLOCKS } from '#core/artifact/layout.ts'
import { openHistory as openLibrary } from '#apps/library/history.ts'
import { compileFiles } from '#pipeline/assemble/release-clocks.ts'
import { embeddedFiles, tarballFiles } from '../../support/worlds/tz-releases.ts'
import { SMALL_RELEASES } from '../../support/worlds/small-release.ts'

const small = Object.values(SMALL_RELEASES).map(({ files }) => compileFiles(new Map(Object.entries(files))))
/** The later release again, without one zone, and with an alias that leads to another zone. */
const without: ClockParts = {
  release: '2030c',
  zones: (small[1]?.zones ?? []).filter(({ id }) => id !== 'Asia/Kathmandu'),
  aliases: new Map([['Canada/Mountain', 'Europe/Berlin']]),
}

const opened = (releases: readonly ClockParts[]) => openHistory(encodeHistory(releases))

describe('a release of a history', () => {
  const signed = (['2026b', '2026c'] as const).flatMap((release) => tarballFiles(release) ?? [])
  test.each([
    ['small releases, one of which lost a zone', [...small, without]],
    [
      `the releases at hand: ${signed.length + 1}`,
      [...signed, embeddedFiles()].map((files) => compileFiles(files)),
    ],
  ])('is what it was alone: %s', (_, releases) => {
    const history = opened(releases)
    expect(history.releases).toEqual(releases.map(({ release }) => release))
    for (const parts of releases) {
      const clocks = history.clocks(parts.release)
      expect(clocks).not.toBeNull()
      if (clocks !== null) expect(encodeClocks(clockPartsOf(clocks)).join()).toBe(encodeClocks(parts).join())
    }
  })

  test('knows its aliases, and no zone of a later release', () => {
    const history = opened([...small, without])
    expect(history.clocks('2030a')?.zone('Canada/Mountain')?.id).toBe('America/Edmonton')
    expect(history.clocks('2030c')?.zone('Canada/Mountain')?.id).toBe('Europe/Berlin')
    expect([
      history.clocks('2030b')?.zone('Asia/Katmandu')?.id,
      history.clocks('2030c')?.zone('Asia/Kathmandu'),
    ]).toEqual(['Asia/Kathmandu', null])
    expect(history.clocks('2029z')).toBeNull()
  })

  test('is found in the library by its name', () => {
    const history = openLibrary(encodeHistory(small))
    expect(history.clocks('2030b').zone('Africa/Casablanca').offsetAt(Date.UTC(2031, 0))).toBe(0)
    const wall = '2030-12-01T09:00'
    expect(history.moved('2030a', '2030b').judge({ zone: 'Africa/Casablanca', wall })).toMatchObject({
      by: 3_600_000,
    })
    const resolved = { zone: 'Africa/Casablanca', wall, release: '2030a' }
    expect(history.moved('2030b', '2030b').judge(resolved).verdict).toBe('moved')
    expect(() => history.moved('2030a', '2031a')).toThrow(RangeError)
  })
})

test('the same releases give the same bytes, in any order and with repeats', () => {
  const bytes = encodeHistory(small).join()
  expect(encodeHistory(small.toReversed()).join()).toBe(bytes)
  expect(encodeHistory([...small, ...small]).join()).toBe(bytes)
})

test('a year of releases takes the size of one: an older one adds only its differences', () => {
  const parts = clockPartsOf(openClocks(readFileSync(join(inject('embeddedArtifact'), CLOCKS))))
  const one = encodeHistory([parts]).length
  const other = {
    ...parts,
    release: '2026e',
    zones: parts.zones.map((zone) => (zone.id === 'Asia/Tokyo' ? { ...zone, posixTz: 'JST-8' } : zone)),
  }
  expect(one).toBeLessThan(60_000)
  expect(encodeHistory([parts, other]).length - one).toBeLessThan(300)
})

describe('a damaged file', () => {
  const good = encodeHistory(small)
  const changed = (at: number, value: number): Uint8Array => good.with(at, value)
  test.each([
    ['file-too-short', good.subarray(0, 20)],
    ['not-history', changed(0, 0)],
    ['format-unknown', changed(8, 2)],
    ['file-size', good.subarray(0, good.length - 1)],
    ['checksum-mismatch', changed(20, (good[20] ?? 0) ^ 1)],
    ['history-malformed', changed(19, 0xff)],
  ])('is %s', (code, bytes) => {
    expect(() => openHistory(bytes)).toThrow(expect.objectContaining({ code }))
  })

  test('with any one byte changed is refused, and nothing else happens', () => {
    for (let at = 24; at < good.length; at += 7)
      expect(() => openHistory(changed(at, (good[at] ?? 0) ^ 0x55))).toThrow(
        expect.objectContaining({ name: 'ArtifactError' }),
      )
  })
})
