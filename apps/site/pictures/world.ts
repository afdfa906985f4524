// The world as a picture with the night over it, from the zones' shapes or else from city points; it can mark places.
import type { Almanac } from '#core/ask/almanac.ts'
import type { City } from '#core/ask/cities.ts'
import { subsolarPoint } from '#core/ask/sun.ts'
import { oncePer } from '#core/once-per.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { Catalogue } from '#serve/catalogue.ts'
import { html, type Html } from '../frame/html.ts'
import { dayDocument } from '../frame/made-documents.ts'
import type { SiteDocument, Visit } from '../frame/page.ts'
import { POINTED, scripted } from '../frame/parts.ts'
import { allCities } from '../words/places.ts'
import { evenFrame, pictured, tenths, tintsOf } from './drawing.ts'
import type { Drawing } from './pictures.ts'

/** Pixels of a degree, and the most northern and southern degrees shown. No one lives beyond them. */
const [SCALE, NORTH, SOUTH] = [2, 84, -58]
const [WIDTH, HEIGHT] = [360 * SCALE, (NORTH - SOUTH) * SCALE]
/** Degrees of a square. Without shapes, each square with a city gets a point. */
const SQUARE = 1.5

const xOf = (lon: number): number => tenths((lon + 180) * SCALE)
const yOf = (lat: number): number => tenths((NORTH - lat) * SCALE)

interface Marked {
  /** The thing whose place the picture shows. */
  readonly what?: string
  /** Selects the cities that are marked. */
  readonly isMarked?: (city: City) => boolean
  readonly point?: { readonly lat: number; readonly lon: number } | null
  /** Whether a click asks for the zone there. A script does that; the fields do the same. */
  readonly isClickable?: boolean
}

/** The largest city of each square. */
const squaresOf = oncePer((almanac: Almanac): readonly City[] => {
  const seen = new Set<number>()
  return allCities(almanac).filter(({ lat, lon }) => {
    const square = Math.floor((lat + 90) / SQUARE) * 1000 + Math.floor((lon + 180) / SQUARE)
    return lat < NORTH && lat > SOUTH && !seen.has(square) && seen.add(square)
  })
})

/** Points as one path. Each is a line without length, which a round cap turns into a dot. */
const dots = (cities: readonly City[]): string =>
  cities.map(({ lat, lon }) => `M${Math.round(xOf(lon))} ${Math.round(yOf(lat))}h0`).join('')

/** Units of the zones' drawing in a pixel: the coarsest shapes have this many steps there. */
const FINE = 4 / 3

/** The map under the night as a file, with the name "world" in it. All pages with a map share it, so it is sent once. */
export function worldDocument({ catalogue: { almanac, artifact }, now }: Visit): SiteDocument | Drawing {
  const shapes = artifact.shapes()
  if (shapes === null)
    return dayDocument(
      'image/svg+xml',
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><path id="world" d="${dots(squaresOf(almanac))}"/></svg>`,
    )
  const frame = evenFrame(-180, NORTH, SCALE * FINE, WIDTH * FINE, HEIGHT * FINE)
  const start = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frame.width} ${frame.height}"><g id="world" transform="scale(${1 / FINE})">`
  const tints = tintsOf(shapes, almanac, now)
  return {
    kind: 'drawing',
    directory: artifact.directory,
    frame,
    tints,
    start,
    end: '</g></svg>',
  }
}

/** The picture at an instant. Null when there is nothing to mark of what it was asked for. */
export function worldPicture(
  { almanac, artifact }: Catalogue,
  now: EpochSeconds,
  { what, isMarked, point = null, isClickable = false }: Marked,
): Html | null {
  const hasZones = artifact.shapes() !== null
  const here = isMarked === undefined ? [] : squaresOf(almanac).filter(isMarked)
  // Small places are marked even if a larger place elsewhere has their square.
  const marked =
    here.length > 0 || isMarked === undefined ? here : allCities(almanac).filter(isMarked).slice(0, 40)
  if (what !== undefined && marked.length === 0 && point === null) return null
  const title =
    what === undefined ? 'Day and night in the world' : `Where ${what} lies in the world, by day and night`
  return html`<figure>
    <svg${pictured('pic world', WIDTH, HEIGHT, `${title}, as a map of ${hasZones ? 'time zones' : 'cities'}.`, { 'data-map': isClickable && `-180 ${NORTH} ${SCALE} ${SCALE}` })}>
      <rect class="f-water" width="${WIDTH}" height="${HEIGHT}"></rect>
      <use class="${hasZones ? 'tinted' : 'dots'}" href="/world.svg#world"></use>
      <path class="f-shade" d="${nightPath(now)}"></path>
      ${marked.length === 0 ? null : html`<path class="dots here" d="${dots(marked)}"></path>`}
      ${point === null ? null : html`<circle class="s-now" cx="${xOf(point.lon)}" cy="${yOf(point.lat)}" r="7"></circle><circle class="f-now" cx="${xOf(point.lon)}" cy="${yOf(point.lat)}" r="2.5"></circle>`}
    </svg>
    <figcaption>
      ${hasZones ? 'Colour: standard time.' : 'Each point is a city.'} Dark: night. ${isClickable ? html`${scripted('Click for the zone.')} ${POINTED}` : null}
    </figcaption>
  </figure>`
}

/** The area where the sun is below the horizon. Its edge is the line of sunrise and sunset. */
function nightPath(now: EpochSeconds): string {
  const { lat: declination, lon: noon } = subsolarPoint(now)
  const rad = Math.PI / 180
  const line: string[] = []
  for (let lon = -180; lon <= 180; lon += 5) {
    // On the line the sun's height is zero: tan(lat) = −cos(hour angle) / tan(declination). Within a hundredth of a degree of an equinox
    // the line is vertical.
    const tangent = Math.tan((Math.abs(declination) < 0.01 ? 0.01 : declination) * rad)
    const lat = Math.atan(-Math.cos((lon - noon) * rad) / tangent) / rad
    line.push(`${xOf(lon)} ${Math.min(HEIGHT, Math.max(0, yOf(lat)))}`)
  }
  const dark = declination >= 0 ? HEIGHT : 0
  return `M0 ${dark}L${line.join('L')}L${WIDTH} ${dark}z`
}
