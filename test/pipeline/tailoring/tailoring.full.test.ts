// Zones of 2026f held at 2026b, and one in an overlay, compared with zic: each of them follows its own source, all others are unchanged.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { compileTz } from '#pipeline/assemble/compile.ts'
import { readTzSources } from '#pipeline/assemble/sources.ts'
import { silent } from '#pipeline/report.ts'
import { embeddedLock } from '#pipeline/sources/make-lock.ts'
import { withTailoring, type TailoringOptions } from '#pipeline/tailoring/lock.ts'
import type { Lock } from '#schemas/lock.ts'
import { leftOut } from '../../support/left-out.ts'
import { hasRealReleases } from '../../support/worlds/release-world.ts'
import { expectAsZic } from '../../support/worlds/small-rehearsal.ts'
import { TARBALLS, tarballFiles, WITHOUT_TARBALLS } from '../../support/worlds/tz-releases.ts'
import { WITHOUT_ORACLE, ziguardForm } from '../../support/oracles/zic-oracle.ts'

// Morocco, whose negative SAVE ended in 2026c; one of forty zones with the EU's Rules; a zone of zone.tab that is a Link in the source.
const HELD = ['Africa/Casablanca', 'Europe/Berlin', 'Arctic/Longyearbyen']
const OVERLAY = join(ROOT, 'test/fixtures/overlay.zi')

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'tzref-tailoring-'))
  symlinkSync(join(ROOT, 'pipeline'), join(root, 'pipeline'))
  copyFileSync(OVERLAY, join(root, 'overlay.zi'))
})
afterAll(() => rmSync(root, { recursive: true }))

async function zonesOf(options: TailoringOptions): Promise<Map<string, CompiledZone>> {
  const embedded = embeddedLock(ROOT)
  const lock: Lock = {
    ...embedded,
    boundaries: null,
    sources: embedded.sources.filter(({ part }) => part === 'tz'),
  }
  const { tables } = compileTz(readTzSources(root, await withTailoring(root, lock, options, null)), silent)
  return new Map(tables.zones.map(({ compiled }) => [compiled.id, compiled]))
}

const without = WITHOUT_ORACLE ?? (hasRealReleases ? null : WITHOUT_TARBALLS)
if (without !== null) leftOut('a hold of 2026b and an overlay in 2026f', without)

test.skipIf(without !== null)('a hold of 2026b and an overlay in 2026f', async () => {
  copyFileSync(join(TARBALLS, 'tzdata2026b.tar.gz'), join(root, 'tzdata2026b.tar.gz'))
  const zones = await zonesOf({
    hold: HELD.map((id) => `${id}=2026b`),
    held: [join(root, 'tzdata2026b.tar.gz')],
    overlay: join(root, 'overlay.zi'),
  })
  const older = tarballFiles('2026b') ?? expect.fail()
  await expectAsZic({ zones, source: ziguardForm(older, 'main') }, HELD)
  await expectAsZic({ zones, source: readFileSync(OVERLAY, 'utf8') }, ['Asia/Beirut'])
  const plain = await zonesOf({})
  const otherwise = [...zones.keys()].filter((id) => {
    const [one, other] = [zones.get(id), plain.get(id)].map((zone) => JSON.stringify(zone))
    return one !== other
  })
  expect([...plain.keys()]).toEqual([...zones.keys()])
  expect(otherwise).toEqual([...HELD, 'Asia/Beirut'].toSorted())
  // The hold keeps away a change of 2026c.
  expect(zones.get('Africa/Casablanca')?.starts).not.toEqual(plain.get('Africa/Casablanca')?.starts)
})
