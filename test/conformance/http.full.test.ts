// Offset, abbreviation and is_dst before and after each change, asked over HTTP as a client does, are the same as in zdump.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatUtc } from '#core/time/moment.ts'
import { epochSeconds } from '#core/time/units.ts'
import { openService, type Service } from '../support/worlds/service.ts'
import { embeddedFiles } from '../support/worlds/tz-releases.ts'
import { oracleOf, WITHOUT_ORACLE, type Oracle } from '../support/oracles/zic-oracle.ts'
import { someOf } from '../support/how-many.ts'

const SAMPLE = someOf(
  [
    'Africa/Cairo',
    'Africa/Monrovia',
    'America/Caracas',
    'America/Nuuk',
    'America/Sao_Paulo',
    'America/St_Johns',
    'America/Vancouver',
    'Antarctica/Troll',
    'Asia/Gaza',
    'Asia/Kathmandu',
    'Asia/Pyongyang',
    'Asia/Tehran',
    'Australia/Lord_Howe',
    'Europe/Amsterdam',
    'Europe/Lisbon',
    'Europe/Moscow',
    'Pacific/Apia',
    'Pacific/Chatham',
  ],
  3,
)

let service: Service
let oracle: Oracle | undefined
beforeAll(async () => {
  service = await openService()
  if (WITHOUT_ORACLE === null) oracle = oracleOf(embeddedFiles().get('tzdata.zi') ?? '')
})
afterAll(async () => {
  oracle?.remove()
  await service.close()
})

test(`${SAMPLE.length} zones over HTTP equal zic and zdump, 1800–2400${WITHOUT_ORACLE ?? ''}`, async ({
  skip,
}) => {
  if (oracle === undefined) return skip(WITHOUT_ORACLE ?? '')
  const changesById = await oracle.changesOf(SAMPLE)
  let asked = 0
  for (const [id, changes] of changesById) {
    for (const [index, { at }] of changes.entries()) {
      // All changes until 2040. Later changes follow the footer, so every twentieth is enough.
      if (at === null || (at > Date.UTC(2040) / 1000 && index % 20 !== 0)) continue
      for (const [instant, expected] of [
        [at - 1, changes[index - 1]],
        [at, changes[index]],
      ] as const) {
        const { body } = await service.ask(
          `/timezones/${id}?at=${encodeURIComponent(formatUtc(epochSeconds(instant)))}`,
        )
        const { utc_offset_seconds, is_dst, abbreviation } = body.data.current
        asked += 1
        expect({ utc_offset_seconds, is_dst }, `${id} at ${formatUtc(epochSeconds(instant))}`).toEqual({
          utc_offset_seconds: expected?.offset,
          is_dst: expected?.isDst,
        })
        // Where tzdb has digits, the API has a usual abbreviation or null.
        if (expected !== undefined && !/^[+-]/.test(expected.abbreviation)) {
          expect(abbreviation, `${id} at ${instant}`).toBe(expected.abbreviation)
        }
      }
    }
  }
  expect(asked).toBeGreaterThan(SAMPLE.length * 160)
})
