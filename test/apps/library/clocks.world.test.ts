// `tzref/clocks`: its units, its names, and the start and end of an answer.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, inject, test } from 'vitest'
import { CLOCKS } from '#core/artifact/layout.ts'
import { ArtifactError, openClocks, type Clock } from '#apps/library/clocks.ts'

const path = join(inject('embeddedArtifact'), CLOCKS)
const clocks = openClocks(path)

const zone = (id: string): Clock => clocks.zone(id)

const SPRING = Date.UTC(2026, 2, 29, 1)

describe('a clock', () => {
  test('changes in the millisecond of its change, before 1970 too', () => {
    const berlin = zone('Europe/Berlin')
    expect([berlin.offsetAt(SPRING - 1), berlin.offsetAt(SPRING)]).toEqual([3600, 7200])
    // 1940-04-01T02:00+01:00
    const war = Date.UTC(1940, 3, 1, 1)
    expect([berlin.offsetAt(war - 1), berlin.offsetAt(war - 0.5), berlin.offsetAt(war)]).toEqual([
      3600, 3600, 7200,
    ])
  })

  test('says what it shows, from when and until when', () => {
    expect(zone('Europe/Berlin').stateAt(SPRING)).toEqual({
      offset: 7200,
      save: 3600,
      isDst: true,
      abbreviation: 'CEST',
      from: SPRING,
      until: Date.UTC(2026, 9, 25, 1),
      trust: 'area',
    })
    expect(zone('Etc/GMT+5').stateAt(0)).toEqual({
      offset: -18_000,
      save: 0,
      isDst: false,
      abbreviation: '-05',
      from: null,
      until: null,
      trust: 'area',
    })
  })

  test('finds the change after an instant, and the one at or before it', () => {
    const berlin = zone('Europe/Berlin')
    const winter = { offset: 3600, save: 0, isDst: false, abbreviation: 'CET' }
    const summer = { offset: 7200, save: 3600, isDst: true, abbreviation: 'CEST' }
    expect(berlin.nextChange(SPRING - 1)).toEqual({ at: SPRING, before: winter, after: summer })
    expect(berlin.nextChange(SPRING)?.at).toBe(Date.UTC(2026, 9, 25, 1))
    expect(berlin.previousChange(SPRING)?.at).toBe(SPRING)
    expect(berlin.previousChange(SPRING - 1)?.at).toBe(Date.UTC(2025, 9, 26, 1))
    expect(zone('Asia/Tokyo').nextChange(SPRING)).toBeNull()
  })

  test('lists the changes after an instant and until another', () => {
    const autumn = Date.UTC(2026, 9, 25, 1)
    const berlin = zone('Europe/Berlin')
    const between = (from: number, to: number): number[] => berlin.changes(from, to).map(({ at }) => at)
    expect(between(SPRING - 1, autumn)).toEqual([SPRING, autumn])
    expect(between(SPRING, autumn - 1)).toEqual([])
  })

  test('reads a wall time to the millisecond: once, twice or never', () => {
    const berlin = zone('Europe/Berlin')
    expect(berlin.instantsOf(Date.UTC(2026, 6, 1, 12, 0, 0, 7))).toEqual({
      kind: 'unique',
      at: Date.UTC(2026, 6, 1, 10, 0, 0, 7),
    })
    expect(berlin.instantsOf(Date.UTC(2026, 9, 25, 2, 59, 59, 999))).toMatchObject({
      kind: 'fold',
      earlier: Date.UTC(2026, 9, 25, 0, 59, 59, 999),
      later: Date.UTC(2026, 9, 25, 1, 59, 59, 999),
      before: { abbreviation: 'CEST' },
      after: { abbreviation: 'CET' },
    })
    expect(berlin.instantsOf(Date.UTC(2026, 2, 29, 2))).toMatchObject({
      kind: 'gap',
      earlier: Date.UTC(2026, 2, 29, 0),
      later: SPRING,
    })
  })
})

describe('the clocks', () => {
  test('know aliases in any case, and nothing else', () => {
    expect(zone('ASIA/CALCUTTA')).toBe(zone('Asia/Calcutta'))
    expect(['Asia/Atlantis', 'Asia', '__proto__'].map((id) => clocks.findZone(id))).toEqual([
      null,
      null,
      null,
    ])
    expect(clocks.zoneIds.length).toBeGreaterThan(400)
  })

  test('call a clock by the name it was asked for, as the release spells it, and give the zone’s own identifier too', () => {
    const names = ({ id, canonical }: Clock): string[] => [id, canonical]
    expect(names(zone('asia/calcutta'))).toEqual(['Asia/Calcutta', 'Asia/Kolkata'])
    expect(names(zone('Asia/Kolkata'))).toEqual(['Asia/Kolkata', 'Asia/Kolkata'])
    expect(zone('Asia/Calcutta').stateAt(SPRING)).toEqual(zone('Asia/Kolkata').stateAt(SPRING))
  })

  test('are the same from bytes, part of a buffer, a path and a file URL', () => {
    const bytes = readFileSync(path)
    const within = new Uint8Array(bytes.length + 3)
    within.set(bytes, 3)
    const sources = [
      bytes,
      within.subarray(3),
      Uint8Array.from(bytes).buffer,
      pathToFileURL(path),
      pathToFileURL(path).href,
    ]
    for (const source of sources) expect(openClocks(source).zone('UTC').id).toBe('UTC')
  })

  test('refuse damaged bytes, a web address and a missing file', () => {
    const damaged = readFileSync(path)
    damaged[5000] = (damaged[5000] ?? 0) ^ 1
    expect(() => openClocks(damaged)).toThrow(ArtifactError)
    expect(() => openClocks('https://example.org/clocks.bin')).toThrow('is an address')
    expect(() => openClocks(`${path}.none`)).toThrow(
      `source: found no file at "${path}.none", expected bytes, a file's path, or its file: URL`,
    )
    expect(() => openClocks(dirname(path))).toThrow(
      `source: found a directory at "${dirname(path)}", expected`,
    )
  })
})
