// Each name of a division in another language is in npm's `iso3166-2-db`, which is installed in a temporary folder, or was written by hand.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { groupBy } from '#core/group-by.ts'
import { DIVISION_NAMES } from '#pipeline/curated/columns.ts'

const folder = mkdtempSync(join(tmpdir(), 'tzref-division-names-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** All texts inside a value of JSON. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

const folded = (text: string): string => text.normalize('NFC').toLowerCase()

/** Names in Dutch, Polish, Korean, Japanese and Chinese that were written by hand. */
const BY_HAND = 85

test('each name is in the package, with or without a word of kind, but for those that were written by hand', () => {
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', 'iso3166-2-db@2.3.11'], {
    cwd: folder,
    stdio: 'pipe',
  })
  const read = (file: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(folder, 'node_modules/iso3166-2-db/data', file), 'utf8'))
  const ofGeonames = read('names_geonames.json')
  const ofMap = read('names_osm.json')
  const countries: Record<string, { regions?: { reference?: Record<string, string | number> }[] }> =
    JSON.parse(JSON.stringify(read('iso3166-2.json')))
  let names = 0
  const others: string[] = []
  for (const [country, rows] of groupBy(DIVISION_NAMES, ({ code }) => code.slice(0, 2))) {
    const regions = countries[country]?.regions ?? []
    const texts = textsIn([
      countries[country],
      ...regions.map(({ reference = {} }) => [
        ofGeonames[String(reference['geonames'])],
        ofMap[String(reference['openstreetmap'])],
      ]),
    ]).map(folded)
    for (const row of rows)
      for (const name of row.names) {
        names++
        const one = folded(name)
        if (!texts.some((text) => text.includes(one) || (text.length > 3 && one.includes(text))))
          others.push(`${row.code} ${name}`)
      }
  }
  expect(names).toBeGreaterThan(18_000)
  expect(others.length, others.join('\n')).toBeLessThanOrEqual(BY_HAND)
})
