// The options of `tzref serve`: what a wrong value is told.
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addServeOptions } from '#serve/commands/serve.ts'

const parsed = (...args: string[]): Record<string, unknown> =>
  addServeOptions(new Command().exitOverride().configureOutput({ writeErr: () => undefined }))
    .parse(args, { from: 'user' })
    .opts()

test('a number that may be 0 says so, and one that may not does not', () => {
  for (const option of ['--page-limit', '--stop-grace'])
    for (const wrong of ['-5', '10000', 'x', '01'])
      expect(() => parsed(option, wrong)).toThrow('Expected a whole number from 0 to 9,999.')
  for (const wrong of ['0', '-5', '10000'])
    expect(() => parsed('--workers', wrong)).toThrow('Expected a whole number from 1 to 9,999.')
  expect(parsed('--page-limit', '0', '--stop-grace', '9999', '--workers', '1')).toMatchObject({
    pageLimit: 0,
    stopGrace: 9999,
    workers: 1,
  })
})
