// The rule of a look-up's answer on the tiny world, with letters for zones.
import { describe, expect, test } from 'vitest'
import { answerAt, type ZonesOfResult } from '#ask/look-up.ts'
import { microdegrees } from '#core/geo/microdegrees.ts'
import { openTiny } from '../support/tiny-boundaries.ts'

const boundaries = openTiny()
const byId: readonly ZonesOfResult<string>[] = boundaries.results.map((ids) => ({ kind: 'land', zones: ids }))

/** The answer at degrees. */
const at = (lat: number, lon: number, results = byId) =>
  answerAt(boundaries, results, microdegrees(lon), microdegrees(lat))

/** The results without a zone, as in a tz release that does not have it. */
const without = (id: string) =>
  byId.map(({ kind, zones }) => ({ kind, zones: zones.filter((other) => other !== id) }))

describe('the answer at a point', () => {
  test('a point on land is of its zone', () => {
    expect(at(50, 10)).toEqual({ kind: 'land', zone: 'Europe/Berlin', alternatives: [] })
  })

  test('a zone that the tz release does not have: its ocean strip answers', () => {
    expect(at(50, 10, without('Europe/Berlin'))).toMatchObject({ zone: 'Etc/GMT-1', alternatives: [] })
  })

  test('null where not even the strip has a zone', () => {
    const none = byId.map(({ kind }) => ({ kind, zones: [] }))
    expect(at(50, 10, none)).toBeNull()
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
