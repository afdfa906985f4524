// Times of day in pages: as text with 24 hours, in an element by which they become times with 12 hours for those who read those.
import { html, type Html } from './html.ts'

/** How a visitor reads a clock. */
export type Hours = '12' | '24'

/** A time of day, such as 09:30, that is no part of an offset, a date-time or a longer number. */
const TIME = /(?<![\d:+−T-])(?:[01]\d|2[0-4]):[0-5]\d(?::[0-5]\d)?(?!:?\d)/g

/** A text of a page. Each time of day in it gets an element of its own. A time and what it becomes stay on one line. */
export function withTimes(plain: string): Html {
  const text = plain.replace(/(?<=\d) → (?=\d)/g, '\u00a0→\u00a0')
  const parts: Html[] = []
  let from = 0
  for (const { 0: time, index } of text.matchAll(TIME)) {
    parts.push(html`${text.slice(from, index)}<time>${time}</time>`)
    from = index + time.length
  }
  return html`${parts}${text.slice(from)}`
}

/** `3:05 pm` for 15:05. */
const twelve = (hours: string, rest: string): string =>
  `${Number(hours) % 12 || 12}${rest} ${Number(hours) % 24 < 12 ? 'am' : 'pm'}`

/**
 * The document of a page with its times in 12 hours: those in elements made for times, in fields of a time, on maps, and those that a pointer over
 * a map shows. The large clock has its seconds between. The hours of an axis have no minutes.
 */
export const inTwelveHours = (document: string): string =>
  document
    .replace(
      /(<(?:time|tspan)\b[^>]*>\s*)(\d\d)(:\d\d(?::\d\d)?)(<span class="s">)?(?=\s*<)/g,
      (_, start: string, hours: string, rest: string, seconds?: string) => {
        const text = twelve(hours, start.startsWith('<tspan class="hour"') ? '' : rest)
        if (seconds === undefined) {
          // A time without an attribute says itself what it is; with 12 hours a program could not read it.
          const tag = start.startsWith('<time>') ? `<time datetime="${hours}${rest}">` : start
          return `${tag}${text}`
        }
        return `${start}${text.slice(0, -3)}${seconds}${text.slice(-3)}`
      },
    )
    .replace(
      /(<input\b[^>]*\bdata-time\b[^>]*?\bvalue="|<input\b[^>]*\bvalue="(?=[^">]*"[^>]*\bdata-time\b)|<option>)(\d\d)(:\d\d)(?="|<\/option)/g,
      (_, start: string, hours: string, rest: string) => `${start}${twelve(hours, rest)}`,
    )
    .replace(
      /(<title>[^<]*, )(\d\d)(:\d\d)(?=<\/title)/g,
      (_, start: string, hours: string, rest: string) => `${start}${twelve(hours, rest)}`,
    )
