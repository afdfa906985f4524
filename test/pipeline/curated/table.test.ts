// Tables of curated facts: each row has its reason, source and day, and an error in a file names the line.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { list, number, optional, parseTable, text } from '#pipeline/curated/table.ts'
import * as tables from '#pipeline/curated/columns.ts'
import { tablePath } from '#pipeline/paths.ts'

const COLUMNS = { id: number, names: list(text), zone: optional(text) }
const parsed = (file: string): unknown => parseTable('towns.txt', file, COLUMNS)

const HEAD = '# Towns.\n# source: a map\nid | names | zone | why | date\n'

test('rows are in the order of the file, with the cells that the head gives for all', () => {
  expect(
    parsed(`${HEAD}1 | Ay; Bee | Europe/Paris | two names | 2026-11-21\n-2 |  |  | none | 2026-11-22\n`),
  ).toEqual([
    {
      id: 1,
      names: ['Ay', 'Bee'],
      zone: 'Europe/Paris',
      why: 'two names',
      source: 'a map',
      date: '2026-11-21',
    },
    { id: -2, names: [], zone: null, why: 'none', source: 'a map', date: '2026-11-22' },
  ])
})

describe('an error names the line, what was found and what was expected:', () => {
  test.each([
    ['id | names | zone | why | date\n', 'towns.txt:1: found no column "source", expected it there'],
    [`${HEAD}x | Ay |  | why | 2026-11-21\n`, 'towns.txt:4: found "x" as id, expected a number'],
    [`${HEAD}1 | Ay |  |  | 2026-11-21\n`, 'towns.txt:4: found "" as why, expected a text'],
    [`${HEAD}1 | Ay |  | why | yesterday\n`, 'towns.txt:4: found "yesterday" as date, expected a day'],
    [`${HEAD}1 | Ay |  | why | 2026-11-21 | more\n`, 'towns.txt:4: found 6 cells, expected at most 5'],
    [
      `${HEAD}1 | Ay |  | why | 2026-11-21\n1 | Ay |  | why | 2026-11-21\n`,
      'towns.txt:5: found the row of line 4 again, expected each row once',
    ],
    [
      HEAD.replace('zone', 'zones'),
      'towns.txt:3: found the column "zones", expected some of id, names, zone',
    ],
  ])('%j', (file, message) => {
    expect(() => parsed(file)).toThrow(message)
  })
})

test('each file except the registry of slugs is a table that the code reads', () => {
  const source = readFileSync(new URL('../../../pipeline/curated/columns.ts', import.meta.url), 'utf8')
  const read = [...source.matchAll(/readTable\('([\w-]+)'/g)].map(([, name = '']) => tablePath(name))
  const files = readdirSync(new URL('../../../pipeline/curated', import.meta.url))
    .filter((file) => file.endsWith('.txt') && file !== 'city-slugs.txt')
    .map((file) => tablePath(file.replace('.txt', '')))
  expect(read.toSorted()).toEqual(files.toSorted())
  expect(Object.values(tables).flat().length).toBeGreaterThan(1500)
})
