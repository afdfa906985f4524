// A map of a zone with its neighbours, or of a country's zones, drawn directly in the page.
import type { Almanac } from '#ask/almanac.ts'
import type { Zone } from '#ask/zones.ts'
import type { Shapes } from '#core/artifact/shapes.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { Catalogue } from '../../catalogue.ts'
import { attributes, html, type Html } from '../html.ts'
import { citiesOf, largest } from '../places.ts'
import { timeOf, utcOffset } from '../times.ts'
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

/** A zone as a path of a drawing. */
interface DrawnZone {
  readonly iana: string
  readonly path: string
}

/** A large city: its name, its point, and on which side of the point the name stands. */
interface Label {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly isLeft: boolean
}

/** What a drawing has at any time. */
interface Drawing {
  readonly frame: Frame
  readonly here: readonly (DrawnZone & { readonly tint: number | null })[]
  readonly elsewhere: readonly DrawnZone[]
  readonly labels: readonly Label[]
}

/** Drawings by artifact: each is made once. */
const drawn = new WeakMap<Shapes, Map<string, Drawing>>()

/** A map of a zone among its neighbours. Null when it has no shapes. */
export const zoneMap = (zone: Zone, catalogue: Catalogue, now: EpochSeconds): Html | null =>
  mapOf(zone.iana, [zone], catalogue, now, null)

/** A map of several zones, each in the tint of its standard time. Null when none has shapes. */
export const zonesMap = (
  name: string,
  zones: readonly Zone[],
  catalogue: Catalogue,
  now: EpochSeconds,
): Html | null => mapOf(name, zones, catalogue, now, `The time zones of ${name}`)

/** `title` is null for the map of a single zone. */
function mapOf(
  key: string,
  zones: readonly Zone[],
  catalogue: Catalogue,
  now: EpochSeconds,
  title: string | null,
): Html | null {
  const shapes = catalogue.artifact.shapes()
  const numbers = zones.map(({ iana }) => shapes?.zoneIds.indexOf(iana) ?? -1).filter((number) => number >= 0)
  if (shapes === null || numbers.length === 0) return null
  let known = drawn.get(shapes)
  if (known === undefined) {
    known = new Map()
    drawn.set(shapes, known)
  }
  let found = known.get(key)
  if (found === undefined) {
    found = draw(shapes, numbers, zones, catalogue.almanac)
    known.set(key, found)
  }
  return pictureOf(found, catalogue.almanac, now, key, title)
}

function draw(shapes: Shapes, numbers: readonly number[], zones: readonly Zone[], almanac: Almanac): Drawing {
  const frame = frameAround(shapes, numbers)
  const level = levelFor(shapes, frame)
  const drawnZone = (number: number): DrawnZone => ({
    iana: shapes.zoneIds[number] ?? '',
    path: zonePath(level, number, frame),
  })
  return {
    frame,
    here: numbers.map((number) => {
      const zone = drawnZone(number)
      return { ...zone, tint: numbers.length === 1 ? null : tintOfZone(almanac, zone.iana) }
    }),
    elsewhere: shapes.zoneIds
      .flatMap((_, number) => (numbers.includes(number) ? [] : [drawnZone(number)]))
      .filter(({ path }) => path !== ''),
    labels: labelsOf(zones, almanac, frame),
  }
}

/** Most names on a map, and on a narrow window, where letters are larger. */
const [MOST_LABELS, MOST_NARROW] = [9, 4]
/** The room that a name takes: the height of a line, and the width of a letter. */
const [WIDE, NARROW] = [
  { line: 20, letter: 8 },
  { line: 32, letter: 13 },
]

/** The largest cities of some zones that have room for their names, the largest first. */
function labelsOf(zones: readonly Zone[], almanac: Almanac, frame: Frame): Label[] {
  const labels: (Label & { readonly from: number; readonly to: number })[] = []
  const cities = zones.map((zone) => citiesOf(zone, almanac).slice(0, 40))
  // The largest city of each zone comes before the others: a zone is found by it.
  const first = largest(
    cities.flatMap(([city]) => city ?? []),
    MOST_LABELS,
  )
  for (const { name, lat, lon } of new Set([...first, ...largest(cities.flat(), 80)])) {
    const x = Math.round(((lon - frame.west + 360) % 360) * frame.scaleX)
    const y = Math.round((frame.north - lat) * frame.scaleY)
    const { line, letter } = labels.length < MOST_NARROW ? NARROW : WIDE
    const size = name.length * letter + 12
    const isFree = (from: number, to: number): boolean =>
      from >= 0 &&
      to <= frame.width &&
      labels.every((label) => Math.abs(label.y - y) > line || label.to < from || label.from > to)
    if (y < line || y > frame.height - line / 2) continue
    if (isFree(x - 4, x + size)) labels.push({ name, x, y, isLeft: false, from: x - 4, to: x + size })
    else if (isFree(x - size, x + 4)) labels.push({ name, x, y, isLeft: true, from: x - size, to: x + 4 })
    if (labels.length === MOST_LABELS) break
  }
  return labels
}

/** "Toronto, UTC−05:00, 10:14": what a pointer over a zone shows. */
function hint(iana: string, almanac: Almanac, now: EpochSeconds): string {
  const zone = almanac.zones.named(iana)
  if (zone === null) return iana
  const { offset } = almanac.stateOf(zone, now).season.type
  const minute = epochSeconds(now - (now % 60))
  return `${zone.displayName ?? iana}, ${utcOffset(offset)}, ${timeOf(minute, offset)}`
}

function pictureOf(
  { frame, here, elsewhere, labels }: Drawing,
  almanac: Almanac,
  now: EpochSeconds,
  key: string,
  title: string | null,
): Html {
  const near = elsewhere.map(({ iana }) => iana)
  const said =
    title === null
      ? `${key} and its neighbours: a map. In the frame are also ${near.slice(0, 8).join(', ')}${near.length > 8 ? ' and others' : ''}.`
      : `${title}: a map of ${here.length}.`
  return html`<figure>
    <svg
      class="pic map"
      viewBox="0 0 ${frame.width} ${frame.height}"
      width="${frame.width}"
      height="${frame.height}"
      role="img"
      aria-label="${said}"
      data-map="${frame.west} ${frame.north} ${frame.scaleX} ${frame.scaleY}"
    >
      <rect class="f-water" width="${frame.width}" height="${frame.height}"></rect>
      <g class="z">
        ${elsewhere.map(({ iana, path }) => html`<path d="${path}"><title>${hint(iana, almanac, now)}</title></path>`)}
      </g>
      ${here.map(({ iana, tint, path }) => html`<path class="z ${tint === null ? 'here' : `z-${tint}`}" d="${path}"><title>${hint(iana, almanac, now)}</title></path>`)}
      <g class="towns">
        ${labels.map(
          ({ name, x, y, isLeft }, index) =>
            html`<g${attributes({ class: index < MOST_NARROW ? null : 'wide-only' })}><circle cx="${x}" cy="${y}" r="3"></circle><text${attributes({ class: isLeft ? 'end' : null })} x="${isLeft ? x - 7 : x + 7}" y="${y + 5}">${name}</text></g>`,
        )}
      </g>
    </svg>
    <figcaption>
      ${title === null ? 'Highlighted: this zone' : 'Colours show standard time'}. Point at a zone for its
      time. Click for its page.
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
