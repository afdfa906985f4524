// Facts about the rule of a look-up's answer, on the tiny world, with letters for zones.
import { describe, expect, test } from 'vitest'
import { answerAt, zonesOfResults, type ZonesOfResult } from '#core/ask/look-up.ts'
import type { Zones } from '#core/ask/zones.ts'
import { microdegrees } from '#core/geo/microdegrees.ts'
import { openTiny } from '../../support/worlds/tiny-boundaries.ts'

const boundaries = openTiny()
const byId: readonly ZonesOfResult<string>[] = boundaries.results.map((ids) => ({ kind: 'land', zones: ids }))

/** The answer at degrees. */
const at = (lat: number, lon: number, results = byId) =>
  answerAt(boundaries, results, microdegrees(lon), microdegrees(lat))

describe('the answer at a point', () => {
  test('a point on land is of its zone', () => {
    expect(at(50, 10)).toEqual({ kind: 'land', zone: 'Europe/Berlin', alternatives: [] })
  })

  test('null at sea where the tz release has no zone for the strip', () => {
    const none = byId.map(({ kind }) => ({ kind, zones: [] }))
    expect(at(-60, 10, none)).toBeNull()
  })

  test('a boundary whose zone the tz release does not have is refused by name: its land would be sea', () => {
    const zones = { named: (id: string) => (id === 'Europe/Berlin' ? null : {}) }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the presence of the zones is checked
    expect(() => zonesOfResults(boundaries, zones as unknown as Zones)).toThrow(/no zone Europe\/Berlin/)
  })

  test('on the 180° line the zone across it could be meant too; one degree off it could not', () => {
    expect(at(-60, 180)).toMatchObject({
      zone: 'Etc/GMT-12',
      alternatives: [{ reason: 'antimeridian', zone: 'Etc/GMT+12' }],
    })
    expect(at(-60, -180)).toMatchObject({
      zone: 'Etc/GMT+12',
      alternatives: [{ reason: 'antimeridian', zone: 'Etc/GMT-12' }],
    })
    expect(at(-60, 179)?.alternatives).toEqual([])
  })
})
