// For every entry of the packages of the library: a short program that loads it and asks it something, with what it answers.
//
// A program finds what it needs in the global `given`, and gives its answer to `report`. So it runs in a bundle of any kind.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Import path → the body of an async function of `all`, the entry's module; and its answer. */
export const PROGRAMS: Readonly<Record<string, { readonly ask: string; readonly answer: unknown }>> = {
  tzref: {
    ask: `return all.openTzref(given.bytes).zone('Europe/Berlin').name`,
    answer: 'Berlin',
  },
  'tzref/boundaries': {
    ask: `return all.openBoundaries(given.bytes('boundaries.tiles')).zoneAt(52.52, 13.405)`,
    answer: 'Europe/Berlin',
  },
  'tzref/client': {
    ask: `const fetch = async () => ({ status: 200, headers: new Map(), json: async () => ({ data: 1 }) })
return (await all.createClient({ baseUrl: 'https://example.org/v1', token: 'tzr_any', fetch }).get('/timezones', {})).data`,
    answer: 1,
  },
  'tzref/clocks': {
    ask: `return all.openClocks(given.bytes('clocks.bin')).zone('Europe/Berlin').offsetAt(Date.UTC(2026, 6, 1))`,
    answer: 7200,
  },
  'tzref/geo-tz': {
    ask: `return all.geoTz({ zonesAt: () => ['Europe/Berlin'] }).find(52.52, 13.405)`,
    answer: ['Europe/Berlin'],
  },
  'tzref/history': {
    ask: `try { all.openHistory(given.bytes('clocks.bin')) } catch (error) { return error.code }`,
    answer: 'not-history',
  },
  'tzref/luxon': {
    ask: `return new all.LuxonZone({ id: 'X/Y', offsetAt: () => 3600, stateAt: () => ({}) }).offset(0)`,
    answer: 60,
  },
  'tzref/moved': {
    ask: `const bytes = given.bytes('clocks.bin')
const moved = all.openMoved(bytes, bytes)
return moved.judge({ zone: 'Asia/Tokyo', instant: '2030-12-01T00:00Z', release: moved.from }).verdict`,
    answer: 'unmoved',
  },
  'tzref/runtime': {
    ask: `return all.wrongZones({ 'Asia/Tokyo': [[0, 0]] })[0].shown`,
    answer: 32_400,
  },
  'tzref/temporal': {
    ask: `return all.plainDateTimeAt({ offsetAt: () => 3600 }, given.instant).toString()`,
    answer: '1970-01-01T01:00:00',
  },
  'tzref/web': {
    ask: `return all.openWeb('https://example.org/', { fetch: async () => ({ status: 404, ok: false }) }).catch((error) => error.message)`,
    answer: 'https://example.org/directory.bin answers 404',
  },
  'tzref-clocks': {
    ask: `return all.clocks.zone('Europe/Berlin').offsetAt(Date.UTC(2026, 6, 1))`,
    answer: 7200,
  },
  'tzref-boundaries': {
    ask: `return all.openBoundaries(given.bytes('boundaries.tiles')).zoneAt(52.52, 13.405)`,
    answer: 'Europe/Berlin',
  },
  'tzref-menu': {
    ask: `return all.openMenu({ groups: [], countries: {} })('Berlin')`,
    answer: [],
  },
  'tzref-menu/en': { ask: `return all.menu.language`, answer: 'en' },
  'tzref-data': { ask: `return Object.keys(all).filter((name) => name !== 'default')`, answer: ['folder'] },
}

/** The import paths of the packages that are installed in a project. */
export const entriesOf = (project: string, packages: readonly string[]): string[] =>
  packages.flatMap((name) => {
    const path = join(project, 'node_modules', name, 'package.json')
    const { exports }: { exports: Readonly<Record<string, unknown>> } = JSON.parse(readFileSync(path, 'utf8'))
    // The rest are files. A pattern of modules has one for each language.
    return Object.entries(exports).flatMap(([entry, file]) =>
      typeof file === 'string' ? [] : [entry.replace('.', name).replace('*', 'en')],
    )
  })

/** The source of an entry's program. Those with data also say whether they know where it is, `null`, or the error. */
export function programOf(entry: string, isRequired: boolean): string {
  const all = isRequired ? `const all = require('${entry}')` : `import * as all from '${entry}'`
  return `${all}
const ask = async () => { ${PROGRAMS[entry]?.ask ?? 'throw new Error("no program")'} }
const place = { ...all }
const where = () => {
  try {
    // What is not used, a bundler may leave out.
    const { href } = place.file ?? place.folder ?? {}
    return href === undefined || /^(?:file|http):.*(?:\\/|\\.tiles)$/.test(href) ? null : href
  } catch (error) {
    return /this bundle does not know its own address/.exec(error.message)?.[0] ?? error.message
  }
}
report('${entry}', async () => ({ answer: await ask(), where: where() }))
`
}

/** What all programs report. `isPlaced`: whether their bundles know their own address. */
export function answers(isPlaced: boolean): Readonly<Record<string, unknown>> {
  const where = isPlaced ? null : 'this bundle does not know its own address'
  const holdsPlace = (entry: string): boolean => entry === 'tzref-boundaries' || entry === 'tzref-data'
  return Object.fromEntries(
    Object.entries(PROGRAMS).map(([entry, { answer }]) => [
      entry,
      { answer, where: holdsPlace(entry) ? where : null },
    ]),
  )
}
