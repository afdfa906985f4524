// Whole answers at fixed moments, and the transitions of odd zones, for people to read: `npm run golden:update`, then read the diff.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { epochSeconds } from '#core/time/units.ts'
import { transitionDump } from '#open/verify/transition-dump.ts'
import { openService, type Service } from '../support/worlds/interface-service.ts'

/** Each of these has something that other zones do not have. */
const ODD_ZONES = [
  'Africa/Casablanca',
  'Africa/Monrovia',
  'America/Edmonton',
  'America/Nuuk',
  'America/Sao_Paulo',
  'America/Vancouver',
  'Antarctica/Troll',
  'Asia/Gaza',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Pacific/Apia',
]
const MOMENTS = ['1971-06-01T00:00:00Z', '2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z']
const END = epochSeconds(Date.UTC(2051, 0, 1) / 1000)

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

test.each(ODD_ZONES)('%s gives the same answers as before', async (iana) => {
  const answers: unknown[] = []
  for (const at of MOMENTS) answers.push((await service.ask(`/timezones/${iana}?at=${at}`)).body)
  const file = `./answers/${iana.replace('/', '-')}.json`
  await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot(file)
})

test.each(ODD_ZONES)('%s has the same transitions as before, through 2050', async (iana) => {
  const zone = service.catalogue.almanac.zones.named(iana)
  const text = zone === null ? '' : transitionDump(zone.compiled(), END)
  await expect(text).toMatchFileSnapshot(`./transitions/${iana.replace('/', '-')}.txt`)
})

test('the first page of the list is the same as before', async () => {
  const text = JSON.stringify((await service.ask('/timezones?per_page=5')).body, null, 2)
  await expect(`${text}\n`).toMatchFileSnapshot('./answers/list.json')
})
