// The release notes of the small world: every change between its two releases appears once, under the right heading.
import { join } from 'node:path'
import type { Artifact } from '#open/artifact.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#open/sqlite-driver.ts'
import { REFERENCE } from '#core/artifact/layout.ts'
import { epochSeconds } from '#core/time/units.ts'
import { diff } from '#pipeline/compare/release-diff.ts'
import { cutAt, type Stretch } from '#core/compare/stretches.ts'
import { diffJson, diffMarkdown } from '#pipeline/compare/notes.ts'
import type { ReleaseDiff } from '#pipeline/compare/release-diff.ts'
import { compareTable, COMPARED } from '#pipeline/compare/table-changes.ts'
import { releaseWorld, type ReleaseWorld } from '../../support/worlds/release-world.ts'

let world: ReleaseWorld
let found: ReleaseDiff
let markdown = ''
const directories: Record<'older' | 'newer', string> = { older: '', newer: '' }

beforeAll(() => {
  world = releaseWorld()
  directories.older = world.build('2030a').directory
  directories.newer = world.build('2030b').directory
  found = diff(directories.older, directories.newer)
  markdown = diffMarkdown(found)
})
afterAll(() => world.remove())

const seconds = (iso: string): number => Date.parse(iso) / 1000

test('Casablanca and Edmonton change permanently in the future', () => {
  expect(found.future.map(({ zones, isPermanent }) => ({ zones, isPermanent }))).toEqual([
    { zones: ['Africa/Casablanca'], isPermanent: true },
    { zones: ['America/Edmonton'], isPermanent: true },
  ])
  expect(found.future[1]?.stretches.slice(0, 2)).toEqual([
    {
      from: seconds('2030-11-03T08:00:00Z'),
      until: seconds('2031-03-09T09:00:00Z'),
      was: { offset: -25_200, isDst: false, abbreviation: 'MST' },
      is: { offset: -21_600, isDst: false, abbreviation: 'CST' },
    },
    {
      from: seconds('2031-03-09T09:00:00Z'),
      until: seconds('2031-11-02T08:00:00Z'),
      was: { offset: -21_600, isDst: true, abbreviation: 'MDT' },
      is: { offset: -21_600, isDst: false, abbreviation: 'CST' },
    },
  ])
})

test('Kathmandu changed its clock a day later in the past', () => {
  expect(found.past).toMatchObject([
    {
      zones: ['Asia/Kathmandu'],
      stretches: [{ from: seconds('1985-12-31T18:30:00Z'), until: seconds('1986-01-01T18:30:00Z') }],
    },
  ])
})

test('the new link is an identifier, not a clock', () => {
  expect(found.identifiers.addedAliases).toEqual([{ name: 'Asia/Katmandu', timezone: 'Asia/Kathmandu' }])
})

test('the notes say which data the artifacts do not contain', () => {
  expect(found.boundaries).toEqual({ kind: 'absent' })
  expect(found.cities).toBeNull()
  expect(markdown.match(/Not in these artifacts\./g)).toHaveLength(2)
})

test('the notes keep their headings and their order', () => {
  expect(markdown.match(/^## .*$/gm)).toEqual([
    '## Briefly',
    '## Future timestamps',
    '## Past timestamps',
    '## Names of zones',
    '## Boundaries',
    '## Countries, cities and standards',
  ])
  expect(markdown).toContain(
    '- America/Edmonton: -06:00 (CST) for good from 2030-11-03T08:00:00+00:00, not -07:00 (MST).',
  )
})

test('the notes say what is known of the boundaries of the newer artifact', () => {
  const withBoundaries = { ...found, newer: { ...found.newer, boundaries: 'geo-tz-8.1.9' } }
  expect(diffMarkdown(withBoundaries)).toContain(
    '\n\ngeo-tz-8.1.9: The npm package geo-tz 8.1.9, which does not say',
  )
  expect(markdown).not.toContain('geo-tz')
})

test('nothing changed between an artifact and itself', () => {
  const same = diff(directories.newer, directories.newer)
  expect(same.briefly).toEqual([])
  expect(diffMarkdown(same)).toContain('## Briefly\n\nNothing changed.\n')
})

test('the notes say what became of identifiers in words that need no knowledge of tz', () => {
  const changes = [
    { file: 'asia', from: /Zone Asia\/Kathmandu/, to: 'Zone Asia/Pokhara' },
    {
      file: 'backward',
      from: /Link Asia\/Kathmandu Asia\/Katmandu\n/,
      to: 'Link Asia/Pokhara Asia/Kathmandu\nLink Asia/Pokhara Asia/Katmandu\nLink Europe/Berlin Europe/Busingen\nLink Europe/Berlin Africa/Casablanca\n',
    },
    { file: 'backward', from: /Link America\/Edmonton Canada\/Mountain\n/, to: '' },
    { file: 'zone.tab', from: /Asia\/Kathmandu/, to: 'Asia/Pokhara' },
    { file: 'zone.tab', from: /MA\t\S+\tAfrica\/Casablanca\n/, to: '' },
    { file: 'factory', from: /Zone Factory 0 - -00\n/, to: '# gone\n' },
    { file: 'africa', from: /Zone Africa\/Casablanca[\s\S]*/, to: '' },
    { file: 'europe', from: /Zone Europe\/Berlin/, to: 'Zone Europe/Bonn 1:00 - CET\nZone Europe/Berlin' },
  ]
  const next = world.make('2030c', '2030b', changes, join(world.root, 'next'))
  const words = diffMarkdown(diff(directories.newer, next.directory))
  const section = words.split('## Names of zones\n\n')[1]?.split('\n\n## ')[0]
  expect(section?.split('\n')).toEqual([
    '- Europe/Bonn is new, with a clock of its own.',
    '- Africa/Casablanca is now another name of Europe/Berlin, and shows its clock.',
    '- Asia/Kathmandu is now called Asia/Pokhara. The former name still works.',
    '- Factory is gone: nothing is found by that name.',
    '- Europe/Busingen is new: another name of Europe/Berlin.',
    '- Canada/Mountain, another name of America/Edmonton, is gone: nothing is found by it.',
  ])
  const back = diffMarkdown(diff(next.directory, directories.newer))
  expect(back).toContain('- Asia/Pokhara is gone: nothing is found by that name.')
  expect(back).toContain('- Asia/Kathmandu, until now another name of Asia/Pokhara, has a clock of its own.')
})

test('a clock that was always another one has no year 1800 in the notes, and no LMT', () => {
  const changes = [{ file: 'asia', from: /5:41:16/, to: '5:52:36' }]
  const next = world.make('2030d', '2030b', changes, join(world.root, 'always'))
  const words = diffMarkdown(diff(directories.newer, next.directory))
  expect(words).toContain('- Asia/Kathmandu: other clocks in the past, until 1919-12-31T18:18:44+00:00.')
  expect(words).toContain(
    '| the beginning | 1919-12-31T18:07:24+00:00 | +05:41 (local mean time) | +05:53 (local mean time) |',
  )
})

test('a comparison in the other direction shows additions as removals', () => {
  const back = diff(directories.newer, directories.older)
  expect(back.identifiers.removedAliases).toEqual([{ name: 'Asia/Katmandu', timezone: 'Asia/Kathmandu' }])
})

test('the JSON prints instants as text and keeps every stretch', () => {
  const read: { future: { goesOn: boolean; stretches: { from: string; until: string | null }[] }[] } =
    JSON.parse(diffJson(found))
  expect(read.future[1]?.stretches).toHaveLength(found.future[1]?.stretches.length ?? -1)
  expect(read.future[1]?.stretches[0]?.from).toBe('2030-11-03T08:00:00+00:00')
  // Casablanca's difference never ends. Edmonton's comes every year, and the notes list only some years.
  expect(read.future[0]).toMatchObject({ goesOn: false })
  expect(read.future[0]?.stretches.at(-1)?.until).toBeNull()
  expect(read.future[1]).toMatchObject({ goesOn: true })
  expect(read.future[1]?.stretches.at(-1)?.until).toMatch(/^20[34]/)
})

test('a change that comes every year is not counted up to the end of the comparison', () => {
  expect(markdown).toContain('\n\nand so on every year, without end')
  expect(markdown).not.toMatch(/and \d{3,} more/)
  const years = found.future[1]?.stretches ?? []
  expect(years.length).toBeLessThan(30)
  // The notes cut off none of these stretches, not even the last one.
  for (const { from, until } of years) expect((until ?? Infinity) - from).toBeLessThan(366 * 86_400)
})

test('a stretch across the line between past and future is shown on both sides', () => {
  const reading = { offset: 0, isDst: false, abbreviation: 'UTC' }
  const stretch: Stretch = {
    from: epochSeconds(10),
    until: epochSeconds(30),
    was: reading,
    is: { ...reading, offset: 60 },
  }
  const { past, future } = cutAt([stretch], epochSeconds(20))
  expect(past).toEqual([{ ...stretch, until: 20 }])
  expect(future).toEqual([{ ...stretch, from: 20 }])
  expect(cutAt([stretch], epochSeconds(30))).toEqual({ past: [stretch], future: [] })
  expect(cutAt([stretch], epochSeconds(10))).toEqual({ past: [], future: [stretch] })
})

/** The newer database with changes in memory. */
function edited(sql: string): Pick<Artifact, 'query'> {
  const file = openDatabase(join(directories.newer, REFERENCE), { readonly: true })
  const db = openDatabase(file.serialize())
  file.close()
  db.exec(sql)
  return {
    query: <Result>(statement: string, ...values: readonly (string | number)[]) =>
      db.prepare<unknown[], Result>(statement).all(...values),
  }
}

describe('tables', () => {
  const NEPAL = `INSERT INTO country VALUES ('NP', 'NPL', '524', 'Nepal', 'nepal', '', 'Asia', 'Southern Asia', 30000000,
    (SELECT id FROM zone WHERE iana = 'Asia/Kathmandu'), NULL, '6');`

  test('an added row, a removed row and a changed field', () => {
    const older = edited(
      `${NEPAL} INSERT INTO country VALUES ('DE', 'DEU', '276', 'Germany', 'germany', '', 'Europe', NULL, 1, NULL, NULL, NULL);`,
    )
    const newer = edited(
      `${NEPAL.replace('30000000', '31000000')} INSERT INTO country VALUES ('MA', 'MAR', '504', 'Morocco', 'morocco', '', 'Africa', NULL, 1, NULL, NULL, NULL);`,
    )
    expect(compareTable(older, newer, COMPARED.countries)).toEqual({
      added: [{ key: 'MA', name: 'Morocco' }],
      removed: [{ key: 'DE', name: 'Germany' }],
      changed: [
        { key: 'NP', name: 'Nepal', fields: [{ field: 'population', was: 30_000_000, is: 31_000_000 }] },
      ],
    })
  })

  test('a table that only one side has is all new', () => {
    const older = edited('DROP TABLE dependency; DROP TABLE city; DROP TABLE country;')
    const newer = edited(NEPAL)
    expect(compareTable(older, newer, COMPARED.countries)?.added).toEqual([{ key: 'NP', name: 'Nepal' }])
    expect(compareTable(older, newer, COMPARED.cities)).toBeNull()
  })

  test('a column that only one side has is not compared', () => {
    const older = edited(`${NEPAL} ALTER TABLE country DROP COLUMN emoji;`)
    expect(compareTable(older, edited(NEPAL), COMPARED.countries)?.changed).toEqual([])
  })
})
