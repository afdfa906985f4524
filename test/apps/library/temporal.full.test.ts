// `tzref/temporal` and a clock's own `instantOf` compared with Temporal's ZonedDateTime, at each change since 1970 that the runtime's tz data also has.
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { DAY_MS } from '#core/time/civil.ts'
import { CLOCKS } from '#core/artifact/layout.ts'
import { openClocks } from '#apps/library/clocks.ts'
import { instantOf, plainDateTimeAt, type Disambiguation } from '#apps/library/temporal.ts'
import { DISAMBIGUATIONS } from '#apps/library/disambiguation.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'
import { TEMPORALS } from '../../support/oracles/temporals.ts'
import { someOf, TAKES_ALL } from '../../support/how-many.ts'

const clocks = openClocks(join(inject('embeddedArtifact'), CLOCKS))
const ZONES = someOf(clocks.zoneIds, 4)
/** Of 598 zones there are more than 14,000 changes to compare. */
const LEAST = TAKES_ALL ? 14_000 : 3000

test.each(TEMPORALS)('every zone shows the same as ZonedDateTime: Temporal %s', (_, Temporal) => {
  let [changes, unknown, other] = [0, 0, 0]
  const faults: string[] = []
  const BY: readonly Disambiguation[] = ['earlier', 'later', 'compatible']
  for (const zone of ZONES) {
    const clock = clocks.zone(zone)
    const zonedAt = (at: number): ReturnType<InstanceType<typeof Temporal.Instant>['toZonedDateTimeISO']> =>
      Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
    try {
      zonedAt(0)
    } catch {
      unknown++
      continue
    }
    for (const { at, before, after } of clock.changes(0, Date.UTC(2037, 0))) {
      // The runtime's tz data may be of another release. Some engines round offsets to whole minutes.
      const isSame =
        zonedAt(at - 1).offsetNanoseconds === before.offset * 1e9 &&
        zonedAt(at).offsetNanoseconds === after.offset * 1e9
      if (!isSame || before.offset % 60 !== 0 || after.offset % 60 !== 0) {
        other++
        continue
      }
      changes++
      const move = after.offset - before.offset
      for (const beside of [-1, 0, 1, 7_000_001]) {
        const instant = Temporal.Instant.fromEpochMilliseconds(at + beside)
        const shown = plainDateTimeAt(clock, instant)
        if (!shown.equals(instant.toZonedDateTimeISO(zone).toPlainDateTime()))
          faults.push(`${zone} ${String(instant)} shows ${String(shown)}`)
      }
      // Before, in and after the gap or fold.
      for (const beside of [-1, 0, Math.trunc(move / 2), move, move + 1]) {
        const wall = Temporal.Instant.fromEpochMilliseconds(at + (before.offset + beside) * 1000)
          .toZonedDateTimeISO('UTC')
          .toPlainDateTime()
        for (const disambiguation of BY) {
          const ours = instantOf(clock, wall, { disambiguation })
          const theirs = wall.toZonedDateTime(zone, { disambiguation }).toInstant()
          if (!ours.equals(theirs)) faults.push(`${zone} ${String(wall)} ${disambiguation}`)
        }
      }
    }
  }
  process.stdout.write(
    `Temporal: ${changes} changes of ${ZONES.length - unknown} zones compared; ${other} that the runtime has otherwise, ${unknown} zones that it does not have\n`,
  )
  expect(faults.slice(0, 20)).toEqual([])
  expect(changes).toBeGreaterThan(LEAST)
})

/** So many wall times around each of the changes make a million of them at night. */
const WALLS = TAKES_ALL ? 72 : 12

test.each(TEMPORALS)('wall times around changes, by four words: Temporal %s', (_, Temporal) => {
  const random = seededRandom(57)
  const outcome = (read: () => number): number | 'refused' => {
    try {
      return read()
    } catch (error) {
      if (error instanceof RangeError) return 'refused'
      throw error
    }
  }
  let [walls, folds, gaps] = [0, 0, 0]
  const faults: string[] = []
  for (const zone of ZONES) {
    const clock = clocks.zone(zone)
    for (const { at, before, after } of clock.changes(0, Date.UTC(2037, 0))) {
      // All changes near by must be in the runtime's tz data too, which may be of another release.
      const near = clock.changes(at - 2 * DAY_MS, at + 2 * DAY_MS).flatMap((one) => [one.at - 1, one.at])
      const isSame = [at - 2 * DAY_MS, ...near, at + 2 * DAY_MS].every(
        (instant) =>
          outcome(
            () => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offsetNanoseconds,
          ) ===
          clock.offsetAt(instant) * 1e9,
      )
      if (!isSame || before.offset % 60 !== 0 || after.offset % 60 !== 0) continue
      const move = Math.abs(after.offset - before.offset) * 1000
      for (let i = 0; i < WALLS; i++) {
        // From one length of the change before it to one after it. Half of them lie on whole minutes.
        const exact = at + before.offset * 1000 + Math.floor((random() * 4 - 2) * move)
        const wall = i % 2 === 0 ? exact : exact - (exact % 60_000)
        const plain = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC').toPlainDateTime()
        const { kind } = clock.instantsOf(wall)
        walls++
        if (kind === 'fold') folds++
        if (kind === 'gap') gaps++
        for (const disambiguation of DISAMBIGUATIONS) {
          const ours = outcome(() => clock.instantOf(wall, disambiguation))
          const theirs = outcome(() => plain.toZonedDateTime(zone, { disambiguation }).epochMilliseconds)
          if (ours !== theirs)
            faults.push(`${zone} ${String(plain)} ${disambiguation}: ${ours}, not ${theirs}`)
        }
        if (i < 4 && clock.instantOf(String(plain)) !== clock.instantOf(wall))
          faults.push(`${zone} ${String(plain)}`)
      }
    }
  }
  process.stdout.write(
    `Temporal: ${walls} wall times, of them ${folds} in folds and ${gaps} in gaps, by four words: ${faults.length} differ\n`,
  )
  expect(faults.slice(0, 20)).toEqual([])
  expect(walls).toBeGreaterThan(WALLS * LEAST * 0.99)
  expect(Math.min(folds, gaps)).toBeGreaterThan(walls / 10)
})
