// The map in tiles: the part of the world around a point at one of six scales; each tile is a file that loads when it is visible.
import { quadkeyToTile, tileToQuadkey } from '@mapbox/tilebelt'
import type { Almanac } from '#core/ask/almanac.ts'
import type { Zone } from '#core/ask/zones.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { Catalogue } from '#serve/catalogue.ts'
import { attributes, html, type Html } from '../frame/html.ts'
import type { Visit } from '../frame/page.ts'
import { allCities } from '../words/places.ts'
import { evenFrame, pictured, tintsOf } from './drawing.ts'
import type { Drawing } from './pictures.ts'
import { labelsOf, townsSvg, type Town } from './towns.ts'

/** Degrees of the square of tile 0/0/0, whose corner is at 180° west and 90° south: the same as in boundaries.tiles. */
const ROOT = 536.870912
/** The scales. A picture shows from some thirty degrees to three. */
export const ZOOMS = { least: 3, most: 8, usual: 5 } as const
/** Units of a tile's drawing, and its pixels on a page. */
const [UNITS, PIXELS] = [1024, 512]
/** Tiles overlap by so many units, so that no line is visible between them. */
const LAP = 3
const [WIDTH, HEIGHT] = [720, 400]

const sideOf = (zoom: number): number => ROOT / 2 ** zoom

/** The file of a tile by its quadkey, `033.svg`. Null for any other name, or when there are no shapes. */
export function tileDocument({ catalogue, identifier, now }: Visit): Drawing | null {
  const [, key] = /^([0-3]{1,8})\.svg$/.exec(identifier) ?? []
  const { artifact, almanac } = catalogue
  const shapes = artifact.shapes()
  if (key === undefined || shapes === null || key.length < ZOOMS.least) return null
  const [column, row, zoom] = quadkeyToTile(key)
  const side = sideOf(zoom)
  const frame = evenFrame(column * side - 180, (row + 1) * side - 90, UNITS / side, UNITS, UNITS)
  const start = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-LAP} ${-LAP} ${UNITS + 2 * LAP} ${UNITS + 2 * LAP}" id="m">`
  const tints = tintsOf(shapes, almanac, now)
  return { kind: 'drawing', directory: artifact.directory, frame, tints, start, end: '</svg>' }
}

const round = (value: number): number => Math.round(value * 1000) / 1000

/** Cities that are tried for a name on a map. */
const MOST_TRIED = 60

/** The largest cities in a rectangle of degrees: first the largest of each zone. */
function townsIn(almanac: Almanac, isInside: (lat: number, lon: number) => boolean): Town[] {
  const firsts: Town[] = []
  const others: Town[] = []
  const zones = new Set<Zone>()
  for (const { name, zone, lat, lon } of allCities(almanac)) {
    if (!isInside(lat, lon)) continue
    const of = zones.has(zone) ? others : firsts
    of.push({ name, lat, lon, zone })
    zones.add(zone)
    if (firsts.length + others.length === MOST_TRIED) break
  }
  return [...firsts, ...others]
}

/** The map around a point, with the times of an instant. `title` describes it. Null when there are no shapes. */
export function tileMap(
  { artifact, almanac }: Pick<Catalogue, 'artifact' | 'almanac'>,
  { lat, lon, zoom, title }: { lat: number; lon: number; zoom: number; title: string },
  now: EpochSeconds,
): Html | null {
  if (artifact.shapes() === null) return null
  const side = sideOf(zoom)
  const scale = PIXELS / side
  // A degree of longitude is as wide as it is at this latitude. The picture never shows more than the whole world.
  const narrow = Math.max(0.25, Math.cos((lat * Math.PI) / 180), WIDTH / scale / 360)
  const scaleX = scale * narrow
  const west = lon - WIDTH / 2 / scaleX
  // Never beyond the poles.
  const north = Math.min(90, Math.max(lat + HEIGHT / 2 / scale, HEIGHT / scale - 90))
  const lap = (LAP * PIXELS) / UNITS
  const size = PIXELS + 2 * lap
  const uses: Html[] = []
  // When the picture crosses the antimeridian, the world begins again there. Tiles are square here, and narrowed together.
  for (const turn of [-360, 0, 360]) {
    const [from, to] = [Math.max(-180, west - turn), Math.min(180, west + WIDTH / scaleX - turn)]
    if (from >= to) continue
    for (let column = Math.floor((from + 180) / side); column * side - 180 < to; column++) {
      const southmost = Math.max(-90, north - HEIGHT / scale)
      for (let row = Math.floor((southmost + 90) / side); row * side - 90 < north; row++) {
        const x = (column * side - 180 + turn - west) * scale
        const y = (north - (row + 1) * side + 90) * scale
        const href = `/map/${tileToQuadkey([column, row, zoom])}.svg#m`
        uses.push(
          html`<use${attributes({ href, x: round(x - lap), y: round(y - lap), width: size, height: size })}></use>`,
        )
      }
    }
  }
  const pointOf = (itsLat: number, itsLon: number): readonly [number, number] => [
    Math.round(((itsLon - west + 720) % 360) * scaleX),
    Math.round((north - itsLat) * scale),
  ]
  const [px, py] = [round(WIDTH / 2), round((north - lat) * scale)]
  const towns = townsIn(almanac, (itsLat, itsLon) => {
    const [x, y] = pointOf(itsLat, itsLon)
    return x < WIDTH && y > 0 && y < HEIGHT
  })
  return html`<svg${pictured('pic map', WIDTH, HEIGHT, title, { 'data-map': [west, north, scaleX, scale].map(round).join(' ') })}>
    <rect class="f-water" width="${WIDTH}" height="${HEIGHT}"></rect>
    <g class="tinted" transform="scale(${round(narrow)} 1)">${uses}</g>
    ${townsSvg(labelsOf(towns, { width: WIDTH, height: HEIGHT, pointOf, marked: [px, py] }), almanac, now)}
    <circle class="s-now" cx="${px}" cy="${py}" r="7"></circle>
    <circle class="f-now" cx="${px}" cy="${py}" r="2.5"></circle>
  </svg>`
}
