// The main form in our rearguard reading equals the rearguard form in our plain reading: STDOFF, SAVE, flag, letters, footer.
import { expect, test } from 'vitest'
import type { CompiledZone, LocalTimeType } from '#core/zone/compiled-zone.ts'
import { checkZone } from '#core/zone/compiled-zone.ts'
import { compileZones } from '#pipeline/compile/zones.ts'
import { readTzRelease } from '#pipeline/parse/tz-release.ts'
import { parseTzSource } from '#pipeline/parse/tz-source.ts'
import { embeddedFiles, tarballFiles, WITHOUT_TARBALLS } from '../support/worlds/tz-releases.ts'
import { WITHOUT_ORACLE, ziguardForm } from '../support/oracles/zic-oracle.ts'

/** A type without the release's own SAVE and flag, because these differ between the two forms. */
const rearguardReading = (type: LocalTimeType | undefined) =>
  type === undefined ? null : { ...type, releaseSave: null, releaseIsDst: null }

const facts = ({ id, starts, typeOf, types, posixTz }: CompiledZone) => ({
  id,
  starts,
  types: typeOf.map((index) => rearguardReading(types[index])),
  posixTz,
})

for (const release of ['2026b', '2026c'] as const) {
  const files = tarballFiles(release)
  const without = WITHOUT_ORACLE ?? (files === null ? WITHOUT_TARBALLS : null)
  test.skipIf(without !== null)(
    `${release}: all 436 Zones read as its rearguard form does${without === null ? '' : `: ${without}`}`,
    () => {
      if (files === null) return
      const { lines } = readTzRelease(files)
      expect([lines.zones.length, lines.links.length]).toEqual([436, 162])
      const ours = compileZones(lines)
      const theirs = compileZones(
        parseTzSource([{ name: 'rearguard', text: ziguardForm(files, 'rearguard') }]),
      )
      expect(ours.map(facts)).toEqual(theirs.map(facts))
      expect(ours.flatMap((zone) => checkZone(zone))).toEqual([])
    },
  )
}

test('2026f: 436 Zones and 162 Links, and every zone keeps the invariants', () => {
  const { lines, hasBackzone } = readTzRelease(embeddedFiles())
  expect([lines.zones.length, lines.links.length, hasBackzone]).toEqual([436, 162, true])
  expect(compileZones(lines).flatMap((zone) => checkZone(zone))).toEqual([])
})
