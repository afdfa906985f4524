// The text of one `from` or `to` of /convert → what kind of place it can mean, before anything is looked up.
import { SHORTHANDS } from '#core/text/shorthands.ts'
import { offsetSeconds, type OffsetSeconds } from '#core/time/units.ts'

/** What a token says by its form alone. */
export type LocationToken =
  /** An identifier with a slash, or a shorthand that stands for one: nothing else is asked. */
  | { readonly kind: 'zone'; readonly identifier: string }
  /** An offset from UTC; `said` is the word before it, which names the zone that offset zero becomes. */
  | { readonly kind: 'offset'; readonly offset: OffsetSeconds; readonly said: 'UTC' | 'GMT' }
  /** A name of anything, or at last an identifier without a slash. */
  | { readonly kind: 'name' }
  /** Blank, or an offset that no clock keeps. */
  | { readonly kind: 'nothing' }

/** `Etc/GMT 3`, `UTC 3` → with the plus that URL decoding turned into a space, which has no other meaning there. */
export const restorePlusInZone = (text: string): string => text.replace(/^((?:Etc\/)?GMT|UTC) (?=\d)/i, '$1+')

const MIN_OFFSET = -12 * 3600
const MAX_OFFSET = 14 * 3600

/**
 * Reads a token as it was sent. A space where `UTC+3`, `GMT+3`, `Etc/GMT+3` or `+05:30` has its plus is that plus, turned
 * into a space by URL decoding: `Etc/GMT 3` must never become `Etc/GMT-3`.
 */
export function readLocationToken(sent: string): LocationToken {
  // Windows says an offset twice: "(UTC-11:00) Coordinated Universal Time-11".
  const text = sent.trim().replace(/^\(UTC[^)]*\) *Coordinated Universal Time/i, 'UTC')
  if (text === '') return { kind: 'nothing' }
  const word = SHORTHANDS.get(text.toLowerCase().replace(/ time$/, ''))
  if (word !== undefined) return { kind: 'zone', identifier: word }
  if (text.includes('/')) {
    return { kind: 'zone', identifier: restorePlusInZone(text) }
  }
  // An offset has a digit, or ends before it: most names do neither.
  if (!/\d|[+\-±]$/.test(text)) return { kind: 'name' }
  const offset = readOffset(sent, text)
  if (offset !== null) return offset
  // `UTC-13`: nothing goes by an offset that no clock keeps, least of all what differs from it by the sign alone.
  return /^\(?(?:utc|gmt) *[+\-±][ \d:.]*\)?$/i.test(text.replace(MINUS, '-'))
    ? { kind: 'nothing' }
    : { kind: 'name' }
}

/** Hyphens and dashes that people and programs write for a minus sign. */
const MINUS = /[\u2010-\u2015\u2212\uFE63\uFF0D]/gu

/**
 * `UTC+5:30`, `GMT -3`, `+0530`, `UTC+5.5`, `UTC±0`, any of it in brackets, as in `(UTC+01:00)`. `sent` still has the space that a bare
 * plus became.
 */
function readOffset(sent: string, text: string): LocationToken | null {
  const plain = text
    .replace(MINUS, '-')
    .replace(/^\((.*)\)$/, '$1')
    .trim()
  const [, word, rest = ''] = /^(utc|gmt)?(.*)$/i.exec(plain) ?? []
  // Without a word a space at the beginning is a plus; after a word it may be one, or stand before the sign.
  const signed = word === undefined ? (/^ \d/.test(sent) ? `+${rest}` : rest) : rest.replace(/^ +(?=\d)/, '+')
  const [, sign, hours, minutes = '0', tenths = '0'] =
    /^ ?([+\-±]) ?(\d{1,2})(?::?([0-5]\d)|\.(\d{1,2}))?$/.exec(signed) ?? []
  if (sign === undefined || hours === undefined) return null
  // `+530` would be five hours and thirty minutes, or fifty-three and none: four digits or a colon say which.
  if (/^ ?. ?\d{3}$/.test(signed)) return null
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(`0.${tenths}`) * 3600
  const offset = sign === '-' && size > 0 ? -size : size
  if (
    !Number.isInteger(size / 60) ||
    (sign === '±' && size !== 0) ||
    offset < MIN_OFFSET ||
    offset > MAX_OFFSET
  )
    return null
  return {
    kind: 'offset',
    offset: offsetSeconds(offset),
    said: word?.toUpperCase() === 'GMT' ? 'GMT' : 'UTC',
  }
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/**
 * The identifier by which a fixed offset goes: `Etc/GMT-5` for +05:00 (tzdb inverts the sign), `UTC` or `Etc/GMT` for zero,
 * otherwise the offset itself.
 */
export function fixedOffsetId(offset: OffsetSeconds, said: 'UTC' | 'GMT'): string {
  if (offset === 0) return said === 'GMT' ? 'Etc/GMT' : 'UTC'
  const size = Math.abs(offset)
  if (size % 3600 === 0) return `Etc/GMT${offset > 0 ? '-' : '+'}${size / 3600}`
  return `${offset > 0 ? '+' : '-'}${twoDigits(Math.floor(size / 3600))}:${twoDigits(Math.floor((size % 3600) / 60))}`
}
