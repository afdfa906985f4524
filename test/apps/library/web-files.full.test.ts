// `tzref/web` on the tiny world: a static host gives the answers of the boundary file, and damaged data is never used.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { geometryOf, readBoundaryHead } from '#core/artifact/boundaries-parts.ts'
import { cellAt } from '#core/artifact/web-files.ts'
import { plainResult } from '#core/artifact/plain-look-up.ts'
import { openClocks } from '#apps/library/clocks.ts'
import { openWeb, type WebTzref } from '#apps/library/web.ts'
import {
  borderPoints,
  randomPoints,
  tilePoints,
  worldEdgePoints,
  worldEdgeVertices,
} from '../../support/points/boundary-points.ts'
import { tinyPolygons, tinyTiles, openTiny } from '../../support/worlds/tiny-boundaries.ts'
import { HOST, webFolder, webHost, type WebFolder } from '../../support/worlds/web-folder.ts'

const boundaries = openTiny()
const points = [
  ...randomPoints(3000, 11),
  ...borderPoints(tinyPolygons, 40, 12),
  ...tilePoints(tinyPolygons, 3, 13),
  ...worldEdgePoints(100, 14),
  ...worldEdgeVertices(tinyPolygons),
]

/** Writing a folder takes long when other tests load the machine. */
const PATIENCE = 180_000

let folder: WebFolder
let oneFile: WebFolder
beforeAll(() => {
  folder = webFolder(inject('embeddedArtifact'), tinyTiles)
  oneFile = webFolder(inject('embeddedArtifact'), tinyTiles, true)
}, PATIENCE)
const open = (host = webHost(folder.files)): Promise<WebTzref> =>
  openWeb(`${HOST}${folder.id}/`, { fetch: host })

test('without WebAssembly a look-up gives the same result, on borders and at the edges of the world too', () => {
  const bytes = Uint8Array.from(tinyTiles)
  const head = readBoundaryHead(bytes, 'tiny')
  const cut = geometryOf(bytes, head)
  const parts = {
    ...cut,
    halves: new Int16Array(cut.borders.buffer, cut.borders.byteOffset, cut.borders.length * 2),
  }
  const differing = points.filter(({ lon, lat }) => {
    const [x, y] = [lon + 180e6, lat + 90e6]
    const [west, south] = [x === 360e6 ? 1 : 0, y === 180e6 ? 1 : 0] as const
    const at = cellAt(x - west, y - south, head.topShift)
    const found = plainResult(
      { ...parts, resultCount: head.results.length },
      at,
      head.topShift,
      x,
      y,
      west,
      south,
    )
    return found !== boundaries.resultAt(lon, lat)
  })
  expect(differing).toEqual([])
  expect(new Set(points.map(({ lon, lat }) => boundaries.resultAt(lon, lat))).size).toBeGreaterThan(20)
})

test.each(['a file for each bundle', 'ranges of one file'])(
  '%s: look-ups give the zones of the boundary file',
  async (way) => {
    const { files } = way.startsWith('a file') ? folder : oneFile
    const web = await open(webHost(files))
    let bundled = 0
    for (const { lon, lat } of points) {
      const found = await web.lookUp(lat / 1e6, lon / 1e6)
      const zones = boundaries.zonesAt(lon, lat)
      const across = boundaries.zonesAt(-lon, lat)[0] ?? ''
      const others = Math.abs(lon) === 180e6 && !zones.includes(across) ? [across] : []
      expect([found.zone, ...found.alternatives.map(({ zone }) => zone)]).toEqual([...zones, ...others])
      expect(found.kind).toBe(zones[0]?.startsWith('Etc/') === true ? 'ocean' : 'land')
      if (found.kind === 'land') bundled += 1
    }
    expect(bundled).toBeGreaterThan(500)
  },
)

test('a new square takes one request; a known one, or one with a single answer, takes none', async () => {
  const asked: string[] = []
  const web = await open(webHost(folder.files, asked))
  expect(asked).toEqual([`${folder.id}/directory.bin`])
  const [border = { lon: 0, lat: 0 }] = borderPoints(tinyPolygons, 1, 3)
  await Promise.all([
    web.lookUp(border.lat / 1e6, border.lon / 1e6),
    web.lookUp(border.lat / 1e6, border.lon / 1e6),
  ])
  await web.lookUp(border.lat / 1e6, border.lon / 1e6)
  await web.lookUp(0, -30)
  expect(asked.slice(1)).toEqual([expect.stringMatching(/\/squares\/\d+\/\d+\.bin$/)])
})

test('a point on the 180° line takes one request too, from either side', async () => {
  let both = 0
  for (const { lat } of worldEdgeVertices(tinyPolygons).filter(({ lon }) => Math.abs(lon) === 180e6)) {
    for (const lon of [180, -180]) {
      const asked: string[] = []
      const web = await open(webHost(oneFile.files, asked))
      await web.lookUp(lat / 1e6, lon)
      expect(asked.length).toBeLessThan(3)
      both += asked.length - 1
    }
  }
  expect(both).toBeGreaterThan(1)
})

describe('damaged data', () => {
  const [{ lat, lon } = { lat: 0, lon: 0 }] = borderPoints(tinyPolygons, 1, 3)
  const flipped =
    (at: number) =>
    (path: string, bytes: Uint8Array): Uint8Array => {
      if (!path.includes('squares/')) return bytes
      const place = at < 0 ? bytes.length + at : at
      return bytes.map((byte, i) => (i === place ? byte ^ 1 : byte))
    }

  test.each([0, 3, 4, 20, -1])('give an error and no zone: byte %d', async (at) => {
    const web = await open(webHost(folder.files, [], flipped(at)))
    await expect(web.lookUp(lat / 1e6, lon / 1e6)).rejects.toMatchObject({ code: 'checksum-mismatch' })
  })

  test('are fetched again, once, if the browser had cached them', async () => {
    const asked: string[] = []
    const damage = flipped(5)
    const web = await open(
      webHost(folder.files, asked, (path, bytes, cache) =>
        cache === 'reload' ? bytes : damage(path, bytes),
      ),
    )
    expect(await web.lookUp(lat / 1e6, lon / 1e6)).not.toBeNull()
    expect(asked).toHaveLength(3)
  })

  test('give an error also if they are another file of the folder, or cut off', async () => {
    const [other = new Uint8Array()] = [...folder.files]
      .filter(([path]) => path.includes('squares/'))
      .map(([, bytes]) => bytes)
      .toReversed()
    for (const instead of [other, new Uint8Array(3)]) {
      const web = await open(
        webHost(folder.files, [], (path, bytes) => (path.includes('squares/') ? instead : bytes)),
      )
      await expect(web.lookUp(lat / 1e6, lon / 1e6)).rejects.toThrow(ArtifactError)
    }
  })

  test('are not cached: the next look-up asks again', async () => {
    let isBroken = true
    const damage = flipped(9)
    const web = await open(
      webHost(folder.files, [], (path, bytes) => (isBroken ? damage(path, bytes) : bytes)),
    )
    await expect(web.lookUp(lat / 1e6, lon / 1e6)).rejects.toThrow(ArtifactError)
    isBroken = false
    expect(await web.lookUp(lat / 1e6, lon / 1e6)).not.toBeNull()
  })

  test('the error names a host that sends whole files for ranges', async () => {
    const host = webHost(oneFile.files)
    const web = await open((address, options) => host(address, { ...options, headers: {} }))
    await expect(web.lookUp(lat / 1e6, lon / 1e6)).rejects.toThrow('does not send ranges of files')
  })

  test('a point outside the world is a RangeError', async () => {
    const web = await open()
    await expect(web.lookUp(90.1, 0)).rejects.toThrow(RangeError)
    await expect(web.lookUp(0, Number.NaN)).rejects.toThrow(RangeError)
  })
})

test(
  'states and conversions need two files, names of places two more',
  async () => {
    const asked: string[] = []
    const web = await open(webHost(folder.files, asked))
    const at = Date.UTC(2026, 6, 1, 12)
    const clock = openClocks(folder.files.get('clocks') ?? `${inject('embeddedArtifact')}/clocks.bin`).zone(
      'Europe/Berlin',
    )
    expect(await web.stateOf('europe/berlin', at)).toMatchObject({
      ...clock.stateAt(at),
      standard: 'Central European Summer Time',
    })
    await expect(web.stateOf('Mars/Base', at)).rejects.toThrow('found "Mars/Base"')
    const converted = await web.convert({ from: 'Europe/Berlin', to: ['Asia/Tokyo', '+05:30'], at })
    expect(converted.kind === 'converted' && converted.to.map(({ shows }) => shows)).toEqual([
      '2026-07-01T21:00:00+09:00',
      '2026-07-01T17:30:00+05:30',
    ])
    const file = (name: string): string => `${folder.id}/${name}`
    expect(asked).toEqual(['directory.bin', 'clocks.bin', 'words.bin'].map(file))
    expect(await web.convert({ from: 'san-jose-cr', to: 'JST', at })).toMatchObject({ kind: 'converted' })
    expect(asked.slice(3).toSorted()).toEqual(['city.bin', 'names.bin'].map(file))
    const why = await web.ask((tz) => tz.why('Europe/Berlin', at))
    expect(why.at(-1)?.says).toContain('last Sunday in March')
    expect(asked.slice(5)).toEqual([file('lines.bin')])
  },
  PATIENCE,
)
