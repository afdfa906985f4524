// `core` and `ask`, bundled for a browser and asked in a realm that has only what every browser has.
import { build } from 'esbuild'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openAlmanac } from '#core/ask/almanac.ts'
import { convert } from '#core/ask/convert.ts'
import { CLOCKS, NAMES } from '#core/artifact/layout.ts'
import { microdegrees } from '#core/geo/microdegrees.ts'
import { epochSeconds } from '#core/time/units.ts'
import { openArtifact } from '#open/artifact.ts'
import { TABLES, type TableName } from '#schemas/reference-tables.ts'
import { tinyTiles } from '../../support/worlds/tiny-boundaries.ts'
import { NOON } from '../../support/worlds/interface-service.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The code of such a page: text and bytes go in, JSON comes out. */
const PAGE = `
import { openAlmanac } from '#core/ask/almanac.ts'
import { convert } from '#core/ask/convert.ts'
import { resolvedWords } from '#core/ask/convert-words.ts'
import { citySun, localDayOf } from '#core/ask/sun.ts'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { openClocks } from '#core/artifact/clocks.ts'
import { openNames } from '#core/artifact/names.ts'

const tables = JSON.parse(given.tables)
const clocks = openClocks(given.clocks)
const boundaries = openBoundaries(given.boundaries)
const names = openNames(given.names)
const almanac = openAlmanac({
  rows: (table) => tables[table],
  pages: (table) => [tables[table]],
  compiledZone: (id) => clocks.zone(tables.zone[id].iana),
  names: () => names,
  boundaries: () => boundaries,
})
const { now } = given
const convertOf = (request) => {
  const { kind, conversion } = convert(request, almanac, now)
  const { at, to, ambiguity } = conversion
  return { kind, at, to: to.map(({ id, offset, name }) => ({ id, offset, name })), note: ambiguity && resolvedWords(ambiguity) }
}
answers = JSON.stringify({
  states: almanac.zones.listed.map((zone) => {
    const { season, inForce, next, until } = almanac.stateOf(zone, now)
    return [zone.iana, season.type.offset, inForce.name, inForce.abbreviation, next, String(until)]
  }),
  conversion: convertOf(given.request),
  place: (({ kind, zone }) => ({ kind, iana: zone.iana }))(almanac.places().lookUp(...given.point)),
  sun: citySun(almanac.cities().named('kathmandu'), localDayOf(now, 20700)),
})
`

const NOW = epochSeconds(NOON)
const REQUEST = {
  from: 'Europe/Berlin',
  to: ['Kathmandu', 'Asia/Tokyo'],
  moment: { kind: 'local', local: Date.UTC(2026, 9, 25, 2, 30) / 1000 },
  resolution: 'earliest',
} as const
const POINT = [microdegrees(10), microdegrees(50)] as const

/** The globals of a browser's page, in addition to those of the language. */
const BROWSER = { TextDecoder, TextEncoder, WebAssembly, atob, btoa, URL, crypto: globalThis.crypto }

let source: string
/** The files in the bundle. */
let inputs: string[]
beforeAll(async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: PAGE, resolveDir: ROOT, sourcefile: 'page.js' },
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
  })
  source = outputFiles[0]?.text ?? ''
  inputs = Object.keys(metafile.inputs)
})

describe('in a browser', () => {
  test('the bundle is made of core, ask and suncalc alone', () => {
    const others = inputs.filter((file) => !/^core\/|^node_modules\/suncalc\/|^page\.js$/.test(file))
    expect(others).toEqual([])
    expect(inputs).toContain('core/ask/almanac.ts')
  })

  test('zones, a fold, a place and the sun are answered as they are here', () => {
    const artifact = openArtifact(inject('embeddedArtifact'))
    const names = Object.keys(TABLES).filter((name): name is TableName => name in TABLES)
    const tables = Object.fromEntries(names.map((name) => [name, artifact.rows(name)]))
    const realm = createContext({
      ...BROWSER,
      answers: '',
      given: {
        tables: JSON.stringify(tables),
        clocks: new Uint8Array(readFileSync(join(artifact.directory, CLOCKS))),
        names: new Uint8Array(readFileSync(join(artifact.directory, NAMES))),
        boundaries: Uint8Array.from(tinyTiles),
        now: NOW,
        request: REQUEST,
        point: POINT,
      },
    })
    new Script(source).runInContext(realm)
    const answers: unknown = JSON.parse(String(realm['answers']))

    const almanac = openAlmanac(artifact)
    const converted = convert(
      { ...REQUEST, moment: { kind: 'instant', at: epochSeconds(REQUEST.moment.local - 7200) } },
      almanac,
      NOW,
    )
    expect(answers).toMatchObject({
      states: almanac.zones.listed.map((zone) => {
        const { season, inForce, next, until } = almanac.stateOf(zone, NOW)
        return [zone.iana, season.type.offset, inForce.name, inForce.abbreviation, next, String(until)]
      }),
      conversion: {
        kind: 'converted',
        at: REQUEST.moment.local - 7200,
        to:
          converted.kind === 'converted'
            ? converted.conversion.to.map(({ id, offset, name }) => ({ id, offset, name }))
            : null,
        note: expect.stringContaining('happens twice in Europe/Berlin'),
      },
      place: { kind: 'land', iana: 'Europe/Berlin' },
      sun: { daylightMinutes: expect.any(Number) },
    })
    artifact.close()
  })
})
