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

test('a public address has nothing but a path: everything else is refused by name', () => {
  for (const option of ['--base-url', '--web-url']) {
    for (const [wrong, found] of [
      ['http://ann@h/v1', '@'],
      ['http://:secret@h/v1', '@'],
      ['http://h/?a/v1', '?'],
      ['http://h/#/v1', '#'],
      ['http://127.0.0.1/x y/v1', ' '],
      [' http://h/v1', ' '],
    ] as const) {
      expect(() => parsed(option, wrong)).toThrow(`Found "${found}", expected a URL without user`)
    }
    expect(Object.values(parsed(option, 'https://h:8080/@a/v1/'))).toContain('https://h:8080/@a/v1')
  }
})
