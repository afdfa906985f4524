// The page /changes, opened at steps through years (at night ten), has exactly the clock changes of zic's files of this release.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { embeddedForms } from '../support/oracles/moved-comparison.ts'
import { NOON, openService } from '../support/worlds/service.ts'
import { tzifClock } from '../support/oracles/tzif-clock.ts'
import { findTool, WITHOUT_ORACLE } from '../support/oracles/zic-oracle.ts'
import { TAKES_ALL } from '../support/how-many.ts'

const DAY = 86_400
const WINDOW = 60 * DAY
const WINDOWS = TAKES_ALL ? 61 : 10

/** `Sunday 28 March 2027` and `01:00` of a local time. */
const dateOf = (wall: number): string => {
  const date = new Date(wall * 1000)
  const say = (options: Intl.DateTimeFormatOptions): string =>
    date.toLocaleDateString('en-GB', { timeZone: 'UTC', ...options })
  return `${say({ weekday: 'long' })} ${say({ day: 'numeric' })} ${say({ month: 'long' })} ${say({ year: 'numeric' })}`
}
const timeOf = (wall: number): string => new Date(wall * 1000).toISOString().slice(11, 16)

/** Lines `zone: date, from → to` of a page. A country with one zone stands for it; `zoneOf` has the zone of each by its slug. */
function shownOn(page: string, zoneOf: ReadonlyMap<string, string>): string[] {
  return page
    .split('<h3>')
    .slice(1)
    .flatMap((part) => {
      const [heading = '', list = ''] = part.split('</h3>')
      const [date = '', rest = ''] = heading.split(/: (.*)/s)
      const walls =
        /\d\d:\d\d → \d\d:\d\d/.exec(rest.replace(/<[^>]*>/g, '').replaceAll('\u00a0', ' '))?.[0] ?? ''
      return [...list.matchAll(/\/(timezones|countries)\/([\w/+-]+)"/g)].flatMap(([, kind, name = '']) => {
        const zone = kind === 'timezones' ? name : zoneOf.get(name)
        return zone === undefined ? [] : [`${zone}: ${date}, ${walls}`]
      })
    })
}

test.skipIf(WITHOUT_ORACLE !== null)(
  `the changes of ${WINDOWS} windows of sixty days${WITHOUT_ORACLE === null ? '' : `: ${WITHOUT_ORACLE}`}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tzref-changes-'))
    const service = await openService()
    try {
      writeFileSync(join(folder, 'source.zi'), embeddedForms().source)
      const zoneinfo = join(folder, 'zoneinfo')
      execFileSync(findTool('zic') ?? '', ['-b', 'fat', '-d', zoneinfo, join(folder, 'source.zi')], {
        stdio: 'pipe',
      })
      const expected = service.catalogue.almanac.zones.listed.flatMap(({ iana }) => {
        const clock = tzifClock(join(zoneinfo, iana === 'UTC' ? 'Etc/UTC' : iana))
        return clock.instants.flatMap((at) => {
          const [before, after] = [clock.offsetAt(at - 1), clock.offsetAt(at)]
          const walls = `${timeOf(at + before)} → ${timeOf(at + after)}`
          return before === after ? [] : [{ at, line: `${iana}: ${dateOf(at + before)}, ${walls}` }]
        })
      })
      const zoneOf = new Map(
        service.catalogue.almanac.countries.all.flatMap(({ slug, zones }) =>
          zones.length === 1 ? zones.map(({ iana }) => [slug, iana] as const) : [],
        ),
      )
      let seen = 0
      for (let window = 0; window < WINDOWS; window++) {
        const now = NOON + window * WINDOW
        service.setNow(now)
        const { payload, statusCode } = await service.app.inject({ url: '/changes' })
        expect(statusCode).toBe(200)
        const due = expected.filter(({ at }) => at > now - WINDOW / 2 && at < now + WINDOW / 2)
        // The page also names the next change when it is after this window.
        const later = new Set(expected.filter(({ at }) => at >= now + WINDOW / 2).map(({ line }) => line))
        expect(
          shownOn(payload, zoneOf)
            .filter((line) => !later.has(line))
            .toSorted(),
        ).toEqual(due.map(({ line }) => line).toSorted())
        seen += due.length
      }
      expect(seen).toBeGreaterThan(WINDOWS * 20)
    } finally {
      await service.close()
      rmSync(folder, { recursive: true })
    }
  },
)
