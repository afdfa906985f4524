// `tzref/temporal` compared with Temporal's own ZonedDateTime, at each change since 1970 that the runtime's tz data also has.
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { CLOCKS } from '#core/artifact/layout.ts'
import { openClocks } from '#package/clocks.ts'
import { instantOf, plainDateTimeAt, type Disambiguation } from '#package/temporal.ts'
import { TEMPORALS } from '../support/temporals.ts'

const clocks = openClocks(join(inject('embeddedArtifact'), CLOCKS))

test.each(TEMPORALS)('every zone shows the same as ZonedDateTime: Temporal %s', (_, Temporal) => {
  let [changes, unknown, other] = [0, 0, 0]
  const faults: string[] = []
  const BY: readonly Disambiguation[] = ['earlier', 'later', 'compatible']
  for (const zone of clocks.zoneIds) {
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
    `Temporal: ${changes} changes of ${clocks.zoneIds.length - unknown} zones compared; ${other} that the runtime has otherwise, ${unknown} zones that it does not have\n`,
  )
  expect(faults.slice(0, 20)).toEqual([])
  expect(changes).toBeGreaterThan(14_000)
})
