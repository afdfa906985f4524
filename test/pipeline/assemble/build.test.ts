// A whole build: what it reads first, and that its bytes depend only on its sources.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REFERENCE } from '#core/artifact/layout.ts'
import { readManifest } from '#open/manifest.ts'
import { build } from '#pipeline/assemble/build.ts'
import { silent } from '#pipeline/report.ts'
import { readLock, writeLock } from '#pipeline/sources/lock.ts'
import { releaseWorld, type ReleaseWorld } from '../../support/worlds/release-world.ts'

let world: ReleaseWorld
beforeAll(() => void (world = releaseWorld()))
afterAll(() => world.remove())

test('the database names the same SQLite whichever wrote it; the manifest names the one that did', () => {
  const { directory } = world.build('2030a')
  const bytes = readFileSync(join(directory, REFERENCE))
  expect(bytes.readUInt32BE(96)).toBe(3_037_000)
  // SQLite believes the size in the header only while "version valid for" equals the change counter.
  expect(bytes.readUInt32BE(92)).toBe(bytes.readUInt32BE(24))
  expect(readManifest(directory).sqlite).toBe('3.37.0')
})

test('a build whose check fails leaves nothing behind', () => {
  const dist = join(world.root, 'unchecked')
  const ends = { file: 'asia', from: /$/gm, to: '\r' }
  expect(() => world.make('2030z', '2030a', [ends], dist)).toThrow(/text-control: .*; nothing was built$/s)
  expect(existsSync(dist)).toBe(false)
})

test('a damaged artifact of the same lock is replaced', () => {
  const { directory } = world.build('2030a')
  const bytes = readFileSync(join(directory, REFERENCE))
  writeFileSync(join(directory, REFERENCE), 'damaged')
  expect(world.build('2030a')).toMatchObject({ directory, existed: false, isCurrent: true })
  expect(readFileSync(join(directory, REFERENCE)).equals(bytes)).toBe(true)
})

test('a fault in the zones is found before the boundaries are compiled', async () => {
  const lock = world.lock('2030b')
  const { sources, ...rest } = readLock(lock)
  const path = join(world.root, 'geojson.zip')
  writeFileSync(path, 'no zip')
  const zip = {
    name: 'b.zip',
    part: 'boundaries' as const,
    package: null,
    path: 'geojson.zip',
    size: 6,
    sha256: '0a85e2768edd3fa10386bf53cf917b0e1ad30e662cd87966d51fef5ca10ed42d',
  }
  const [withZip, dist] = [join(world.root, 'zip.lock'), join(world.root, 'new')]
  writeLock(withZip, { ...rest, tz: '2029z', boundaries: '2030x', sources: [...sources, zip] })
  await expect(
    build({ root: world.root, lock: withZip, dist, activate: false, report: silent }),
  ).rejects.toThrow('the lock says tz 2029z')
  expect(existsSync(dist)).toBe(false)
})

test('a folder that cannot be written to is found before anything is compiled', async () => {
  const [lock, file] = [world.lock('2030b'), join(world.root, 'a-file')]
  writeFileSync(file, '')
  writeFileSync(lock, 'no lock')
  await expect(
    build({ root: world.root, lock, dist: join(file, 'dist'), activate: false, report: silent }),
  ).rejects.toThrow(/a-file\/dist: found .*, expected a place that can be written to/)
})
