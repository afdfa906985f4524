// How packages get to npm: the workflow of the programs publishes them with the released data, with provenance, and never removes a version.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'

const workflow = readFileSync(join(ROOT, '.github/workflows/programs.yml'), 'utf8')
const make = (...args: readonly string[]): string =>
  execFileSync(process.execPath, ['--import', 'tsx', join(ROOT, 'apps/packages/make.ts'), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

test('the workflow makes the packages with the installed artifact, with options that the command has', () => {
  const commands = workflow.match(/npm run --silent package -- .*/g) ?? []
  expect(commands.filter((command) => command.includes('--publish'))).toHaveLength(1)
  expect(commands.filter((command) => command.includes('--dry-run'))).toHaveLength(1)
  const installed = workflow.indexOf('tzref -- install published --activate')
  expect(installed).toBeGreaterThan(0)
  expect(installed).toBeLessThan(workflow.indexOf(commands[0] ?? ''))
  expect(workflow).toMatch(/^ {6}id-token: write$/m)
  expect(commands.join()).toContain('--publish --provenance')
  const help = make('--help')
  for (const [option] of commands.join(' ').matchAll(/--(?:publish|dry-run|provenance|repository)\b/g))
    expect(help).toMatch(new RegExp(`^ {2}${option}\\b`, 'm'))
})

test('no workflow and no command removes what is published', () => {
  const folders = ['.github/workflows', 'apps/packages']
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => join(ROOT, folder, name)),
  )
  expect(files.length).toBeGreaterThan(5)
  for (const file of files)
    expect(readFileSync(file, 'utf8').replaceAll(/^ *(?:#|\/\/).*$/gm, ''), file).not.toMatch(
      /\bunpublish\b|'--force'|dist-tag/,
    )
})

test.each([
  [['--publish'], /--repository: found none, expected its address/],
  [['--dry-run', '--repository', 'git@example.org:x'], /--repository: found "git@example\.org:x", expected/],
  [['tzref-clock'], /found "tzref-clock", expected one of tzref, tzref-server, tzref-clocks/],
  [['--patch', '1.5'], /--patch: found "1\.5", expected a whole number/],
] as const)('%j is refused before anything is made or asked', (args, message) =>
  expect(() => make(...args)).toThrow(message),
)
