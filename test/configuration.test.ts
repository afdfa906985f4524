// Each folder, file and pattern that a configuration names is there: one that matches nothing is silent otherwise. And the table of .ci/nightly
// has each long test once.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const files = readdirSync(ROOT)
  .filter((name) => !['node_modules', 'dist', 'public', 'build', 'coverage', '.cache', '.git'].includes(name))
  .flatMap((name) =>
    name.includes('.') && !['.ci', '.github'].includes(name)
      ? [name]
      : [name, ...(listed(name) ?? []).map((path) => `${name}/${path}`)],
  )

/** The files of a folder, or null for a file. */
function listed(name: string): string[] | null {
  try {
    return readdirSync(join(ROOT, name), { recursive: true, encoding: 'utf8' })
  } catch {
    return null
  }
}

/** Whether a pattern of a configuration, a folder or a file is there. */
function isThere(pattern: string): boolean {
  const source = pattern
    .replace(/^!?(?:\.\/)?/, '')
    .replace(/\/(?:\*\*)?$/, '')
    .replaceAll(/[.+^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('**/', '<any>')
    .replaceAll('*', '[^/]*')
    .replaceAll('<any>', '(?:.*/)?')
    .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
  const found = new RegExp(`^${source}$`)
  return files.some((file) => found.test(file))
}

const { project, entry } = JSON.parse(read('knip.json'))
const { include, exclude } = JSON.parse(read('tsconfig.json'))
const { ignorePatterns, overrides } = JSON.parse(read('.oxlintrc.json'))
const { imports, bin, scripts } = JSON.parse(read('package.json'))
const ignored = read('.gitignore').split('\n').filter(Boolean)
const quoted = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, path = '']) => path)
// The table of parts names beginnings of paths: the last test reads it.
const ci = readdirSync(join(ROOT, '.ci'))
  .filter((name) => name !== 'parts.txt')
  .map((name) => read(`.ci/${name}`))

/** What each configuration names. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  'vitest.config.ts': quoted(read('vitest.config.ts'), /'(\.?\/?test\/[^']*)'/g),
  'knip.json': [...project, ...entry],
  'tsconfig.json': [...include, ...exclude],
  '.oxlintrc.json': [...ignorePatterns, ...overrides.flatMap((rule: { files: string[] }) => rule.files)],
  '.prettierignore': read('.prettierignore').split('\n').filter(Boolean),
  'package.json': [
    ...Object.values<string>(imports),
    ...Object.values<string>(bin),
    ...quoted(
      Object.values(scripts).join('\n'),
      /(?<![-\w/.])((?:[\w.-]+\/)+[\w.-]+|[\w-]+\.(?:js|ts|mjs))/g,
    ),
  ],
  '.ci': ci.flatMap((text) => quoted(text, /(?<![\w/'])((?:\.ci|test)\/[\w./-]*\w)/g)),
  '.github': quoted(
    readdirSync(join(ROOT, '.github/workflows'))
      .map((name) => read(`.github/workflows/${name}`))
      .join('\n'),
    /(?<![\w/])((?:\.ci|\.github|deploy)\/[\w./-]*\w)/g,
  ),
}

test.each(Object.entries(NAMED))('%s names nothing that is not there', (_, named) => {
  expect(named.length).toBeGreaterThan(1)
  // What a build or an installation makes is in .gitignore.
  const missing = named.filter(
    (path) => !isThere(path) && !ignored.includes(path) && !ignored.includes(`${path}/`),
  )
  expect(missing).toEqual([])
})

test('a pattern that matches nothing, or a folder that has moved, is found', () => {
  expect(
    ['test/**/*.world.test.ts', 'core', './core/*', '!core/artifact/kernel/**', 'test/{golden,x}/*.ts'].map(
      isThere,
    ),
  ).not.toContain(false)
  expect(['test/**/*.slow.test.ts', 'cli', 'apps/nowhere/*.ts'].map(isThere)).not.toContain(true)
})

test('each long test is in one part of .ci/nightly, each part has tests, and each begins to name code that is there', () => {
  const parts = read('.ci/parts.txt')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => row.split(' | '))
  const long = files.filter((file) => file.endsWith('.long.test.ts'))
  expect(long.length).toBeGreaterThan(50)
  const begins = parts
    .flatMap(([, , tests = '']) => tests.split(' '))
    .filter((path) => path.startsWith('test/'))
  const isOf = (path: string) => (file: string) => file.startsWith(path)
  expect(long.filter((file) => begins.filter((path) => file.startsWith(path)).length !== 1)).toEqual([])
  expect(begins.filter((path) => !long.some(isOf(path)))).toEqual([])
  const code = parts.flatMap(([, , , paths = '']) => paths.split(' '))
  expect(code.filter((path) => !files.some(isOf(path)))).toEqual([])
  for (const row of parts) expect(row, row[0]).toHaveLength(4)
})
