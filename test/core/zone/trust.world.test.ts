// How far clocks can be trusted: when each of the four answers applies.
import { expect, inject, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openClocks } from '#core/artifact/clocks.ts'
import { CLOCKS } from '#core/artifact/layout.ts'
import { epochSeconds } from '#core/time/units.ts'
import { meanTimeInWords, meanTimeOffset, meanTimeUntil, trustAt, trustInWords } from '#core/zone/trust.ts'

const clocks = openClocks(readFileSync(join(inject('embeddedArtifact'), CLOCKS)))

test.each([
  ['Europe/Berlin', 0, 'area'],
  ['Europe/Berlin', -1, 'place'],
  // On 1893-04-01 Berlin changes from mean time to the zone's time.
  ['Europe/Berlin', Date.UTC(1893, 2, 31, 23, 6, 32) / 1000, 'place'],
  ['Europe/Berlin', Date.UTC(1893, 2, 31, 23, 6, 31) / 1000, 'mean-time'],
  ['Antarctica/Troll', Date.UTC(2000, 0) / 1000, 'none'],
  ['Antarctica/Troll', Date.UTC(2006, 0) / 1000, 'area'],
  ['Etc/GMT+5', Date.UTC(1800, 0) / 1000, 'area'],
  ['UTC', Date.UTC(1800, 0) / 1000, 'area'],
] as const)('%s at %d: %s', (id, at, trust) => {
  const zone = clocks.zone(id)
  expect(zone === null ? null : trustAt(zone, epochSeconds(at))).toBe(trust)
})

test('mean time follows the sun: four minutes for each degree, and for Berlin the value of the release', () => {
  expect([meanTimeOffset(0), meanTimeOffset(-75), meanTimeOffset(180)]).toEqual([0, -18_000, 43_200])
  expect(meanTimeOffset(13 + 22 / 60)).toBe(53 * 60 + 28)
  expect([13 + 22 / 60, -0.25, 180, 0].map(meanTimeInWords)).toEqual([
    '+00:53:28',
    '-00:01:00',
    '+12:00:00',
    '+00:00:00',
  ])
  const until = (id: string): number | null => {
    const zone = clocks.zone(id)
    return zone === null ? 0 : meanTimeUntil(zone)
  }
  expect(until('Europe/Berlin')).toBe(Date.UTC(1893, 2, 31, 23, 6, 32) / 1000)
  // Manila had mean time on both sides of the date line, one after the other.
  expect(until('Asia/Manila')).toBe(Date.UTC(1899, 8, 6, 4) / 1000)
  expect([until('UTC'), until('Antarctica/Troll')]).toEqual([null, null])
})

test('in words: nothing for a whole area, otherwise the name of the place', () => {
  const knox = clocks.zone('America/Indiana/Knox')
  if (knox === null) throw new Error('the release has no Knox')
  expect(trustInWords('area', knox)).toBeNull()
  expect(trustInWords('place', knox)).toContain('for Knox: other places here may differ')
  expect(trustInWords('mean-time', knox)).toContain('four minutes for each degree')
  expect(trustInWords('mean-time', knox, -90)).toMatch(/ of Knox only: at longitude -90 it was -06:00:00$/)
  const york = clocks.zone('America/New_York')
  expect(york === null ? '' : trustInWords('none', york)).toContain('in New York')
})
