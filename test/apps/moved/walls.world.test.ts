// The table of a zone's local times gives the same as resolving each local time.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openClocks } from '#core/artifact/clocks.ts'
import { CLOCKS } from '#core/artifact/layout.ts'
import { FOLD, GAP, ONCE, rowAt, wallsOf } from '#apps/moved/walls.ts'
import { localSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { resolveLocal } from '#core/zone/resolve-local.ts'
import { compileText } from '../../support/worlds/compile-text.ts'

const clocks = openClocks(readFileSync(join(inject('embeddedArtifact'), CLOCKS)))
const UNTIL = Date.UTC(2060, 0) / 1000

/** Local times for which the table and the resolved time differ. */
function differences(zone: CompiledZone): string[] {
  const walls = wallsOf(zone, UNTIL)
  const asked = [...walls.starts].slice(1).flatMap((start) => [start - 1, start, start + 1])
  return asked
    .filter((wall) => wall < UNTIL)
    .flatMap((wall) => {
      const row = rowAt(walls, wall)
      const found = [walls.kinds[row], wall - (walls.earlier[row] ?? 0), wall - (walls.later[row] ?? 0)]
      const mapping = resolveLocal(zone, localSeconds(wall))
      const expected =
        mapping.kind === 'unique'
          ? [ONCE, mapping.at, mapping.at]
          : [mapping.kind === 'fold' ? FOLD : GAP, mapping.earlier, mapping.later]
      return String(found) === String(expected)
        ? []
        : [`${zone.id} ${wall}: ${String(found)} not ${String(expected)}`]
    })
}

test('at every change of every zone, the table and the zone agree on once, fold or gap', () => {
  const zones = clocks.zoneIds.map((id) => clocks.zone(id)).filter((zone) => zone !== null)
  expect(zones.length).toBeGreaterThan(400)
  expect(zones.flatMap(differences)).toEqual([])
})

test('two changes that are closer together than the clock moves are read as `resolveLocal` does', () => {
  const zone = compileText(
    'Zone Test/Twice 3:00 - AAA 2000 Jan 1 0:00u\n0:00 - BBB 2000 Jan 1 1:00u\n-3:00 - CCC\n',
  )
  expect(differences(zone)).toEqual([])
})

test('a clock without changes holds for ever, any other to the end of the question', () => {
  const of = (id: string) => wallsOf(clocks.zone(id) ?? compileText(''), UNTIL).until
  expect([of('Asia/Tokyo'), of('Europe/Berlin')]).toEqual([Infinity, UNTIL])
})
