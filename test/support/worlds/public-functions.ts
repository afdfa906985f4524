// Every function that users of the library can call, with good arguments and the kind of each: one row for each function.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { ROOT } from '#open/program/root.ts'
import { encodeHistory, clockPartsOf } from '#core/artifact/history.ts'
import { openClocks as openClockBytes } from '#core/artifact/clocks.ts'
import { CLOCKS } from '#core/artifact/layout.ts'
import { openBoundaries } from '#apps/library/boundaries.ts'
import { createClient } from '#apps/library/client.ts'
import { openClocks } from '#apps/library/clocks.ts'
import { geoTz } from '#apps/library/geo-tz.ts'
import { openHistory } from '#apps/library/history.ts'
import { LuxonZone } from '#apps/library/luxon.ts'
import { openMoved } from '#apps/library/moved.ts'
import { openTzref } from '#apps/library/tzref.ts'
import { openWeb } from '#apps/library/web.ts'
import { dataFiles } from './fetched-files.ts'
import { tinyTiles } from './tiny-boundaries.ts'
import { HOST, webFolder, webHost } from './web-folder.ts'

/** What a parameter accepts. The wrong arguments for it follow from this. */
export type Kind =
  | 'instant'
  | 'instant-or-text'
  | 'wall'
  | 'wall-or-text'
  | 'lat'
  | 'lon'
  | 'size'
  | 'name'
  | 'text'
  /** One text or several. */
  | 'texts'
  | 'source'
  | 'address'
  | 'object'
  | 'column'
  | 'function'
  /** An object of Temporal. */
  | 'temporal'
  | 'choice'
  /** Any value. The function only compares it. */
  | 'anything'

export interface Parameter {
  readonly name: string
  readonly kind: Kind
  readonly good: unknown
  /** Whether it may be left out. */
  readonly optional?: true
}

/** The first line of an entry's file names its import: `tzref/clocks`. */
const ENTRY = /^\/\/ `tzref(?:\/([\w-]+))?`:/

/** Every entry in apps/library/, by its name after `tzref/`. A new entry is here without a change. */
export const ENTRIES: Readonly<Record<string, object>> = Object.fromEntries(
  await Promise.all(
    readdirSync(join(ROOT, 'apps/library'))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(ROOT, 'apps/library', file))
      .flatMap((path) => {
        const [first, name = 'tzref'] = ENTRY.exec(readFileSync(path, 'utf8')) ?? []
        return first === undefined ? [] : [{ name, path }]
      })
      .map(async ({ name, path }): Promise<[string, object]> => [name, await import(path)]),
  ),
)

/** One object of each class that the entries give, because their methods are public too. */
export async function publicObjects(artifact: string): Promise<Readonly<Record<string, object>>> {
  const files = dataFiles(artifact)
  const bytes = readFileSync(join(artifact, CLOCKS))
  const clocks = openClocks(bytes)
  const web = webFolder(artifact, tinyTiles)
  return {
    Boundaries: openBoundaries(tinyTiles),
    Client: createClient({
      baseUrl: 'https://example.org/v1',
      token: 'tzr_x',
      fetch: async () => {
        await Promise.resolve()
        return {
          status: 200,
          headers: new Headers(),
          json: () => Promise.resolve({ data: [], meta: { last_page: 1 } }),
        }
      },
    }),
    Clock: clocks.zone('Europe/Berlin'),
    Clocks: clocks,
    GeoTz: geoTz(openBoundaries(tinyTiles)),
    History: openHistory(encodeHistory([clockPartsOf(openClockBytes(bytes))])),
    LuxonZone: new LuxonZone(clocks.zone('Europe/Berlin')),
    Moved: openMoved(bytes, bytes),
    Tzref: openTzref((name) => files.get(`data/${name}`) ?? new Uint8Array()),
    WebTzref: await openWeb(`${HOST}${web.id}/`, { fetch: webHost(web.files) }),
  }
}

/** The names of an object's callable members. */
export function methodsOf(object: object): string[] {
  const own = Object.getPrototypeOf(object) === Object.prototype ? object : Object.getPrototypeOf(object)
  return Object.entries(Object.getOwnPropertyDescriptors(own)).flatMap(([name, { value }]) =>
    typeof value === 'function' && name !== 'constructor' ? [name] : [],
  )
}

const NOON = Date.UTC(2026, 6, 1, 12)
const at: Parameter = { name: 'at', kind: 'instant', good: NOON }
const lat: Parameter = { name: 'lat', kind: 'lat', good: 50 }
const lon: Parameter = { name: 'lon', kind: 'lon', good: 10 }
const id: Parameter = { name: 'id', kind: 'name', good: 'Europe/Berlin' }
const instant = Temporal.Instant.fromEpochMilliseconds(NOON)
const clock: Parameter = {
  name: 'clock',
  kind: 'object',
  good: { offsetAt: () => 0, instantsOf: (wall: number) => ({ kind: 'unique', at: wall }) },
}
const dateTime: Parameter = {
  name: 'dateTime',
  kind: 'temporal',
  good: instant.toZonedDateTimeISO('UTC').toPlainDateTime(),
}
const address: Parameter = { name: 'address', kind: 'address', good: 'https://example.org/' }

/** The rows: `entry.function` or `Class.method`. */
export const PARAMETERS: Readonly<Record<string, readonly Parameter[]>> = {
  'boundaries.openBoundaries': [{ name: 'source', kind: 'source', good: tinyTiles }],
  'boundaries.fetchBoundaries': [address],
  'Boundaries.zoneAt': [lat, lon],
  'Boundaries.zonesAt': [lat, lon],
  'Boundaries.setsAt': [
    { name: 'lats', kind: 'column', good: [50] },
    { name: 'lons', kind: 'column', good: [10] },
    { name: 'into', kind: 'object', good: new Uint16Array(1), optional: true },
  ],
  'Boundaries.verify': [],
  'client.createClient': [
    { name: 'options', kind: 'object', good: { baseUrl: 'https://example.org/v1', token: 'tzr_x' } },
  ],
  'Client.get': [
    { name: 'path', kind: 'text', good: '/timezones' },
    { name: 'parameters', kind: 'object', good: {} },
  ],
  'Client.rows': [
    { name: 'path', kind: 'text', good: '/timezones' },
    { name: 'parameters', kind: 'object', good: {} },
  ],
  'clocks.openClocks': [{ name: 'source', kind: 'source', good: '' }],
  'clocks.fetchClocks': [address],
  'Clock.offsetAt': [at],
  'Clock.stateAt': [at],
  'Clock.wallAt': [at],
  'Clock.startOfDay': [{ name: 'date', kind: 'name', good: '2026-07-01' }],
  'Clock.offsetTextAt': [at],
  'Clock.nextChange': [at],
  'Clock.previousChange': [at],
  'Clock.changes': [
    { name: 'from', kind: 'instant', good: NOON },
    { name: 'to', kind: 'instant', good: NOON },
  ],
  'Clock.instantsOf': [{ name: 'wall', kind: 'wall', good: NOON }],
  'Clock.instantOf': [
    { name: 'wall', kind: 'wall-or-text', good: NOON },
    { name: 'disambiguation', kind: 'choice', good: 'later', optional: true },
  ],
  'Clock.isoAt': [at],
  'Clock.textAt': [at],
  'Clocks.zone': [{ name: 'name', kind: 'name', good: 'UTC' }],
  'Clocks.instantOf': [
    { name: 'wall', kind: 'name', good: '2026-10-25T02:30[Europe/Berlin]' },
    { name: 'disambiguation', kind: 'choice', good: 'later', optional: true },
  ],
  'Clocks.findZone': [{ name: 'name', kind: 'text', good: 'UTC' }],
  'geo-tz.geoTz': [{ name: 'boundaries', kind: 'object', good: null }],
  'GeoTz.find': [lat, lon],
  'GeoTz.setCache': [{ name: 'options', kind: 'object', good: {}, optional: true }],
  'GeoTz.preCache': [],
  'history.openHistory': [{ name: 'source', kind: 'source', good: '' }],
  'history.fetchHistory': [address],
  'History.clocks': [{ name: 'release', kind: 'name', good: '2026f' }],
  'History.moved': [
    { name: 'older', kind: 'name', good: '2026f' },
    { name: 'newer', kind: 'name', good: '2026f' },
  ],
  'luxon.LuxonZone': [{ name: 'clock', kind: 'object', good: null }],
  // luxon asks with any number for invalid dates, and accepts NaN as an answer.
  'LuxonZone.offset': [{ name: 'at', kind: 'instant', good: NOON }],
  'LuxonZone.offsetName': [at, { name: 'options', kind: 'object', good: {}, optional: true }],
  'LuxonZone.formatOffset': [at, { name: 'format', kind: 'choice', good: 'short' }],
  'LuxonZone.equals': [{ name: 'other', kind: 'anything', good: null }],
  'moved.openMoved': [
    { name: 'source', kind: 'source', good: '' },
    { name: 'source', kind: 'source', good: '' },
  ],
  'Moved.judge': [{ name: 'event', kind: 'object', good: { zone: 'UTC', instant: 0 } }],
  'Moved.inWords': [],
  'runtime.runtimeOffset': [{ name: 'zone', kind: 'text', good: 'UTC' }, at],
  'runtime.runtimeRelease': [],
  'runtime.wrongZones': [{ name: 'table', kind: 'object', good: { UTC: [[0, 0]] } }],
  'temporal.plainDateTimeAt': [clock, { name: 'instant', kind: 'temporal', good: instant }],
  'temporal.readingOf': [clock, dateTime],
  'temporal.instantOf': [clock, dateTime, { name: 'options', kind: 'object', good: {}, optional: true }],
  'tzref.openTzref': [{ name: 'folder', kind: 'address', good: '' }],
  'tzref.fetchTzref': [address],
  'Tzref.zone': [id],
  'Tzref.findZone': [{ ...id, kind: 'text' }],
  'Tzref.zones': [],
  'Tzref.zonesUsing': [{ name: 'abbreviation', kind: 'text', good: 'CET' }, at],
  'Tzref.stateOf': [id, at],
  'Tzref.why': [id, at],
  'Tzref.lookUp': [lat, lon],
  'Tzref.zonesAt': [lat, lon],
  'Tzref.countries': [],
  'Tzref.zonesOf': [{ name: 'country', kind: 'name', good: 'DE' }],
  'Tzref.windowsName': [id],
  'Tzref.zoneOfWindows': [
    { name: 'name', kind: 'name', good: 'W. Europe Standard Time' },
    { name: 'country', kind: 'name', good: 'AT', optional: true },
  ],
  'Tzref.convert': [{ name: 'request', kind: 'object', good: { from: 'UTC', to: 'UTC', at: NOON } }],
  'Tzref.city': [{ name: 'slug', kind: 'name', good: 'kathmandu' }],
  'Tzref.findCity': [{ name: 'slug', kind: 'text', good: 'kathmandu' }],
  'Tzref.cities': [{ name: 'text', kind: 'text', good: 'paris', optional: true }],
  'Tzref.sun': [
    { name: 'place', kind: 'object', good: { lat: 0, lon: 0, zone: 'UTC' } },
    { name: 'date', kind: 'name', good: '2026-06-21' },
  ],
  'web.openWeb': [address, { name: 'options', kind: 'object', good: {}, optional: true }],
  'WebTzref.lookUp': [lat, lon],
  'WebTzref.zonesAt': [lat, lon],
  'WebTzref.stateOf': [id, at],
  'WebTzref.convert': [{ name: 'request', kind: 'object', good: { from: 'UTC', to: 'UTC', at: NOON } }],
  'WebTzref.ask': [{ name: 'question', kind: 'function', good: () => 1 }],
}

/** The fields of arguments that are objects, with the kind of each. `place` is the object's position among the parameters. */
export const FIELDS: Readonly<
  Record<string, { readonly good: object; readonly place?: number; readonly fields: readonly Parameter[] }>
> = {
  'client.createClient': {
    good: { baseUrl: 'https://example.org/v1', token: 'tzr_x' },
    fields: [
      { name: 'baseUrl', kind: 'address', good: '' },
      { name: 'token', kind: 'text', good: '' },
      { name: 'patience', kind: 'size', good: 1, optional: true },
      { name: 'fetch', kind: 'function', good: null, optional: true },
      { name: 'sleep', kind: 'function', good: null, optional: true },
      { name: 'now', kind: 'function', good: null, optional: true },
    ],
  },
  'Tzref.convert': {
    good: { from: 'UTC', to: 'UTC', at: NOON },
    fields: [
      { name: 'from', kind: 'text', good: '' },
      { name: 'to', kind: 'texts', good: '' },
      { name: 'at', kind: 'instant-or-text', good: NOON },
      { name: 'resolution', kind: 'choice', good: 'latest', optional: true },
    ],
  },
  'WebTzref.convert': {
    good: { from: 'UTC', to: 'UTC', at: NOON },
    fields: [
      { name: 'from', kind: 'text', good: '' },
      { name: 'at', kind: 'instant-or-text', good: NOON },
    ],
  },
  'Tzref.sun': {
    good: { lat: 0, lon: 0, zone: 'UTC' },
    fields: [lat, lon, { name: 'zone', kind: 'name', good: 'UTC' }],
  },
  'Moved.judge': {
    good: { zone: 'UTC', instant: 0 },
    fields: [
      { name: 'zone', kind: 'text', good: 'UTC' },
      { name: 'wall', kind: 'instant-or-text', good: 0, optional: true },
      { name: 'instant', kind: 'instant-or-text', good: 0, optional: true },
      { name: 'side', kind: 'choice', good: 'later', optional: true },
      { name: 'release', kind: 'text', good: '2026f', optional: true },
    ],
  },
  'web.openWeb': {
    good: {},
    place: 1,
    fields: [{ name: 'fetch', kind: 'function', good: null, optional: true }],
  },
  'geo-tz.geoTz': {
    good: { zonesAt: () => [] },
    fields: [{ name: 'boundaries.zonesAt', kind: 'function', good: null }],
  },
  'temporal.plainDateTimeAt': {
    good: {},
    fields: [{ name: 'clock.offsetAt', kind: 'function', good: null }],
  },
  'temporal.readingOf': {
    good: {},
    fields: [{ name: 'clock.instantsOf', kind: 'function', good: null }],
  },
  'temporal.instantOf': {
    good: {},
    place: 2,
    fields: [{ name: 'disambiguation', kind: 'choice', good: 'later', optional: true }],
  },
  'LuxonZone.offsetName': {
    good: {},
    place: 1,
    fields: [{ name: 'format', kind: 'choice', good: 'long', optional: true }],
  },
  'luxon.LuxonZone': {
    good: { id: 'UTC', offsetAt: () => 0, stateAt: () => null },
    fields: [
      { name: 'clock.id', kind: 'text', good: 'UTC' },
      { name: 'clock.offsetAt', kind: 'function', good: null },
      { name: 'clock.stateAt', kind: 'function', good: null },
    ],
  },
}
