// The program at the command line: the modules it loads, relative paths, a reader that ends early, and threads.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { someOf } from '../../support/how-many.ts'
import { leftOut } from '../../support/left-out.ts'
import { findTool } from '../../support/oracles/zic-oracle.ts'
import packageJson from '../../../package.json' with { type: 'json' }

/** The rooms of the code. */
const ROOMS = Object.values(packageJson.imports).map((path) => dirname(path))
const DIST = ['--dist', join(inject('embeddedArtifact'), '..')]

function run(args: readonly string[], env: Record<string, string> = {}, cwd: string = ROOT) {
  return spawnSync(process.execPath, [join(ROOT, 'tzref.js'), ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 1 << 26,
  })
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'tzref-start-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

/** Prints each loaded module on stderr. */
const TELL = `
import { register } from 'node:module'
const hooks = \`export async function resolve(specifier, context, next) {
  const found = await next(specifier, context)
  process._rawDebug('LOAD ' + found.url)
  return found
}\`
register('data:text/javascript,' + encodeURIComponent(hooks))`

test.each([['--version'], ['--help'], ['help']])('%s loads no command', (asked) => {
  run(['--version'])
  const tell = join(folder(), 'tell.mjs')
  writeFileSync(tell, TELL)
  const { stdout, stderr, status } = run([asked], { NODE_OPTIONS: `--import=${tell}` })
  expect(status).toBe(0)
  expect(stdout).toMatch(/^(?:\d+\.\d+\.\d+\n$|Usage: tzref)/)
  const loaded = [...stderr.matchAll(/^LOAD (.*)$/gm)].map(([, url]) => url ?? '')
  expect(loaded.some((url) => url.includes('/commander/'))).toBe(true)
  const others = loaded.filter((url) => !/^node:|\/commander\/|\/tzref\.js$|\/chunk-\w+\.js$/.test(url))
  expect(others).toEqual([])
  // Parts that the program shares with its commands.
  expect(loaded.filter((url) => url.includes('/chunk-')).length).toBeLessThan(8)
})

test('the list of commands describes each as its own help does', () => {
  const list = run(['--help']).stdout.replace(/\n {10,}/g, ' ')
  const listed = [...list.matchAll(/^ {2}(\w+) {2,}(\S.*)$/gm)].filter(([, name]) => name !== 'help')
  expect(listed.length).toBeGreaterThan(20)
  for (const [, name = '', summary] of someOf(listed, 5)) {
    const [, description] = run(['help', name]).stdout.split('\n\n')
    expect([name, description?.replaceAll('\n', ' ')]).toEqual([name, summary])
  }
}, 120_000)

const script = findTool('script')
if (script === null) leftOut('what lookup prints on a terminal', 'script (util-linux)')
test.skipIf(script === null)(
  'lookup says on a terminal what the clock shows, and the zone alone in a pipe',
  () => {
    const point = ['lookup', '52.52', '13.405', ...DIST]
    const onTerminal = (...args: readonly string[]): string => {
      const words = [process.execPath, join(ROOT, 'tzref.js'), ...point, ...args]
      const command = words.map((word) => `'${word}'`).join(' ')
      const { stdout } = spawnSync(script ?? '', ['-qec', command, '/dev/null'], {
        encoding: 'utf8',
        input: '',
      })
      return stdout.replaceAll('\r\n', '\n')
    }
    const before = Math.floor(Date.now() / 1000)
    const said = onTerminal()
    const [, local = '', offset = ''] =
      /^Europe\/Berlin {2}(\S{19})(\+0[12]:00) {2}CES?T {2}\(Central European \w+ Time\)\n$/.exec(said) ?? []
    const at = Date.parse(local + offset) / 1000
    expect([at >= before, at <= Date.now() / 1000], said).toEqual([true, true])
    expect(run(point).stdout).toBe('Europe/Berlin\n')
    expect(onTerminal('--json')).toBe(run([...point, '--json']).stdout)
  },
)

test('help works for a subcommand, and a wrong command is refused', () => {
  expect(run(['help', 'account', 'create']).stdout).toMatch(/^Usage: tzref account create /)
  const wrong = run(['help', 'nothing'])
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining("unknown command 'nothing'")])
})

test.each([
  ['zone', ['zone', 'Europe/Dublin', ...DIST]],
  ['help', ['--help']],
  ['releases', ['releases', ...DIST]],
])('%s ends quietly when its output is closed', (_, args) => {
  // `true` reads nothing. The pause lets it end before the first byte is written.
  const { stderr, stdout } = spawnSync(
    'bash',
    ['-c', '(sleep 0.5; "$@") | true; echo ${PIPESTATUS[0]}', 'bash', process.execPath, 'tzref.js', ...args],
    { cwd: ROOT, encoding: 'utf8' },
  )
  expect([stdout, stderr]).toEqual(['0\n', ''])
})

test('a relative path starts in the user’s folder, also through npm, which runs scripts elsewhere', () => {
  const stands = folder()
  writeFileSync(join(stands, 'mine.txt'), 'not a lock')
  const through = run(['fetch', '--lock', 'mine.txt'], { INIT_CWD: stands, npm_lifecycle_event: 'tzref' })
  const straight = run(['fetch', '--lock', 'mine.txt'], {}, stands)
  expect(through.stderr).toContain('mine.txt')
  expect(through.stderr).not.toContain('ENOENT')
  expect(through.stderr).toBe(straight.stderr)
  // Default paths are below the checkout, wherever the user is.
  const help = run(['help', 'zone'], {}, stands).stdout.replace(/\s+/g, ' ')
  expect(help).toContain(`(default: ${JSON.stringify(join(ROOT, 'dist'))})`)
})

test('a changed source is compiled again, and a read-only checkout still runs, its threads too', () => {
  const copy = folder()
  for (const name of ['tzref.js', 'package.json', 'package-lock.json', ...ROOMS]) {
    cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const summary = (): string =>
    execFileSync(process.execPath, ['tzref.js', '--help'], { cwd: copy, encoding: 'utf8' }).split('\n')[2] ??
    ''
  expect(summary()).toMatch(/^Time zone reference service/)
  const program = join(copy, 'apps/cli/tzref.ts')
  writeFileSync(
    program,
    readFileSync(program, 'utf8').replace('Time zone reference service', 'Changed service'),
  )
  expect(summary()).toMatch(/^Changed service/)
  // A change in each room needs a new compilation. Otherwise old code would run. What is compiled here is a line, because the program takes
  // seconds and there are a dozen rooms.
  const [compiler, own] = [join(copy, 'apps/cli/compile.js'), readFileSync(join(copy, 'apps/cli/compile.js'))]
  writeFileSync(
    compiler,
    `import { writeFileSync } from 'node:fs'
export const compile = async (made) => writeFileSync(\`\${made}/tzref.js\`, '')`,
  )
  const compilations = new Set<string>()
  for (const room of ['.', ...ROOMS]) {
    writeFileSync(join(copy, room, 'added.ts'), '')
    summary()
    for (const name of readdirSync(join(copy, '.cache/compiled'))) compilations.add(name)
  }
  // The two of before, the one without a room, and one for each room.
  expect(compilations.size).toBe(3 + ROOMS.length)
  writeFileSync(compiler, own)
  // A file in place of the folder, because even root cannot write into that.
  rmSync(join(copy, '.cache'), { recursive: true })
  writeFileSync(join(copy, '.cache'), '')
  expect(summary()).toMatch(/^Changed service/)
  const points = ['tzref.js', 'lookup', '--workers', '2', ...DIST]
  const input = '52.52,13.405\n-33.87,151.21\n'
  expect(execFileSync(process.execPath, points, { cwd: copy, input, encoding: 'utf8' })).toBe(
    'Europe/Berlin\nAustralia/Sydney\n',
  )
})

test('without node_modules it says how to install them', () => {
  const copy = folder()
  for (const name of ['tzref.js', 'package.json', 'package-lock.json', 'apps/cli']) {
    cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  }
  for (const room of ROOMS) mkdirSync(join(copy, room), { recursive: true })
  const { status, stderr } = spawnSync(process.execPath, ['tzref.js'], { cwd: copy, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, 'tzref: its dependencies are not installed\n  to fix it: npm ci\n'])
})
