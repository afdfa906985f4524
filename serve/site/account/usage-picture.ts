// The days of a month as a picture with one bar for each day, and the same as a table.
import type { Month } from '../../access/month.ts'
import { html, type Html } from '../html.ts'
import { table } from '../parts.ts'
import { figure } from './parts.ts'

const DAY_MS = 86_400_000
const [BAR, GAP, HEIGHT, FOOT] = [14, 4, 96, 18]

/** The bars of a month up to now; `requests` by day (`2026-11-21`). */
export function usagePicture(month: Month, requests: ReadonlyMap<string, number>, nowMs: number): Html {
  const days = Array.from({ length: (month.endMs - month.startMs) / DAY_MS }, (_, index) => {
    const startMs = month.startMs + index * DAY_MS
    const day = new Date(startMs).toISOString().slice(0, 10)
    return { day, number: index + 1, isPast: startMs <= nowMs, used: requests.get(day) ?? 0 }
  })
  const most = Math.max(1, ...days.map((day) => day.used))
  const width = days.length * (BAR + GAP) - GAP
  const bars = days.map(({ day, number, used }) => {
    const height = used === 0 ? 1 : Math.max(2, Math.round((used / most) * HEIGHT))
    const x = (number - 1) * (BAR + GAP)
    return html`<rect
        x="${x}"
        y="${HEIGHT - height}"
        width="${BAR}"
        height="${height}"
        class="${used === 0 ? 'f-near' : 'f-used'}"
      >
        <title>${day}: ${figure(used)}</title>
      </rect>
      ${
        number % 7 === 1
          ? html`<text x="${x + BAR / 2}" y="${HEIGHT + FOOT - 4}" class="t-quiet mid"> ${number} </text>`
          : null
      }`
  })
  const shown = days.filter((day) => day.isPast).map(({ day, used }) => [day, figure(used)])
  return html`<figure>
    <svg
      class="pic usage"
      role="img"
      aria-label="Requests on each day of ${month.id}, at most ${figure(most === 1 && !days.some((day) => day.used > 0) ? 0 : most)}"
      viewBox="0 0 ${width} ${HEIGHT + FOOT}"
    >
      ${bars}
    </svg>
    <details>
      <summary>The days as a table</summary>
      ${table(`Requests of ${month.id} by day`, ['Day', { head: 'Requests', figures: true }], shown)}
    </details>
  </figure>`
}
