// Facts about the maps: their shapes end at the coasts and agree with the boundaries, with overlaps and shared borders, and are small
// enough to send.
import { gzipSync } from 'node:zlib'
import { getChildren, tileToQuadkey, type Tile } from '@mapbox/tilebelt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Shapes } from '#core/artifact/shapes.ts'
import { epochSeconds } from '#core/time/units.ts'
import { microdegrees } from '#core/geo/microdegrees.ts'
import { tintOfZone } from '#apps/site/pictures/drawing.ts'
import { tileMap, ZOOMS } from '#apps/site/pictures/tiles.ts'
import { allCities } from '#apps/site/words/places.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'
import { NOON, openService, type Service } from '../../support/worlds/service.ts'

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

/** Whether a zone's drawing at the finest level contains a point in microdegrees. */
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

test('where a town lies, the drawing has its zones; where the drawing has a zone, the boundaries have it too', () => {
  const boundaries = service.catalogue.artifact.boundaries()
  const zonesAt = (lon: number, lat: number) => boundaries?.zonesAt(lon, lat) ?? []
  // GeoNames' towns lie on land, and do not come from Natural Earth's coasts.
  const towns = allCities(service.catalogue.almanac).filter((_, i) => i % 15 === 0)
  expect(towns.length).toBeGreaterThan(1500)
  const missed = towns.filter(({ lat, lon }) => {
    const at = [microdegrees(lon), microdegrees(lat)] as const
    return !zonesAt(...at).every((id) => id.startsWith('Etc/') || isDrawn(id, ...at))
  })
  // Most of these are in harbours and on small islands.
  expect(missed.length / towns.length).toBeLessThan(0.05)
  const random = seededRandom(7)
  let [asked, right] = [0, 0]
  while (asked < 400) {
    const [lon, lat] = [Math.floor(random() * 360e6 - 180e6), Math.floor(random() * 150e6 - 75e6)]
    const drawn = shapes.zoneIds.filter((id) => isDrawn(id, lon, lat))
    if (drawn.length === 0) continue
    asked += 1
    const zones = zonesAt(microdegrees(lon / 1e6), microdegrees(lat / 1e6))
    if (drawn.every((id) => zones.includes(id))) right += 1
  }
  expect(right / asked).toBeGreaterThan(0.98)
})

test.each([
  ['Hudson Bay', -85, 60],
  ['the Strait of Georgia', -123.75, 49.3],
  ['the Gulf of Bothnia', 20, 62.5],
  ['the Red Sea', 38, 20],
  ['the Strait of Magellan’s mouth', -68.6, -52.55],
  ['Cook Strait', 174.5, -41.2],
  ['the Bering Strait', -169.9, 65.9],
  ['the Bass Strait', 146, -39.7],
  ['the Ross Sea', -175, -75],
])('%s is water on maps, and answers as before', (_, lon, lat) => {
  const at = [lon * 1e6, lat * 1e6] as const
  expect(shapes.zoneIds.filter((id) => isDrawn(id, ...at))).toEqual([])
  expect(service.catalogue.almanac.places()?.lookUp(...at)).not.toBeNull()
})

test.each([
  ['America/Vancouver', -125.5, 49.7],
  ['America/Iqaluit', -73.5, 70],
  ['Asia/Kamchatka', 160, 56],
  ['Asia/Anadyr', 179.9, 67.5],
  ['Asia/Anadyr', -175, 66.5],
  ['Pacific/Auckland', 175.5, -39],
  ['Pacific/Fiji', 178.1, -17.8],
  ['Europe/Athens', 24.9, 35.25],
  ['Antarctica/Vostok', 106.8, -78.4],
])('%s has its land at %d, %d', (id, lon, lat) => {
  expect(shapes.zoneIds.filter((zone) => isDrawn(zone, lon * 1e6, lat * 1e6))).toContain(id)
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
  // Each zone has its own path. In one common path, an area in two zones would become a hole.
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
    expect([...berlin].filter((point) => warsaw.has(point)).length).toBeGreaterThan(
      [2, 5, 20, 80][level] ?? 0,
    )
  }
})

test('no zone is lost: at every level each has land, close to the place that it is named for', () => {
  expect(shapes.zoneIds.length).toBeGreaterThan(400)
  for (const level of shapes.grids.keys()) {
    const { grid, zones } = shapes.level(level)
    const far: string[] = []
    for (const [number, id] of shapes.zoneIds.entries()) {
      const { lat, lon } = service.catalogue.almanac.zones.named(id) ?? {}
      if (lat === null || lat === undefined || lon === null || lon === undefined) continue
      if (isDrawn(id, lon * 1e6, lat * 1e6)) continue
      let nearest = Infinity
      // Kilometres from the place to the nearest point of each edge.
      const east = (x = 0): number => ((x * grid) / 1e6 - 180 - lon) * Math.cos((lat * Math.PI) / 180) * 111
      const north = (y = 0): number => ((y * grid) / 1e6 - 90 - lat) * 111
      for (const ring of zones[number] ?? [])
        for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
          const [ax, ay] = [east(ring[j]), north(ring[j + 1])]
          const [dx, dy] = [east(ring[i]) - ax, north(ring[i + 1]) - ay]
          const along = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy)))
          nearest = Math.min(nearest, Math.hypot(ax + along * dx, ay + along * dy))
        }
      // At the coarsest level, the step of which is 42 km, four steps away.
      if (nearest > (level === 0 ? 168 : 60)) far.push(`${id}: ${Math.round(nearest)} km`)
    }
    expect(far).toEqual([])
  }
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

test('a zone has the colour of its standard time now: Vancouver left that of Los Angeles in 2026', () => {
  const { almanac } = service.catalogue
  const tintAt = (id: string, iso: string) => tintOfZone(almanac, id, epochSeconds(Date.parse(iso) / 1000))
  const [before, after] = ['2026-01-15T12:00:00Z', '2026-12-15T12:00:00Z']
  expect(tintAt('America/Vancouver', before)).toBe(tintAt('America/Los_Angeles', before))
  expect(tintAt('America/Vancouver', after)).toBe(tintAt('America/Phoenix', after))
  expect(tintAt('America/Phoenix', after)).not.toBe(tintAt('America/Los_Angeles', after))
})

test('what is no tile is not there', async () => {
  for (const path of ['/map/4.svg', '/map/01.svg', '/map/012301230.svg', '/map/.svg', '/map/012'])
    expect((await service.app.inject({ url: path })).statusCode).toBe(404)
})

test('the pages of the zones with the longest borders and of the odd ones have at most 30 kB compressed, the home page 150 kB', async () => {
  const points = shapes.level(2).zones.map((rings) => rings.reduce((sum, { length }) => sum + length, 0))
  const long = shapes.zoneIds.toSorted(
    (one, other) => (points[shapes.zoneIds.indexOf(other)] ?? 0) - (points[shapes.zoneIds.indexOf(one)] ?? 0),
  )
  const odd = ['Europe/Dublin', 'Africa/Casablanca', 'Antarctica/Troll', 'Pacific/Apia', 'Asia/Gaza', 'UTC']
  for (const id of [...long.slice(0, 12), ...odd]) {
    const body = await page(`/timezones/${id}`)
    expect(gzipSync(body).length, id).toBeLessThanOrEqual(30_000)
    // The page does not use a picture from another file.
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

test('the name of a town that is marked begins beside the mark', () => {
  const [largest] = allCities(service.catalogue.almanac)
  const seen = { lat: largest?.lat ?? 0, lon: largest?.lon ?? 0, zoom: ZOOMS.usual, title: 'a map' }
  const { text = '' } = tileMap(service.catalogue, seen, epochSeconds(NOON)) ?? {}
  const [, x = '', ring] = /class="s-now" cx="(\d+)"[^>]* r="(\d+)"/.exec(text) ?? []
  const [, name] = new RegExp(`<circle cx="${x}"[^>]*></circle><text[^>]* x="(\\d+)"`).exec(text) ?? []
  // Between the ring and the name are the halves of their lines, and some room.
  expect(Math.abs(Number(name) - Number(x)) - Number(ring)).toBeGreaterThan(4)
})

test('a kilometre is as wide as it is high in the middle of a map of tiles', () => {
  for (const [lat, lon] of [
    [0, 0],
    [-33.87, 151.2],
    [64.14, -21.9],
  ] as const) {
    const seen = { lat, lon, zoom: ZOOMS.usual, title: 'a map' }
    const { text = '' } = tileMap(service.catalogue, seen, epochSeconds(NOON)) ?? {}
    const [, perLon, perLat] = /data-map="\S+ \S+ (\S+) (\S+)"/.exec(text) ?? []
    // A degree of longitude at the latitude of Reykjavik is 0.436 of a degree of latitude.
    expect(Number(perLon) / Number(perLat), String(lat)).toBeCloseTo(Math.cos((lat * Math.PI) / 180), 2)
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
      const drawn =
        tileMap(service.catalogue, { lat, lon, zoom, title: 'a map' }, epochSeconds(NOON))?.text ?? ''
      const narrow = Number(/transform="scale\(([\d.]+) 1\)"/.exec(drawn)?.[1])
      const tiles = [...drawn.matchAll(/x="(-?[\d.]+)"\s+y="(-?[\d.]+)"\s+width=/g)].map(([, x, y]) => [
        Number(x) * narrow,
        Number(y),
      ])
      expect(tiles.length).toBeGreaterThan(1)
      // A map at the poles shows more degrees of longitude.
      expect(tiles.length).toBeLessThanOrEqual(Math.abs(lat) > 75 ? 16 : 12)
      const covered = (px: number, py: number): boolean =>
        tiles.some(([x = 0, y = 0]) => px >= x && px <= x + 515 * narrow && py >= y && py <= y + 515)
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

test('previews of every page have one picture, which is in the repository', async () => {
  const { rawPayload: file, headers } = await service.app.inject({ url: '/preview.png' })
  expect(headers['content-type']).toBe('image/png')
  expect([file.readUInt32BE(16), file.readUInt32BE(20), file.length < 30_000]).toEqual([1200, 630, true])
  expect(await page('/timezones/Europe/Berlin')).toContain(
    '<meta property="og:image" content="https://example.org/preview.png" />',
  )
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
  // For wide windows. Narrow windows have other labels.
  const labels = [
    ...body
      .replace(/\s+/g, ' ')
      .matchAll(
        /<g(?: class="(narrow|wide)-only")? ?><circle[^>]*> ?<\/circle ?><text(?: class="(end|mid)")? x="(\d+)" y="(\d+)" ?>([^<]+)(?:<tspan[^>]*>([\d:]+)<\/tspan ?>)?<\/text/g,
      ),
  ]
    .filter(([, only]) => only !== 'narrow')
    .map(([, , from, x = '', y = '', name = '', time]) => ({
      name: name.trim(),
      time,
      x: Number(x),
      y: Number(y),
      // The part of the name that stands left of its place: above or below a point it is half of it.
      left: from === 'end' ? 1 : from === 'mid' ? 0.5 : 0,
    }))
  const names = labels.map(({ name }) => name)
  for (const name of ['Toronto', 'Vancouver', 'Calgary']) expect(names).toContain(name)
  const timeOf = (name: string) => labels.find((label) => label.name === name)?.time
  expect(['Toronto', 'Vancouver', 'Calgary'].map(timeOf)).toEqual(['07:00', '05:00', '06:00'])
  // With seven units for a letter, no name covers another.
  for (const one of labels)
    for (const other of labels) {
      if (one === other || Math.abs(one.y - other.y) >= 14) continue
      const spanOf = ({ x, name, time = '', left }: typeof one): readonly [number, number] => {
        const size = (name.length + time.length) * 7
        return [x - size * left, x + size * (1 - left)]
      }
      const [[from, to], [left, right]] = [spanOf(one), spanOf(other)]
      expect(to < left || from > right, `${one.name}, ${other.name}`).toBe(true)
    }
  expect(body.replace(/\s+/g, ' ')).toContain('<title>Toronto, UTC−05:00, 07:00</title')
})
