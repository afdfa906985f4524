// 300,000 events in every form, and a million over all zones, between neighbouring releases: the same as two compiles by zic, a second
// each.
import { expect, test } from 'vitest'
import {
  FORMS,
  compareMoved,
  embeddedForms,
  madeUpForms,
  signedForms,
} from '../support/oracles/moved-comparison.ts'
import { WITHOUT_ORACLE } from '../support/oracles/zic-oracle.ts'

const EVENTS = 1_000_000

test.skipIf(WITHOUT_ORACLE !== null)('a million events of each pair', { timeout: 900_000 }, async () => {
  const releases = [signedForms('2026b'), signedForms('2026c'), embeddedForms(), madeUpForms()].filter(
    (forms) => forms !== null,
  )
  for (const [i, newer] of releases.entries()) {
    const older = releases[i - 1]
    if (older === undefined) continue
    const { differences, moved, seconds } = await compareMoved(older, newer, EVENTS)
    process.stderr.write(
      `${older.name} to ${newer.name}: ${moved.counts.moved} of ${moved.events} move, ${differences.length} differences, ${seconds.toFixed(2)} s\n`,
    )
    expect(differences.slice(0, 10)).toEqual([])
  }
})

test.skipIf(WITHOUT_ORACLE !== null).each(FORMS)(
  '300,000 events as %s',
  { timeout: 900_000 },
  async (form) => {
    for (const [older, newer] of [
      [embeddedForms(), madeUpForms()],
      [madeUpForms(), embeddedForms()],
    ] as const) {
      const { differences, moved, seconds } = await compareMoved(older, newer, 300_000, form)
      process.stderr.write(
        `${form}, ${older.name} to ${newer.name}: ${moved.counts.moved} of ${moved.events} move, ${differences.length} differences, ${seconds.toFixed(2)} s\n`,
      )
      expect(differences.slice(0, 10)).toEqual([])
      expect(moved.counts.moved).toBeGreaterThan(3000)
    }
  },
)
