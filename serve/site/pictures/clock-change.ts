// The night of a fold or a gap as a picture: real time to the right, with the clock's hours before and after the change.
import type { Ambiguity } from '#ask/clock.ts'
import type { Zone } from '#ask/zones.ts'
import { epochSeconds } from '#core/time/units.ts'
import { nextTransition } from '#core/zone/transitions.ts'
import { wallsOf } from '../changes.ts'
import { withTimes } from '../hours.ts'
import { html, type Html } from '../html.ts'
import { timeOf } from '../times.ts'

const WIDTH = 720
/** A label nearer to an edge would be cut off. Labels are widest on small screens, where their letters are large. */
const HALF_LABEL = 30
const [TOP, HEIGHT] = [24, 34]

/** Three hours around the change. The wall time in question is marked wherever it could be. */
export function clockChangePicture(zone: Zone, { kind, earlier, later }: Ambiguity): Html | null {
  const change = nextTransition(zone.compiled(), epochSeconds(earlier.at - 1))
  if (change === null || change.at > later.at + 86_400) return null
  const { at, before, after } = change
  const half = Math.max(9000, (later.at - earlier.at) * 2)
  const start = at - half
  const xOf = (instant: number): number => Math.round(((instant - start) / (2 * half)) * WIDTH * 10) / 10
  const step = half > 20_000 ? 7200 : 1800
  const ticks = (from: number, until: number, offset: number): { at: number; x: number }[] => {
    const found = []
    for (let wall = Math.ceil((from + offset) / step) * step; wall - offset < until; wall += step) {
      found.push({ at: wall - offset, x: xOf(wall - offset) })
    }
    return found
  }
  const words =
    kind === 'fold'
      ? 'the clock goes back, so the time happens twice'
      : 'the clock goes forward, so the time never happens'
  return html`<figure>
    <svg
      class="pic"
      viewBox="0 0 ${WIDTH} 104"
      width="${WIDTH}"
      height="104"
      role="img"
      aria-label="${`The change in ${zone.iana}: ${wallsOf(change)}; ${words}.`}"
    >
      <rect
        class="${before.type.isDst ? 'f-dst' : 'f-std'}"
        x="0"
        y="${TOP}"
        width="${xOf(at)}"
        height="${HEIGHT}"
      ></rect>
      <rect
        class="${after.type.isDst ? 'f-dst' : 'f-std'}"
        x="${xOf(at)}"
        y="${TOP}"
        width="${WIDTH - xOf(at)}"
        height="${HEIGHT}"
      ></rect>
      ${[
        ...ticks(start, at - 1, before.type.offset).map((tick) => ({ ...tick, offset: before.type.offset })),
        ...ticks(at + 1, at + half, after.type.offset).map((tick) => ({
          ...tick,
          offset: after.type.offset,
        })),
      ].map(
        (tick, index) =>
          html`<path class="s-line" d="M${tick.x} ${TOP + HEIGHT}v5"></path> ${
              tick.x < HALF_LABEL || tick.x > WIDTH - HALF_LABEL
                ? null
                : html`<text
                    class="t-quiet mid${index % 2 === 0 ? '' : ' wide-only'}"
                    x="${tick.x}"
                    y="${TOP + HEIGHT + 19}"
                    >${timeOf(epochSeconds(tick.at), tick.offset)}</text
                  >`
            }`,
      )}
      <path class="s-now" d="M${xOf(at)} ${TOP - 6}v${HEIGHT + 12}"></path>
      <text class="mid" x="${xOf(at)}" y="16">${wallsOf(change)}</text>
      ${kind === 'gap' ? null : [earlier, later].map(({ at: instant }) => html`<circle class="f-now s-ring" cx="${xOf(instant)}" cy="${TOP + HEIGHT / 2}" r="6"></circle>`)}
    </svg>
    <figcaption>
      At ${withTimes(timeOf(at, before.type.offset))} clocks go ${kind === 'fold' ? 'back' : 'forward'} to
      ${withTimes(timeOf(at, after.type.offset))}, so the time
      ${kind === 'fold' ? 'happens twice (dots)' : 'never happens'}.
    </figcaption>
  </figure>`
}
