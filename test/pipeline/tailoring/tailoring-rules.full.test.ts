// Zones held at an older release, and an overlay: pinned, rebuilt to the same bytes, named with every release, refused if they contradict.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openClocks } from '#core/artifact/clocks.ts'
import { openHistory } from '#core/artifact/history.ts'
import { CLOCKS, HISTORY } from '#core/artifact/layout.ts'
import { ROOT } from '#open/program/root.ts'
import { readManifest } from '#open/manifest.ts'
import { build, type Built } from '#pipeline/assemble/build.ts'
import { compileTz } from '#pipeline/assemble/compile.ts'
import { readTzSources } from '#pipeline/assemble/sources.ts'
import { compileFiles } from '#pipeline/assemble/release-clocks.ts'
import { registerLock } from '#pipeline/commands/lock.ts'
import { diff } from '#pipeline/compare/release-diff.ts'
import { diffMarkdown } from '#pipeline/compare/notes.ts'
import { feedsOf } from '#pipeline/compare/feed.ts'
import { publish } from '#pipeline/delivery/publish.ts'
import { silent } from '#pipeline/report.ts'
import { lockDiffers, readLock, writeLock } from '#pipeline/sources/lock.ts'
import { makeLock, olderReleases } from '#pipeline/sources/make-lock.ts'
import { withTailoring, type TailoringOptions } from '#pipeline/tailoring/lock.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import { versionOf } from '#apps/packages/data.ts'
import { CURRENT_ARTIFACT } from '#apps/cli/current-artifact.ts'
import { registerZone } from '#apps/cli/zone.ts'
import { comparedChanges, shownOffsets } from '../../support/oracles/against-zic.ts'
import { leftOut } from '../../support/left-out.ts'
import { filesOf, releaseWorld, type ReleaseWorld } from '../../support/worlds/release-world.ts'
import { openService, type Service } from '../../support/worlds/service.ts'
import { tarballOf, tarOf, throwawayKey } from '../../support/worlds/signed-release.ts'
import { SMALL_RELEASES } from '../../support/worlds/small-release.ts'
import { oracleOf, WITHOUT_ORACLE } from '../../support/oracles/zic-oracle.ts'
import { serves, upstreamServer } from '../../support/servers/upstream-server.ts'
import { writtenBy } from '../../support/worlds/written.ts'

const HOLD = 'America/Edmonton=2030a'
/** Berlin with the Rules of 2030b, and other ones by decree from 2031. */
const RULES = `Rule EU 1981 max - Mar lastSun 1:00u 1:00 S
Rule EU 1996 2030 - Oct lastSun 1:00u 0 -
Rule EU 2031 max - Nov lastSun 1:00u 0 -
`
const BERLIN = `Zone Europe/Berlin 0:53:28 - LMT 1893 Apr
  1:00 EU CE%sT
`
const OVERLAY = `# overlay 2030b: Decree 12 of 7 July
${RULES}${BERLIN}`

if (WITHOUT_ORACLE !== null) leftOut('a held zone and an overlay against zic', 'zic and zdump')

let world: ReleaseWorld
let held = ''
let overlay = ''
let built: Built
beforeAll(async () => {
  world = releaseWorld()
  held = join(world.root, 'tzdata2030a.tar.gz')
  writeFileSync(held, tarballOf('2030a'))
  overlay = join(world.root, 'berlin.zi')
  writeFileSync(overlay, OVERLAY)
  built = await buildOf(await lockOf({ hold: [HOLD], held: [held], overlay }), world.dist)
}, 60_000)
afterAll(() => world.remove())

const lockOf = (options: TailoringOptions) =>
  withTailoring(world.root, readLock(world.lock('2030b')), options, null)

async function buildOf(lock: Awaited<ReturnType<typeof lockOf>>, dist: string): Promise<Built> {
  const path = join(world.root, 'tailored.lock')
  writeLock(path, lock)
  return build({ root: world.root, lock: path, dist, activate: false, report: silent })
}

/** Locks and compiles. Returns the message of the refusal. */
async function refusal(options: TailoringOptions): Promise<string> {
  try {
    compileTz(readTzSources(world.root, await lockOf(options)), silent)
    return 'nothing was refused'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** An overlay with other content, or for another release. */
const overlayOf = (text: string): { overlay: string } => {
  const path = join(world.root, 'other.zi')
  writeFileSync(path, text)
  return { overlay: path }
}

describe('a release with held zones and an overlay', () => {
  test('whose lines end with CRLF, as editors on Windows write them, is built', async () => {
    const dist = join(world.root, 'crlf')
    const { directory } = await buildOf(await lockOf(overlayOf(OVERLAY.replaceAll('\n', '\r\n'))), dist)
    expect(verifyArtifact(directory)).toEqual([])
  })

  test('is in the lock, the manifest, the id and the clocks, and verified', async () => {
    const lock = await lockOf({ hold: [HOLD], held: [held], overlay })
    expect(lock.tz).toMatch(/^2030b\+hold\.overlay\.[0-9a-f]{8}$/)
    expect(lock.sources.filter(({ part }) => part === 'hold' || part === 'overlay')).toMatchObject([
      { name: '2030a/tzdata2030a.tar.gz', path: 'tzdata2030a.tar.gz' },
      { name: 'berlin.zi', path: 'berlin.zi' },
    ])
    const manifest = readManifest(built.directory)
    expect(manifest).toMatchObject({
      tz: lock.tz,
      hold: { 'America/Edmonton': '2030a' },
      overlay: { file: 'berlin.zi', reason: 'Decree 12 of 7 July', zones: ['Europe/Berlin'] },
    })
    expect(built.id).toMatch(/^2030b\.hold\.overlay\.[0-9a-f]{8}-none-[0-9a-f]{8}$/)
    expect(openClocks(readFileSync(join(built.directory, CLOCKS))).release).toBe(lock.tz)
    expect(verifyArtifact(built.directory)).toEqual([])
    expect(lockDiffers(lock, manifest)).toBe(false)
    expect(lockDiffers(readLock(world.lock('2030b')), manifest)).toBe(true)
  })

  test('is built to the same bytes again', async () => {
    const again = await buildOf(
      await lockOf({ hold: [HOLD], held: [held], overlay }),
      join(world.root, 'again'),
    )
    expect(again.id).toBe(built.id)
    for (const name of readdirSync(built.directory))
      expect(readFileSync(join(again.directory, name)), name).toEqual(
        readFileSync(join(built.directory, name)),
      )
  })

  test('has another name for other zones, other releases and other texts', async () => {
    const names = await Promise.all(
      [
        {},
        { hold: [HOLD], held: [held] },
        { hold: ['Africa/Casablanca=2030a'], held: [held] },
        { overlay },
        { hold: [HOLD], held: [held], overlay },
        overlayOf(`${OVERLAY}# a comment\n`),
      ].map(async (options) => (await lockOf(options)).tz),
    )
    expect(names[0]).toBe('2030b')
    expect(new Set(names).size).toBe(names.length)
    expect(versionOf(names[1] ?? '')).toMatch(/^1\.203002\.0-hold-[0-9a-f]{8}$/)
  })

  test.skipIf(WITHOUT_ORACLE !== null)(
    'shows what zic makes of the two releases and the overlay',
    { timeout: 60_000 },
    async () => {
      const sourceOf = (release: keyof typeof SMALL_RELEASES): string =>
        Object.entries(SMALL_RELEASES[release].files)
          .filter(([name]) => !name.endsWith('.tab') && name !== 'version')
          .map(([, text]) => text)
          .join('')
      const theirs = {
        release: oracleOf(sourceOf('2030b')),
        held: oracleOf(sourceOf('2030a')),
        overlay: oracleOf(OVERLAY),
      }
      const clocks = openClocks(readFileSync(join(built.directory, CLOCKS)))
      const names = [...clocks.zoneIds, 'Canada/Mountain', 'Asia/Katmandu']
      const idsOf = {
        held: ['America/Edmonton', 'Canada/Mountain'],
        overlay: ['Europe/Berlin'],
        release: names.filter((id) => !['America/Edmonton', 'Canada/Mountain', 'Europe/Berlin'].includes(id)),
      }
      try {
        for (const from of ['release', 'held', 'overlay'] as const) {
          const expected = await theirs[from].changesOf(idsOf[from])
          for (const id of idsOf[from])
            expect(shownOffsets(comparedChanges(clocks.zone(id) ?? expect.fail(id))), id).toEqual(
              shownOffsets(expected.get(id) ?? []),
            )
        }
      } finally {
        for (const oracle of Object.values(theirs)) oracle.remove()
      }
    },
  )
})

describe('held zones and overlays are named', () => {
  let service: Service
  beforeAll(async () => void (service = await openService(built.directory)))
  afterAll(() => service.close())

  test('in every answer, on the page of a zone and on the page of releases', async () => {
    const { tz } = readManifest(built.directory)
    for (const path of ['/timezones/Europe/Berlin', '/timezones', '/timezones/Asia/Kathmandu'])
      expect((await service.ask(path)).body.meta.tzdb_version, path).toBe(tz)
    const page = async (url: string): Promise<string> => (await service.app.inject({ url })).payload
    const [berlin, edmonton, kathmandu] = [
      await page('/timezones/Europe/Berlin'),
      await page('/timezones/America/Edmonton'),
      await page('/timezones/Asia/Kathmandu'),
    ]
    expect(berlin).toContain('This server changed this zone: by the overlay berlin.zi: Decree 12 of 7 July')
    expect(berlin).toContain('berlin.zi:3')
    expect(edmonton).toContain('This server changed this zone: held at tz 2030a')
    expect(edmonton).toContain('2030a/northamerica:4')
    expect(kathmandu).not.toContain('This server changed this zone')
    expect(await page('/releases')).toContain('America/Edmonton: held at tz 2030a.')
  })

  test('by `tzref zone`, with the lines that decide', async () => {
    const shown = async (id: string) => {
      const args = ['zone', id, '--at', '2031-01-01T00:00:00Z', '--json', '--dist', world.dist]
      return JSON.parse(await writtenBy({ zone: (command) => registerZone(command, CURRENT_ARTIFACT) }, args))
    }
    const edmonton = await shown('Canada/Mountain')
    const kathmandu = await shown('Asia/Kathmandu')
    expect(edmonton.tailored).toBe('held at tz 2030a')
    expect(edmonton.why.map(({ file }: { file: string }) => file)).toEqual([
      '2030a/northamerica',
      '2030a/northamerica',
    ])
    expect(kathmandu).not.toHaveProperty('tailored')
  })

  test('in the notes of what changed', () => {
    const { directory } = world.build('2030b', join(world.root, 'plain'))
    const notes = diffMarkdown(diff(directory, built.directory))
    const { tz } = readManifest(built.directory)
    expect(notes).toContain(`# 2030b to ${tz}`)
    expect(notes).toContain(`In ${tz}, changed by the operator: America/Edmonton: held at tz 2030a.`)
    expect(notes).toContain(
      'America/Edmonton: -07:00 (MST) from 2030-11-03T08:00:00+00:00, not -06:00 (CST).',
    )
    expect(notes).toContain('Europe/Berlin: +02:00 (CEST, daylight saving) from 2031-10-26T01:00:00+00:00')
    expect(notes.split('\n').filter((line) => line.includes('Casablanca'))).toEqual([])
  })

  test('in the index, the history and the feed of a publisher', () => {
    const folder = join(world.root, 'public')
    const index = publish([built.directory], folder, { keys: [], at: new Date('2030-07-09T00:00:00Z') })
    expect(index.releases).toMatchObject([{ id: built.id, tz: readManifest(built.directory).tz }])
    const history = openHistory(readFileSync(join(folder, HISTORY)))
    expect(history.releases).toEqual([readManifest(built.directory).tz])
    expect(feedsOf(index, history).atom).toContain(`<title>tz release ${readManifest(built.directory).tz}<`)
  })
})

describe('contradictions are refused:', () => {
  test.each<[string, TailoringOptions | (() => TailoringOptions), string]>([
    ['an unknown zone', { hold: ['Mars/Olympus=2030a'] }, 'tz release 2030b has no such zone'],
    [
      'another name of a zone',
      { hold: ['Canada/Mountain=2030a'] },
      'in tz release 2030b that is another name of America/Edmonton',
    ],
    ['a text that is not a hold', { hold: ['America/Edmonton'] }, 'expected a zone and a release'],
    ['a zone held twice', { hold: [HOLD, 'America/Edmonton=2030b'] }, 'given twice'],
    [
      'an overlay of an unknown zone',
      () => overlayOf('# overlay 2030b: why\nZone Mars/Olympus 0 - UTC\n'),
      '--overlay Mars/Olympus: tz release 2030b has no such zone',
    ],
    [
      'an overlay older than the release',
      () => overlayOf(OVERLAY.replace('2030b', '2030a')),
      'it was made for tz 2030a, and 2030b is being built: check whether the release already has this change',
    ],
    [
      'an overlay newer than the release',
      () => overlayOf(OVERLAY.replace('2030b', '2030c')),
      'it was made for tz 2030c, and 2030b is being built',
    ],
    [
      'hold and overlay of one zone',
      () => overlayOf(`# overlay 2030b: why\nZone America/Edmonton -7 - MST\n`),
      'America/Edmonton is held and also in the overlay: expected one of the two',
    ],
    [
      'an overlay that does not say why',
      () => overlayOf(`${RULES}${BERLIN}`),
      'other.zi:1: found "Rule EU 1981 max - Mar lastSun 1:00u 1:00 S"; an overlay begins with',
    ],
    [
      'an overlay with a byte order mark',
      () => overlayOf(`\uFEFF${OVERLAY}`),
      'other.zi:1: found a byte order mark before "# overlay 2030b',
    ],
    ['an overlay without a Zone', () => overlayOf(`# overlay 2030b: why\n`), 'other.zi: found no Zone'],
    [
      'Rules that no Zone of the overlay has',
      () => overlayOf(`# overlay 2030b: why\n${RULES}Zone Europe/Berlin 1:00 - CET\n`),
      'other.zi:2: Rule EU: no Zone of the overlay has these Rules',
    ],
    [
      'Rules that nobody has',
      () => overlayOf('# overlay 2030b: why\nZone Europe/Berlin 1:00 Mars CE%sT\n'),
      'other.zi:2: Zone Europe/Berlin: RULES names "Mars", but there is no Rule of that name',
    ],
    [
      'a Link',
      () => overlayOf(`# overlay 2030b: why\nLink Europe/Berlin Mars/Olympus\n${BERLIN}`),
      'other.zi:2: Link Mars/Olympus: an overlay corrects zones, and cannot add names',
    ],
    [
      'an unknown line',
      () => overlayOf('# overlay 2030b: why\nZone Europe/Berlin 1:00 CET\n'),
      'other.zi:2: Zone Europe/Berlin: found 4 fields',
    ],
    [
      'a zone that the older release has not',
      () => {
        const cut = filesOf('2030a')
        cut.set('asia', Buffer.from('# no zones\n'))
        cut.set('zone.tab', Buffer.from(String(cut.get('zone.tab')).replace(/^NP.*\n/m, '')))
        const path = join(world.root, 'tzdata2030a.cut.tar.gz')
        writeFileSync(path, gzipSync(tarOf(cut)))
        return { hold: ['Asia/Kathmandu=2030a'], held: [path] }
      },
      '--hold Asia/Kathmandu=2030a: tz release 2030a has no such zone',
    ],
    [
      'a release that is not older',
      () => {
        const path = join(world.root, 'tzdata2030b.tar.gz')
        writeFileSync(path, tarballOf('2030b'))
        return { hold: ['America/Edmonton=2030b'], held: [path] }
      },
      'a zone is held at a release before 2030b, which is being built',
    ],
  ])('%s', async (_, options, expected) => {
    const given = typeof options === 'function' ? options() : options
    const all = { hold: [HOLD], held: [held], ...given }
    expect(await refusal(all)).toContain(expected)
  })

  test('a held release without a tarball, and a tarball without held zones', async () => {
    expect(await refusal({ hold: [HOLD] })).toContain('give its tarball (--held tzdata2030a.tar.gz)')
    expect(await refusal({ held: [held] })).toContain(
      'there is a tarball of tz 2030a, but no zone is held at it',
    )
  })

  test('a lock that was edited by hand', async () => {
    const lock = await lockOf({ hold: [HOLD], held: [held] })
    const compiled = (changed: Partial<typeof lock>) => () =>
      compileTz(readTzSources(world.root, { ...lock, ...changed }), silent)
    expect(compiled({ tz: '2030b' })).toThrow('the lock says tz 2030b, its sources are release 2030b+hold.')
    expect(compiled({ hold: { 'America/Edmonton': '2029z' } })).toThrow('the lock says tz 2030b+hold.')
    writeFileSync(held, `${readFileSync(held, 'latin1')}x`, 'latin1')
    expect(compiled({})).toThrow('the lock pins')
    writeFileSync(held, tarballOf('2030a'))
  })
})

test('the older release is fetched from upstream and its signature is checked, like the newest one', async () => {
  const key = await throwawayKey()
  const server = await upstreamServer()
  const cache = mkdtempSync(join(tmpdir(), 'tzref-tailoring-'))
  try {
    for (const release of ['2030a', '2030b'] as const) {
      const path = `/releases/tzdata${release}.tar.gz`
      const signedAt = new Date(`${SMALL_RELEASES[release].referenceDate}T10:00:00Z`)
      server.answers.set(path, serves(tarballOf(release)))
      server.answers.set(`${path}.asc`, serves(Buffer.from(await key.sign(tarballOf(release), signedAt))))
    }
    vi.stubEnv('TZREF_CACHE', cache)
    const upstream = { cache, signer: key.signer, now: new Date('2030-11-20'), report: silent }
    const options = {
      channel: 'upstream',
      tz: '2030b',
      boundaries: 'none',
      tzUrl: `${server.url}/releases/tzdata{release}.tar.gz`,
      hold: [HOLD],
    } as const
    const plain = await makeLock(ROOT, options, upstream)
    const lock = await withTailoring(ROOT, plain, options, olderReleases(options, upstream))
    expect(lock.sources.map(({ name, part }) => `${part} ${name}`)).toEqual([
      'tz tzdata2030b.tar.gz',
      'tz tzdata2030b.tar.gz.asc',
      'hold 2030a/tzdata2030a.tar.gz',
      'hold 2030a/tzdata2030a.tar.gz.asc',
    ])
    const { tables } = compileTz(readTzSources(ROOT, lock), silent)
    const older = compileFiles(new Map(Object.entries(SMALL_RELEASES['2030a'].files)))
    const clockOf = (zones: readonly { readonly id: string; readonly starts: readonly number[] }[]) =>
      zones.find(({ id }) => id === 'America/Edmonton')?.starts
    expect(clockOf(tables.zones.map(({ compiled }) => compiled))).toEqual(clockOf(older.zones))
  } finally {
    await server.close()
    vi.unstubAllEnvs()
    rmSync(cache, { recursive: true, force: true })
  }
})

test(
  'the command writes no lock when it refuses, and otherwise says what it held',
  { timeout: 60_000 },
  async () => {
    const out = join(world.root, 'command.lock')
    const run = (...args: string[]): Promise<string> =>
      writtenBy({ lock: registerLock }, ['lock', ...args, '--out', out])
    await expect(run('--hold', 'Asia/Beirut=2023a')).rejects.toMatchObject({ exitCode: 2 })
    await expect(run('--hold', 'Asia/Beirut=2026f')).rejects.toMatchObject({
      exitCode: 2,
      message: '--hold Asia/Beirut=2026f: a zone is held at a release before 2026f, which is being built',
    })
    expect(() => readLock(out)).toThrow('found no such file')
    const fixture = join(ROOT, 'test/fixtures/overlay.zi')
    expect(await run('--overlay', fixture)).toContain('Asia/Beirut: by the overlay overlay.zi: a decree')
    expect(readLock(out).tz).toMatch(/^2026f\+overlay\.[0-9a-f]{8}$/)
  },
)
