// Curated settlements with two zones: a row that upstream has fixed is left out with a note, and a zone that is gone stops the build.
import { expect, test } from 'vitest'
import { compileDisagreements } from '#pipeline/compile/disagreements.ts'
import { DISAGREEMENTS } from '#pipeline/curated/columns.ts'
import type { ZonesAt } from '#pipeline/compile/sources.ts'

const ZONES = [...new Set(DISAGREEMENTS.flatMap(({ polygons, text }) => [polygons, text]))]

const compiled = (zonesAt: ZonesAt, zones: readonly string[] = ZONES) =>
  compileDisagreements({
    zonePlaces: zones.map((id) => ({ id, country: 'US', lat: 0, lon: 0 })),
    zonesAt,
    divisionNames: new Map([['US.NV', 'Nevada']]),
    cityPlaces: [],
    otherPlaces: [
      { id: 7, name: 'Jackpot', country: 'US', region: 'NV', lat: 41.98, lon: -114.67, population: 1195 },
      // A namesake elsewhere.
      { id: 8, name: 'Owyhee', country: 'US', region: 'NV', lat: 40, lon: -114, population: 1000 },
    ],
  })

/** As the rows say. */
const today: ZonesAt = (lat, lon) =>
  DISAGREEMENTS.flatMap((row) => (row.lat === lat && row.lon === lon ? row.polygons : [])).slice(0, 1)

test('a settlement has the id of its place, or one of its own', () => {
  const { disagreements, findings } = compiled(today)
  expect(findings).toEqual([])
  expect(disagreements).toHaveLength(DISAGREEMENTS.length)
  expect(disagreements.find(({ name }) => name === 'Jackpot')).toMatchObject({
    id: 7,
    country: 'US',
    region: 'Nevada',
    zone: 'America/Los_Angeles',
    zoneOfText: 'America/Denver',
  })
  const own = disagreements.filter(({ id }) => id < -999)
  expect(own).toHaveLength(DISAGREEMENTS.length - 1)
  expect(new Set(disagreements.map(({ id }) => id)).size).toBe(DISAGREEMENTS.length)
})

test.each(DISAGREEMENTS)('$place: mended upstream, the build says so and leaves it out', (row) => {
  for (const now of [row.text, 'America/Boise', null].filter((zone) => zone !== row.polygons)) {
    const { disagreements, findings } = compiled((lat, lon) =>
      lat === row.lat && lon === row.lon ? (now === null ? [] : [now, row.polygons]) : today(lat, lon),
    )
    // Two settlements may have one point.
    const gone = DISAGREEMENTS.filter(({ lat, lon }) => lat === row.lat && lon === row.lon)
    expect(disagreements.some(({ name }) => name === row.place)).toBe(false)
    expect(disagreements).toHaveLength(DISAGREEMENTS.length - gone.length)
    expect(findings.map(({ severity, code, about }) => [severity, code, about])).toEqual(
      gone.map(({ place }) => ['note', 'row-without-effect', place]),
    )
    expect(findings[0]?.message).toContain(`in ${now ?? 'no zone'}, not in ${row.polygons}`)
    expect(findings[0]?.fix).toMatch(/^pipeline\/curated\/disagreements\.txt, remove the row of /)
  }
})

test('a zone that the release lacks is a fault; a release without both has no such place', () => {
  const without = (...gone: string[]) =>
    compiled(
      today,
      ZONES.filter((zone) => !gone.includes(zone)),
    )
  const of = DISAGREEMENTS.filter(({ text }) => text === 'America/Nuuk').map(({ place }) => place)
  const { findings } = without('America/Nuuk')
  expect(findings.map(({ severity, code, about }) => [severity, code, about])).toEqual(
    of.map((place) => ['fault', 'zone-unknown', place]),
  )
  expect(without('America/Nuuk', 'America/Thule').findings).toEqual([])
})
