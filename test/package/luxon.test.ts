// The luxon adapter against our own wall clock.
import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatLocal } from '#core/time/moment.ts'
import { epochSeconds, toLocal } from '#core/time/units.ts'
import { Clock } from '#package/clocks.ts'
import { LuxonZone } from '#package/luxon.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { openService, type Service } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

test('luxon over our zone shows the wall clock that we do, in every zone and year', () => {
  for (const { iana, compiled } of service.catalogue.almanac.zones.listed) {
    const zone = compiled()
    for (let year = 1850; year <= 2450; year += 7) {
      const at = epochSeconds(Date.UTC(year, year % 12, (year % 28) + 1, year % 24) / 1000)
      const shown = DateTime.fromSeconds(at, { zone: new LuxonZone(new Clock(zone)) }).toFormat(
        "yyyy-MM-dd'T'HH:mm:ss",
      )
      expect(shown, `${iana} ${year}`).toBe(formatLocal(toLocal(at, offsetAt(zone, at))))
    }
  }
})

const zoneOf = (id: string): LuxonZone =>
  new LuxonZone(new Clock(service.catalogue.almanac.zones.named(id)?.compiled() ?? expect.unreachable()))

test('it speaks of offsets as luxon’s own zones do', () => {
  const zone = zoneOf('Asia/Kolkata')
  expect(zone.formatOffset(0, 'narrow')).toBe('+5:30')
  expect(zone.formatOffset(0, 'short')).toBe('+05:30')
  expect(zone.formatOffset(0, 'techie')).toBe('+0530')
  expect(zone.offsetName(0)).toBe('IST')
  const tokyo = zoneOf('Asia/Tokyo')
  expect(tokyo.formatOffset(0, 'narrow')).toBe('+9')
  expect([tokyo.isUniversal, zoneOf('UTC').isUniversal]).toEqual([false, true])
})
