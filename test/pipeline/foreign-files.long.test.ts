// Ten minutes (or TZREF_FUZZ_SECONDS) of damaged files from a printed seed; TZREF_FUZZ_SEED repeats one.
import { expect, test } from 'vitest'
import { fuzzForeignFiles } from '../support/attacks/fuzz-foreign-files.ts'

const SECONDS = Number(process.env['TZREF_FUZZ_SECONDS'] ?? 600)
const AT_A_TIME = 500

test('no foreign file makes a reader hang or fail without a reason', async () => {
  let seed = Number(process.env['TZREF_FUZZ_SEED'] ?? Date.now() % 2 ** 31)
  process.stdout.write(`the first seed is ${seed}\n`)
  const end = Date.now() + SECONDS * 1000
  for (; Date.now() < end; seed += AT_A_TIME) expect(await fuzzForeignFiles(seed, AT_A_TIME)).toEqual([])
  process.stdout.write(`the last seed was ${seed - 1}\n`)
})
