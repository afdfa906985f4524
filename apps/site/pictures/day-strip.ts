// A strip of day and night: one date on the clock of a place, with a line at a moment of it.
import { sunPhases, type SunPhase } from '#core/ask/sun.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { startOfLocalDay } from '#core/zone/local-day.ts'
import { html, type Html } from '../frame/html.ts'
import { dateInWords, shownAt } from '../words/times.ts'
import { tenths } from './drawing.ts'

/** The colour of each phase of the sun, and what people call it. */
const LOOKS: Readonly<Record<SunPhase, readonly [fill: string, words: string]>> = {
  night: ['f-night', 'night'],
  astronomical: ['f-night-3', 'night'],
  nautical: ['f-night-2', 'twilight'],
  civil: ['f-twilight', 'twilight'],
  day: ['f-day', 'daylight'],
}

/** Units of the strip's width. */
const WIDTH = 1440

/** Where the sun is seen from, in degrees. */
interface Point {
  readonly lat: number
  readonly lon: number
}

/**
 * The strip of the local date of an instant, and "daylight", "twilight" or "night" for the instant. Without a point both are without the sun: the
 * strip has the hours alone, and the words are null.
 */
export function dayStrip(
  name: string,
  zone: CompiledZone,
  at: EpochSeconds,
  point: Point | null,
): { readonly strip: Html; readonly light: string | null } {
  const { day, time } = shownAt(zone, at)
  const [start, end] = [startOfLocalDay(zone, day), startOfLocalDay(zone, day + 1)]
  const xOf = (instant: number): number => tenths(((instant - start) / (end - start)) * WIDTH)
  const phases = point === null ? [] : sunPhases(point.lat, point.lon, start, end)
  const light = phases.find(({ from, until }) => at >= from && at < until)
  const words = light === undefined ? null : LOOKS[light.phase][1]
  const said = `${dateInWords(day)} in ${name} from midnight to midnight: at ${time} ${words === null ? 'the line' : `it is ${words}`}.`
  const strip = html`<div class="strip">
    <svg viewBox="0 0 ${WIDTH} 1" preserveAspectRatio="none" role="img" aria-label="${said}">
      ${phases.map(({ phase, from, until }) => html`<rect class="${LOOKS[phase][0]}" x="${xOf(from)}" width="${tenths(xOf(until) - xOf(from))}" height="1" />`)}
      <path class="hand" d="M${xOf(at)} 0V1" />
    </svg>
    <div class="scale" aria-hidden="true">
      ${[0, 6, 12, 18, 24].map((hour) => html`<span>${hour}</span>`)}
    </div>
  </div>`
  return { strip, light: words }
}
