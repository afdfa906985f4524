// A registry on loopback (verdaccio, from npm) with three years of invented releases: `npm update` always brings the newest release, and
// never another format, to a user, to a library that depends on it, and to a lock file of last year. `npm run long -- test/apps/library`.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIn } from '../../../bench/artifact.ts'
import { ROOT } from '#open/program/root.ts'
import { versionOf } from '../../../apps/packages/data.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { MOST_LOOKS } from '../../support/servers/loopback.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'tzref-registry-'))
let registry: ChildProcess | undefined
let url: string
/** The environment of an npm that knows only this registry, and nothing of the machine's own npm. */
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  // A package of the registry asks for node-fetch by a tag, which not every registry has. The tag means version 2.
  const content = { private: true, overrides: { 'node-fetch': '2' } }
  writeFileSync(join(tools, 'package.json'), JSON.stringify(content))
  await run('npm', ['install', '--no-audit', '--no-fund', 'verdaccio'], { cwd: tools })
  const port = await freePort()
  url = `http://127.0.0.1:${port}/`
  writeFileSync(join(folder, 'config.yaml'), configOf(join(folder, 'storage')))
  // The registry ends when its input closes. So it also ends when this process is killed.
  const ending = join(folder, 'ending.cjs')
  writeFileSync(ending, "process.stdin.resume().on('end', () => process.exit())\n")
  const program = join(tools, 'node_modules/verdaccio/bin/verdaccio')
  const listening = ['--config', join(folder, 'config.yaml'), '--listen', `127.0.0.1:${port}`]
  registry = spawn(process.execPath, ['--require', ending, program, ...listening], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  for (let left = MOST_LOOKS; !(await answers()); left--) {
    if (left === 0 || registry.exitCode !== null) throw new Error(`${url}: the registry does not answer`)
    await wait(100)
  }
  writeFileSync(join(folder, 'npmrc'), '')
  env = {
    PATH: process.env['PATH'],
    HOME: folder,
    npm_config_userconfig: join(folder, 'npmrc'),
    npm_config_globalconfig: join(folder, 'no-npmrc'),
    npm_config_cache: join(folder, 'cache'),
    npm_config_registry: url,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    // Asks the registry each time. npm keeps answers for some minutes, but here three years take one minute.
    npm_config_prefer_online: 'true',
  }
  const token = await signUp()
  writeFileSync(join(folder, 'npmrc'), `//127.0.0.1:${port}/:_authToken=${token}\n`)
})
afterAll(async () => {
  if (registry !== undefined && registry.exitCode === null) {
    registry.kill()
    await once(registry, 'exit')
  }
  rmSync(folder, { recursive: true })
})

/** The registry asks no other one. Every user may publish. */
const configOf = (storage: string): string => `
storage: ${JSON.stringify(storage)}
auth:
  htpasswd:
    file: ${JSON.stringify(join(storage, 'htpasswd'))}
uplinks: {}
packages:
  '**':
    access: $all
    publish: $authenticated
max_body_size: 200mb
log: { type: stdout, format: json, level: error }
`

const answers = (): Promise<boolean> =>
  fetch(`${url}-/ping`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Makes a user of the registry. Returns the token for publishing. */
async function signUp(): Promise<string> {
  const answer = await fetch(`${url}-/user/org.couchdb.user:publisher`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'publisher', password: 'a password of this test' }),
  })
  expect(answer.status).toBe(201)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the registry answers with this
  return ((await answer.json()) as { token: string }).token
}

const npm = (cwd: string, ...args: readonly string[]): Promise<{ stdout: string; stderr: string }> =>
  run('npm', args, { cwd, env })

/** Publishes a small package. Only its version and dependencies matter here. */
async function publishSmall(
  name: string,
  version: string,
  tag: string,
  dependencies: Readonly<Record<string, string>> = {},
): Promise<void> {
  const at = mkdtempSync(join(folder, 'made-'))
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name, version, dependencies }))
  await npm(at, 'publish', '--tag', tag)
}

function project(name: string, content: object): string {
  const at = join(folder, name)
  mkdirSync(at)
  writeFileSync(join(at, 'package.json'), JSON.stringify({ private: true, ...content }))
  return at
}

const installed = (at: string, name: string): string => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(at, 'node_modules', name, 'package.json'), 'utf8'),
  )
  return version
}

/** Each step of three years: the published version, its tag, and what `npm update` then brings to a user who began with 2026a. */
const YEARS: readonly (readonly [step: string, version: string, tag: string, updated: string])[] = [
  ['2026b', versionOf('2026b'), 'latest', '1.202602.0'],
  ['2026z', versionOf('2026z'), 'latest', '1.202626.0'],
  ['2026za', versionOf('2026za'), 'latest', '1.202627.0'],
  ['2027a, over the end of the year', versionOf('2027a'), 'latest', '1.202701.0'],
  ['a correction of 2027a', versionOf('2027a', 1), 'latest', '1.202701.1'],
  ['the tenth correction', versionOf('2027a', 10), 'latest', '1.202701.10'],
  ['a correction of 2026za, which comes late', versionOf('2026za', 1), 'older', '1.202701.10'],
  ['2027b with held zones', versionOf('2027b+held.1'), 'tailored', '1.202701.10'],
  ['2027b', versionOf('2027b'), 'latest', '1.202702.0'],
  ['2028a', versionOf('2028a'), 'latest', '1.202801.0'],
  ['2028b in a new format', versionOf('2028b').replace(/^1/, '2'), 'latest', '1.202801.0'],
  ['2028b in the old format too', versionOf('2028b'), 'older', '1.202802.0'],
  ['2028c in the new format alone', versionOf('2028c').replace(/^1/, '2'), 'latest', '1.202802.0'],
]

test('three years of releases: npm update brings the newest of the format, and no other format', async () => {
  await publishSmall('tzref-clocks', versionOf('2026a'), 'latest')
  await publishSmall('some-library', '3.0.0', 'latest', { 'tzref-clocks': '^1.202601.0' })
  const user = project('user', {})
  await npm(user, 'install', 'tzref-clocks')
  const manifest: { dependencies: unknown } = JSON.parse(readFileSync(join(user, 'package.json'), 'utf8'))
  // npm writes this range by itself.
  expect(manifest.dependencies).toEqual({ 'tzref-clocks': '^1.202601.0' })
  const byLibrary = project('by-library', { dependencies: { 'some-library': '^3.0.0' } })
  await npm(byLibrary, 'install')
  const steps: unknown[] = []
  const locks = new Map<string, string>()
  for (const [step, version, tag, updated] of YEARS) {
    locks.set(step, readFileSync(join(user, 'package-lock.json'), 'utf8'))
    await publishSmall('tzref-clocks', version, tag)
    await npm(user, 'update')
    await npm(byLibrary, 'update')
    const found = [user, byLibrary].map((at) => installed(at, 'tzref-clocks'))
    steps.push(`${step}: ${version}`)
    expect(found, step).toEqual([updated, updated])
  }
  process.stderr.write(`${steps.length} releases, npm update right after each: ${steps.join('; ')}\n`)

  // A project that nobody touched since last year keeps its lock file until it is updated.
  const lockOf2027 = locks.get('2028a') ?? ''
  const left = project('left', { dependencies: { 'tzref-clocks': '^1.202601.0' } })
  writeFileSync(join(left, 'package-lock.json'), lockOf2027)
  await npm(left, 'ci')
  expect(installed(left, 'tzref-clocks')).toBe('1.202702.0')
  await npm(left, 'install')
  expect(installed(left, 'tzref-clocks')).toBe('1.202702.0')
  await npm(left, 'update')
  expect(installed(left, 'tzref-clocks')).toBe('1.202802.0')

  // A new user gets the newest format. A user who names a release or a format gets that one.
  for (const [wanted, version] of [
    ['tzref-clocks', '2.202803.0'],
    ['tzref-clocks@1', '1.202802.0'],
    ['tzref-clocks@~1.202627.0', '1.202627.1'],
    ['tzref-clocks@tailored', '1.202702.0-held-1'],
  ] as const) {
    const newcomer = project(`newcomer-${version}`, {})
    await npm(newcomer, 'install', wanted)
    expect([wanted, installed(newcomer, 'tzref-clocks')]).toEqual([wanted, version])
  }
})

test('a reader of format 1 never gets data of format 2', async () => {
  for (const version of ['1.202601.0', '1.202801.0', '2.202802.0'])
    await publishSmall('small-data', version, 'latest')
  const at = mkdtempSync(join(folder, 'made-'))
  // As in package.json of `tzref`.
  writeFileSync(
    join(at, 'package.json'),
    JSON.stringify({ name: 'small-reader', version: '0.2.0', peerDependencies: { 'small-data': '1' } }),
  )
  await npm(at, 'publish')
  const user = project('reader', {})
  await npm(user, 'install', 'small-reader')
  await npm(user, 'update')
  expect(installed(user, 'small-data')).toBe('1.202801.0')
  // npm warns a user who asks for this version by name.
  const { stderr } = await npm(user, 'install', 'small-data@2')
  expect(stderr).toMatch(/ERESOLVE overriding peer dependency[^]*peer small-data@"1" from small-reader/)
})

test('the command publishes what is missing, a correction as the next patch, and nothing twice', async () => {
  const artifact = await buildIn(folder)
  const make = async (...args: readonly string[]): Promise<string> => {
    const maker = ['--import', 'tsx', join(ROOT, 'apps/packages/make.ts'), '--artifact', artifact]
    const out = ['--out', join(folder, 'packed'), '--repository', 'https://git.example.org/tz/ref']
    const { stdout } = await run(process.execPath, [...maker, ...out, ...args, 'tzref', 'tzref-data'], {
      cwd: ROOT,
      env,
    })
    return stdout
  }
  const isThere = async (name: string): Promise<unknown> =>
    JSON.parse((await npm(folder, 'view', name, 'versions', '--json')).stdout)

  expect(await make('--dry-run')).toMatch(
    /^tzref (\d+\.\d+\.\d+): would be published under the tag latest\n {2}there so far: nothing\n[^]*\n {4}README\.md {2}\d[^]*^tzref-data 1\.202606\.0: would be published under the tag latest$/m,
  )
  await expect(isThere('tzref-data')).rejects.toThrow(/E404/)

  expect(await make('--publish')).toMatch(/^tzref-data 1\.202606\.0: published under the tag latest$/m)
  expect(await isThere('tzref-data')).toEqual(['1.202606.0'])

  for (const way of ['--dry-run', '--publish'])
    expect(await make(way)).toMatch(
      /^tzref \S+: is there already, with the same files$[^]*^tzref-data 1\.202606\.0: is there already, with the same files$/m,
    )
  expect(await isThere('tzref-data')).toEqual(['1.202606.0'])

  // The release is made again with another content: package.json names another repository.
  const moved = ['--repository', 'https://git.example.org/tz/other'] as const
  expect(await make('--dry-run', ...moved)).toMatch(
    /^tzref \S+: is there already, with other files: they are published with the next version in package\.json$[^]*^tzref-data 1\.202606\.1: would be published under the tag latest$/m,
  )
  expect(await make('--publish', ...moved)).toMatch(
    /^tzref-data 1\.202606\.1: published under the tag latest$/m,
  )
  expect(await make('--publish', ...moved)).toMatch(
    /^tzref-data 1\.202606\.1: is there already, with the same files$/m,
  )
  expect(await isThere('tzref-data')).toEqual(['1.202606.0', '1.202606.1'])

  // The line of each README on npm brings both, whose sample test/apps/library/readme-lines runs.
  for (const name of ['tzref', 'tzref-data']) {
    const reader = project(`reader of ${name}`, {})
    await npm(reader, 'install', 'tzref', 'tzref-data')
    const readme = readFileSync(join(reader, 'node_modules', name, 'README.md'), 'utf8')
    const [, line = ''] = /^```sh\n(npm install .*)\n```$/m.exec(readme) ?? []
    const user = project(`user of ${name}`, {})
    await run('sh', ['-c', line], { cwd: user, env })
    expect(installed(user, 'tzref-data')).toBe('1.202606.1')
    expect(installed(user, 'tzref')).toBe(installed(reader, 'tzref'))
  }
})
