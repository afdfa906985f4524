// The documents agree with the code: columns, keys, codes, commands, environment variables and endpoints.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { Manifest, manifestSchemaText } from '#schemas/manifest.ts'
import { TABLES, type Table } from '#schemas/reference-tables.ts'
import { endpoints } from '#schemas/wire/endpoints.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const sources = ['core', 'open', 'pipeline', 'serve', 'apps/site', 'apps/accounts']
  .flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
  )
  .filter((file) => file.endsWith('.ts'))
  .concat('apps/cli/tzref.ts')
const code = sources.map(read).join('\n')
const allOf = (pattern: RegExp, text: string = code): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, found]) => found ?? ''))].toSorted()

test('an example that prints JSON has none of the lines of npm before it', () => {
  const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => read(`docs/${name}`))
  const texts = [
    code,
    ...readdirSync(join(root, 'apps/cli'))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(`apps/cli/${name}`)),
  ]
  const examples = [...texts, ...documents, read('README.md'), read('deploy/README.md')].flatMap((text) =>
    text.split('\n').filter((line) => /\bnpm run .*tzref -- [^#]*--json/.test(line)),
  )
  expect(examples.length).toBeGreaterThan(5)
  expect(examples.filter((line) => !/npm run (?:-s|--silent) tzref -- /.test(line))).toEqual([])
})

test('docs/formats/artifact.md shows each table and column of schemas/reference-tables.ts', () => {
  const text = read('docs/formats/artifact.md')
  const shown = text.slice(text.indexOf('### `source_line`'), text.indexOf('## 6.'))
  expect(Object.keys(TABLES).length).toBeGreaterThan(8)
  expect(shown.trim()).toBe(tablesAsMarkdown())
})

function tablesAsMarkdown(): string {
  return Object.entries<Table>(TABLES)
    .map(([name, { about, columns, primaryKey, unique }]) => {
      const rows = Object.entries(columns).map(
        ([key, { type, nullable, meaning, unique: isUnique, refersTo }]) => {
          const notes = [
            meaning,
            ...(primaryKey.length === 1 && primaryKey[0] === key
              ? ['primary key']
              : isUnique
                ? ['unique']
                : []),
            ...(refersTo === null ? [] : [`refers to \`${refersTo}\``]),
          ]
          return `- \`${key}\` ${type}${nullable ? ' or null' : ''}: ${notes.join('; ')}`
        },
      )
      const together = [
        ...(primaryKey.length > 1 ? [`Primary key (${primaryKey.join(', ')}).`] : []),
        ...(unique.length > 0 ? [`Unique: (${unique.join(', ')}).`] : []),
      ]
      return [`### \`${name}\``, about, rows.join('\n'), ...together].join('\n\n')
    })
    .join('\n\n')
}

test('docs/formats/artifact.md names each key of the manifest and each code of an ArtifactError', () => {
  const format = ['artifact', 'boundaries', 'clocks', 'shapes']
    .map((name) => read(`docs/formats/${name}.md`))
    .join('')
  for (const key of Object.keys(Manifest.properties)) expect(format).toContain(`| \`${key}\``)
  const codes = allOf(/^ {2}\| '([a-z-]+)'$/gm, read('core/artifact/artifact-error.ts'))
  expect(codes.length).toBeGreaterThan(5)
  const findings = allOf(
    /(?:\bsay\(|code:)\s*'([a-z-]+)'/g,
    read('core/zone/compiled-zone.ts') + read('open/verify/artifact.ts') + read('open/verify/texts.ts'),
  )
  expect(findings.length).toBeGreaterThan(20)
  for (const name of [...codes, ...findings]) expect(format, name).toContain(`\`${name}\``)
})

test('schemas/manifest.schema.json is generated from schemas/manifest.ts', () => {
  expect(read('schemas/manifest.schema.json')).toBe(manifestSchemaText())
})

test('docs/interface.md names each endpoint', () => {
  const text = read('docs/interface.md')
  for (const { path } of endpoints) expect(text).toContain(path.replace(/\/\{.*/, '/'))
})

test('the documents for operators name each environment variable and each flag of serve', () => {
  const text = ['docs/settings.md', 'docs/operations.md', 'docs/accounts.md', 'docs/releases.md']
    .map(read)
    .join('\n')
  for (const name of allOf(/\b(TZREF_[A-Z_]+)\b/g)) expect(text).toContain(name)
  for (const flag of allOf(/'(--[a-z-]+)[ ']/g, read('serve/commands/serve.ts')))
    expect(text, flag).toContain(flag)
})

test('each command is shown somewhere', () => {
  const text = [
    'README.md',
    'CONTRIBUTING.md',
    'docs/operations.md',
    'docs/accounts.md',
    'docs/releases.md',
    'docs/interface.md',
  ]
    .map(read)
    .join('\n')
  const commands = allOf(/^ {2}(\w+): \{\n {4}summary:/gm, read('apps/cli/tzref.ts'))
  expect(commands.length).toBeGreaterThan(7)
  for (const command of commands)
    expect(text, command).toMatch(new RegExp(`tzref -- ${command}\\b|npm start`))
})

test('CONTRIBUTING fits in 9 kB, and each of its paths exists', () => {
  const text = read('CONTRIBUTING.md')
  expect(Buffer.byteLength(text)).toBeLessThan(9000)
  const paths = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path]) => path ?? '')
  expect(paths.length).toBeGreaterThan(15)
  const made = ['public/packages', 'test/apps/library/registry', '../shared/data/tz']
  expect(paths.filter((path) => !made.includes(path) && !existsSync(join(root, path)))).toEqual([])
})

test('README shows the answer that the goldens have', () => {
  const shown = /```json\n([\s\S]*?)```/.exec(read('README.md'))?.[1] ?? ''
  const goldens = JSON.parse(read('test/golden/answers/Europe-Dublin.json'))
  // The goldens have another host.
  const local = JSON.stringify(goldens[1])
    .replaceAll('https://api.example.org/v1', 'http://127.0.0.1:8080/v1')
    .replaceAll('https://example.org', 'http://127.0.0.1:8080')
  expect(JSON.parse(shown)).toEqual(JSON.parse(local))
})

/** The decisions. Each begins with its number. */
const decisions = read('docs/decisions.md').split(/^## /m).slice(1)

test('every decision names the code that follows it, and a test names its number', () => {
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => read(`test/${file}`))
    .join('\n')
  expect(decisions.length).toBeGreaterThan(8)
  for (const text of decisions) {
    const number = Number.parseInt(text, 10)
    const paths = [...text.matchAll(/`([a-z]+\/[\w./-]+)`/g)].map(([, path = '']) => path.replace(/\/$/, ''))
    expect(paths, `decision ${number}`).not.toEqual([])
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(tests, `decision ${number}`).toMatch(new RegExp(`decisions? (?:\\d+ and )?0*${number}\\b`, 'i'))
  }
})

test('decision 22: each package of its table is used by the file that it names', () => {
  const text = decisions.find((one) => one.startsWith('22. ')) ?? ''
  const rows = [...text.matchAll(/^\| (\S+) +\|.*\| `(\S+)` +\|$/gm)]
  expect(rows.length).toBe(9)
  for (const [, name = '', file = ''] of rows) {
    // tsx runs the file; the others are imported by it.
    const used =
      name === 'tsx' ? read('package.json').includes(`--import tsx ${file}`) : read(file).includes(`'${name}`)
    expect(used, `${name} in ${file}`).toBe(true)
  }
})

const documents = ['docs', 'docs/formats', 'deploy', '.']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
  .filter((path) => path.endsWith('.md'))

test.each(documents)('each link of %s to a file and to a heading works', (path) => {
  const broken = linksOf(read(path)).filter((to) => {
    const [file = '', heading] = to.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    return (
      !existsSync(join(root, target)) || (heading !== undefined && !headingsOf(read(target)).has(heading))
    )
  })
  expect(broken).toEqual([])
})

/** The links of a document to places in the repository, as they stand there: a space in one is a fault too. */
const linksOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)]*)\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^(?:https?:|mailto:|\/)/.test(to))

/** The names under which headings are linked, as GitHub makes them. Of two equal ones the second is never linked. */
const headingsOf = (text: string): Set<string> =>
  new Set(
    [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

const withoutCode = (text: string): string =>
  text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '')

test('docs/README.md lists every document by reader', () => {
  const links = linksOf(read('docs/README.md'))
  const listed = readdirSync(join(root, 'docs')).filter((name) => /(?<!README)\.md$/.test(name))
  expect(listed.filter((name) => !links.includes(name))).toEqual([])
})
