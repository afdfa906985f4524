// Each curated row changes something with the pinned sources; rows that change nothing are named.
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { compileTz } from '#pipeline/assemble/compile.ts'
import { compileReference } from '#pipeline/assemble/reference-draft.ts'
import { readBuildSources } from '#pipeline/assemble/sources.ts'
import type * as Tables from '#pipeline/curated/columns.ts'
import { ROOT } from '#pipeline/paths.ts'
import { silent } from '#pipeline/report.ts'
import { zonesInTiles } from '../../support/worlds/build-with.ts'
import { embeddedBoundaries } from '../../support/worlds/embedded.ts'

// Adds a needless row to tables of each kind: it says what is already so, or it names something that does not exist.
vi.mock('#pipeline/curated/columns.ts', async (original) => {
  const tables = await original<typeof Tables>()
  const REASON = { why: 'a test', source: 'a test', date: '2026-11-23' }
  return {
    ...tables,
    LEFT_OUT: [...tables.LEFT_OUT, { ...REASON, geonamesId: 1 }],
    COUNTRY_OF_CITY: [...tables.COUNTRY_OF_CITY, { ...REASON, geonamesId: 2950159, country: 'DE' }],
    COUNTRY_NAMES: [...tables.COUNTRY_NAMES, { ...REASON, country: 'DE', name: 'Germany' }],
    WITHOUT_CITY: [...tables.WITHOUT_CITY, { ...REASON, country: 'FR' }],
    COUNTRY_NAMES_IN_USE: [
      ...tables.COUNTRY_NAMES_IN_USE,
      { ...REASON, country: 'IT', names: ['Italy', 'The Boot'] },
    ],
    CITY_NAMES_IN_USE: [...tables.CITY_NAMES_IN_USE, { ...REASON, geonamesId: 2950159, names: ['Berlin'] }],
    AIRPORTS: [...tables.AIRPORTS, { ...REASON, country: 'US', city: 'Denver', codes: ['MST'] }],
    OTHER_CODES: [...tables.OTHER_CODES, { ...REASON, code: 'XYZ', standards: ['No Such Time'] }],
  }
})

test('a build names exactly the rows without effect', async () => {
  const sources = readBuildSources({ root: ROOT, lock: join(ROOT, 'tzdb.lock') })
  const { release, tables } = compileTz(sources, silent)
  const zonesAt = zonesInTiles((await embeddedBoundaries()).bytes)
  const { findings } = compileReference(
    sources.reference,
    release,
    tables,
    zonesAt,
    sources.lock.reference_date,
  )
  const idle = findings.filter(({ code }) => code === 'row-without-effect')
  expect(idle.map(({ message }) => message).toSorted()).toEqual(
    [
      'airports.txt: "MST"',
      'city-names-in-use.txt: "Berlin"',
      'country-names-in-use.txt: "Italy"',
      'country-names.txt: "DE"',
      'country-of-city.txt: "2950159"',
      'left-out.txt: "1"',
      'other-codes.txt: "XYZ"',
      'without-city.txt: "FR"',
    ].map((row) => `pipeline/curated/${row} changes nothing`),
  )
  expect(idle[0]?.fix).toMatch(/^pipeline\/curated\/[\w-]+\.txt, remove the row of /)
})
