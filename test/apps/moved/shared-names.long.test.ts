// Every name that stands for several zones, in each pair of the last twenty releases: what is judged `unmoved` is so in all zones of the name.
import { expect, test } from 'vitest'
import { MovedEvents } from '#apps/moved/moved-events.ts'
import { isSmallZone, WINDOWS_FORMER, WINDOWS_TERRITORIES } from '#core/text/windows-names.ts'
import { instantBy } from '#core/zone/resolve-local.ts'
import { daysFromCivil, DAY } from '#core/time/civil.ts'
import { localSeconds } from '#core/time/units.ts'
import { formatLocal } from '#core/time/moment.ts'
import { history, releaseOf } from '../../support/worlds/embedded-history.ts'

/** Every name and each pair of the last twenty releases: what is `unmoved` is so in every zone of the name, now and in older rows. */
test('a verdict "unmoved" holds for every zone of the name, in each pair of the last twenty releases', () => {
  const releases = history.releases.slice(-20)
  const told = new Set<string>()
  let held = 0
  for (const [index, from] of releases.entries())
    for (const to of releases.slice(index + 1)) {
      const [older, newer] = [releaseOf(from), releaseOf(to)]
      let verdict = ''
      const moved = new MovedEvents({
        older,
        newer,
        everyEvent: true,
        onEvent: (event) => (verdict = event.verdict),
      })
      for (const [name, territories] of WINDOWS_TERRITORIES) {
        const all = [...territories, ...(WINDOWS_FORMER.get(name) ?? [])]
          .flatMap(([territory, some]) => (territory === 'ZZ' ? [] : some))
          .filter((zone) => older.zone(zone) !== null && newer.zone(zone) !== null)
        const large = all.filter((zone) => !isSmallZone(zone))
        const zones = large.length === 0 ? all : large
        for (const wall of WALLS) {
          moved.takeTexts({ zone: name, wall: formatLocal(localSeconds(wall)) }, 1)
          const shifts = new Set(
            zones.map((zone) => {
              const [was, is] = [older.zone(zone), newer.zone(zone)]
              if (was === null || is === null) return 0
              return instantBy(is, localSeconds(wall)) - instantBy(was, localSeconds(wall))
            }),
          )
          if (verdict === 'unmoved') {
            expect([...shifts], `${name} ${from} ${to} ${wall}`).toEqual([0])
            held++
          } else if (verdict === 'depends') {
            expect(shifts.size, `${name} ${from} ${to} ${wall}`).toBeGreaterThan(1)
            told.add(name)
          }
        }
      }
    }
  expect(held).toBeGreaterThan(10_000)
  expect([...told].toSorted()).toMatchInlineSnapshot(`
    [
      "Central Asia Standard Time",
      "Central Standard Time",
      "Central Standard Time (Mexico)",
      "Mountain Standard Time",
      "Mountain Standard Time (Mexico)",
      "Pacific Standard Time",
      "West Asia Standard Time",
    ]
  `)
})

/** Noons in winter and summer, before and after the changes of these releases. */
const WALLS = [2022, 2024, 2027].flatMap((year) =>
  [7, 12].map((month) => daysFromCivil(year, month, 15) * DAY + 12 * 3600),
)
