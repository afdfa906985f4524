// The days of a month as a picture: one bar for each day, beside a scale.
import { figure } from '#core/text/figure.ts'
import { DAY_MS } from '#core/time/civil.ts'
import type { Month } from '../../access/month.ts'
import { html, type Html } from '../html.ts'

const [LEFT, BAR, GAP, TOP, HEIGHT, FOOT] = [56, 14, 4, 12, 96, 24]

/** The days of a month, as `2026-11-21`. */
export const daysOf = ({ startMs, endMs }: Month): string[] =>
  Array.from({ length: (endMs - startMs) / DAY_MS }, (_, index) =>
    new Date(startMs + index * DAY_MS).toISOString().slice(0, 10),
  )

/** The end of a scale: the smallest of 1, 2, 5, 10, 20, 50 and so on that is not below a count. */
function scaleOf(most: number): number {
  for (let power = 1; ; power *= 10) {
    for (const step of [1, 2, 5]) if (step * power >= most) return step * power
  }
}

/** A round number in few characters: `250`, `2.5k`, `10M`. */
function short(value: number): string {
  for (const [size, letter] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (value >= size) return `${value / size}${letter}`
  }
  return `${value}`
}

/** The bars of a month; `counts` by day (`2026-11-21`). `what` names them to who does not see the picture. */
export function usagePicture(
  month: Month,
  counts: ReadonlyMap<string, number>,
  { what, fill }: { what: string; fill: 'f-used' | 'f-bad' },
): Html {
  const days = daysOf(month)
  const most = Math.max(0, ...days.map((day) => counts.get(day) ?? 0))
  const end = scaleOf(Math.max(1, most))
  const width = LEFT + days.length * (BAR + GAP)
  const heightOf = (count: number): number =>
    count === 0 ? 0 : Math.max(2, Math.round((count / end) * HEIGHT))
  const marks = end === 1 ? [0, 1] : [0, end / 2, end]
  const scale = marks.map((mark) => {
    const y = TOP + HEIGHT - Math.round((mark / end) * HEIGHT)
    return html`<line x1="${LEFT - 4}" y1="${y}" x2="${width}" y2="${y}" class="s-grid" /><text
        x="${LEFT - 8}"
        y="${y + 4}"
        class="t-quiet end"
      >
        ${short(mark)}
      </text>`
  })
  const bars = days.map((day, index) => {
    const count = counts.get(day) ?? 0
    const height = heightOf(count)
    const x = LEFT + index * (BAR + GAP)
    // Wider than the bar, so that a day without requests can be pointed at too.
    return html`<g>
        <title>${day}: ${figure(count)}</title>
        <rect x="${x - GAP / 2}" y="${TOP}" width="${BAR + GAP}" height="${HEIGHT}" class="f-none" />
        <rect x="${x}" y="${TOP + HEIGHT - height}" width="${BAR}" height="${height}" class="${fill}" />
      </g>
      ${
        index % 7 === 0
          ? html`<text x="${x + BAR / 2}" y="${TOP + HEIGHT + FOOT - 4}" class="t-quiet mid"
              >${index + 1}</text
            >`
          : null
      }`
  })
  return html`<svg
    class="pic usage"
    role="img"
    aria-label="${what} on each day of ${month.id}, at most ${figure(most)}"
    viewBox="0 0 ${width} ${TOP + HEIGHT + FOOT}"
  >
    ${scale} ${bars}
  </svg>`
}
