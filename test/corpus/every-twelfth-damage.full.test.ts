// Every twelfth kind of damage with all checksums corrected: found by verify and refused by a server, or on the list of kinds that are still true.
import { expect, test } from 'vitest'
import { damageKinds } from '../support/damage-kinds.ts'
import { judgedKinds } from '../support/judged-kinds.ts'

test('every twelfth kind of damage', async () => {
  const { named } = await judgedKinds(damageKinds().filter((_, i) => i % 12 === 5))
  expect(named).toBeGreaterThan(30)
})
