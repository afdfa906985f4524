// Everything that programs send as a place: IANA identifiers, Windows ids, and labels of menus with an offset, in both seasons.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupBy } from '#core/group-by.ts'
import { formatOffset } from '#core/time/offset.ts'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { openService, type Service } from '../../support/worlds/interface-service.ts'
import { judge, meaningOf, named } from '../../support/worlds/tokens.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

test('every identifier of the tz release means the zone that /timezones has for it, or is asked about with that zone first', () => {
  const { almanac } = service.catalogue
  const { zones } = almanac
  const identifiers = zones.listed.flatMap((zone) => [zone.iana, ...zones.aliasesOf(zone)])
  expect(identifiers.length).toBeGreaterThan(550)
  const faults = identifiers.flatMap((identifier) => {
    const zone = zones.named(identifier)?.iana ?? ''
    const verdict = judge(identifier, zone, almanac)
    const found = meaningOf(identifier, almanac)
    if (verdict === 'right') return []
    const isZoneFirst =
      found?.kind === 'many' && found.candidates.isZonesFirst && found.candidates.zones[0]?.iana === zone
    return isZoneFirst ? [] : [`${identifier}: ${verdict} ${found === null ? '' : named(found).join(' ')}`]
  })
  expect(faults).toEqual([])
})

test('where all that has the last part of an identifier keeps one clock, the zone of the identifier answers', () => {
  const { almanac } = service.catalogue
  const { zones } = almanac
  const byLast = groupBy(
    zones.listed.flatMap((zone) => [zone.iana, ...zones.aliasesOf(zone)]),
    (identifier) => identifier.split('/').at(-1) ?? '',
  )
  const others = [...byLast].flatMap(([last, identifiers]) => {
    const own = identifiers.map((identifier) => zones.named(identifier)?.iana ?? '')
    const found = meaningOf(last, almanac)
    const answer = found?.kind === 'one' && found.clock.kind === 'zone' ? found.clock.zone.iana : null
    const isOther = answer !== null && !own.includes(answer)
    return isOther && own.some((zone) => judge(last, zone, almanac) === 'right') ? [`${last}: ${answer}`] : []
  })
  expect(others).toEqual([])
})

test('every Windows id means the zone that CLDR has for it in the world, or is asked about with it', () => {
  const { almanac } = service.catalogue
  const file = new URL('../../../node_modules/cldr-core/supplemental/windowsZones.json', import.meta.url)
  const rows: { mapZone: { _other: string; _type: string; _territory: string } }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  ).supplemental.windowsZones.mapTimezones
  const ids = rows.map(({ mapZone }) => mapZone).filter(({ _territory: territory }) => territory === '001')
  expect(ids.length).toBeGreaterThan(130)
  const faults = ids.flatMap(({ _other: id, _type: zone }) => {
    const current = almanac.zones.named(zone)?.iana ?? zone
    const verdict = judge(id, current, almanac)
    return verdict === 'right' || verdict === 'asked' ? [] : [`${id}: ${verdict}, expected ${current}`]
  })
  expect(faults).toEqual([])
})

test('a city with its offset of winter or of summer before it is that city, or asked about with it', () => {
  const { almanac } = service.catalogue
  const cities = almanac
    .cities()
    .byName.toSorted((one, other) => (other.population ?? 0) - (one.population ?? 0))
    .slice(0, 240)
  const seasons = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)].map((ms) => epochSeconds(ms / 1000))
  const tally = { right: 0, asked: 0, refused: 0, wrong: 0 }
  const faults: string[] = []
  for (const { name, zone } of cities) {
    for (const at of seasons) {
      const label = `(GMT${formatOffset(offsetAt(zone.compiled(), at))}) ${name}`
      const verdict = judge(label, zone.iana, almanac)
      tally[verdict]++
      if (verdict === 'wrong' || verdict === 'refused')
        faults.push(`${label}: ${verdict}, expected ${zone.iana}`)
    }
  }
  expect(faults).toEqual([])
  expect(tally.right, JSON.stringify(tally)).toBeGreaterThan(460)
})
