// Raw request text → decoded text: percent escapes, UTF-8 and plus signs that URL decoding removed.
import { isUtf8 } from 'node:buffer'

const byteOf = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 16))

/** Percent-decodes UTF-8 text. Null when an escape or its UTF-8 is broken. Raw bytes above ASCII count as UTF-8. */
export function decodeText(raw: string): string | null {
  if (!/[%\u0080-\u00ff]/.test(raw)) return raw
  // Nothing is thrown: thousands of names with a broken escape, each with its own error, held the server for a tenth of a second.
  if (/%(?![\da-f]{2})/i.test(raw)) return null
  // Node gives the bytes of a request line as Latin-1 characters.
  const bytes = Buffer.from(raw.replace(/%(..)/g, byteOf), 'latin1')
  return isUtf8(bytes) ? bytes.toString() : null
}

/** Decodes a name or a value of a query, in which `+` is a space. Null when it cannot be decoded. */
export const decodePart = (part: string): string | null =>
  decodeText(part.includes('+') ? part.replaceAll('+', ' ') : part)

export interface QueryPair {
  readonly name: string
  /** As sent: only the values that are wanted are decoded. */
  readonly rawValue: string
}

/** The text after so many ampersands, so the parameter that is one too many. Null when there are fewer. Nothing is decoded to find it. */
export function afterParameters(rawQuery: string, count: number): string | null {
  let at = -1
  for (let left = count; left > 0; left--) {
    at = rawQuery.indexOf('&', at + 1)
    if (at < 0) return null
  }
  return rawQuery.slice(at + 1)
}

/** Whether a list that is still encoded has more items than `most`. */
export function hasMoreItems(rawValue: string, most: number): boolean {
  const comma = /,|%2c/gi
  let items = 1
  while (items <= most && comma.test(rawValue)) items++
  return items > most
}

/** The pairs of a query string in order. A pair whose name cannot be decoded is left out. */
export function queryPairs(rawQuery: string): QueryPair[] {
  const pairs: QueryPair[] = []
  for (const part of rawQuery.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = decodePart(equals < 0 ? part : part.slice(0, equals))
    if (name === null) continue
    pairs.push({ name, rawValue: equals < 0 ? '' : part.slice(equals + 1) })
  }
  return pairs
}

/** ` 05:30` → `+05:30`, for parameters that begin with a sign. */
export const restoreLeadingPlus = (text: string): string =>
  text.startsWith(' ') ? `+${text.slice(1)}` : text

/** ` 1.5e 01` → `+1.5e+01`: a number can have lost the plus at its beginning and that of its exponent. */
export const restorePlusInNumber = (text: string): string =>
  restoreLeadingPlus(text).replace(/e (?=\d+$)/i, (lost) => `${lost.charAt(0)}+`)

/** `2026-03-29T02:30 02:00` → `…+02:00`. In a date-time only the offset can have lost a plus; “yesterday 15:00” has none. */
export const restorePlusInMoment = (text: string): string =>
  text.replace(/^([\d+-]+T\d\S*) (?=\d{2}(?::?\d{2})?$)/i, '$1+')
