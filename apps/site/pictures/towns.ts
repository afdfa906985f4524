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
  /** Its time stands behind the name. */
  readonly zone: Zone
  readonly lat: number
  readonly lon: number
}

/** Where a name stands by its point. */
type Side = 'right' | 'left' | 'above' | 'below'
/** The sides that are tried, for a town in the western half of the towns and in the eastern: outwards, where no other names are. */
const SIDES: Readonly<Record<'west' | 'east', readonly Side[]>> = {
  west: ['left', 'above', 'below', 'right'],
  east: ['right', 'above', 'below', 'left'],
}

/** A name on a map: its point, and where the name stands. */
interface Placed extends Pick<Town, 'name' | 'zone'> {
  readonly x: number
  readonly y: number
  readonly side: Side
  /** Between the point and the name. */
  readonly gap: number
  /** The room that the name takes: its ends, and the middle of its line. */
  readonly room: readonly [from: number, to: number, middle: number]
}

/** Names on a map: how many at most, and the room that one takes: the height of a line, and the width of a letter. */
const WIDE = { most: 14, line: 22, letter: 7.6 }
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
  const xs = towns.slice(0, most).map(({ lat, lon }) => view.pointOf(lat, lon)[0])
  const middleX = xs.toSorted((one, other) => one - other)[Math.floor(xs.length / 2)] ?? 0
  for (const { name, zone, lat, lon } of towns) {
    const [x, y] = view.pointOf(lat, lon)
    const [markX, markY] = view.marked ?? [-Infinity, 0]
    const isMarked = Math.hypot(markX - x, markY - y) < 3
    const gap = isMarked ? GAP_MARKED : GAP
    const size = (name.length + TIME_LETTERS) * letter + gap + 5
    if (y < line || y > view.height - line / 2) continue
    const taken = labels.map(({ room }) => room)
    if (!isMarked) taken.push([markX - MARK, markX + MARK, markY])
    const rooms: Readonly<Record<Side, Placed['room']>> = {
      right: [x - 4, x + size, y],
      left: [x - size, x + 4, y],
      above: [x - size / 2, x + size / 2, y - line / 2 - gap / 2],
      below: [x - size / 2, x + size / 2, y + line / 2 + gap],
    }
    const sides = SIDES[x < middleX ? 'west' : 'east'].map((side) => ({ side, room: rooms[side] }))
    const free = sides.find(
      ({ room: [from, to, middle] }) =>
        middle > line / 2 &&
        middle < view.height - line / 2 &&
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

/**
 * The towns that have room for their names, where the first `leads` of them matter most: a name may take the room of the next ones, so each of
 * them begins once, and the order that has most of them is kept.
 */
function bestPlaced(towns: readonly Town[], leads: number, view: LabelledView, room: typeof WIDE): Placed[] {
  const [first, rest] = [towns.slice(0, leads), towns.slice(leads)]
  const isFirst = new Set(first.map(({ name }) => name))
  const countIn = (labels: readonly Placed[]): number => labels.filter(({ name }) => isFirst.has(name)).length
  let best = placed(towns, view, room)
  for (let turn = 1; turn < leads && countIn(best) < leads; turn++) {
    const other = placed([...first.slice(turn), ...first.slice(0, turn), ...rest], view, room)
    if (countIn(other) > countIn(best)) best = other
  }
  return best
}

/**
 * The labels of towns that have room for them, in wide and in narrow windows. The most important towns come first; `leads` says how many of them
 * have to be seen, if they can.
 */
export function labelsOf(towns: readonly Town[], view: LabelledView, leads = 0) {
  const wide = bestPlaced(towns, leads, view, WIDE)
  const narrow = bestPlaced(towns, Math.min(leads, NARROW.most), view, NARROW)
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

const LOOKS = { right: null, left: 'end', above: 'mid', below: 'mid' } as const

/** Labels as a part of an SVG. */
export const townsSvg = (labels: ReturnType<typeof labelsOf>, almanac: Almanac, now: EpochSeconds): Html =>
  html`<g class="towns">
    ${labels.map(
      ({ name, zone, x, y, gap, side, only }) =>
        html`<g${attributes({ class: only })}><circle cx="${x}" cy="${y}" r="3"></circle><text${attributes({ class: LOOKS[side] })} x="${side === 'left' ? x - gap : side === 'right' ? x + gap : x}" y="${side === 'above' ? y - gap - 3 : side === 'below' ? y + gap + 14 : y + 5}">${name}${timeAt(zone, almanac, now)}</text></g>`,
    )}
  </g>`
