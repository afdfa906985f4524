// The text of one `from` or `to` of /convert → what kind of place it can mean, before anything is looked up.
import { slugOf } from '#core/text/fold.ts'
import { SHORTHANDS } from '#core/text/shorthands.ts'
import { offsetSeconds, type OffsetSeconds } from '#core/time/units.ts'

/** What a token says by its form alone. */
export type LocationToken =
  /** An identifier with a slash, or a shorthand that stands for one: nothing else is asked. */
  | { readonly kind: 'zone'; readonly identifier: string }
  /** An offset from UTC; `said` is the word before it, which names the zone that offset zero becomes. */
  | { readonly kind: 'offset'; readonly offset: OffsetSeconds; readonly said: 'UTC' | 'GMT' }
  /** A name of an abbreviation, country or city, or at last an identifier without a slash. */
  | { readonly kind: 'name'; readonly slug: string; readonly text: string }
  | { readonly kind: 'blank' }

/** `Etc/GMT 3`, `UTC 3` → with the plus that URL decoding turned into a space, which has no other meaning there. */
export const restorePlusInZone = (text: string): string => text.replace(/^((?:Etc\/)?GMT|UTC) (?=\d)/i, '$1+')

const MIN_OFFSET = -12 * 3600
const MAX_OFFSET = 14 * 3600

/**
 * Reads a token as it was sent. A space where `UTC+3`, `GMT+3`, `Etc/GMT+3` or `+05:30` has its plus is that plus, turned
 * into a space by URL decoding: `Etc/GMT 3` must never become `Etc/GMT-3`.
 */
export function readLocationToken(sent: string): LocationToken {
  const text = sent.trim()
  if (text === '') return { kind: 'blank' }
  const word = SHORTHANDS.get(text.toLowerCase())
  if (word !== undefined) return { kind: 'zone', identifier: word }
  if (text.includes('/')) {
    return { kind: 'zone', identifier: restorePlusInZone(text) }
  }
  return readOffset(sent, text) ?? { kind: 'name', slug: slugOf(text), text }
}

function readOffset(sent: string, text: string): LocationToken | null {
  const named = /^(utc|gmt)([+\- ])(?:(\d{1,2})|(\d{2}):?(\d{2}))$/i.exec(text)
  const bare = /^([+-])(\d{2}):(\d{2})$/.exec(text) ?? /^( )(\d{2}):(\d{2})$/.exec(sent.trimEnd())
  const [said = 'UTC', sign, hours = '', minutes = '0'] =
    named === null ? ['UTC', ...(bare?.slice(1) ?? [])] : [named[1], named[2], named[3] ?? named[4], named[5]]
  if (hours === '' || Number(minutes) > 59) return null
  const size = Number(hours) * 3600 + Number(minutes) * 60
  const offset = sign === '-' && size > 0 ? -size : size
  if (offset < MIN_OFFSET || offset > MAX_OFFSET) return null
  return { kind: 'offset', offset: offsetSeconds(offset), said: said.toUpperCase() === 'GMT' ? 'GMT' : 'UTC' }
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
