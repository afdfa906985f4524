// The same as foreign-files.test.ts with more damages.
import { expect, test } from 'vitest'
import { fuzzForeignFiles } from '../support/fuzz-foreign-files.ts'

test('of 200 damages of each, none hangs and none ends in an error that nobody would understand', async () => {
  expect(await fuzzForeignFiles(1001, 200)).toEqual([])
})
