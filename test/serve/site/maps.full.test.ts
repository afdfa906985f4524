// Facts about the maps: drawn from shapes that agree with the boundaries, with their overlaps, small islands and shared borders, and small enough to be sent.
import { gzipSync, inflateSync } from 'node:zlib'
import { getChildren, tileToQuadkey, type Tile } from '@mapbox/tilebelt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Shapes } from '#core/artifact/shapes.ts'
import { microdegrees } from '#core/geo/microdegrees.ts'
import { tileMap, ZOOMS } from '#serve/site/pictures/tiles.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { openService, type Service } from '../../support/service.ts'

let service: Service
let shapes: Shapes
beforeAll(async () => {
  service = await openService()
  const found = service.catalogue.artifact.shapes()
  if (found === null) throw new Error('the artifact has no shapes')
  shapes = found
})
afterAll(() => service.close())

const page = async (path: string) => {
  const { statusCode, body } = await service.app.inject({ url: path, headers: { host: 'localhost' } })
  expect(statusCode, path).toBe(200)
  return body
}

/** Whether a point, in microdegrees, is in a zone's drawing at the finest level. */
function isDrawn(id: string, lon: number, lat: number): boolean {
  const { grid, zones } = shapes.level(shapes.grids.length - 1)
  const [x, y] = [(lon + 180e6) / grid, (lat + 90e6) / grid]
  let isIn = false
  for (const ring of zones[shapes.zoneIds.indexOf(id)] ?? []) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [ax, ay, bx, by] = [ring[j] ?? 0, ring[j + 1] ?? 0, ring[i] ?? 0, ring[i + 1] ?? 0]
      if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) isIn = !isIn
    }
  }
  return isIn
}

test('where a point lies on land, the drawing has it in all its zones, but for a few near borders', () => {
  const boundaries = service.catalogue.artifact.boundaries()
  const random = seededRandom(7)
  let [asked, right] = [0, 0]
  while (asked < 600) {
    const [lon, lat] = [Math.floor(random() * 360e6 - 180e6), Math.floor(random() * 130e6 - 55e6)]
    const zones = boundaries?.zonesAt(microdegrees(lon / 1e6), microdegrees(lat / 1e6)) ?? []
    if (zones.length === 0 || zones.some((id) => id.startsWith('Etc/'))) continue
    asked += 1
    if (zones.every((id) => isDrawn(id, lon, lat))) right += 1
  }
  expect(right / asked).toBeGreaterThan(0.98)
})

test('overlaps are drawn twice, and on a page both zones are there', async () => {
  const boundaries = service.catalogue.artifact.boundaries()
  const both = ['Asia/Hebron', 'Asia/Jerusalem']
  let [overlapping, drawn] = [0, 0]
  for (let lat = 31.35; lat < 32.55; lat += 0.01) {
    for (let lon = 34.9; lon < 35.5; lon += 0.01) {
      const zones = boundaries?.zonesAt(microdegrees(lon), microdegrees(lat)) ?? []
      if (!both.every((id) => zones.includes(id))) continue
      overlapping += 1
      if (both.every((id) => isDrawn(id, lon * 1e6, lat * 1e6))) drawn += 1
    }
  }
  expect(overlapping).toBeGreaterThan(100)
  expect(drawn / overlapping).toBeGreaterThan(0.9)
  // One path a zone: in a common one, what is covered twice would be a hole.
  expect((await page(`/map/${tileToQuadkey([12, 7, 5])}.svg`)).match(/<path/g)?.length).toBeGreaterThan(10)
})

test('neighbours share the points of their border, at every level', () => {
  for (const level of shapes.grids.keys()) {
    const pointsOf = (id: string): Set<string> => {
      const points = new Set<string>()
      for (const ring of shapes.level(level).zones[shapes.zoneIds.indexOf(id)] ?? [])
        for (let i = 0; i < ring.length; i += 2) points.add(`${ring[i]} ${ring[i + 1]}`)
      return points
    }
    const [berlin, warsaw] = [pointsOf('Europe/Berlin'), pointsOf('Europe/Warsaw')]
    expect([...berlin].filter((point) => warsaw.has(point)).length).toBeGreaterThan([8, 30, 80][level] ?? 0)
  }
})

test('no ring is lost: small islands are there at every level', () => {
  const counts = shapes.grids.map((_, level) => shapes.level(level).zones.map((rings) => rings.length))
  for (const of of counts) expect(of).toEqual(counts[0])
  expect(counts[0]?.every((count) => count > 0)).toBe(true)
  expect(shapes.zoneIds.length).toBeGreaterThan(400)
})

test('no tile has more than 30 kB compressed: all of three zooms, and below them the largest ones', async () => {
  const sizeOf = async (tile: Tile) => gzipSync(await page(`/map/${tileToQuadkey(tile)}.svg`)).length
  let sizes: { tile: Tile; size: number }[] = []
  for (let zoom = ZOOMS.least; zoom <= ZOOMS.least + 1; zoom++) {
    const side = 536.870912 / 2 ** zoom
    sizes = []
    for (let column = 0; column * side < 360; column++)
      for (let row = 0; row * side < 180; row++)
        sizes.push({ tile: [column, row, zoom], size: await sizeOf([column, row, zoom]) })
    expect(Math.max(...sizes.map(({ size }) => size))).toBeLessThanOrEqual(30_000)
  }
  for (let zoom = ZOOMS.least + 2; zoom <= ZOOMS.most; zoom++) {
    const largest = sizes.toSorted((one, other) => other.size - one.size).slice(0, 6)
    sizes = []
    for (const { tile } of largest)
      for (const child of getChildren(tile)) sizes.push({ tile: child, size: await sizeOf(child) })
    expect(Math.max(...sizes.map(({ size }) => size))).toBeLessThanOrEqual(30_000)
  }
})

test('what is no tile is not there', async () => {
  for (const path of ['/map/4.svg', '/map/01.svg', '/map/012301230.svg', '/map/.svg', '/map/012'])
    expect((await service.app.inject({ url: path })).statusCode).toBe(404)
})

test('the pages of the zones with the longest borders and of the odd ones have at most 30 kB compressed, the home page 150 kB', async () => {
  const points = shapes.level(1).zones.map((rings) => rings.reduce((sum, { length }) => sum + length, 0))
  const long = shapes.zoneIds.toSorted(
    (one, other) => (points[shapes.zoneIds.indexOf(other)] ?? 0) - (points[shapes.zoneIds.indexOf(one)] ?? 0),
  )
  const odd = ['Europe/Dublin', 'Africa/Casablanca', 'Antarctica/Troll', 'Pacific/Apia', 'Asia/Gaza', 'UTC']
  for (const id of [...long.slice(0, 12), ...odd]) {
    const body = await page(`/timezones/${id}`)
    expect(gzipSync(body).length, id).toBeLessThanOrEqual(30_000)
    // No picture of another file's.
    if (shapes.zoneIds.includes(id)) expect(body).not.toContain('<use')
  }
  const home = gzipSync(await page('/')).length + gzipSync(await page('/world.svg')).length
  expect(home).toBeLessThanOrEqual(150_000)
})

test('a map across the antimeridian is no map of the whole world', async () => {
  for (const id of ['Pacific/Fiji', 'Pacific/Auckland', 'Asia/Anadyr']) {
    const [, , scale] = /data-map="(\S+) \S+ (\S+)/.exec(await page(`/timezones/${id}`)) ?? []
    expect(720 / Number(scale), id).toBeLessThan(100)
  }
})

test('a map of tiles covers its frame, at the antimeridian and at the poles too', () => {
  for (const [lat, lon] of [
    [0, 0],
    [52, 179.9],
    [-17, -179.9],
    [89, 30],
    [-90, 180],
  ] as const) {
    for (let zoom: number = ZOOMS.least; zoom <= ZOOMS.most; zoom++) {
      const drawn = tileMap(service.catalogue, { lat, lon, zoom, title: 'a map' })?.text ?? ''
      const tiles = [...drawn.matchAll(/x="(-?[\d.]+)"\s+y="(-?[\d.]+)"/g)].map(([, x, y]) => [
        Number(x),
        Number(y),
      ])
      expect(tiles.length).toBeGreaterThan(1)
      expect(tiles.length).toBeLessThanOrEqual(12)
      const covered = (px: number, py: number): boolean =>
        tiles.some(([x = 0, y = 0]) => px >= x && px <= x + 515 && py >= y && py <= y + 515)
      for (const [px, py] of [
        [1, 1],
        [719, 1],
        [1, 399],
        [719, 399],
        [360, 200],
      ] as const)
        expect(covered(px, py), `${lat} ${lon} ${zoom} ${px} ${py}`).toBe(true)
    }
  }
})

test('the picture for links is a PNG of the map: the zone in its colour, water and borders beside it', async () => {
  for (const [name, most] of [
    ['world', 60_000],
    ['Europe/Berlin', 30_000],
    ['Pacific/Fiji', 30_000],
  ] as const) {
    const { rawPayload: file, headers } = await service.app.inject({ url: `/preview/${name}.png` })
    expect(headers['content-type']).toBe('image/png')
    expect(file.length).toBeLessThan(most)
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1200, 630])
    const idat = file.indexOf('IDAT')
    const rows = inflateSync(file.subarray(idat + 4, idat + 4 + file.readUInt32BE(idat - 4)))
    expect(rows.length).toBe(1201 * 630)
    const counts = Array.from({ length: 8 }, () => 0)
    for (let row = 0; row < 630; row++)
      for (let x = 1; x <= 1200; x++)
        counts[rows[row * 1201 + x] ?? 0] = (counts[rows[row * 1201 + x] ?? 0] ?? 0) + 1
    const share = (colour: number): number => (counts[colour] ?? 0) / (1200 * 630)
    expect(share(0), name).toBeGreaterThan(0.05)
    if (name === 'world') expect([share(6), share(1) > 0.02, share(3) > 0.02]).toEqual([0, true, true])
    if (name === 'Europe/Berlin') expect(share(6)).toBeGreaterThan(0.1)
    if (name === 'Pacific/Fiji') expect(share(6)).toBeGreaterThan(0.005)
  }
  const body = await page('/timezones/Europe/Berlin')
  expect(body).toContain(
    '<meta property="og:image" content="https://example.org/preview/Europe/Berlin.png" />',
  )
  expect((await service.app.inject({ url: '/preview/Nowhere.png' })).statusCode).toBe(404)
})

test('what a page is about is said to machines as it is to people', async () => {
  const data = async (path: string) => {
    const [, text = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await page(path)) ?? []
    return JSON.parse(text)['@graph']
  }
  const [city, way] = await data('/cities/dublin')
  expect(city).toMatchObject({ '@type': 'City', name: 'Dublin', containedInPlace: { identifier: 'IE' } })
  expect(way.itemListElement.map(({ item }: { item: string }) => item)).toEqual([
    'https://example.org/',
    'https://example.org/cities',
    'https://example.org/cities/dublin',
  ])
  expect((await data('/countries/ireland'))[0]).toMatchObject({ '@type': 'Country', identifier: 'IE' })
  expect((await data('/'))[0]['@type']).toBe('WebSite')
})

test('a map names large cities apart from each other, and a pointer shows zone, offset and time without a script', async () => {
  const body = await page('/countries/canada')
  const labels = [
    ...body.matchAll(/<text(?: class="(end)?")?\s+x="(\d+)"\s+y="(\d+)"\s*>([^<]+)<\/text/g),
  ].map(([, end, x = '', y = '', name = '']) => ({
    name,
    x: Number(x),
    y: Number(y),
    isLeft: end !== undefined,
  }))
  const names = labels.map(({ name }) => name)
  for (const name of ['Toronto', 'Vancouver', 'Calgary']) expect(names).toContain(name)
  // At seven units for a letter, no name covers another.
  for (const one of labels)
    for (const other of labels) {
      if (one === other || Math.abs(one.y - other.y) >= 14) continue
      const spanOf = ({ x, name, isLeft }: typeof one): readonly [number, number] =>
        isLeft ? [x - name.length * 7, x] : [x, x + name.length * 7]
      const [[from, to], [left, right]] = [spanOf(one), spanOf(other)]
      expect(to < left || from > right, `${one.name}, ${other.name}`).toBe(true)
    }
  expect(body.replace(/\s+/g, ' ')).toContain('<title>Toronto, UTC−05:00, 07:00</title')
})
