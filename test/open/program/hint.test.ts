// Hints are right as typed: they say where things lie as the user said it.
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { hintAfter } from '#open/program/hint.ts'

const hintOf = (name: string, args: string[], hint: string): string =>
  hintAfter(
    new Command(name)
      .option('--dist <folder>', '', 'dist')
      .option('--lock <file>', '', 'tzdb.lock')
      .option('--out <path>')
      .option('--accounts <place>', '', 'accounts.sqlite')
      .parse(args, { from: 'user' }),
    hint,
  )

test.each([
  ['build', [], 'lock && npm run tzref -- build', 'lock && npm run tzref -- build'],
  [
    'build',
    ['--dist', '../hint'],
    'activate 2026f-none-0123abcd',
    'activate --dist ../hint 2026f-none-0123abcd',
  ],
  ['build', ['--lock', "it's mine"], 'fetch', String.raw`fetch --lock 'it'\''s mine'`],
  ['lock', ['--out', 'mine.lock'], 'lock --tz-url a', 'lock --out mine.lock --tz-url a'],
  [
    'lock',
    ['--out', 'mine.lock'],
    'lock && npm run tzref -- build',
    'lock --out mine.lock && npm run tzref -- build --lock mine.lock',
  ],
  ['pack', ['--out', 'packed', '--dist', 'd'], 'build', 'build --dist d'],
  ['build', ['--dist', 'd'], 'build --dist FOLDER', 'build --dist FOLDER'],
  ['list', ['--accounts', 's'], 'account create --verified', 'account create --accounts s --verified'],
  ['list', [], 'account create --verified', 'account create --verified'],
  ['list', ['--accounts', 's'], 'account set-plan a free', 'account set-plan --accounts s a free'],
  ['doctor', ['--accounts', 's'], 'account migrate --accounts s', 'account migrate --accounts s'],
  ['revoke', ['--accounts', 'postgres://a:secret@h/d'], 'token list', 'token list --accounts ADDRESS'],
])('%s %j: %s', (name, args, hint, expected) => {
  expect(hintOf(name, args, `npm run tzref -- ${hint}`)).toBe(`npm run tzref -- ${expected}`)
})
