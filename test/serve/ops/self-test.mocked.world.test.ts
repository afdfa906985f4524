// What the self-test of a new artifact computes before the first request comes.
import { afterAll, expect, inject, test, vi } from 'vitest'
import { standardsInUse } from '#core/ask/standards-in-use.ts'
import { zoneState } from '#core/ask/zone-state.ts'
import { readCities } from '#core/ask/cities.ts'
import { epochSeconds } from '#core/time/units.ts'
import { listTimezones } from '#serve/api/endpoints/timezones.ts'
import { showConversion } from '#serve/api/endpoints/convert.ts'
import { listCities } from '#serve/api/endpoints/cities.ts'
import { openTested } from '#serve/ops/self-test.ts'
import { BASE, NOON, WEB } from '../../support/worlds/service.ts'

vi.mock('#core/ask/standards-in-use.ts', { spy: true })
vi.mock('#core/ask/zone-state.ts', { spy: true })
vi.mock('#core/ask/cities.ts', { spy: true })

const catalogue = await openTested(inject('embeddedArtifact'), { base: BASE, web: WEB }, NOON * 1000)
afterAll(() => catalogue.artifact.close())

test('the first lists and the first conversion compute no state again', async () => {
  const made = () => [standardsInUse, zoneState, readCities].map((make) => vi.mocked(make).mock.calls.length)
  const before = made()
  expect(before).toEqual([1, catalogue.almanac.zones.listed.length, 1])
  const now = epochSeconds(NOON + 1)
  for (const [ask, query, kind] of [
    [listTimezones, 'abbreviation=CET', 'long'],
    // CST has several meanings, which are ordered by how many zones use them.
    [showConversion, 'from=CST&to=Kathmandu', 'problem'],
    [listCities, 'sort=-offset', 'long'],
  ] as const) {
    const reply = ask({ catalogue, now, query, identifier: '' })
    expect(reply.kind, query).toBe(kind)
    if (reply.kind === 'long') expect(String(await reply.make())).toContain('{"data":[{"')
  }
  expect(made()).toEqual(before)
})
