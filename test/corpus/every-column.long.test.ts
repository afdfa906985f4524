// Every kind of damage with all checksums corrected, given to verify and to a starting server; prints how many were found, and how many are
// still true.
import { expect, test } from 'vitest'
import { damageKinds } from '../support/attacks/damage-kinds.ts'
import { judgedKinds } from '../support/oracles/judged-kinds.ts'

test('every kind of damage', async () => {
  const { named, good, cannot } = await judgedKinds(damageKinds())
  process.stdout.write(
    `${named + good} kinds: ${named} named, ${good} still true; ${cannot} that SQLite does not let happen\n`,
  )
  expect(named).toBeGreaterThan(400)
})
