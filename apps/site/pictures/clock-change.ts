// The night of a fold or a gap as a picture: real time to the right, with the clock's hours before and after the change.
import type { ResolvedAmbiguity } from '#core/ask/convert.ts'
import type { Zone } from '#core/ask/zones.ts'
import { epochSeconds } from '#core/time/units.ts'
import { nextTransition } from '#core/zone/transitions.ts'
import { wallAfter, wallsOf } from '../words/changes.ts'
import { withTimes } from '../frame/hours.ts'
import { html, type Html } from '../frame/html.ts'
import { timeOf } from '../words/times.ts'
import { HANGING, label, pictured, tenths, timeBar } from './drawing.ts'

const WIDTH = 720
/** Labels with middles nearer to each other would touch: “12:30 am” on wide screens, and on small ones, where letters are large. */
const [APART, APART_SMALL] = [64, 156]
const [TOP, HEIGHT] = [44, 34]

/** The hours around the change. The wall time in question is marked wherever it could be, with a full dot where it is meant. */
export function clockChangePicture(
  zone: Zone,
  { kind, earlier, later, resolution }: ResolvedAmbiguity,
): Html | null {
  const change = nextTransition(zone.compiled(), epochSeconds(earlier.at - 1))
  if (change === null || change.at > later.at + 86_400) return null
  const { at, before, after } = change
  // So wide that the two times of a fold have room for their labels.
  const half = Math.max(3600, (later.at - earlier.at) * 2.2)
  const start = at - half
  const xOf = (instant: number): number => tenths(((instant - start) / (2 * half)) * WIDTH)
  const step = half > 20_000 ? 7200 : 1800
  const ticks = (from: number, until: number, { type: { offset } }: typeof before) => {
    const found = []
    for (let wall = Math.ceil((from + offset) / step) * step; wall - offset < until; wall += step) {
      const tick = epochSeconds(wall - offset)
      found.push({ x: xOf(tick), time: timeOf(tick, offset) })
    }
    return found
  }
  const [meant, other] = resolution === 'earliest' ? [earlier, later] : [later, earlier]
  const barAt = (instant: number): 'day' | 'night' =>
    (instant < at ? before : after).type.isDst ? 'day' : 'night'
  const marked =
    kind === 'gap'
      ? []
      : [meant, other].map((of) => ({ x: xOf(of.at), time: timeOf(of.at, of.offset), bar: barAt(of.at) }))
  const all = [...ticks(start, at - 1, before), ...ticks(at + 1, at + half, after)]
  const labels = spaced([...marked, ...all], APART)
  const onSmall = new Set(spaced(labels, APART_SMALL))
  const words =
    kind === 'fold'
      ? 'the clock goes back, so the time happens twice'
      : 'the clock goes forward, so the time never happens'
  return html`<figure>
    <svg${pictured('pic change', WIDTH, 116, `The change in ${zone.iana}: ${wallsOf(change)}; ${words}.`)}>
      ${timeBar(before.type, 0, TOP, xOf(at), HEIGHT)}
      ${timeBar(after.type, xOf(at), TOP, WIDTH - xOf(at), HEIGHT)}
      ${all.map(({ x }) => html`<path class="s-line" d="M${x} ${TOP + HEIGHT}v5"></path>`)}
      ${labels.map((one) => label(`t-quiet mid${onSmall.has(one) ? '' : ' wide-only'}`, one.x, TOP + HEIGHT + 9, html`<tspan>${one.time}</tspan>`, HANGING))}
      <path class="s-now" d="M${xOf(at)} ${TOP - 6}v${HEIGHT + 12}"></path>
      ${label('mid', xOf(at), TOP - 12, html`<tspan>${timeOf(at, before.type.offset)}</tspan> → <tspan>${wallAfter(change)}</tspan>`)}
      ${marked.map(({ x, bar }, index) => html`<circle class="${`s-on-${bar}${index === 0 ? ` t-on-${bar}` : ''}`}" cx="${x}" cy="${TOP + HEIGHT / 2}" r="9"></circle>`)}
    </svg>
    <figcaption>
      At ${withTimes(timeOf(at, before.type.offset))} clocks go ${kind === 'fold' ? 'back' : 'forward'} to
      ${withTimes(wallAfter(change))}, so the time
      ${kind === 'fold' ? 'happens twice. The full dot is the one that is meant here' : 'never happens'}.
      ${before.type.isDst === after.type.isDst ? null : 'The light part is daylight saving time.'}
    </figcaption>
  </figure>`
}

/** Those that are whole in the picture and not nearer than `apart` to one before them in the list. */
function spaced<Tick extends { readonly x: number }>(ticks: readonly Tick[], apart: number): Tick[] {
  const kept: Tick[] = []
  for (const tick of ticks) {
    const isWhole = tick.x >= apart / 2 && tick.x <= WIDTH - apart / 2
    if (isWhole && kept.every(({ x }) => Math.abs(x - tick.x) >= apart)) kept.push(tick)
  }
  return kept
}
