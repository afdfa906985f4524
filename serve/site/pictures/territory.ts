// A map of a zone with its neighbours, or of a country's zones, drawn directly in the page.
import type { Almanac } from '#ask/almanac.ts'
import type { Zone } from '#ask/zones.ts'
import type { Shapes } from '#core/artifact/shapes.ts'
import type { Catalogue } from '../../catalogue.ts'
import { html, type Html } from '../html.ts'
import { boxesOf, levelFor, tintOfZone, zonePath, type Frame } from './drawing.ts'

/** Size of a drawing, in its units: a width, and the least and greatest height. */
export interface Size {
  readonly width: number
  readonly height: number
  readonly least: number
}
const ON_PAGES: Size = { width: 720, height: 420, least: 260 }
/** Degrees. No smaller area is shown alone. The poles are left out: there, degrees of longitude have no width. */
const [LEAST, POLEMOST] = [2.4, 84]

/** Drawings by artifact: each is made once. */
const drawn = new WeakMap<Shapes, Map<string, Html>>()

/** The shapes of an artifact, and the drawings made from them. */
function atHand(catalogue: Catalogue): { shapes: Shapes; known: Map<string, Html> } | null {
  const shapes = catalogue.artifact.shapes()
  if (shapes === null) return null
  let known = drawn.get(shapes)
  if (known === undefined) {
    known = new Map()
    drawn.set(shapes, known)
  }
  return { shapes, known }
}

/** A map of a zone among its neighbours. Null when it has no shapes. */
export function zoneMap(zone: Zone, catalogue: Catalogue): Html | null {
  const number = catalogue.artifact.shapes()?.zoneIds.indexOf(zone.iana) ?? -1
  return number < 0 ? null : mapOf(zone.iana, [number], catalogue, [zone], `${zone.iana} and its neighbours`)
}

/** A map of several zones, each in the tint of its standard time. Null when none has shapes. */
export function zonesMap(name: string, zones: readonly Zone[], catalogue: Catalogue): Html | null {
  const ids = catalogue.artifact.shapes()?.zoneIds ?? []
  const numbers = zones.map(({ iana }) => ids.indexOf(iana)).filter((number) => number >= 0)
  return numbers.length === 0 ? null : mapOf(name, numbers, catalogue, zones, `The time zones of ${name}`)
}

function mapOf(
  key: string,
  numbers: readonly number[],
  catalogue: Catalogue,
  zones: readonly Zone[],
  title: string,
): Html | null {
  const hand = atHand(catalogue)
  if (hand === null) return null
  let found = hand.known.get(key)
  if (found === undefined) {
    found = draw(hand.shapes, numbers, catalogue.almanac, zones, title)
    hand.known.set(key, found)
  }
  return found
}

function draw(
  shapes: Shapes,
  numbers: readonly number[],
  almanac: Almanac,
  zones: readonly Zone[],
  title: string,
): Html {
  const frame = frameAround(shapes, numbers)
  const level = levelFor(shapes, frame)
  const isHere = new Set(numbers)
  const near: string[] = []
  const elsewhere: string[] = []
  for (const [number, id] of shapes.zoneIds.entries()) {
    const path = isHere.has(number) ? '' : zonePath(level, number, frame)
    if (path === '') continue
    elsewhere.push(path)
    near.push(id)
  }
  const one = numbers.length === 1
  const here = numbers.map((number) => ({
    tint: one ? null : tintOfZone(almanac, shapes.zoneIds[number] ?? ''),
    path: zonePath(level, number, frame),
  }))
  const count = zones.length
  return html`<figure>
    <svg
      class="pic map"
      viewBox="0 0 ${frame.width} ${frame.height}"
      width="${frame.width}"
      height="${frame.height}"
      role="img"
      aria-label="${one ? `${title}: a map. In the frame are also ${near.slice(0, 8).join(', ')}${near.length > 8 ? ' and others' : ''}.` : `${title}: a map of ${count}.`}"
      data-map="${frame.west} ${frame.north} ${frame.scaleX} ${frame.scaleY}"
    >
      <rect class="f-water" width="${frame.width}" height="${frame.height}"></rect>
      <g class="z">${elsewhere.map((path) => html`<path d="${path}"></path>`)}</g>
      ${here.map(({ tint, path }) => html`<path class="z ${tint === null ? 'here' : `z-${tint}`}" d="${path}"></path>`)}
    </svg>
    <figcaption>
      ${one ? 'Highlighted: this zone' : 'Colours show standard time'}. Click for the zone.
    </figcaption>
  </figure>`
}

const limit = (lat: number): number => Math.max(-POLEMOST, Math.min(POLEMOST, lat))

/** The smallest frame around all rings of some zones. It crosses the antimeridian when that is shorter. */
export function frameAround(
  shapes: Shapes,
  numbers: readonly number[],
  { width, height: most, least }: Size = ON_PAGES,
): Frame {
  const level = shapes.level(Math.min(1, shapes.grids.length - 1))
  const step = level.grid / 1e6
  const around = numbers.flatMap((number) => boxesOf(level)[number] ?? [])
  const [first, last] = shortestArc(around.map(({ west, east }) => [west * step, east * step] as const))
  const south = limit(Math.min(...around.map((box) => box.south)) * step - 90)
  const north = limit(Math.max(...around.map((box) => box.north)) * step - 90)
  const middle = (south + north) / 2
  // The width of a degree of longitude in the middle of the map is used for the whole map.
  const narrow = Math.max(0.25, Math.cos((middle * Math.PI) / 180))
  const wide = Math.min(360, Math.max((last - first) * 1.25, LEAST / narrow))
  const high = Math.max((north - south) * 1.25, LEAST * 0.6)
  const scaleY = Math.min(width / (wide * narrow), most / high)
  const height = Math.round(Math.min(most, Math.max(high * scaleY, least)))
  return {
    west: tidy((first + last) / 2 - 180 - width / (2 * scaleY * narrow)),
    north: tidy(middle + height / (2 * scaleY)),
    scaleX: tidy(scaleY * narrow),
    scaleY: tidy(scaleY),
    width,
    height,
  }
}

const tidy = (value: number): number => Math.round(value * 1e4) / 1e4

/**
 * The shortest arc that contains all of these spans of degrees, which are in 0 to 360. Returns its two ends; the second is above 360 when
 * the arc crosses the antimeridian.
 */
function shortestArc(spans: readonly (readonly [number, number])[]): readonly [number, number] {
  const sorted = spans.toSorted(([one], [other]) => one - other)
  const [west, east] = [sorted[0]?.[0] ?? 0, Math.max(...spans.map(([, end]) => end))]
  // Starts with the gap across the ends of the map. The arc leaves out this gap unless another one is wider.
  let widest = { size: west + 360 - east, from: east - 360, to: west }
  let reached = sorted[0]?.[1] ?? 0
  for (const [from, to] of sorted) {
    if (from - reached > widest.size) widest = { size: from - reached, from: reached, to: from }
    reached = Math.max(reached, to)
  }
  const start = widest.to
  return [start, start + 360 - widest.size]
}
