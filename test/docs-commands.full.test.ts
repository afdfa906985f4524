// Runs every command of the README and docs/ in a copy of the checkout, on loopback, or prints the reason why not.
import { execFile, execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { pointCurrentAt } from '#pipeline/write/artifact-directory.ts'
import { copyWithoutBoundaries } from './support/attacks/damaged-artifact.ts'
import { leftOut } from './support/left-out.ts'
import { startStatic, type Host } from './support/servers/file-host.ts'
import { freePorts } from './support/servers/free-port.ts'
import { TAKES_ALL } from './support/how-many.ts'
import { MOST_LOOKS } from './support/servers/loopback.ts'

interface Shown {
  readonly file: string
  readonly line: number
  readonly command: string
  /** The comment after the command in the document. */
  readonly comment: string
}

/** Commands in shell blocks, and npm commands in the text and in tables. */
function commandsOf(file: string): Shown[] {
  let isShell = false
  let isOther = false
  return readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      const fence = /^```(\w*)/.exec(text)
      if (fence !== null) {
        const isEnd = isShell || isOther
        isShell = !isEnd && fence[1] === 'sh'
        isOther = !isEnd && fence[1] !== 'sh'
        return []
      }
      const found = isShell
        ? [text]
        : isOther
          ? []
          : [...text.matchAll(/`(npm [^`]+)`/g)].map(([, command]) => command ?? '')
      return found
        .filter((command) => command.trim() !== '')
        .map((command) => {
          const [shown = '', comment = ''] = command.split(/\s+# /)
          return { file, line: index + 1, command: shown, comment }
        })
    })
}

/** The documents in order of their names, but that of accounts is the last: it deletes the account whose token the others use. */
const isOfAccounts = (file: string): boolean => file === 'docs/accounts.md'
/** Documents whose commands take minutes: the tests of releases, exports, operations and goldens run most of them too. */
const AT_NIGHT = ['docs/exports.md', 'docs/operations.md', 'docs/releases.md', 'docs/settings.md']
const documents = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)]
  .filter((name) => name.endsWith('.md') && (TAKES_ALL || !AT_NIGHT.includes(name)))
  .toSorted((one, other) => Number(isOfAccounts(one)) - Number(isOfAccounts(other)))
const all = documents.flatMap(commandsOf)

/** The test that runs lines of README.md, releases.md and operations.md in a network of its own. */
const LINES = 'test/rehearsal/lines.long.test.ts runs such a line'

/** Commands that do not run here, and the reason. */
const NOT_RUN: readonly (readonly [RegExp, string])[] = [
  [/^npm ci$/, 'it would install from the registry over these modules; .ci/run does'],
  [/^npm test$/, 'it is running'],
  [
    /^npm install \/tmp\/packages/,
    'it would install over these modules; test/apps/library installs what is packed',
  ],
  [
    /^npm install NAME$/,
    'a reader puts a name there; test/apps/library/registry.long.test.ts asks a registry by it',
  ],
  [/^npm run package /, 'test/apps/library packs them, and installs and runs what is packed'],
  [
    /tzref -- history pipeline\/embedded/,
    'the tarballs and the data of moment-timezone are not here; test/apps/site/pages/news reads what it made',
  ],
  [/tzref -- slugs update/, 'half a minute; test/pipeline/sources/lock-cities extends a registry'],
  [/tzref -- build(?: --activate)?$/, `a minute; ${LINES}`],
  [/^npm link/, `it changes the machine; ${LINES}`],
  [/^npm run (?:bench|long)/, 'minutes of work'],
  [/^npm run tzref -- lock --channel upstream/, `it asks hosts of others; ${LINES}`],
  [/tzref -- export cell/, 'half a minute each; test/pipeline/export/engines.long.test.ts runs them'],
  [
    /tzref -- export (?:geojson|geoparquet|postgis)/,
    'half a minute; test/pipeline/export/geometry writes and reads these files',
  ],
  [/tzref -- doctor/, `it would find fault with this machine; ${LINES}`],
  [/tzref -- export web/, 'test/apps/library/web-host.long.test.ts runs it'],
  [/tzref -- runtime/, `it would find fault with a runtime of this machine; ${LINES}`],
  [/accounts\.sqlite\.schema-/, `no older version was here to leave a copy; ${LINES}`],
  [/^duckdb /, 'DuckDB is no package of Debian; test/apps/moved/command reads what it writes'],
  [/--host unix:/, `this test asks ports; ${LINES}`],
  [/postgres:\/\//, `the example names a host; ${LINES}`],
  [/--limits redis/, `the example names a port that may be taken; ${LINES}`],
]

const artifactId = basename(inject('embeddedArtifact'))
/** A folder with an artifact without boundaries, so that a server starts fast. */
const SMALL = 'small'
let clone = ''
let releases: Host | undefined
let server: Awaited<ReturnType<typeof start>> | undefined
let token = ''
/** The public key that a command of the documents made. */
let publisherKey = ''

/** Starts a command that serves, and waits for its first answer. */
async function start(
  command: string,
  [port, opsPort]: readonly [number, number],
  env: Record<string, string> = {},
) {
  const child = spawn('bash', ['-c', command], {
    cwd: clone,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, TZREF_PORT: `${port}`, TZREF_OPS_PORT: `${opsPort}` },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (let left = MOST_LOOKS; ; left--) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/timezones`).catch(() => null)
    if (answer !== null) break
    if (left === 0 || child.exitCode !== null) {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      throw new Error(`${command} does not serve:\n${stderr}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    stdout: () => stdout,
    port,
    async end() {
      // The shell, npm and the server are one process group.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}

/** Commands that ran already, with the exports before them. */
const ran = new Set<string>()

/** Variables that the current shell block exported, for its next lines. */
let exported: { file: string; line: number; env: Record<string, string> } = { file: '', line: 0, env: {} }

/** Runs a line. This process meanwhile serves releases. */
function shell(
  command: string,
  env: Record<string, string> = {},
): Promise<{ status: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const options = { cwd: clone, env: { ...process.env, ...env }, maxBuffer: 1 << 27 }
    execFile('bash', ['-c', command], options, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    )
  })
}

beforeAll(async () => {
  clone = mkdtempSync(join(tmpdir(), 'tzref-docs-'))
  // Leaves out what a build made. Also leaves out the accounts of a server that ran here: only the first start prints its token.
  const left = ['node_modules', 'dist', '.cache', '.git', 'coverage', 'public', 'mail']
  for (const name of readdirSync(ROOT)) {
    if (!left.includes(name) && !name.startsWith('accounts.sqlite'))
      cpSync(join(ROOT, name), join(clone, name), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
  const artifact = inject('embeddedArtifact')
  mkdirSync(join(clone, 'dist'))
  cpSync(artifact, join(clone, 'dist', basename(artifact)), { recursive: true })
  const tzref = (...args: string[]): string =>
    execFileSync(process.execPath, ['tzref.js', ...args], { cwd: clone, encoding: 'utf8' })
  const dist = join(clone, SMALL, 'dist')
  const small = basename(copyWithoutBoundaries(artifact, dist))
  pointCurrentAt(dist, small)
  cpSync(join(clone, SMALL, 'dist', small), join(clone, 'dist', small), { recursive: true })
  // The artifact before this one, for `rollback`.
  pointCurrentAt(join(clone, 'dist'), small)
  tzref('activate', artifactId)
  writeFileSync(join(clone, 'events.csv'), 'zone,wall\nEurope/Berlin,2027-03-28T09:00\n')
  writeFileSync(join(clone, 'points.csv'), 'lat,lon\n52.52,13.405\n-33.87,151.21\n')
  writeFileSync(join(clone, 'stops.txt'), 'stop_id,stop_lat,stop_lon\na,52.52,13.405\nb,-33.87,151.21\n')
  writeFileSync(
    join(clone, 'track.gpx'),
    '<gpx><wpt lat="52.52" lon="13.405"><time>2026-07-01T09:00:00Z</time></wpt></gpx>\n',
  )
  // A curl that prints the answer, then its status on its own line.
  mkdirSync(join(clone, 'bin'))
  writeFileSync(
    join(clone, 'bin/curl'),
    `#!/bin/sh\nexec ${execFileSync('which', ['curl'], { encoding: 'utf8' }).trim()} -s -w '\\n%{http_code}\\n' "$@"\n`,
    {
      mode: 0o755,
    },
  )
  server = await start('npm start', await freePorts())
  // The server prints its greeting with the token after it gives the first answer. CI once asked in between.
  while (!server.stdout().includes('curl')) await new Promise((resolve) => setTimeout(resolve, 50))
  token = /tzr_\w+/.exec(server.stdout())?.[0] ?? ''
  releases = await startStatic(join(clone, 'public/releases'))
})

afterAll(async () => {
  // After a failed set-up there is no server.
  await server?.end()
  await releases?.close()
  rmSync(clone, { recursive: true })
})

/** The command with the values that a reader fills in: ids, a token, addresses and ports of this machine. */
async function filledIn(command: string): Promise<string> {
  // A server of a document starts on the small artifact.
  const folder = command.startsWith('npm start') ? join(SMALL, 'dist') : 'dist'
  const current = readlinkSync(join(clone, folder, 'current'))
  const other =
    readdirSync(join(clone, 'dist')).find(
      (name) => name.startsWith('2026f') && !name.endsWith('.md') && name !== current,
    ) ?? current
  const firstToken = async (): Promise<string> =>
    JSON.parse((await shell('npm run -s tzref -- token list --json')).stdout)[0].id
  const tokenId = command.includes('token revoke') ? await firstToken() : ''
  return command
    .replace(/^npm ci && /, '')
    .replace('token revoke <id>', `token revoke ${tokenId}`)
    .replace('<old id>', other)
    .replace(/<(?:new )?id>/, current)
    .replace('tzr_…', token)
    .replace('ed25519:…', publisherKey)
    .replace('http://127.0.0.1:8080', `http://127.0.0.1:${server?.port}`)
    .replace('https://releases.example.org/tzref/', `${releases?.url}/`)
    .replace(/--host (?:0\.0\.0\.0|::1)/, '--host 127.0.0.1')
}

test('the walk saw the documents', () => {
  expect(all.length).toBeGreaterThan(40)
  expect(new Set(all.map(({ file }) => file)).size).toBeGreaterThan(3)
})

test.each(all)('$file:$line $command', async ({ file, line, command, comment }) => {
  const reason = NOT_RUN.find(([pattern]) => pattern.test(command))?.[1]
  if (reason !== undefined) {
    leftOut(`${file}:${line} ${command}`, `a safe way: ${reason}`)
    // The command must at least exist.
    const words = /^npm run (?:-s )?tzref -- ([a-z]+(?: (?:update|show))?)/.exec(command)?.[1]
    if (words !== undefined)
      expect((await shell(`npm run -s tzref -- ${words} --help`)).status, words).toBe(0)
    return
  }
  const filled = await filledIn(command)
  // Exports count only for the lines directly after them.
  if (exported.file !== file || exported.line !== line - 1) exported = { file, line, env: {} }
  exported = { ...exported, line }
  const [, name, value] = /^export (\w+)=(\S+)$/.exec(filled) ?? []
  if (name !== undefined && value !== undefined) {
    exported.env[name] = value
    return
  }
  // Another document may have the same command with the same settings. It runs once.
  const state = JSON.stringify([filled, exported.env])
  if (ran.has(state)) return
  ran.add(state)
  if (filled.startsWith('npm start')) {
    const ports = await freePorts()
    const own = filled.replace(/--port \d+/, `--port ${ports[0]}`)
    const served = await start(
      `${own} ${own.includes(' -- ') ? '' : '-- '}--dist ${SMALL}/dist`,
      ports,
      exported.env,
    )
    await served.end()
    return
  }
  const { status, stdout, stderr } = await shell(filled, {
    ...exported.env,
    PATH: `${join(clone, 'bin')}:${process.env['PATH']}`,
    BASE: `http://127.0.0.1:${server?.port}/v1`,
    AUTH: `Authorization: Bearer ${token}`,
  })
  expect([status, stderr], filled).toEqual([0, expect.not.stringMatching(/^tzref: | at .*:\d+:\d+\)?$/m)])
  publisherKey = /^ed25519:\S+/m.exec(stdout)?.[0] ?? publisherKey
  // When the comment begins with a status, the answer must have it.
  if (filled.startsWith('curl '))
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(/^\d{3}\b/.exec(comment)?.[0] ?? '200')
  // The next sections need an account, and the boundaries.
  if (filled.includes('account delete'))
    await prepare('npm run -s tzref -- account create --email a@example.org --verified')
  // The account that was taken back has another address now.
  if (filled.includes('account unfreeze')) {
    await prepare('npm run -s tzref -- account create --email a@example.org --verified')
  }
  if (filled.includes('tzref -- rollback')) await prepare(`npm run -s tzref -- activate ${artifactId}`)
  // The document tells the reader to add a plan to the file.
  if (filled.startsWith('cp ') && filled.endsWith('plans.json')) addPlan(join(clone, 'plans.json'))
})

/** Makes what the next section needs. */
async function prepare(command: string): Promise<void> {
  const { status, stderr } = await shell(command)
  expect([status, stderr], command).toEqual([0, expect.anything()])
}

function addPlan(path: string): void {
  const { plans }: { plans: Record<string, unknown>[] } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(
    path,
    JSON.stringify({ plans: [...plans, { ...plans[0], id: 'internal', name: 'Internal' }] }),
  )
}
