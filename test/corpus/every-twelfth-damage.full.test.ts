// Every twelfth kind of damage with all checksums corrected: verify finds it and a server refuses it, or it is on the list of those still
// true.
import { expect, test } from 'vitest'
import { damageKinds } from '../support/attacks/damage-kinds.ts'
import { judgedKinds } from '../support/oracles/judged-kinds.ts'

test('every twelfth kind of damage', async () => {
  const { named } = await judgedKinds(damageKinds().filter((_, i) => i % 12 === 5))
  expect(named).toBeGreaterThan(30)
})
