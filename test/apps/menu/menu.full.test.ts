// The menu for forms, compared with the clocks themselves; and its search, compared with a table written by hand.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Menu, menuLabel, openMenu } from '#apps/menu/search.ts'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { transitionsAfter } from '#core/zone/transitions.ts'
import { openArtifact, type Artifact } from '#open/artifact.ts'
import { formNamed } from '../../support/oracles/export-form.ts'

let artifact: Artifact
let files: Map<string, string>
let open: typeof openMenu
let label: typeof menuLabel
beforeAll(async () => {
  artifact = openArtifact(inject('embeddedArtifact'))
  files = filesOf()
  // Loads the written file, not its source.
  const module: { openMenu: typeof openMenu; menuLabel: typeof menuLabel } = await import(
    `data:text/javascript,${encodeURIComponent(files.get('menu.js') ?? '')}`
  )
  open = module.openMenu
  label = module.menuLabel
})
afterAll(() => artifact.close())

function filesOf(): Map<string, string> {
  const [form, found] = [formNamed('menu'), new Map<string, string>()]
  if (form.to !== 'folder') throw new Error('menu is no folder')
  form.write(artifact, (path, content) => found.set(path, Buffer.from(content).toString()), {
    rearguard: false,
  })
  return found
}

const menuIn = (language: string): Menu => JSON.parse(files.get(`${language}.json`) ?? '')

const rowsOf = (file: string): string[][] =>
  readFileSync(new URL(`../../fixtures/names/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))

test('each listed zone is in one group, and two zones share a group only if their clocks show the same', () => {
  const from = epochSeconds(Date.parse('2026-10-29T00:00:00Z') / 1000)
  const until = Date.parse('2066-01-01T00:00:00Z') / 1000
  const futureOf = new Map<string, string>()
  for (const { id, iana, listed } of artifact.rows('zone')) {
    if (listed === 0) continue
    const clock = artifact.compiledZone(id)
    let future = `${offsetAt(clock, from)}`
    let last: number = offsetAt(clock, from)
    for (const { at, after } of transitionsAfter(clock, from)) {
      if (at >= until) break
      if (after.type.offset !== last) future += ` ${at}:${after.type.offset}`
      last = after.type.offset
    }
    futureOf.set(iana, future)
  }
  const { groups } = menuIn('en')
  const ids = groups.flatMap(({ zones }) => zones.map(({ id }) => id))
  expect(ids.toSorted()).toEqual([...futureOf.keys()].toSorted())
  const futures = groups.map(({ zones }) => new Set(zones.map(({ id }) => futureOf.get(id))))
  expect(futures.map(({ size }) => size)).toEqual(groups.map(() => 1))
  expect(new Set(futures.flatMap((future) => [...future])).size).toBe(groups.length)
})

test('35 languages have the same groups, a name and a time for each zone, and at most 37 kB packed', () => {
  const languages = [...files.keys()]
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5))
  expect(languages.length).toBe(35)
  const idsOf = ({ groups }: Menu) => groups.map(({ zones }) => zones.map(({ id }) => id))
  const english = idsOf(menuIn('en'))
  for (const language of languages) {
    const menu = menuIn(language)
    expect(idsOf(menu), language).toEqual(english)
    for (const { name, time, also } of menu.groups.flatMap(({ zones }) => zones)) {
      expect([name, time], language).not.toContain('')
      // Names that people use, without those that only look-ups need.
      expect(also, language).not.toContain('state code')
    }
    // The largest has some 36,200 bytes. The rest is room for other versions of gzip, and for the search, up to 40 kB.
    const packed = gzipSync(Buffer.from(files.get(`${language}.json`) ?? ''), { level: 9 })
    expect(packed.length, language).toBeLessThanOrEqual(37_000)
  }
})

test('names are in the language', () => {
  const zoneIn = (language: string, wanted: string) =>
    menuIn(language)
      .groups.flatMap(({ zones }) => zones)
      .find(({ id }) => id === wanted)
  expect(zoneIn('de', 'Africa/Cairo')).toMatchObject({ name: 'Kairo', time: 'Osteuropäische Zeit' })
  expect(zoneIn('fr', 'America/New_York')).toMatchObject({ time: 'heure de l’Est nord-américain' })
  expect(zoneIn('ja', 'Asia/Tokyo')).toMatchObject({ name: '東京', time: '日本標準時' })
  expect(zoneIn('en', 'America/Phoenix')).toMatchObject({ time: 'Mountain Standard Time' })
  expect(menuIn('es').countries['DE']).toBe('Alemania')
})

test('what people mean is among the first three results in 98 % of cases', () => {
  const find = open(menuIn('en'))
  const rows = rowsOf('menu.tsv')
  const missed = rows.flatMap(([query = '', zone = '']) => {
    const found = find(query, 3).map((hit) => hit.zone.id)
    return found.includes(zone) ? [] : `${query}: ${zone}, found ${found.join(' ')}`
  })
  expect(rows.length).toBeGreaterThanOrEqual(300)
  expect(missed.length / rows.length, missed.join('\n')).toBeLessThanOrEqual(0.02)
})

test('countries are found by their names in every language', () => {
  const rows = rowsOf('languages.tsv').filter(([, , kind]) => kind === 'country')
  expect(new Set(rows.map(([language]) => language)).size).toBeGreaterThanOrEqual(30)
  const missed = rows.filter(([language = '', query = '', , country]) => {
    const found = open(menuIn(language))(query, 3)
    return !found.some(({ zone }) => zone.country === country)
  })
  expect(missed).toEqual([])
})

test('large cities are found by their names in every language', () => {
  const rows = rowsOf('languages.tsv').filter(([, , kind]) => kind === 'city')
  expect(rows.length).toBeGreaterThan(50)
  const missed = rows.filter(([language = '', query = '', , city = '']) => {
    const found = open(menuIn(language))(query, 3)
    return !found.some(({ zone }) => zone.country === city.split(', ').at(-1))
  })
  expect(missed).toEqual([])
})

test.each([
  ['de', 'München', 'Europe/Berlin'],
  ['it', 'Monaco di Baviera', 'Europe/Berlin'],
  ['fr', 'Genève', 'Europe/Zurich'],
  ['zh', '北京', 'Asia/Shanghai'],
  ['ja', '大阪', 'Asia/Tokyo'],
  ['hi', 'दिल्ली', 'Asia/Kolkata'],
  ['ru', 'Новосибирск', 'Asia/Novosibirsk'],
  ['ar', 'القاهرة', 'Africa/Cairo'],
])('in %s, %s is in the group of %s', (language, query, zone) => {
  expect(open(menuIn(language))(query, 1).map((hit) => hit.zone.id)).toEqual([zone])
})

test('a group is found by one of its zones, an identifier finds only itself, and an empty search finds nothing', () => {
  const find = open(menuIn('en'))
  const groups = find('a', 500).map(({ group }) => group)
  expect(groups.length).toBeGreaterThan(20)
  expect(new Set(groups).size).toBe(groups.length)
  expect(find('europe/paris').map(({ zone }) => zone.id)).toEqual(['Europe/Paris'])
  expect(find('Nepal').map(label)).toEqual(['(UTC+05:45) Kathmandu – Nepal Time'])
  expect(find('boston').map(label)[0]).toBe('(UTC-05:00) New York – Eastern Time')
  for (const text of ['', ' ', '?', 'qqqq', '+25', 'UTC+99']) expect(find(text), text).toEqual([])
})
