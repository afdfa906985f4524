// The same as foreign-files.test.ts with more damages.
import { expect, test } from 'vitest'
import { fuzzForeignFiles } from '../support/attacks/fuzz-foreign-files.ts'

test('200 damaged copies of each file: no reader hangs, and every error can be understood', async () => {
  expect(await fuzzForeignFiles(1001, 200)).toEqual([])
})
