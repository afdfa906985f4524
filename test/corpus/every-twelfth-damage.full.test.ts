// Every twelfth kind of damage with all checksums corrected, at night every kind: verify finds it and a server refuses it, or it is on the
// list of those still true. Prints how many there were of each.
import { expect, test } from 'vitest'
import { damageKinds } from '../support/attacks/damage-kinds.ts'
import { TAKES_ALL } from '../support/how-many.ts'
import { judgedKinds } from '../support/oracles/judged-kinds.ts'

test(`${TAKES_ALL ? 'every' : 'every twelfth'} kind of damage`, async () => {
  const kinds = damageKinds().filter((_, i) => TAKES_ALL || i % 12 === 5)
  const { named, good, cannot } = await judgedKinds(kinds)
  process.stdout.write(
    `${named + good} kinds: ${named} named, ${good} still true; ${cannot} that SQLite does not let happen\n`,
  )
  expect(named).toBeGreaterThan(TAKES_ALL ? 400 : 30)
})
