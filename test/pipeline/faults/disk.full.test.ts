// A full disk, a read-only disk, Ctrl-C, and two builds at once: a named error or one complete artifact, never a part of one.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activate } from '#pipeline/delivery/activate.ts'
import { newKey, readSigningKey } from '#pipeline/delivery/keys.ts'
import { install } from '#pipeline/delivery/install.ts'
import { pack, publish } from '#pipeline/delivery/publish.ts'
import { readIndex } from '#pipeline/delivery/release-index.ts'
import { prune } from '#pipeline/delivery/releases.ts'
import { silent } from '#pipeline/report.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import { writeWhole } from '#pipeline/whole-file.ts'
import { artifactIds, currentId } from '#open/artifact-folder.ts'
import { openSqlite } from '#apps/accounts/store/sqlite.ts'
import { serveArtifact } from '#serve/ops/served-artifact.ts'
import { ROOT } from '#open/program/root.ts'
import { leftOut } from '../../support/left-out.ts'
import { releaseWorld, type ReleaseWorld } from '../../support/worlds/release-world.ts'
import { stalls, upstreamServer } from '../../support/servers/upstream-server.ts'
import { TAKES_ALL } from '../../support/how-many.ts'

/** Mounts a small file system in memory on a folder. False: this user may not mount. */
function mounted(folder: string, size: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

const remount = (folder: string, options: string): void =>
  void execFileSync('mount', ['-o', `remount,${options}`, folder], { stdio: 'pipe' })
const unmount = (folder: string): void => void execFileSync('umount', [folder], { stdio: 'pipe' })

const canMount = ((): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-mount-'))
  const isMounted = mounted(folder, '64k')
  if (isMounted) unmount(folder)
  rmSync(folder, { recursive: true })
  return isMounted
})()
if (!canMount) leftOut('a full disk and a read-only one', 'the right to mount a tmpfs')

let world: ReleaseWorld
let archive = ''
let newer = ''
let older = ''
beforeAll(() => {
  world = releaseWorld()
  older = world.build('2030a').id
  const built = world.build('2030b')
  newer = built.id
  archive = pack(built.directory, join(world.root, 'packed')).archive
})
afterAll(() => world.remove())

const installInto = (dist: string) =>
  install({ from: archive, dist, at: new Date('2030-03-04T10:00:00Z'), activate: true, report: silent })

describe.skipIf(!canMount)('on a disk of its own', () => {
  let dist = ''
  beforeEach(() => {
    dist = mkdtempSync(join(tmpdir(), 'tzref-disk-'))
  })
  afterEach(() => {
    unmount(dist)
    rmSync(dist, { recursive: true })
  })

  test.each(['8k', '40k', '80k', '120k', '160k'])(
    'full at %s: an error of the system, nothing left behind, and the next run finishes',
    async (size) => {
      expect(mounted(dist, size)).toBe(true)
      expect(() => world.build('2030b', dist)).toThrow(/full|no space/i)
      expect(readdirSync(dist)).toEqual([])
      // An install needs less room than a build, because a build writes its database twice.
      const installed = await installInto(dist).catch((error: unknown) => String(error))
      const isWhole = typeof installed !== 'string' && verifyArtifact(installed.directory).length === 0
      const isNothing =
        typeof installed === 'string' && /no space/i.test(installed) && readdirSync(dist).length === 0
      expect(isWhole || isNothing).toBe(true)
      remount(dist, 'size=4m')
      expect(world.build('2030b', dist)).toMatchObject({ id: newer, isCurrent: true })
      expect(verifyArtifact(join(dist, newer))).toEqual([])
    },
  )

  test('full just when an artifact becomes current: the old one stays current', async () => {
    expect(mounted(dist, '4m,nr_inodes=40')).toBe(true)
    world.build('2030a', dist)
    await install({
      from: archive,
      dist,
      at: new Date('2030-03-04T10:00:00Z'),
      activate: false,
      report: silent,
    })
    // The disk has no byte and no inode left.
    let filled = 0
    try {
      for (; ; filled++) mkdirSync(join(dist, `.fill-${filled}`))
    } catch {
      try {
        for (; ; filled++) writeFileSync(join(dist, `.fill-0/${filled}`), Buffer.alloc(4096))
      } catch {}
    }
    expect(() => activate(dist, newer, new Date('2030-03-04T10:00:00Z'))).toThrow(/no space/i)
    expect(currentId(dist)).toBe(older)
    expect(readdirSync(dist).filter((name) => name.startsWith('.partial-'))).toEqual([])
    for (const name of readdirSync(dist))
      if (name.startsWith('.fill-')) rmSync(join(dist, name), { recursive: true })
    activate(dist, newer, new Date('2030-03-04T10:00:00Z'))
    expect(currentId(dist)).toBe(newer)
  })

  test('full while it is published: the index stays, the path is named, no serial is given twice, and the next run finishes', async () => {
    expect(mounted(dist, '4m')).toBe(true)
    const key = join(world.root, 'disk.pem')
    newKey(key)
    const keys = [readSigningKey(key)]
    const at = new Date('2030-07-10T10:00:00Z')
    const indexOf = () => readIndex(readFileSync(join(dist, 'index.json'), 'utf8'), 'index.json')
    const published = () => publish([join(world.dist, newer)], dist, { keys, at })
    publish([join(world.dist, older)], dist, { keys, at })
    const stages = new Set<string>()
    // From a disk that is full at once to one on which all but the index fits.
    for (let room = 0; room < 60; room++) {
      rmSync(join(dist, 'fill'), { force: true })
      for (const name of readdirSync(dist).filter((one) => one.startsWith(newer))) rmSync(join(dist, name))
      const { serial } = indexOf()
      const { bavail } = statfsSync(dist)
      // An empty file has no block: the file that fills the disk leaves so many.
      writeFileSync(join(dist, 'fill'), Buffer.alloc(Math.max(bavail - room, 0) * statfsSync(dist).bsize))
      try {
        expect(published().serial).toBeGreaterThan(serial)
        stages.add('published')
        break
      } catch (error) {
        expect(String(error)).toMatch(/no space/i)
        // The path is one of the folder, with a word on what was expected there.
        expect(String(error)).toContain(dist)
        stages.add(String(error).replace(dist, '').replace(newer, 'id').split(': found')[0] ?? '')
      }
      expect(indexOf()).toMatchObject({ serial, current: { id: older } })
      expect(readdirSync(dist).filter((name) => name.startsWith('.partial-'))).toEqual([])
    }
    process.stdout.write(`full while it is published, at: ${[...stages].join('; ')}\n`)
    expect([...stages].at(-1)).toBe('published')
    expect(stages.size).toBeGreaterThan(3)
    expect(readdirSync(dist).filter((name) => name.startsWith('.'))).toEqual([])
    const follower = join(world.root, 'follower')
    await install({ from: dist, dist: follower, at, key: keys[0]?.publicKey, activate: true, report: silent })
    expect(currentId(follower)).toBe(newer)
  })

  test('read-only: nothing can change, and everything can be served', async () => {
    expect(mounted(dist, '4m')).toBe(true)
    world.build('2030a', dist)
    await install({
      from: archive,
      dist,
      at: new Date('2030-03-04T10:00:00Z'),
      activate: false,
      report: silent,
    })
    const before = readdirSync(dist)
    remount(dist, 'ro')
    try {
      expect(() => activate(dist, newer, new Date('2030-03-04T10:00:00Z'))).toThrow(/read-only/i)
      expect(() => prune(dist, 1)).toThrow(/read-only/i)
      const refused = 'found "EROFS: read-only file system", expected a place that can be written to'
      await expect(installInto(dist)).rejects.toThrow(`${dist}: ${refused}`)
      expect(() => world.build('2030b', dist)).toThrow(/read-only/i)
      const file = join(dist, 'new')
      expect(() => pack(join(dist, newer), dist)).toThrow(`${dist}: ${refused}`)
      expect(() => writeWhole(file, 'x')).toThrow(`${file}: ${refused}`)
      expect(() => newKey(file)).toThrow(`${file}: ${refused}`)
      await expect(
        openSqlite(file, () => undefined, { ifMissing: 'create', ifOlder: 'migrate' }),
      ).rejects.toThrow(`${file}: ${refused}`)
      expect(readdirSync(dist)).toEqual(before)
      expect(currentId(dist)).toBe(older)
      expect(verifyArtifact(join(dist, newer))).toEqual([])
      const served = await serveArtifact({
        dist,
        artifact: undefined,
        urls: { base: 'https://api.example.org/v1', web: 'https://example.org' },
        nowMs: () => Date.UTC(2030, 10, 20),
        logger: { info: () => undefined, error: () => undefined },
      })
      expect(served.catalogue().artifact.manifest.id).toBe(older)
      await served.close()
    } finally {
      remount(dist, 'rw')
    }
  })
})

test('Ctrl-C during a download leaves nothing of it', async () => {
  const server = await upstreamServer()
  server.answers.set('/a.tar.gz', stalls(Buffer.alloc(4096)))
  const dist = join(world.root, 'interrupted')
  const args = ['install', `${server.url}/a.tar.gz`, '--sha256', '0'.repeat(64), '--dist', dist]
  const child = spawn(process.execPath, [join(ROOT, 'tzref.js'), ...args], { stdio: 'ignore' })
  await expect.poll(() => (existsSync(dist) ? readdirSync(dist).length : 0)).toBeGreaterThan(0)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([null, 'SIGINT'])
  expect(existsSync(dist)).toBe(false)
  await server.close()
})

test('two builds or two installs at once: both succeed, and leave one artifact', async () => {
  const child = join(import.meta.dirname, '../../support/children/fault-child.ts')
  for (let round = 0; round < (TAKES_ALL ? 2 : 1); round++) {
    const dist = join(world.root, `race-${round}`)
    const operations = [
      ['build', dist, world.root, world.lock('2030b')],
      ['build', dist, world.root, world.lock('2030b')],
      ['install', dist, archive],
      ['install', dist, archive],
    ]
    const processes = operations.map((args) => {
      const one = spawn(process.execPath, ['--import', 'tsx', child, ...args], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      let output = ''
      one.stdout.on('data', (part: Buffer) => (output += part.toString()))
      return {
        ready: new Promise<void>((resolve) => one.stdout.once('data', () => resolve())),
        go: () => one.stdin.end('g'),
        ended: new Promise<{ code: number | null; output: string }>((resolve) =>
          one.on('close', (code) => resolve({ code, output: output.replace('ready\n', '') })),
        ),
      }
    })
    await Promise.all(processes.map(({ ready }) => ready))
    for (const { go } of processes) go()
    const ends = await Promise.all(processes.map(({ ended }) => ended))
    expect(ends).toEqual(operations.map(() => ({ code: 0, output: `${newer}\n` })))
    expect(artifactIds(dist)).toEqual([newer])
    expect(currentId(dist)).toBe(newer)
    expect(verifyArtifact(join(dist, newer))).toEqual([])
    expect(readdirSync(dist).filter((name) => name.startsWith('.partial-'))).toEqual([])
  }
})
