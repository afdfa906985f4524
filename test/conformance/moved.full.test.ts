// Which events move between neighbouring releases, compared with two compiles by zic. The long form asks about a million.
import { expect, test } from 'vitest'
import { compareMoved, embeddedForms, madeUpForms, signedForms } from '../support/oracles/moved-comparison.ts'
import { WITHOUT_TARBALLS } from '../support/worlds/tz-releases.ts'
import { WITHOUT_ORACLE } from '../support/oracles/zic-oracle.ts'

const EVENTS = 20_000

test.skipIf(WITHOUT_ORACLE !== null)(
  `20,000 events between the embedded release and one that never was${WITHOUT_ORACLE === null ? '' : `: ${WITHOUT_ORACLE}`}`,
  async () => {
    const { differences, moved } = await compareMoved(embeddedForms(), madeUpForms(), EVENTS)
    expect(differences.slice(0, 10)).toEqual([])
    const { counts } = moved
    expect(counts).toMatchObject({ gone: 0, unlike: 0, unknown: 0 })
    expect([counts.moved > 200, counts.gap > 0]).toEqual([true, true])
  },
)

for (const [older, newer] of [
  ['2026b', '2026c'],
  ['2026c', '2026f'],
] as const) {
  const [was, is] = [
    WITHOUT_ORACLE === null ? signedForms(older) : null,
    newer === '2026f' || WITHOUT_ORACLE !== null ? embeddedForms() : signedForms(newer),
  ]
  const without = WITHOUT_ORACLE ?? (was === null || is === null ? WITHOUT_TARBALLS : null)
  test.skipIf(without !== null)(
    `20,000 events from ${older} to ${newer}${without === null ? '' : `: ${without}`}`,
    async () => {
      if (was === null || is === null) return
      const { differences, moved } = await compareMoved(was, is, EVENTS)
      expect(differences.slice(0, 10)).toEqual([])
      expect(moved.counts.moved).toBeGreaterThan(20)
    },
  )
}
