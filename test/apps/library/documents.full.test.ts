// Every sample of the library, from its documents and each `@example`, runs in an empty project with the packages installed.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { startServerProcess, type ServerProcess } from '../../support/servers/server-process.ts'
import { emptyProject, type EmptyProject } from '../../support/servers/empty-project.ts'
import { startFileHost, type Host } from '../../support/servers/file-host.ts'
import { sampleFiles } from '../../support/worlds/sample-files.ts'
import { exampleSamples, samplesOf } from '../../support/worlds/samples.ts'
import { checking } from '../../support/oracles/shown-values.ts'

const text = readFileSync(join(ROOT, 'docs/library.md'), 'utf8')
const examples = [
  // The others run in test/apps/library/use-with.long.test.ts.
  ...samplesOf('docs/library.md').filter(({ needs }) => needs === '' || needs === 'server'),
  ...samplesOf('docs/coming-from.md'),
  ...exampleSamples(),
].map((sample, number) => ({ ...sample, number }))

let project: EmptyProject
let server: ServerProcess | undefined
let host: Host | undefined
let token = ''
beforeAll(async () => {
  project = emptyProject(
    ['tzref', 'tzref-data', 'tzref-clocks', 'tzref-boundaries', 'tzref-menu'],
    inject('embeddedArtifact'),
  )
  // Packages that users of the adapters have, and those that people may come from.
  mkdirSync(join(project.folder, 'node_modules/@photostructure'))
  for (const name of ['luxon', 'temporal-polyfill', 'geo-tz', '@photostructure/tz-lookup'])
    symlinkSync(join(ROOT, 'node_modules', name), join(project.folder, 'node_modules', name))
  const files = sampleFiles(inject('embeddedArtifact'))
  writeFileSync(join(project.folder, 'tz-history.bin'), files.get('tz-history.bin') ?? '')
  host = await startFileHost((path) => files.get(path))
  server = await startServerProcess(inject('embeddedArtifact'), [
    '--accounts',
    join(project.folder, 'accounts.sqlite'),
  ])
  // The first start prints its token after it begins to serve.
  while (!server.stdout().includes('curl')) await new Promise((resolve) => setTimeout(resolve, 50))
  token = /tzr_\w+/.exec(server.stdout())?.[0] ?? ''
})
afterAll(async () => {
  await server?.end()
  await host?.close()
  project.remove()
})

test('there are examples, and each shows its result', () => {
  expect(examples.length).toBeGreaterThan(2)
  expect(examples.filter(({ shown }) => shown === 0)).toEqual([])
  expect(commands.length).toBeGreaterThan(2)
})

const commands = [...text.matchAll(/^```shell\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
)

test.each(['bundler', 'node16', 'nodenext'])('every example is valid strict TypeScript: %s', (resolution) => {
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
})

test.each(commands)('%s', (command) => {
  writeFileSync(join(project.folder, 'points.csv'), '52.52,13.405\n')
  const printed = execFileSync('sh', ['-c', `${command}; cat zones.txt 2>/dev/null || true`], {
    cwd: project.folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect(printed).toMatch(/^Europe\/(?:Dublin|Berlin)\b|^Berlin \(Europe\/Berlin\)/)
})

test.each(examples)('$name gives the result it shows', async ({ number, source, shown }) => {
  const filled = source
    .replaceAll('https://api.example.org', server?.origin ?? '')
    .replaceAll('https://example.org', `${host?.url}/plain`)
    .replaceAll('tzr_…', token)
  const module = `const pairs = []\n${checking(filled)}\nconsole.log(JSON.stringify(pairs))`
  writeFileSync(join(project.folder, `example-${number}.mjs`), module)
  // Does not block, because the static host is in this process.
  const { stdout } = await promisify(execFile)(process.execPath, [`example-${number}.mjs`], {
    cwd: project.folder,
  })
  const pairs: unknown = JSON.parse(stdout)
  if (!Array.isArray(pairs)) throw new TypeError('no list of pairs')
  expect(pairs).toHaveLength(shown)
  for (const pair of pairs) {
    const [found, expected]: unknown[] = Array.isArray(pair) ? pair : []
    expect(found, source).toEqual(expected)
  }
})
