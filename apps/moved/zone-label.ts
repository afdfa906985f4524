// A label that begins with an offset, `(UTC+01:00) Amsterdam, Berlin` → the offset, and the text behind it in one spelling.
import { readLocationToken } from '#core/ask/location-token.ts'
import type { OffsetSeconds } from '#core/time/units.ts'

/** The offset of `UTC+5`, `(GMT+05:30)` or `-0300`, in seconds to add to UTC; null for a text that is no offset. */
export function offsetOf(text: string): OffsetSeconds | null {
  // Exchange once wrote a dot: (GMT+05.30).
  const token = readLocationToken(text.trim().replace(/([+-]\d\d)\.(\d\d)(?=\)?$)/, '$1:$2'))
  return token.kind === 'offset' && /[+\-\u2212]/.test(text) ? token.offset : null
}

/** Reads a label. `offset` is null for `(UTC)` and `(GMT)`. Null for a text that is no label. */
export function readLabel(
  text: string,
): { readonly offset: OffsetSeconds | null; readonly text: string } | null {
  const [, said = '', rest = ''] = /^\(((?:UTC|GMT)[^()]*)\)\s*(\S.*)$/i.exec(text.trim()) ?? []
  if (rest === '') return null
  const offset = offsetOf(said)
  return offset === null && !/^(?:UTC|GMT)$/i.test(said) ? null : { offset, text: foldedLabel(rest) }
}

/** One spelling for the text of a label: small letters without marks, and `Sarajevo/Warsaw/Zagreb` with commas, as newer versions have it. */
export const foldedLabel = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s*\/\s*/g, ', ')
    .replaceAll(/\s+/g, ' ')
    // As older versions wrote `US & Canada`.
    .replaceAll(/ and /gi, ' & ')
    .trim()
    .toLowerCase()
