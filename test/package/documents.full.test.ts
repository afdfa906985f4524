// Every example of docs/library.md, run in an empty project with the packages installed.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ROOT } from '#cli/root.ts'
import { startServerProcess, type ServerProcess } from '../support/server-process.ts'
import { emptyProject, type EmptyProject } from '../support/empty-project.ts'
import { checking } from '../support/shown-values.ts'

const text = readFileSync(join(ROOT, 'docs/library.md'), 'utf8')
const examples = [...text.matchAll(/^```js( server)?\n([\s\S]*?)^```$/gm)].map(
  ([, server, source = ''], number) => ({
    number,
    asksServer: server !== undefined,
    source,
    shown: source.match(/ \/\/ → /g)?.length ?? 0,
  }),
)

let project: EmptyProject
let server: ServerProcess | undefined
let token = ''
beforeAll(async () => {
  project = emptyProject(
    ['tzref', 'tzref-data', 'tzref-clocks', 'tzref-boundaries'],
    inject('embeddedArtifact'),
  )
  // What users of the adapter have.
  symlinkSync(join(ROOT, 'node_modules/luxon'), join(project.folder, 'node_modules/luxon'))
  server = await startServerProcess(inject('embeddedArtifact'), [
    '--accounts',
    join(project.folder, 'accounts.sqlite'),
  ])
  // A first start says its token once it serves.
  while (!server.stdout().includes('curl')) await new Promise((resolve) => setTimeout(resolve, 50))
  token = /tzr_\w+/.exec(server.stdout())?.[0] ?? ''
})
afterAll(async () => {
  await server?.end()
  project.remove()
})

test('there are examples, and they say what they give', () => {
  expect(examples.length).toBeGreaterThan(2)
  expect(examples.filter(({ shown }) => shown === 0)).toEqual([])
  expect(commands.length).toBeGreaterThan(2)
})

const commands = [...text.matchAll(/^```shell\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
)

test.each(['bundler', 'node16', 'nodenext'])(
  'every example is good TypeScript under strict: %s',
  (resolution) => {
    const types = join(project.folder, 'node_modules/@types')
    mkdirSync(types, { recursive: true })
    for (const name of ['node', 'luxon'])
      if (!existsSync(join(types, name)))
        symlinkSync(join(ROOT, 'node_modules/@types', name), join(types, name))
    const files = examples.map(({ number, source }) => {
      writeFileSync(join(project.folder, `example-${number}.mts`), `${source}\nexport {}\n`)
      return `example-${number}.mts`
    })
    const module = resolution === 'bundler' ? 'esnext' : resolution
    const options = `--strict --noEmit --target es2022 --lib es2023,dom --module ${module} --moduleResolution ${resolution} --types node`
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, ...options.split(' '), ...files], {
      cwd: project.folder,
      encoding: 'utf8',
    })
    expect(stdout).toBe('')
  },
)

test.each(commands)('%s', (command) => {
  writeFileSync(join(project.folder, 'points.csv'), '52.52,13.405\n')
  const printed = execFileSync('sh', ['-c', `${command}; cat zones.txt 2>/dev/null || true`], {
    cwd: project.folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect(printed).toMatch(/^Europe\/(?:Dublin|Berlin)\b|^Berlin \(Europe\/Berlin\)/)
})

test.each(examples)('example $number gives what it says', ({ number, asksServer, source, shown }) => {
  const filled = asksServer
    ? source.replace('https://api.example.org', server?.origin ?? '').replace('tzr_…', token)
    : source
  const module = `const pairs = []\n${checking(filled)}\nconsole.log(JSON.stringify(pairs))`
  const pairs = project.run(`example-${number}.mjs`, module)
  if (!Array.isArray(pairs)) throw new TypeError('no list of pairs')
  expect(pairs).toHaveLength(shown)
  for (const pair of pairs) {
    const [found, expected]: unknown[] = Array.isArray(pair) ? pair : []
    expect(found, source).toEqual(expected)
  }
})
