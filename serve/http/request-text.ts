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

const decodePart = (part: string): string | null =>
  decodeText(part.includes('+') ? part.replaceAll('+', ' ') : part)

export interface QueryPair {
  readonly name: string
  /** Null when the value cannot be decoded. */
  readonly value: string | null
}

/** The pairs of a query string in order. `+` becomes a space. A pair whose name cannot be decoded is left out. */
export function queryPairs(rawQuery: string): QueryPair[] {
  const pairs: QueryPair[] = []
  for (const part of rawQuery.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = decodePart(equals < 0 ? part : part.slice(0, equals))
    if (name === null) continue
    pairs.push({ name, value: equals < 0 ? '' : decodePart(part.slice(equals + 1)) })
  }
  return pairs
}

/** ` 05:30` → `+05:30`, for parameters that begin with a sign. */
export const restoreLeadingPlus = (text: string): string =>
  text.startsWith(' ') ? `+${text.slice(1)}` : text

/** ` 1.5e 01` → `+1.5e+01`: a number can have lost the plus at its beginning and that of its exponent. */
export const restorePlusInNumber = (text: string): string =>
  restoreLeadingPlus(text).replace(/e (?=\d+$)/i, (lost) => `${lost.charAt(0)}+`)

/** `2026-03-29T02:30 02:00` → `…+02:00`. In a date-time only the offset can have lost a plus. */
export const restorePlusInMoment = (text: string): string =>
  text.replace(/^([^\sT]+T\S+) (?=\d{2}(?::?\d{2})?$)/i, '$1+')
