// Every line of the README of each package, as a reader types it into a shell, in a folder with nothing but the packages' files; then its samples.
// What a server needs of others comes from npm. `npm run long -- test/apps/library`.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIn } from '../../../bench/artifact.ts'
import { ROOT } from '#open/program/root.ts'
import { checking } from '../../support/oracles/shown-values.ts'
import { packInto } from '../../support/servers/empty-project.ts'
import { freePorts } from '../../support/servers/free-port.ts'
import { startStatic, type Host } from '../../support/servers/file-host.ts'
import { MOST_LOOKS } from '../../support/servers/loopback.ts'

/** The packages, each with the number of its lines that a shell reads: in blocks, and commands in the text. */
const PACKAGES = {
  tzref: 2,
  'tzref-data': 1,
  'tzref-clocks': 1,
  'tzref-boundaries': 1,
  'tzref-menu': 1,
  'tzref-server': 7,
} as const

const folder = mkdtempSync(join(tmpdir(), 'tzref-lines-'))
const packed = join(folder, 'packed')
let releases: Host
let publisherKey = ''
beforeAll(async () => {
  const artifact = await buildIn(folder, { withoutBoundaries: false })
  packInto(packed, [], artifact)
  const tzref = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [join(ROOT, 'tzref.js'), ...args], { encoding: 'utf8' })
  const pem = join(folder, 'publisher.pem')
  publisherKey = /^ed25519:\S+/m.exec(tzref('keys', 'new', pem))?.[0] ?? ''
  tzref('publish', join(folder, 'releases'), artifact, '--sign', pem)
  releases = await startStatic(join(folder, 'releases'))
})
afterAll(async () => {
  await releases.close()
  rmSync(folder, { recursive: true })
})

const fileOf = (name: string): string =>
  readdirSync(packed).find((file) => /^-\d/.test(file.slice(name.length)) && file.startsWith(name)) ?? ''

const readmeOf = (name: string): string =>
  execFileSync('tar', ['-xOf', join(packed, fileOf(name)), 'package/README.md'], { encoding: 'utf8' })

/** The lines of its blocks for a shell, and the commands in the text. */
const linesOf = (readme: string): string[] => [
  ...[...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n')),
  ...[...readme.matchAll(/`(np[mx] [^`\n]*)`/g)]
    .map(([, command = '']) => command)
    // How commands of a checkout begin, and how those of the package do, are no lines to type.
    .filter((command) => command !== 'npm run tzref --' && command !== 'npx --no -- tzref-server'),
]

/** With the values that a reader fills in. */
const filledIn = (line: string): string =>
  line.replace('https://releases.example.org/tzref/', `${releases.url}/`).replace('ed25519:…', publisherKey)

/** Runs a line to its end. This process meanwhile serves the release. */
async function run(line: string, cwd: string): Promise<void> {
  // A program that has no terminal asks nobody.
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', line], { cwd, maxBuffer: 2 ** 26 })
  // npm's own help names its home; that of the programs does not.
  expect(`${stdout}${stderr}`, line).not.toMatch(/npm exec|npm <command>/)
}

/** Runs a line that serves, until it has answered. */
async function serves(line: string, cwd: string): Promise<void> {
  const [port, opsPort] = await freePorts()
  const env = { ...process.env, TZREF_PORT: `${port}`, TZREF_OPS_PORT: `${opsPort}` }
  const child = spawn('sh', ['-c', line], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  try {
    for (let left = MOST_LOOKS; ; left--) {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/timezones`).catch(() => null)
      if (answer !== null) return expect(answer.status).toBe(401)
      if (left === 0 || child.exitCode !== null) throw new Error(`${line} does not serve:\n${stderr}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    // The shell, npm and the server are one process group.
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
}

// On Node 20 npm compiles the SQLite driver, and a build reads half a gigabyte.
const PATIENCE = 3_600_000

test.each(Object.entries(PACKAGES))('%s', { timeout: PATIENCE }, async (name, count) => {
  const at = join(folder, `user of ${name}`)
  mkdirSync(at)
  for (const file of readdirSync(packed)) cpSync(join(packed, file), join(at, file))
  const readme = readmeOf(name)
  const lines = linesOf(readme)
  expect(lines).toHaveLength(count)
  for (const line of lines) {
    const started = performance.now()
    await (/ serve\b/.test(line) ? serves : run)(filledIn(line), at)
    process.stderr.write(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s: ${line}\n`)
  }
  const samples = [...readme.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, source = '']) => source)
  expect(samples).toHaveLength(name === 'tzref-server' ? 0 : 1)
  for (const source of samples) {
    const code = `const pairs = []\n${checking(source)}\nconsole.log(JSON.stringify(pairs))`
    writeFileSync(join(at, 'sample.mjs'), code)
    const printed = execFileSync(process.execPath, ['sample.mjs'], { cwd: at, encoding: 'utf8' })
    const pairs: (readonly [found: unknown, shown: unknown])[] = JSON.parse(printed)
    expect(pairs.length).toBeGreaterThan(0)
    for (const [found, shown] of pairs) expect(found, source).toEqual(shown)
  }
})
