// The listed clock changes of zones from 1900 to 2037, asked over HTTP, equal those of zic and zdump.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NEGATIVE_SAVE_NAMES } from '../support/oracles/against-zic.ts'
import { leftOut } from '../support/left-out.ts'
import { openService, type Service } from '../support/worlds/service.ts'
import { embeddedFiles } from '../support/worlds/tz-releases.ts'
import { oracleOf, WITHOUT_ORACLE } from '../support/oracles/zic-oracle.ts'
import { someOf, TAKES_ALL } from '../support/how-many.ts'

const FROM = Date.UTC(1900, 0, 1) / 1000
const TO = Date.UTC(2038, 0, 1) / 1000

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** A change in figures: instant, offset, flag, letters. Digits of tzdb are no abbreviation here, and the flag of negative SAVE is another reading. */
const told = (
  hasFlag: boolean,
  at: number,
  offset: number,
  isDst: boolean,
  abbreviation: string | null,
): string => [at, offset, hasFlag ? isDst : '', abbreviation ?? ''].join(' ')

async function listed(iana: string, hasFlag: boolean): Promise<string[]> {
  const found: string[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const query = `from=1900-01-01T00:00:00Z&to=2038-01-01T00:00:00Z&per_page=500&page=${page}`
    const { body } = await service.ask(`/timezones/${iana}/transitions?${query}`)
    last = body.meta.last_page
    for (const { utc_datetime: utc, before, after, clock_change_seconds: change } of body.data) {
      expect(after.utc_offset_seconds - before.utc_offset_seconds, `${iana} ${utc}`).toBe(change)
      found.push(
        told(hasFlag, Date.parse(utc) / 1000, after.utc_offset_seconds, after.is_dst, after.abbreviation),
      )
    }
  }
  return found
}

/**
 * Without the rows that change only the flag, which one reading of negative SAVE has and the other has not: Windhoek in October 2017, Morocco in
 * October 2018.
 */
const shown = (rows: readonly string[]): string[] =>
  rows.filter((row, index) => row.replace(/^\S+/, '') !== rows[index - 1]?.replace(/^\S+/, ''))

if (WITHOUT_ORACLE !== null) leftOut('the listed clock changes against zic', 'zic and zdump')
test.skipIf(WITHOUT_ORACLE !== null)(
  'the clock changes of listed zones, 1900 to 2037, equal zic and zdump',
  { timeout: 600_000 },
  async () => {
    const zones = someOf(
      service.catalogue.almanac.zones.listed.map(({ iana }) => iana),
      5,
    )
    const oracle = oracleOf(embeddedFiles().get('tzdata.zi') ?? '')
    const differences: string[] = []
    let compared = 0
    try {
      const theirs = await oracle.changesOf(zones, [1899, 2039])
      for (const iana of zones) {
        const hasFlag = !NEGATIVE_SAVE_NAMES.has(iana)
        const ours = await listed(iana, hasFlag)
        const letters = new Map(ours.map((one) => [one.split(' ')[0], one.split(' ')[3] ?? '']))
        const expected = (theirs.get(iana) ?? []).flatMap(({ at, offset, isDst, abbreviation }) =>
          at === null || at < FROM || at >= TO
            ? []
            : [
                // Where tzdb has only digits, the code of the standard may stand instead.
                told(
                  hasFlag,
                  at,
                  offset,
                  isDst,
                  /^[A-Z]/i.test(abbreviation) ? abbreviation : (letters.get(`${at}`) ?? ''),
                ),
              ],
        )
        compared += expected.length
        const [rows, theirRows] = hasFlag ? [ours, expected] : [shown(ours), shown(expected)]
        const [one, other] = [new Set(rows), new Set(theirRows)]
        for (const row of rows) if (!other.has(row)) differences.push(`${iana}: only here: ${row}`)
        for (const row of theirRows) if (!one.has(row)) differences.push(`${iana}: only zdump: ${row}`)
      }
    } finally {
      oracle.remove()
    }
    process.stderr.write(
      `transitions: ${zones.length} zones, ${compared} changes, ${differences.length} differ\n`,
    )
    expect(differences).toEqual([])
    expect(compared).toBeGreaterThan(TAKES_ALL ? 25_000 : 3000)
  },
)
