// The programs of the packages: `tzref`, which asks tzref-data, and `tzref-server`, both as they are installed outside the checkout.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ROOT } from '#cli/root.ts'
import { emptyProject, packInto, type EmptyProject } from '../support/empty-project.ts'
import { startServerProcess } from '../support/server-process.ts'

const AT = '2026-07-01T12:00:00Z'

let project: EmptyProject
beforeAll(() => {
  project = emptyProject(['tzref', 'tzref-data'], inject('embeddedArtifact'))
})
afterAll(() => project.remove())

/** What a program prints where the project is. */
const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd: project.folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

describe('tzref', () => {
  const tzref = (...args: readonly string[]): string =>
    run(join(project.folder, 'node_modules/.bin/tzref'), ...args)

  test('answers from tzref-data what the checkout answers from its artifact', () => {
    for (const question of [
      ['zone', 'Europe/Dublin', '--at', AT, '--json'],
      ['zone', 'asia/calcutta', '--at', '1930-01-01T00:00:00Z'],
      ['convert', '2026-03-29 02:30', 'Berlin', 'Asia/Tokyo', 'JST', '--json'],
    ]) {
      const dist = join(inject('embeddedArtifact'), '..')
      const own = run(process.execPath, join(ROOT, 'tzref.js'), ...question, '--dist', dist)
      expect(tzref(...question)).toBe(own)
    }
    expect(run('npx', '--no-install', 'tzref', 'zone', 'Europe/Dublin')).toMatch(
      /^Europe\/Dublin \(tz 2026f\)/,
    )
  })

  test('names its commands as they are called here, and the data where there is none', () => {
    const help = tzref('zone', '--help')
    expect(help).toContain('npx --no tzref zone Europe/Dublin')
    expect(help).not.toContain('npm run')
    const asked = () => tzref('zone', 'UTC', '--data', project.folder)
    expect(asked).toThrow(/found no manifest.json, expected the files of tzref-data/)
  })
})

describe('tzref-server', () => {
  let folder: string
  let installed: string
  /** Its package, with the dependencies that it names and no others. */
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tzref-server-'))
    const [packed = ''] = packInto(join(folder, 'packed'), ['tzref-server'], inject('embeddedArtifact'))
    const modules = join(folder, 'node_modules')
    installed = join(modules, 'tzref-server')
    mkdirSync(installed, { recursive: true })
    execFileSync('tar', ['-xzf', packed, '-C', installed, '--strip-components=1'])
    const content: Record<'dependencies' | 'optionalDependencies', Record<string, string>> = JSON.parse(
      readFileSync(join(installed, 'package.json'), 'utf8'),
    )
    for (const name of Object.keys({ ...content.dependencies, ...content.optionalDependencies })) {
      mkdirSync(dirname(join(modules, name)), { recursive: true })
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const serverRuns = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [join(installed, 'tzref.js'), ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  test('knows nothing of where it was made, and names its commands as they are called', () => {
    for (const name of readdirSync(join(installed, 'compiled'))) {
      const code = readFileSync(join(installed, 'compiled', name), 'utf8')
      expect(code).not.toContain(ROOT)
      expect(code).not.toMatch(/npm run (?:-s )?tzref/)
    }
    expect(serverRuns('build', '--help')).toContain('npx --no tzref-server build --activate')
  })

  test('builds where the user stands what the checkout builds', () => {
    serverRuns('build', '--without-boundaries')
    for (const name of ['clocks.bin', 'names.bin'])
      expect(
        readFileSync(join(folder, 'dist/current', name)).equals(
          readFileSync(join(inject('embeddedArtifact'), name)),
        ),
        name,
      ).toBe(true)
    expect(serverRuns('zone', 'Europe/Dublin', '--at', AT)).toContain('IST')
  })

  test('serves /v1, the pages and their files', async () => {
    const server = await startServerProcess(
      inject('embeddedArtifact'),
      ['--accounts', join(folder, 'accounts.sqlite')],
      join(installed, 'tzref.js'),
    )
    try {
      for (const [path, status] of [
        ['/openapi.json', 200],
        ['/v1/timezones/Europe%2FDublin', 401],
        ['/', 200],
        ['/docs/guide', 200],
        ['/timezones/Europe/Dublin', 200],
      ] as const)
        expect([path, (await server.ask(path)).status]).toEqual([path, status])
      const [, style = ''] = /href="(\/assets\/style[^"]*)"/.exec((await server.ask('/')).body) ?? []
      expect((await server.ask(style)).status).toBe(200)
    } finally {
      await server.end()
    }
  })
})
