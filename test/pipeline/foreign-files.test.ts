// Damaged foreign files: each is read, or refused with a reason, within a second of processor time.
import { expect, test } from 'vitest'
import { damaged, FOREIGN_FILES } from '../support/worlds/foreign-files.ts'
import { fuzzForeignFiles } from '../support/attacks/fuzz-foreign-files.ts'
import { seededRandom } from '../support/worlds/seeded-random.ts'

test.each(Object.entries(FOREIGN_FILES))('%s: the undamaged file is read', async (_, { sound, read }) => {
  await expect((async () => read(Uint8Array.from(sound)))()).resolves.not.toBeNull()
})

test('the same seed gives the same damage', () => {
  const sound = new TextEncoder().encode('zone,wall\nEurope/Berlin,2030-12-01T09:00\n')
  expect(damaged(sound, seededRandom(3))).toEqual(damaged(sound, seededRandom(3)))
  expect(damaged(sound, seededRandom(3))).not.toEqual(sound)
})

test('twelve damaged copies of each file: no reader hangs, and every error can be understood', async () => {
  expect(await fuzzForeignFiles(1, 12)).toEqual([])
}, 240_000)
