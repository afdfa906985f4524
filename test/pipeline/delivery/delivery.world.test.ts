// How an artifact gets to another machine: packed, published, installed, activated, rolled back, listed and pruned.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MANIFEST } from '#core/artifact/layout.ts'
import { readTar, writeTar } from '#pipeline/archive/tar.ts'
import { activate, rollback } from '#pipeline/delivery/activate.ts'
import { install } from '#pipeline/delivery/install.ts'
import { pack, publish } from '#pipeline/delivery/publish.ts'
import { prune, releases } from '#pipeline/delivery/releases.ts'
import { silent } from '#pipeline/report.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import { artifactIds, currentId } from '#open/artifact-folder.ts'
import { pointCurrentAt } from '#pipeline/write/artifact-directory.ts'
import { releaseWorld, type ReleaseWorld } from '../../support/worlds/release-world.ts'
import {
  cutsOff,
  redirects,
  serves,
  upstreamServer,
  type UpstreamServer,
} from '../../support/servers/upstream-server.ts'

const NOW = new Date('2030-03-04T10:00:00Z')

const UNSIGNED = { keys: [], at: NOW }

let world: ReleaseWorld
let built: { a: string; b: string }
/** The other machine's folder of artifacts. */
let dist = ''
let folder = ''

beforeAll(() => {
  world = releaseWorld()
  built = { a: world.build('2030a').directory, b: world.build('2030b').directory }
})
afterAll(() => world.remove())
beforeEach(() => {
  dist = join(world.root, 'elsewhere')
  folder = join(world.root, 'packed')
  for (const path of [dist, folder]) rmSync(path, { recursive: true, force: true })
  mkdirSync(folder)
})

const installFrom = (from: string, changes: { sha256?: string; activate?: boolean; id?: string } = {}) =>
  install({
    from,
    dist,
    at: NOW,
    activate: false,
    allowUnsigned: true,
    report: silent,
    limits: { attempts: 2, backoffMs: 1, maxMs: 60_000, stallMs: 60_000 },
    ...changes,
  })

const idOf = (directory: string): string => directory.split('/').at(-1) ?? ''

/** The content of the folder of artifacts, with hidden names, but without the list of activations. */
const inDist = (): string[] =>
  (existsSync(dist) ? readdirSync(dist) : []).filter((name) => !['.activations', '.pinned'].includes(name))

describe('pack', () => {
  test('the same artifact gives the same archive, with a checksum that sha256sum accepts', () => {
    const one = pack(built.b, folder)
    const bytes = readFileSync(one.archive)
    const other = pack(built.b, join(folder, 'again'))
    expect(readFileSync(other.archive).equals(bytes)).toBe(true)
    expect(
      execFileSync('sha256sum', ['--check', `${one.id}.tar.gz.sha256`], { cwd: folder }).toString(),
    ).toBe(`${one.id}.tar.gz: OK\n`)
    expect(readTar(gunzipSync(bytes)).map(({ name }) => name)).toEqual([
      MANIFEST,
      'NOTICE',
      'clocks.bin',
      'names.bin',
      'reference.sqlite',
      'tz-history.bin',
    ])
  })

  test('a damaged artifact is not packed', () => {
    const copy = world.build('2030a', join(world.root, 'damaged')).directory
    appendFileSync(join(copy, 'NOTICE'), 'x')
    expect(() => pack(copy, folder)).toThrow(/file-size/)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('install from a file', () => {
  test('an archive becomes an artifact with equal bytes; the first one is current', async () => {
    const { archive, id } = pack(built.b, folder)
    const installed = await installFrom(archive)
    expect(installed).toMatchObject({ id, existed: false, isCurrent: true })
    expect(verifyArtifact(installed.directory)).toEqual([])
    for (const file of readdirSync(built.b)) {
      expect(readFileSync(join(installed.directory, file)).equals(readFileSync(join(built.b, file)))).toBe(
        true,
      )
    }
    expect(inDist().toSorted()).toEqual([id, 'current'].toSorted())
  })

  test('a second one waits to be activated, unless an option says otherwise', async () => {
    await installFrom(pack(built.a, folder).archive)
    const { archive, id } = pack(built.b, folder)
    expect((await installFrom(archive)).isCurrent).toBe(false)
    expect(await installFrom(archive, { activate: true })).toMatchObject({
      id,
      existed: true,
      isCurrent: true,
    })
  })

  const damages: readonly [string, RegExp, (bytes: Buffer) => Buffer][] = [
    ['cut short', /archive-malformed/, (bytes) => bytes.subarray(0, bytes.length >> 1)],
    ['one bit flipped', /file-hash|archive-malformed|database-malformed/, flipped],
    ['nothing', /archive-malformed/, () => Buffer.alloc(0)],
    ['not an archive', /archive-malformed/, () => Buffer.from('x'.repeat(2000))],
    [
      'a file too many',
      /file-unlisted/,
      (bytes) => Buffer.concat([...writeTar([...readTar(bytes), { name: 'more', bytes: Buffer.from('x') }])]),
    ],
    ['a file too few', /file-missing/, (bytes) => Buffer.concat([...writeTar(readTar(bytes).slice(0, 2))])],
    ['no manifest', /archive-malformed/, (bytes) => Buffer.concat([...writeTar(readTar(bytes).slice(1))])],
  ]
  test.each(damages)(
    '%s: refused by name although the checksum agrees, and nothing is left',
    async (_what, name, damage) => {
      const { archive } = pack(built.b, folder)
      writeFileSync(archive, gzipSync(damage(gunzipSync(readFileSync(archive)))))
      rmSync(`${archive}.sha256`)
      await expect(installFrom(archive)).rejects.toThrow(name)
      expect(inDist()).toEqual([])
    },
  )

  test.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['one bit flipped', flipped],
    ['not compressed', (bytes: Buffer) => gunzipSync(bytes)],
  ])('compressed bytes that are %s: refused by name, and nothing is left', async (_what, damage) => {
    const { archive } = pack(built.b, folder)
    writeFileSync(archive, damage(readFileSync(archive)))
    rmSync(`${archive}.sha256`)
    await expect(installFrom(archive)).rejects.toThrow(/archive-malformed/)
    expect(inDist()).toEqual([])
  })

  test('a wrong checksum: refused before it is unpacked', async () => {
    const { archive } = pack(built.b, folder)
    writeFileSync(archive, flipped(readFileSync(archive)))
    await expect(installFrom(archive)).rejects.toMatchObject({ code: 'hash-mismatch' })
    rmSync(`${archive}.sha256`)
    await expect(installFrom(archive, { sha256: '0'.repeat(64) })).rejects.toMatchObject({
      code: 'hash-mismatch',
    })
    expect(existsSync(dist)).toBe(false)
  })

  test('a sha256 may be in upper case; a text that is not one is refused before anything is read', async () => {
    const { archive, sha256 } = pack(built.b, folder)
    rmSync(`${archive}.sha256`)
    await expect(installFrom(archive, { sha256: '00' })).rejects.toThrow(/--sha256 00: expected 64/)
    await expect(installFrom('http://127.0.0.1:9/x.tar.gz', { sha256: '00' })).rejects.toThrow(/--sha256 00/)
    expect((await installFrom(archive, { sha256: sha256.toUpperCase() })).existed).toBe(false)
  })

  test.each([
    ['a tz release with an invalid name', 'tz', '../../x'],
    ['an id that is a hidden name', 'id', '.partial-x-1-00000000'],
    ['an id that is a path', 'id', '../2030a-none-00000000'],
  ])('%s is refused', async (_what, key, value) => {
    const { archive } = pack(built.b, folder)
    const [manifest, ...files] = readTar(gunzipSync(readFileSync(archive)))
    const edited = { ...JSON.parse(manifest?.bytes.toString('utf8') ?? ''), [key]: value }
    const bytes = Buffer.from(`${JSON.stringify(edited, null, 2)}\n`)
    writeFileSync(archive, gzipSync(Buffer.concat([...writeTar([{ name: MANIFEST, bytes }, ...files])])))
    rmSync(`${archive}.sha256`)
    await expect(installFrom(archive)).rejects.toMatchObject({ code: 'manifest-malformed' })
    expect(existsSync(dist)).toBe(false)
  })

  test('an installed artifact that is damaged is reported and not used', async () => {
    const { archive } = pack(built.b, folder)
    const { directory } = await installFrom(archive)
    appendFileSync(join(directory, 'NOTICE'), 'x')
    await expect(installFrom(archive)).rejects.toMatchObject({ fix: expect.stringContaining('rm -r') })
  })
})

/** The archive with one bit in the middle flipped. */
function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.length >> 1
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe('publish, and install from the web', () => {
  let server: UpstreamServer
  beforeEach(async () => {
    server = await upstreamServer()
  })
  afterEach(() => server.close())

  /** Serves the folder as a plain web server would. */
  function serveFolder(): void {
    for (const name of readdirSync(folder)) {
      server.answers.set(`/tz/${name}`, serves(readFileSync(join(folder, name))))
    }
  }

  test('the index lists what is in the folder, the newest first', () => {
    const index = publish([built.a, built.b], folder, UNSIGNED)
    expect(index.releases.map(({ tz }) => tz)).toEqual(['2030b', '2030a'])
    expect(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))).toEqual(index)
    rmSync(join(folder, index.releases[0]?.archive ?? ''))
    expect(publish([], folder, UNSIGNED).releases.map(({ tz }) => tz)).toEqual(['2030a'])
  })

  test('a damaged index is refused by name', () => {
    publish([built.a], folder, UNSIGNED)
    writeFileSync(join(folder, 'index.json'), '{"format": 3,')
    expect(() => publish([], folder, UNSIGNED)).toThrow('index.json: found no index of releases of format 3')
  })

  test('the newest release of a folder is installed, or the named one', async () => {
    publish([built.a, built.b], folder, UNSIGNED)
    serveFolder()
    expect((await installFrom(`${server.url}/tz/`)).id).toBe(idOf(built.b))
    expect((await installFrom(`${server.url}/tz/index.json`, { id: idOf(built.a) })).id).toBe(idOf(built.a))
    await expect(installFrom(`${server.url}/tz`, { id: 'none' })).rejects.toThrow(/found no release none/)
  })

  test('an archive from its address is checked against the checksum beside it', async () => {
    const { archive, id } = pack(built.b, folder)
    serveFolder()
    server.answers.set('/latest.tar.gz', redirects(`/tz/${id}.tar.gz`))
    server.answers.set('/latest.tar.gz.sha256', redirects(`/tz/${id}.tar.gz.sha256`))
    expect((await installFrom(`${server.url}/latest.tar.gz`)).id).toBe(id)
    rmSync(dist, { recursive: true })
    server.answers.set('/latest.tar.gz', serves(flipped(readFileSync(archive))))
    await expect(installFrom(`${server.url}/latest.tar.gz`)).rejects.toMatchObject({ code: 'hash-mismatch' })
    server.answers.delete('/latest.tar.gz.sha256')
    await expect(installFrom(`${server.url}/latest.tar.gz`)).rejects.toMatchObject({ code: 'http-status' })
    server.answers.set('/latest.tar.gz', cutsOff(readFileSync(archive)))
    await expect(
      installFrom(`${server.url}/latest.tar.gz`, { sha256: '0'.repeat(64) }),
    ).rejects.toMatchObject({
      code: 'cut-off',
    })
    expect(inDist()).toEqual([])
  })

  test('an index with a wrong id is refused, and the size it gives can only lower the limit', async () => {
    const index = publish([built.a, built.b], folder, UNSIGNED)
    serveFolder()
    const [newest, older] = index.releases
    const serveIndex = (listed: unknown[]): void =>
      void server.answers.set(
        '/tz/index.json',
        serves(
          Buffer.from(
            JSON.stringify({ ...index, current: { ...index.current, id: newest?.id }, releases: listed }),
          ),
        ),
      )
    serveIndex([{ ...newest, archive: older?.archive, size: older?.size, sha256: older?.sha256 }])
    await expect(installFrom(`${server.url}/tz/`)).rejects.toMatchObject({ code: 'other-release' })
    serveIndex([{ ...newest, size: 100 }])
    await expect(installFrom(`${server.url}/tz/`)).rejects.toMatchObject({ code: 'too-large' })
    // A body that announces more than the limit is refused, whatever size the index names.
    serveIndex([{ ...newest, size: 2 ** 52 }])
    server.answers.set(`/tz/${newest?.archive}`, (_request, response) => {
      response.writeHead(200, { 'content-length': String(3 * 2 ** 30) })
      response.write('x')
    })
    await expect(installFrom(`${server.url}/tz/`)).rejects.toMatchObject({ code: 'too-large' })
    expect(inDist()).toEqual([])
  })

  test('a file that is not an index is refused', async () => {
    server.answers.set('/tz/index.json', serves(Buffer.from('{"format":1}')))
    await expect(installFrom(`${server.url}/tz/`)).rejects.toThrow(/found no index/)
  })
})

describe('activate, rollback, releases and prune', () => {
  beforeEach(async () => {
    for (const directory of [built.a, built.b]) await installFrom(pack(directory, folder).archive)
  })
  const [a, b] = [() => idOf(built.a), () => idOf(built.b)]

  test('rollback goes back to what was current before', () => {
    activate(dist, b(), NOW)
    expect(rollback(dist, NOW)).toBe(a())
    expect(currentId(dist)).toBe(a())
    expect(() => rollback(dist, NOW)).toThrow(/no earlier one is still there/)
  })

  test('a process that is killed between moving the link and recording it loses nothing', () => {
    activate(dist, b(), NOW)
    writeFileSync(join(dist, '.activations'), `${a()}\n${b().slice(0, 4)}`)
    expect(rollback(dist, NOW)).toBe(a())
  })

  test('rollback skips removed artifacts, and never activates a damaged one', () => {
    activate(dist, b(), NOW)
    appendFileSync(join(dist, a(), 'NOTICE'), 'x')
    expect(() => rollback(dist, NOW)).toThrow(/file-size/)
    expect(currentId(dist)).toBe(b())
    rmSync(join(dist, a()), { recursive: true })
    expect(() => rollback(dist, NOW)).toThrow(/no earlier one is still there/)
  })

  test('activate refuses missing and damaged artifacts', () => {
    for (const id of ['nowhere', '..', '.', 'current', `../elsewhere/${b()}`]) {
      expect(() => activate(dist, id, NOW)).toThrow(/no artifact/)
    }
    rmSync(join(dist, b(), 'NOTICE'))
    expect(() => activate(dist, b(), NOW)).toThrow(/file-missing/)
    expect(currentId(dist)).toBe(a())
  })

  test('releases lists the current one first and names those that cannot be opened', () => {
    activate(dist, b(), NOW)
    writeFileSync(join(dist, a(), MANIFEST), '{')
    expect(
      releases(dist).map(({ id, current, activated, problem }) => ({ id, current, activated, problem })),
    ).toEqual([
      { id: b(), current: true, activated: 0, problem: null },
      { id: a(), current: false, activated: 1, problem: 'manifest-malformed' },
    ])
  })

  test('prune always keeps the current one', () => {
    activate(dist, b(), NOW)
    pointCurrentAt(dist, a())
    expect(prune(dist, 2)).toEqual([])
    expect(prune(dist, 1)).toEqual([b()])
    expect(artifactIds(dist)).toEqual([a()])
    expect(prune(dist, 1)).toEqual([])
  })

  test('prune without a current artifact keeps the newest', () => {
    rmSync(join(dist, 'current'))
    rmSync(join(dist, '.activations'))
    expect(prune(dist, 1)).toEqual([a()])
  })
})
