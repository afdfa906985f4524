// The names of places on a map, with the times of their zones.
import type { Almanac } from '#core/ask/almanac.ts'
import type { Zone } from '#core/ask/zones.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { attributes, html, type Html } from '../frame/html.ts'
import { minuteOf, tickingFrom, timeOf } from '../words/times.ts'

/** A map, as far as names need it. */
export interface LabelledView {
  /** In units of the drawing. */
  readonly width: number
  readonly height: number
  readonly pointOf: (lat: number, lon: number) => readonly [x: number, y: number]
  /** A point that is marked already: no name may cover it but that of the place itself. */
  readonly marked?: readonly [x: number, y: number]
}

/** A place to be named on a map. */
export interface Town {
  readonly name: string
  /** The zone whose time stands behind the name. Null where the zone has it elsewhere. */
  readonly zone: Zone | null
  readonly lat: number
  readonly lon: number
}

/** A name on a map: its point, and where the name stands: next to it, or above it where there is more room. */
interface Placed extends Pick<Town, 'name' | 'zone'> {
  readonly x: number
  readonly y: number
  readonly side: 'right' | 'left' | 'above'
  /** Between the point and the name. */
  readonly gap: number
  /** The room that the name takes: its ends, and the middle of its line. */
  readonly room: readonly [from: number, to: number, middle: number]
}

/** Names on a map: how many at most, and the room that one takes: the height of a line, and the width of a letter. */
const WIDE = { most: 14, line: 22, letter: 7.6 }
/** A map in one of two columns is smaller, and its letters are larger. */
const IN_COLUMN = { most: 12, line: 26, letter: 10.5 }
/** In a narrow window letters are larger. */
const NARROW = { most: 6, line: 36, letter: 17 }
/** Half the width of the mark of a point. */
const MARK = 10
/** The gap between a town's point and its name, which begins next to the mark if the point has one. */
const [GAP, GAP_MARKED] = [7, MARK + 4]
/** The letters that a time adds to a name. */
const TIME_LETTERS = 8

/** The towns that have room for their names, in their order. */
function placed(towns: readonly Town[], view: LabelledView, { most, line, letter }: typeof WIDE): Placed[] {
  const labels: Placed[] = []
  for (const { name, zone, lat, lon } of towns) {
    const [x, y] = view.pointOf(lat, lon)
    const [markX, markY] = view.marked ?? [-Infinity, 0]
    const isMarked = Math.hypot(markX - x, markY - y) < 3
    const gap = isMarked ? GAP_MARKED : GAP
    const size = (name.length + (zone === null ? 0 : TIME_LETTERS)) * letter + gap + 5
    if (y < line || y > view.height - line / 2) continue
    const taken = labels.map(({ room }) => room)
    if (!isMarked) taken.push([markX - MARK, markX + MARK, markY])
    const sides: readonly Pick<Placed, 'side' | 'room'>[] = [
      { side: 'right', room: [x - 4, x + size, y] },
      { side: 'left', room: [x - size, x + 4, y] },
      { side: 'above', room: [x - size / 2, x + size / 2, y - line / 2 - gap / 2] },
    ]
    const free = sides.find(
      ({ room: [from, to, middle] }) =>
        middle > line / 2 &&
        from >= 0 &&
        to <= view.width &&
        taken.every(([start, end, height]) => Math.abs(height - middle) > line || end < from || start > to),
    )
    if (free !== undefined) labels.push({ name, zone, x, y, gap, ...free })
    if (labels.length === most) break
  }
  return labels
}

/** Whether a label is among others, on the same side of its point. */
const isIn = (labels: readonly Placed[], { x, y, side }: Placed): boolean =>
  labels.some((label) => label.x === x && label.y === y && label.side === side)

/** The labels of towns that have room for them, in wide and in narrow windows. The most important towns come first. */
export function labelsOf(towns: readonly Town[], view: LabelledView, place: 'alone' | 'column') {
  const wide = placed(towns, view, place === 'alone' ? WIDE : IN_COLUMN)
  const narrow = placed(towns, view, NARROW)
  return [
    ...wide.map((label) => ({ ...label, only: isIn(narrow, label) ? null : ('wide-only' as const) })),
    ...narrow.flatMap((label) => (isIn(wide, label) ? [] : { ...label, only: 'narrow-only' as const })),
  ]
}

/** The time of a zone, behind a name on the map. */
function timeAt(zone: Zone, almanac: Almanac, now: EpochSeconds): Html {
  const state = almanac.stateOf(zone, now)
  return html` <tspan class="now" ${tickingFrom(zone.compiled(), now)}
    >${timeOf(minuteOf(now), state.season.type.offset)}</tspan
  >`
}

const LOOKS = { right: null, left: 'end', above: 'mid' } as const

/** Labels as a part of an SVG. */
export const townsSvg = (labels: ReturnType<typeof labelsOf>, almanac: Almanac, now: EpochSeconds): Html =>
  html`<g class="towns">
    ${labels.map(
      ({ name, zone, x, y, gap, side, only }) =>
        html`<g${attributes({ class: only })}><circle cx="${x}" cy="${y}" r="3"></circle><text${attributes({ class: LOOKS[side] })} x="${side === 'left' ? x - gap : side === 'right' ? x + gap : x}" y="${side === 'above' ? y - gap - 3 : y + 5}">${name}${zone === null ? null : timeAt(zone, almanac, now)}</text></g>`,
    )}
  </g>`
