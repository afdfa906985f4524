// `tzref/geo-tz` over the boundaries of the release: compared with geo-tz's own tests, and with the installed geo-tz.
import { join } from 'node:path'
import { find as find1970 } from 'geo-tz'
import { find as findAll, preCache } from 'geo-tz/all'
import { find as findNow } from 'geo-tz/now'
import { beforeAll, expect, inject, test } from 'vitest'
import { BOUNDARIES, CLOCKS } from '#core/artifact/layout.ts'
import { openBoundaries } from '#apps/library/boundaries.ts'
import { openClocks } from '#apps/library/clocks.ts'
import { geoTz } from '#apps/library/geo-tz.ts'
import { embeddedPolygons } from '../../support/points/boundary-conformance.ts'
import { borderPoints, randomPoints } from '../../support/points/boundary-points.ts'
import type { Point } from '../../support/points/exact-zones.ts'
import { someOf } from '../../support/how-many.ts'

const artifact = inject('embeddedArtifact')
const { find } = geoTz(openBoundaries(join(artifact, BOUNDARIES)))
beforeAll(() => preCache())

/** Points from geo-tz's own tests, those for the product with all zones: latitude, longitude, zones in any order. */
const FACTS = `
47.650499 -122.35007 America/Los_Angeles
1.44 104.04 Asia/Singapore
0 0 Etc/GMT
40 -180 Etc/GMT-12 Etc/GMT+12
40 180 Etc/GMT-12 Etc/GMT+12
40 179.9999 Etc/GMT-12
40 -179.9999 Etc/GMT+12
40 -157.5 Etc/GMT+10 Etc/GMT+11
32.359658 -64.701434 Atlantic/Bermuda
35.128174 33.935573 Asia/Famagusta
34.671412 33.043626 Asia/Nicosia
-34.9286 138.6 Australia/Adelaide
53.539677 -2.714855 Europe/London
47.086125 51.908557 Asia/Atyrau
43.625114 51.192965 Asia/Aqtau
51.541768 45.998798 Europe/Saratov
48.712475 44.513414 Europe/Volgograd
-53.168394 -70.911243 America/Punta_Arenas
32.471726 -85.004259 America/New_York
29.93275 -85.398084 America/Chicago
64.136055 -83.163337 America/Atikokan
45.503603 -73.587138 America/Toronto
16.767559 96.162171 Asia/Yangon
9.515652 138.123621 Pacific/Chuuk
16.729065 -169.529102 Pacific/Honolulu
46.569479 -63.423003 America/Halifax
36.924496 -111.449088 America/Phoenix
59.76556 10 Europe/Oslo
43.839319 87.526148 Asia/Shanghai Asia/Urumqi
53.214465 63.632184 Asia/Qostanay
44.843868 65.490184 Asia/Qyzylorda
10.81676 106.662205 Asia/Ho_Chi_Minh
21.045801 105.781024 Asia/Bangkok
21.886734 33.628617 Africa/Cairo
-86 0 Africa/Johannesburg Antarctica/McMurdo
-86 -5.5 Africa/Johannesburg Antarctica/McMurdo Etc/UTC
62.385902 -140.874458 America/Dawson
60.878846 -135.35883 America/Whitehorse
64.90098 -125.572725 America/Inuvik
53.277915 -109.979085 America/Edmonton
50.095492 -108.484775 America/Swift_Current
50.926609 -102.807149 America/Regina
50.500379 -96.966971 America/Winnipeg
48.757505 -91.621826 America/Atikokan
48.011834 -66.702759 America/Halifax
64.174815 -51.738551 America/Nuuk
43.000384 41.021173 Asia/Tbilisi Europe/Moscow
48.60915 22.29949 Europe/Kyiv
47.79539 35.18682 Europe/Kyiv
48.72 -94.564 America/Winnipeg
49 -88.313 America/Toronto
48.44 -89.2 America/Toronto
28.34804 -100.85401 America/Matamoros
26.06374 -99.19651 America/Monterrey
66.1497 -65.70026 America/Iqaluit
31.74401 -106.48677 America/Ciudad_Juarez
61.164993 -113.675715 America/Edmonton
43.959242 145.681231 Asia/Magadan
75.766734 137.576917 Asia/Yakutsk
70.922533 -8.714836 Europe/Oslo
46.38025 96.22243 Asia/Ulaanbaatar
49.87329 115.73496 Asia/Ulaanbaatar
47.96326 91.62525 Asia/Hovd
-45.571177 -72.068456 America/Coyhaique
44.37052 -100.388835 America/Denver
12.826174 45.036933 Asia/Aden`

const facts = FACTS.trim()
  .split('\n')
  .map((row) => row.split(' '))
  .map(([lat, lon, ...zones]) => [Number(lat), Number(lon), zones] as const)

test.each(facts)('at %d, %d', (lat, lon, zones) => {
  expect(find(lat, lon).toSorted()).toEqual(zones.toSorted())
})

test('the caller may change the list, and the other arguments of geo-tz are accepted', () => {
  find(0, 0).push('x')
  expect(find(0, 0)).toEqual(['Etc/GMT'])
  const { setCache, preCache: fill } = geoTz(openBoundaries(join(artifact, BOUNDARIES)))
  expect([setCache(), setCache({ preload: true }), setCache({ store: new Map() }), fill()]).toEqual(
    Array(4).fill(undefined),
  )
})

/** A microdegree to each side. */
const STEPS = [-1, 0, 1]
const isSea = (zone: string): boolean => zone.startsWith('Etc/GMT')
/** The sea zones, from UTC+12 in the east to UTC-12. */
const SEA = Array.from({ length: 25 }, (_, i) => i - 12).map(
  (hours) => `Etc/GMT${hours === 0 ? '' : hours < 0 ? hours : `+${hours}`}`,
)

test('geo-tz no longer agrees with its own tests about Lake Nasser, where the boundaries changed', () => {
  // A point from geo-tz's tests: Africa/Khartoum.
  const point = [22.138993, 31.416836] as const
  expect([find(...point), findAll(...point)]).toEqual([['Africa/Cairo'], ['Africa/Cairo']])
})

// The remaining differences. docs/coming-from.md has the reasons.
test('at the North Pole geo-tz names all zones of the sea, and we name the one of the longitude', () => {
  expect(findAll(90, 0).toSorted()).toEqual(SEA.toSorted())
  expect(find(90, 0)).toEqual(['Etc/GMT'])
})

test('geo-tz takes texts for numbers; we refuse them and points outside the world, and name what is wrong', () => {
  const asText = (ask: (...given: never[]) => unknown): unknown =>
    Reflect.apply(ask, null, ['47.6', '-122.3'])
  expect(asText(findAll)).toEqual(['America/Los_Angeles'])
  expect(() => asText(find)).toThrow('lat: found "47.6", expected degrees north')
  expect(() => findAll(91, 0)).toThrow('Invalid latitude: 91')
  expect(() => find(91, 0)).toThrow('lat: found 91, expected degrees north')
})

test('its other products merge zones: the names differ, and the clocks agree for as long as it promises', () => {
  const clocks = openClocks(join(artifact, CLOCKS))
  expect([find(12.826174, 45.036933), find1970(12.826174, 45.036933), findNow(12.826174, 45.036933)]).toEqual(
    [['Asia/Aden'], ['Asia/Riyadh'], ['Europe/Moscow']],
  )
  let merged = 0
  const changesOf = (zone: string, from: number): string =>
    JSON.stringify(
      clocks
        .zone(zone)
        .changes(from, Date.UTC(2030, 0))
        .map(({ at, after }) => [at, after.offset]),
    )
  const seen = new Set<string>()
  for (const { lat, lon } of randomPoints(20_000, 28)) {
    const [own = '', ...others] = find(lat / 1e6, lon / 1e6)
    const [of1970 = '', ...beside] = find1970(lat / 1e6, lon / 1e6)
    if (own === of1970 || others.length + beside.length > 0 || seen.has(`${own} ${of1970}`)) continue
    seen.add(`${own} ${of1970}`)
    merged++
    expect(changesOf(own, 0), `${own} and ${of1970}`).toBe(changesOf(of1970, 0))
  }
  expect(merged).toBeGreaterThan(50)
})

const isInner = ({ lat, lon }: Point): boolean => Math.abs(lon) <= 179_999_900 && Math.abs(lat) <= 89_999_900

test('everywhere else the two agree', () => {
  const differences = randomPoints(100_000, 8)
    .filter(isInner)
    .flatMap(({ lat, lon }) => {
      const [ours, theirs] = [find, findAll].map((ask) =>
        ask(lat / 1e6, lon / 1e6)
          .toSorted()
          .join(),
      )
      return ours === theirs ? [] : [`${lat / 1e6}, ${lon / 1e6}: ${ours}; geo-tz ${theirs}`]
    })
  expect(differences).toEqual([])
})

test('at a border we give all that geo-tz gives there, and of what it gives a microdegree beside it', async () => {
  const points = someOf(borderPoints(await embeddedPolygons(), 3, 5).filter(isInner), 6)
  let [missing, more] = [0, 0]
  for (const { lat, lon } of points) {
    const ours = find(lat / 1e6, lon / 1e6)
    const around = STEPS.flatMap((y) => STEPS.flatMap((x) => findAll((lat + y) / 1e6, (lon + x) / 1e6)))
    if (findAll(lat / 1e6, lon / 1e6).some((zone) => !ours.includes(zone) && !isSea(zone))) missing++
    if (ours.some((zone) => !around.includes(zone))) more++
  }
  process.stdout.write(
    `geo-tz: of ${points.length} points at borders ${missing} miss a zone, ${more} have more\n`,
  )
  expect(missing).toBeLessThan(points.length / 50)
  // There geo-tz cut next to the border.
  expect(more).toBeLessThan(points.length / 50)
})
