// A map of a zone with its neighbours, or of a country's zones, drawn directly in the page.
import type { Almanac } from '#core/ask/almanac.ts'
import type { City } from '#core/ask/cities.ts'
import type { Zone } from '#core/ask/zones.ts'
import type { Shapes } from '#core/artifact/shapes.ts'
import { groupBy } from '#core/group-by.ts'
import { oncePer } from '#core/once-per.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { Catalogue } from '#serve/catalogue.ts'
import { pathOf } from '#serve/urls.ts'
import { attributes, html, type Html } from '../frame/html.ts'
import { scripted } from '../frame/parts.ts'
import { citiesOf, largest, zonesBySize } from '../words/places.ts'
import { minuteOf, timeOf, utcOffset } from '../words/times.ts'
import { zoneName } from '../words/zone-links.ts'
import { boxesOf, levelFor, pictured, tintOfZone, zonePath, type Frame } from './drawing.ts'
import { arePolar, polarView } from './polar.ts'
import { labelsOf, townsSvg, type LabelledView, type Town } from './towns.ts'

/** Size of a drawing, in its units: a width, and the greatest and least height. */
const ON_PAGES = { width: 720, height: 420, least: 260 }
/** Degrees. No smaller area is shown. The poles are left out: there, degrees of longitude have no width. */
const [LEAST, POLEMOST] = [2.4, 84]
/** Degrees. A map of an island alone in the sea is at most this wide, where it finds no other zone. */
const MOST_OF_SEA = 40

/** Units of the mark of an island, where a zone has none that is larger. */
const LEAST_ISLAND = 10

/** How a drawing shows the world. */
interface View extends LabelledView {
  /** The numbers that the script of a click reads. Null where degrees are not straight lines. */
  readonly data: string | null
  /** A zone, by its number, as a path. Empty where no part of it is in the drawing. */
  readonly pathOf: (number: number, least?: number) => string
}

/** Drawings by artifact: each is made once. */
const drawingsOf = oncePer<Shapes, Map<string, ReturnType<typeof draw>>>(() => new Map())

/**
 * A map of a zone among its neighbours, or of the zones of a country, each in the tint of its standard time. `name` is that of the zone or
 * of the country. Null when none has shapes.
 */
export function zonesMap(
  kind: 'zone' | 'country',
  name: string,
  zones: readonly Zone[],
  { artifact, almanac }: Catalogue,
  now: EpochSeconds,
): Html | null {
  const shapes = artifact.shapes()
  const numbers = zones.map(({ iana }) => shapes?.zoneIds.indexOf(iana) ?? -1).filter((number) => number >= 0)
  if (shapes === null || numbers.length === 0) return null
  const drawings = drawingsOf(shapes)
  const drawing = drawings.get(name) ?? draw(shapes, numbers, zones, almanac)
  drawings.set(name, drawing)
  const { view, here, elsewhere, labels } = drawing
  const near = elsewhere.map(({ iana }) => iana)
  const said =
    kind === 'zone'
      ? `${name} and its neighbours: a map. In the frame are also ${near.slice(0, 8).join(', ')}${near.length > 8 ? ' and others' : ''}.`
      : `The time zones of ${name}: a map of ${here.length}.`
  // The boundaries name UTC by another of its names.
  const nameOf = (iana: string): string => almanac.zones.named(iana)?.iana ?? iana
  const drawnZone = ({ iana, path }: (typeof here)[number], of: string | null): Html => {
    const shape = html`<path${attributes({ class: of })} d="${path}"><title>${hint(iana, almanac, now)}</title></path>`
    // Where the script cannot read the map, each zone is a link.
    return view.data === null
      ? html`<a href="/timezones/${pathOf(nameOf(iana))}" aria-label="${nameOf(iana)}">${shape}</a>`
      : shape
  }
  return html`<figure>
    <svg${pictured('pic map', view.width, view.height, said, { role: view.data === null ? 'group' : 'img', 'data-map': view.data })}>
      <rect class="f-water" width="${view.width}" height="${view.height}"></rect>
      <g class="z">${elsewhere.map((zone) => drawnZone(zone, null))}</g>
      ${here.map((zone) => drawnZone(zone, `z ${here.length === 1 ? 'here' : `z-${tintOfZone(almanac, zone.iana, now)}`}`))}
      ${townsSvg(labels, almanac, now)}
    </svg>
    <figcaption>
      ${kind === 'zone' ? 'Highlighted: this zone' : here.length === 1 ? 'Highlighted: this country' : 'Zones of different colours have different standard times. Other countries are grey'}.
      Point at a zone for its time.
      ${view.data === null ? 'Click for its page.' : scripted('Click for the zone there.')}
    </figcaption>
  </figure>`
}

/** The parts that a map has at any time. */
function draw(shapes: Shapes, numbers: readonly number[], zones: readonly Zone[], almanac: Almanac) {
  const othersIn = (view: View) =>
    shapes.zoneIds
      .map((iana, number) => ({ iana, path: numbers.includes(number) ? '' : view.pathOf(number) }))
      .filter(({ path }) => path !== '')
  let view = arePolar(shapes, numbers) ? polarView(shapes) : flatView(shapes, numbers, LEAST)
  let elsewhere = othersIn(view)
  // Around an island nothing would tell where it is: the map grows until it has another coast.
  for (let wide = LEAST * 2; elsewhere.length === 0 && wide < MOST_OF_SEA; wide *= 2)
    if (othersIn(flatView(shapes, numbers, wide)).length > 0) {
      // With more than a corner of it.
      view = flatView(shapes, numbers, wide * 1.5)
      elsewhere = othersIn(view)
    }
  const { towns, leads } = townsOf(zones, almanac)
  return {
    view,
    here: numbers.map((number) => ({
      iana: shapes.zoneIds[number] ?? '',
      path: view.pathOf(number, LEAST_ISLAND),
    })),
    elsewhere,
    labels: labelsOf(towns, view, leads),
  }
}

/** The drawing of the smallest frame around some zones that is at least so many degrees wide. */
function flatView(shapes: Shapes, numbers: readonly number[], wide: number): View {
  const frame = frameAround(shapes, numbers, ON_PAGES, wide)
  const level = levelFor(shapes, frame)
  const { west, north, scaleX, scaleY, width, height } = frame
  return {
    width,
    height,
    data: `${west} ${north} ${scaleX} ${scaleY}`,
    pathOf: (number, least) => zonePath(level, number, frame, least),
    pointOf: (lat, lon) => [
      Math.round(((lon - west + 360) % 360) * scaleX),
      Math.round((north - lat) * scaleY),
    ],
  }
}

/** A zone's largest city. A zone without cities is named at the place that it is named for; null if it has none. */
function mainTown(zone: Zone, city: City | undefined): Town | null {
  if (city !== undefined) return { name: city.name, zone, lat: city.lat, lon: city.lon }
  const { lat, lon } = zone
  const name = zoneName(zone).replace(/ Station$/, '')
  return lat === null || lon === null ? null : { name, zone, lat, lon }
}

/** Places that may be named on a map of some zones, the most important first; the `leads` among them are the largest of each rule. */
function townsOf(
  zones: readonly Zone[],
  almanac: Almanac,
): { readonly towns: readonly Town[]; readonly leads: number } {
  const towns = zonesBySize(zones, almanac).flatMap(
    (zone) => mainTown(zone, citiesOf(zone, almanac)[0]) ?? [],
  )
  // Each rule for the years to come has its largest city before the others: Chicago stands for Knox and New Salem too.
  const rules = [...groupBy(towns, ({ zone }) => zone.compiled().posixTz ?? zone.iana).values()]
  const others = largest(
    zones.flatMap((zone) => citiesOf(zone, almanac).slice(0, 40)),
    80,
  )
  const leads = rules.map(([first]) => first)
  const named = others.map(({ name, zone, lat, lon }) => ({ name, zone, lat, lon }))
  return { towns: unique([...leads, ...named, ...towns]), leads: leads.length }
}

/** The towns without those that were there before, at the same point. */
function unique(towns: readonly Town[]): Town[] {
  const found = new Map(towns.toReversed().map((town) => [`${town.lat} ${town.lon}`, town] as const))
  return towns.filter((town) => found.get(`${town.lat} ${town.lon}`) === town)
}

/** "Toronto, UTC−05:00, 10:14": what a pointer over a zone shows. */
function hint(iana: string, almanac: Almanac, now: EpochSeconds): string {
  const zone = almanac.zones.named(iana)
  if (zone === null) return iana
  const { offset } = almanac.stateOf(zone, now).season.type
  return `${zoneName(zone)}, ${utcOffset(offset)}, ${timeOf(minuteOf(now), offset)}`
}

const limit = (lat: number): number => Math.max(-POLEMOST, Math.min(POLEMOST, lat))

/** Units for each degree: at this scale islands of a large country are in the shapes. */
const OF_A_COUNTRY = 64

/** The smallest frame around all rings of some zones. It crosses the antimeridian when that is shorter. */
function frameAround(
  shapes: Shapes,
  numbers: readonly number[],
  { width, height: most, least }: typeof ON_PAGES,
  leastWide = LEAST,
): Frame {
  const level = levelFor(shapes, { scaleX: OF_A_COUNTRY })
  const step = level.grid / 1e6
  const around = numbers.flatMap((number) => boxesOf(level)[number] ?? [])
  const [first, last] = shortestArc(around.map(({ west, east }) => [west * step, east * step] as const))
  const south = limit(Math.min(...around.map((box) => box.south)) * step - 90)
  const north = limit(Math.max(...around.map((box) => box.north)) * step - 90)
  const middle = (south + north) / 2
  // The width of a degree of longitude in the middle of the map is used for the whole map.
  const narrow = Math.max(0.25, Math.cos((middle * Math.PI) / 180))
  const wide = Math.min(360, Math.max((last - first) * 1.25, leastWide / narrow))
  const high = Math.max((north - south) * 1.25, leastWide * 0.6)
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
