// Eight generators of clients (from npm, into a folder of their own) over both descriptions of the interface: what they make compiles strictly
// and answers ten calls, a choice, a fault and a refusal; and two linters find nothing. `npm run long -- generated-clients`.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { Access } from '#serve/access/access.ts'
import { readPlans } from '#open/access/plans.ts'
import { buildIn } from '../bench/artifact.ts'
import { ANSWERS, GENERATORS } from './support/oracles/generated-clients.ts'
import { listening } from './support/servers/loopback.ts'
import { openService, type Service } from './support/worlds/service.ts'

const run = promisify(execFile)
const DOCUMENTS = ['openapi.json', 'openapi-3.0.json'] as const
/** What all of them need, and the linters. */
const COMMON = ['typescript@5', '@types/node@22', '@redocly/cli@2', '@stoplight/spectral-cli@6']

const folder = mkdtempSync(join(tmpdir(), 'tzref-generated-'))
const tool = (path: string): string => join(folder, 'node_modules', path)
/** Some of the tools need a newer Node than the oldest that runs this test. */
const node = tool('node/bin/node')
const services: Service[] = []
/** Address and token of the service, and those of one with the free plan's limits. */
const asked: string[] = []

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  await run('npm', ['install', '--no-audit', '--no-fund', 'node@24'], { cwd: folder })
  const packages = [...COMMON, ...GENERATORS.flatMap((one) => one.packages)]
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], { cwd: folder })
  const artifact = await buildIn(join(folder, 'built'), { withoutBoundaries: false })
  const service = await openService(artifact)
  const access = new Access({
    store: service.accounts.store,
    plans: readPlans(),
    resendUrl: 'https://example.org/x',
  })
  const limited = await openService(artifact, { access })
  services.push(service, limited)
  const few = await service.accounts.make('free')
  asked.push(await listen(service), service.token, await listen(limited), few.token.text)
  for (const name of DOCUMENTS) {
    const answered = await fetch(new URL(`/${name}`, asked[0]))
    writeFileSync(join(folder, name), await answered.text())
  }
})
afterAll(async () => {
  for (const service of services) await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Has a service listen. Returns its base address. */
const listen = async ({ app }: Service): Promise<string> => `http://127.0.0.1:${await listening(app)}/v1`

describe.each(DOCUMENTS)('%s', (document) => {
  test.each(GENERATORS)('a client made by $name compiles strictly and answers', async (generator) => {
    const out = join(folder, generator.name.replaceAll(/\W/g, '-'), document)
    mkdirSync(out, { recursive: true })
    const [file, ...args] = generator.command(join(folder, document), out)
    const { stdout } = await run(node, [tool(file), ...args], { cwd: folder })
    // One of them prints its types.
    if (generator.name === 'openapi-client-axios') {
      writeFileSync(join(out, 'client.d.ts'), stdout)
      await run('cp', [join(folder, document), join(out, 'document.json')])
    }
    writeFileSync(join(out, 'program.ts'), generator.program)
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      resolveJsonModule: true,
      skipLibCheck: true,
      types: ['node'],
    }
    writeFileSync(join(out, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
    const checked = await run(node, [tool('typescript/bin/tsc'), '-p', out]).catch(
      (error: { readonly stdout: string }) => error,
    )
    expect(checked.stdout).toBe('')
    const program = join(out, 'program.mjs')
    await build({
      entryPoints: [join(out, 'program.ts')],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'silent',
    })
    const said = await run(node, [program, ...asked], { timeout: 60_000 })
    expect(
      said.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(ANSWERS)
  })

  test('the program in TypeScript of docs/interface.md compiles strictly and prints what the others print', async () => {
    const out = join(folder, 'sample', document)
    mkdirSync(out, { recursive: true })
    const made = join(out, 'tzref.d.ts')
    await run(node, [tool('openapi-typescript/bin/cli.js'), join(folder, document), '-o', made], {
      cwd: folder,
    })
    const [, sample = ''] =
      /```ts\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs/interface.md'), 'utf8')) ?? []
    writeFileSync(join(out, 'sample.mts'), sample)
    const options = '--strict --noUncheckedIndexedAccess --module nodenext --target es2022 --types node'
    const compiled = await run(
      node,
      [tool('typescript/bin/tsc'), ...options.split(' '), join(out, 'sample.mts')],
      {
        cwd: folder,
      },
    ).catch((error: { readonly stdout: string }) => error)
    expect(compiled.stdout).toBe('')
    const { stdout } = await run(node, [join(out, 'sample.mjs')], {
      env: { ...process.env, BASE: asked[0], TOKEN: asked[1] },
    })
    expect(stdout.trim().split('\n')).toEqual([
      '200 2026-07-15T13:00:00+01:00',
      '300 central-standard-time china-standard-time cuba-standard-time taiwan-standard-time',
    ])
  })

  test('redocly and spectral have no warning', async () => {
    const path = join(folder, document)
    for (const rules of ['recommended', 'recommended-strict', 'spec']) {
      const { stderr, stdout } = await run(
        node,
        [tool('@redocly/cli/bin/cli.js'), 'lint', `--extends=${rules}`, '--format=json', path],
        { cwd: folder },
      )
      expect([JSON.parse(stdout).totals, stderr], rules).toMatchObject([
        { errors: 0, warnings: 0, ignored: 0 },
        expect.any(String),
      ])
    }
    writeFileSync(join(folder, '.spectral.json'), '{"extends":["spectral:oas"]}')
    const { stdout } = await run(
      node,
      [
        tool('@stoplight/spectral-cli/dist/index.js'),
        'lint',
        '--quiet',
        '--ruleset',
        join(folder, '.spectral.json'),
        '--fail-severity',
        'hint',
        '--format',
        'json',
        path,
      ],
      { cwd: folder },
    )
    expect(JSON.parse(stdout)).toEqual([])
  })
})
