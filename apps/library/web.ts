// `tzref/web`: answers from a folder that `tzref export web` wrote, on any static host. Each file is fetched when it is first needed.
import { answerAt, type ZonesOfResult } from '#core/ask/look-up.ts'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { BOUNDARY_CREDIT } from '#core/artifact/boundaries-credit.ts'
import { FAULTS, topColumns } from '#core/artifact/boundaries-layout.ts'
import { boundaryDamage } from '#core/artifact/boundaries-parts.ts'
import { plainResult, type LookUpParts } from '#core/artifact/plain-look-up.ts'
import {
  BUNDLED,
  BUNDLES,
  DIRECTORY,
  acrossOf,
  bundleFile,
  cellAt,
  decodeBundles,
  decodeDirectory,
  decodeWebFile,
  webFile,
  type Directory,
} from '#core/artifact/web-files.ts'
import { CLOCKS } from '#core/artifact/layout.ts'
import { HALF_WORLD, POLE, microdegrees } from '#core/geo/microdegrees.ts'
import { Latest } from '#core/latest.ts'
import type { Conversion, ConvertRequest, Place, Tzref, ZoneState } from './answers.ts'
import { nameOf, type Address } from './bytes.ts'
import { checkAddress, checkFunction, checkObject, checkPoint } from './check.ts'
import { placeOf, zonesOfPlace } from './place.ts'

export { ArtifactError } from '#core/artifact/artifact-error.ts'
export type * from './answers.ts'
export type { Trust } from '#core/zone/trust.ts'
export type { Address } from './bytes.ts'
export { UnknownNameError } from './check.ts'
export type { Change, Clock, ClockState, LocalTime, WallReading } from './clock.ts'
export type { WebTzref }

/** The part of a `Response` that is used here. */
interface Fetched {
  readonly status: number
  readonly ok: boolean
  readonly arrayBuffer: () => Promise<ArrayBuffer>
}

/** `force-cache`: a file in the browser's cache is good enough. `reload`: fetch it again. */
type CacheMode = 'force-cache' | 'reload'

/** The part of `fetch` that is used here. */
export type Fetch = (
  address: string,
  options: { readonly cache?: CacheMode; readonly headers: Readonly<Record<string, string>> },
) => Promise<Fetched>

export interface WebOptions {
  /** Used in place of the global `fetch`, for example to set header fields or to cache files elsewhere. */
  readonly fetch?: Fetch
}

/** These exist in pages, in Workers and in Node. */
declare const fetch: Fetch
declare const Request: new (address: string, options: { readonly cache: CacheMode }) => unknown
declare const DecompressionStream: new (format: 'deflate-raw') => unknown
declare const Response: new (body: unknown) => {
  readonly body: { readonly pipeThrough: (through: unknown) => unknown }
  readonly arrayBuffer: () => Promise<ArrayBuffer>
}

/** How many bundles stay open. The browser's cache has the fetched files anyway. */
const MOST_BUNDLES = 256

/** Thrown by a question that needs a file that is not fetched yet. */
class Missing {
  readonly file: string
  constructor(file: string) {
    this.file = file
  }
}

/**
 * A folder of answers. Each promise rejects with an ArtifactError for a damaged file, and with an Error for a file that cannot be fetched.
 */
class WebTzref {
  /** Id of the artifact. */
  readonly artifact: string
  /** The tz release. */
  readonly release: string
  /** The boundary release. */
  readonly boundaryRelease: string
  /** Show this text next to answers of `lookUp`: the boundaries are under the ODbL. */
  readonly attribution = BOUNDARY_CREDIT
  readonly #files: WebFiles
  readonly #directory: Directory
  readonly #results: readonly ZonesOfResult<string>[]
  /** Where each square's bundle lies in the file of all bundles; null when each bundle has its own file. */
  readonly #starts: ReadonlyMap<number, { readonly from: number; readonly to: number }> | null
  readonly #bundles = new Latest<number, Promise<readonly LookUpParts[]>>(MOST_BUNDLES)
  readonly #read = new Map<string, Uint8Array>()
  #tzref: Promise<Tzref> | undefined

  /** @internal */
  constructor(files: WebFiles, directory: Directory) {
    this.#files = files
    this.#directory = directory
    this.artifact = directory.artifact
    this.release = directory.tz
    this.boundaryRelease = directory.boundaries
    const ocean = new Set(directory.ocean)
    this.#results = directory.results.map((zones) => ({
      kind: ocean.has(zones[0] ?? -1) ? 'ocean' : 'land',
      zones: zones.map((zone) => directory.zones[zone] ?? ''),
    }))
    this.#starts = startsOf(directory)
  }

  /**
   * The zones that answer for a point in degrees, which are rounded to six decimals. It takes one request at most, and none for a square of
   * about one degree that was asked about before. Rejects with a RangeError for a point outside the world, and with an Error when not even
   * the sea there has a zone.
   *
   * @example
   * ```js
   * (await web.lookUp(52.52, 13.405)).zone // → 'Europe/Berlin'
   * ```
   */
  async lookUp(lat: number, lon: number): Promise<Place> {
    checkPoint(lat, lon)
    const [x, y] = [microdegrees(lon), microdegrees(lat)]
    const here = await this.#resultAt(x, y)
    const across = Math.abs(x) === HALF_WORLD ? await this.#resultAt(-x, y, true) : here
    const answer = answerAt({ resultAt: () => across }, this.#results, x, y, here)
    if (answer === null)
      throw new Error(`lat ${lat}, lon ${lon}: found no zone of release ${this.release} there`)
    return placeOf(answer, lon)
  }

  /**
   * The identifiers of all zones that answer for a point in degrees, that of `lookUp` first. It asks and rejects as `lookUp` does.
   *
   * @example
   * ```js
   * await web.zonesAt(43.8, 87.6) // → ['Asia/Shanghai', 'Asia/Urumqi']
   * ```
   */
  async zonesAt(lat: number, lon: number): Promise<string[]> {
    return zonesOfPlace(await this.lookUp(lat, lon))
  }

  /**
   * The state of a zone's clock at an instant, as `Tzref.stateOf` gives it: its local time, its standard's name, its next change.
   *
   * @example
   * ```js
   * (await web.stateOf('Asia/Kathmandu', Date.UTC(2026, 6, 1))).standard // → 'Nepal Time'
   * ```
   */
  stateOf(id: string, at: number): Promise<ZoneState> {
    return this.ask((tz) => tz.stateOf(id, at))
  }

  /**
   * One moment on several clocks, as `Tzref.convert` gives it. The first name of a place fetches three megabytes; identifiers do not.
   *
   * @example
   * ```js
   * (await web.convert({ from: 'CST', to: 'UTC', at: 0 })).kind // → 'choice'
   * ```
   */
  convert(request: ConvertRequest): Promise<Conversion> {
    return this.ask((tz) => tz.convert(request))
  }

  /**
   * Any other question to `Tzref`, except look-ups: `tz.ask((all) => all.city('kathmandu'))`. The function runs again each time a file that
   * it needs has arrived. So it should only ask, and have no side effects.
   *
   * @example
   * ```js
   * await web.ask((all) => all.city('kathmandu').country.name) // → 'Nepal'
   * ```
   */
  async ask<Answer>(question: (tz: Tzref) => Answer): Promise<Answer> {
    checkFunction(question, 'question', 'a function of what it asks')
    const tz = await this.#answers()
    for (;;) {
      try {
        return question(tz)
      } catch (error) {
        if (!(error instanceof Missing)) throw error
        await this.#fetch(error.file)
      }
    }
  }

  /** After a failure, the next question opens the files again. */
  #answers(): Promise<Tzref> {
    if (this.#tzref === undefined) {
      this.#tzref = this.#open()
      this.#tzref.catch(() => (this.#tzref = undefined))
    }
    return this.#tzref
  }

  async #open(): Promise<Tzref> {
    const [{ openAnswers }] = await Promise.all([
      import('./web-answers.ts'),
      this.#fetch(CLOCKS),
      this.#fetch('zone.json'),
    ])
    const { artifact: id, tz, boundaries } = this.#directory
    return openAnswers({ id, tz, boundaries }, (name) => {
      const bytes = this.#read.get(name)
      if (bytes === undefined) throw new Missing(name)
      return bytes
    })
  }

  /** Fetches a file of the artifact, together with the files that share one with it. */
  async #fetch(name: string): Promise<void> {
    const { file, holds } = webFile(name)
    const bytes = await this.#files.read(`${this.artifact}/${file}`, file)
    if (holds === null) {
      this.#read.set(name, bytes)
      return
    }
    const texts: Readonly<Record<string, string>> = JSON.parse(new TextDecoder().decode(bytes))
    for (const one of holds) this.#read.set(one, new TextEncoder().encode(texts[one]))
  }

  /** `isAcross`: the point was already looked up on the other side of the 180° line. */
  async #resultAt(lon: number, lat: number, isAcross = false): Promise<number> {
    const { topShift, squares } = this.#directory
    const [x, y] = [lon + HALF_WORLD, lat + POLE]
    const west = lon === HALF_WORLD ? 1 : 0
    const south = lat === POLE ? 1 : 0
    const cell = cellAt(x - west, y - south, topShift)
    const entry = squares[cell] ?? 0
    const resultCount = this.#results.length
    const parts = entry === BUNDLED ? await this.#partsOf(cell, isAcross) : uniform(entry, resultCount)
    const result = plainResult(parts, 0, topShift, x, y, west, south)
    if (result < 0)
      throw boundaryDamage(
        bundleFile(cell, topColumns(topShift)),
        FAULTS[-1 - result] ?? 'tile-out-of-range',
        {
          x,
          y,
        },
      )
    return result
  }

  async #partsOf(cell: number, isAcross: boolean): Promise<LookUpParts> {
    const { squares, topShift } = this.#directory
    const columns = topColumns(topShift)
    const beside = isAcross ? acrossOf(cell, columns) : null
    const isThere = beside !== null && squares[beside] === BUNDLED
    const [own, across] = await this.#bundle(isThere ? beside : cell)
    const parts = isThere ? across : own
    if (parts !== undefined) return parts
    const file = bundleFile(beside ?? cell, columns)
    throw new ArtifactError('section-out-of-range', `${file}: it has no bundle of the tile across`, { file })
  }

  #bundle(cell: number): Promise<readonly LookUpParts[]> {
    const known = this.#bundles.get(cell)
    if (known !== undefined) return known
    const asked = this.#readBundle(cell)
    this.#bundles.set(cell, asked)
    // After a failure, the next question fetches the bundle again.
    asked.catch(() => this.#bundles.delete(cell))
    return asked
  }

  async #readBundle(cell: number): Promise<readonly LookUpParts[]> {
    const { topShift } = this.#directory
    const file = bundleFile(cell, topColumns(topShift))
    const name = `${this.artifact}/${file}`
    const place = this.#starts?.get(cell)
    const bytes = await (place === undefined
      ? this.#files.read(name, file)
      : this.#files.read(name, BUNDLES, place))
    return decodeBundles(file, bytes, this.#results.length)
  }
}

/** A square with only one result, in the form of a bundle. */
const uniform = (entry: number, resultCount: number): LookUpParts => ({
  tree: Uint32Array.of(entry),
  borders: new Int32Array(),
  halves: new Int16Array(),
  tables: new Uint16Array(),
  resultCount,
})

function startsOf({ squares, lengths }: Directory): Map<number, { from: number; to: number }> | null {
  if (lengths === null) return null
  const starts = new Map<number, { from: number; to: number }>()
  let from = 0
  let next = 0
  squares.forEach((entry, cell) => {
    if (entry !== BUNDLED) return
    const to = from + (lengths[next++] ?? 0)
    starts.set(cell, { from, to })
    from = to
  })
  return starts
}

/** Reads the files below an address. */
class WebFiles {
  readonly #base: string
  readonly #fetch: Fetch

  constructor(base: string, ask: Fetch) {
    this.#base = base.replace(/\/?$/, '/')
    this.#fetch = ask
  }

  /**
   * The inflated content of a file, or of a part of it. `name` is the name under which it was written. A file never changes at its address,
   * so the browser's cached copy is good enough. When that copy is damaged, the file is fetched again once.
   */
  async read(
    name: string,
    file: string,
    part?: { readonly from: number; readonly to: number },
  ): Promise<Uint8Array> {
    let deflated: Uint8Array
    try {
      deflated = decodeWebFile(name, await this.#bytes(file, 'force-cache', part))
    } catch (error) {
      if (!(error instanceof ArtifactError)) throw error
      deflated = decodeWebFile(name, await this.#bytes(file, 'reload', part))
    }
    return inflated(deflated)
  }

  async #bytes(
    file: string,
    cache: 'force-cache' | 'reload',
    part: { readonly from: number; readonly to: number } | undefined,
  ): Promise<Uint8Array> {
    const address = `${this.#base}${file}`
    const headers: Record<string, string> =
      part === undefined ? {} : { range: `bytes=${part.from}-${part.to - 1}` }
    const response = await this.#fetch(address, { cache, headers })
    if (!response.ok) throw new Error(`${address} answers ${response.status}`)
    if (part !== undefined && response.status !== 206)
      throw new Error(`${address} answers ${response.status}: this host does not send ranges of files`)
    return new Uint8Array(await response.arrayBuffer())
  }
}

async function inflated(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Response(bytes).body.pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** True when requests may have a `cache` option. Workers at the edge refuse every request that has one. */
function hasCache(): boolean {
  try {
    for (const cache of ['force-cache', 'reload'] as const) void new Request('https://example.org', { cache })
    return true
  } catch {
    return false
  }
}

/** The runtime's `fetch`, called without the `cache` option where that is refused. */
const runtimeFetch = (): Fetch =>
  hasCache() ? (where, options) => fetch(where, options) : (where, { headers }) => fetch(where, { headers })

/**
 * Opens an artifact's folder that `tzref export web` wrote, by its address: `https://example.org/tz/2026f-…/`. Fetches only the directory
 * of the boundaries.
 *
 * @example
 * ```js
 * import { openWeb } from 'tzref/web'
 *
 * const web = await openWeb('https://example.org/tz/')
 * web.release // → '2026f'
 * ```
 */
export async function openWeb(address: Address, options: WebOptions = {}): Promise<WebTzref> {
  checkAddress(address, 'address', 'where the folder is, such as "https://example.org/tz/2026f-…/"')
  checkObject(options, 'options', '{ fetch }')
  const { fetch: ask = runtimeFetch() } = options
  checkFunction(ask, 'fetch', 'a function like fetch')
  const files = new WebFiles(nameOf(address), ask)
  return new WebTzref(files, decodeDirectory(await files.read(DIRECTORY, DIRECTORY)))
}
