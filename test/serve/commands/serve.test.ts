// The options of `tzref serve`: what a wrong value is told.
import { Command } from 'commander'
import { afterEach, expect, test, vi } from 'vitest'
import { addServeOptions, type ServeOptions, serverSettings } from '#serve/commands/serve.ts'
import { type AccountOptions, accountsWith } from '#apps/accounts/serving.ts'
import { startServer } from '#serve/main.ts'
import { siteWith } from '#apps/site/open-site.ts'

const GIVEN = accountsWith(() => Promise.resolve(siteWith))

const parsed = (...args: string[]): Record<string, unknown> =>
  addServeOptions(new Command().exitOverride().configureOutput({ writeErr: () => undefined }), GIVEN)
    .parse(args, { from: 'user' })
    .opts()

afterEach(() => void vi.unstubAllEnvs())

test('a number that may be 0 says so, and one that may not does not', () => {
  for (const wrong of ['-5', '10000', 'x', '01'])
    expect(() => parsed('--stop-grace', wrong)).toThrow('Expected a whole number from 0 to 9,999.')
  for (const wrong of ['0', '-5', '10000'])
    expect(() => parsed('--workers', wrong)).toThrow('Expected a whole number from 1 to 9,999.')
  expect(parsed('--stop-grace', '9999', '--workers', '1')).toMatchObject({
    stopGrace: 9999,
    workers: 1,
  })
})

test.each([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
  ['', false],
])('the variable of a switch that says "%s" sets it: %s', (text, isOn) => {
  vi.stubEnv('TZREF_ENFORCE_MONTHLY', text)
  vi.stubEnv('TZREF_NO_CORS', text)
  expect(parsed()).toMatchObject({ enforceMonthly: isOn, cors: !isOn })
  expect(parsed('--enforce-monthly', '--no-cors')).toMatchObject({ enforceMonthly: true, cors: false })
})

test('the variable of a switch that says anything else is refused by name', () => {
  vi.stubEnv('TZREF_NO_CORS', 'maybe')
  expect(() => parsed()).toThrow("TZREF_NO_CORS: found 'maybe', expected true or 1, false or 0")
})

test('a level of the log that there is not is refused by the name of its variable', async () => {
  vi.stubEnv('TZREF_LOG_LEVEL', 'foo')
  const options = addServeOptions(new Command(), GIVEN)
    .parse(['--port', '0'], { from: 'user' })
    .opts<ServeOptions & AccountOptions>()
  const settings = serverSettings(options)
  await expect(startServer(settings, GIVEN.partsOf(options, settings))).rejects.toThrow(
    'TZREF_LOG_LEVEL: found "foo", expected trace, debug,',
  )
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
