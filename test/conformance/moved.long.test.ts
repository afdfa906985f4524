// A million events over all zones between each two neighbouring releases at hand: as two compiles by zic say, in about a second each.
import { expect, test } from 'vitest'
import { compareMoved, embeddedForms, madeUpForms, signedForms } from '../support/moved-comparison.ts'
import { WITHOUT_ORACLE } from '../support/zic-oracle.ts'

const EVENTS = 1_000_000

test.skipIf(WITHOUT_ORACLE !== null)('a million events of each pair', { timeout: 900_000 }, () => {
  const releases = [signedForms('2026b'), signedForms('2026c'), embeddedForms(), madeUpForms()].filter(
    (forms) => forms !== null,
  )
  for (const [i, newer] of releases.entries()) {
    const older = releases[i - 1]
    if (older === undefined) continue
    const { differences, moved, seconds } = compareMoved(older, newer, EVENTS)
    process.stderr.write(
      `${older.name} to ${newer.name}: ${moved.counts.moved} of ${moved.events} move, ${differences.length} differences, ${seconds.toFixed(2)} s\n`,
    )
    expect(differences.slice(0, 10)).toEqual([])
  }
})
