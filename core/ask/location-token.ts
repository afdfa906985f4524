// The text of one `from` or `to` of /convert → what its form says: zone, list, name, or offset from -12 to +14; nothing is looked up yet.
import { SHORTHANDS } from '../text/shorthands.ts'
import { formatOffset } from '../time/offset.ts'
import { offsetSeconds, type OffsetSeconds } from '../time/units.ts'

/** The meaning of a token by its form, without any look-up. */
export type LocationToken =
  /** An identifier with a slash, or a shorthand for one. It has no other meaning. */
  | { readonly kind: 'zone'; readonly identifier: string }
  /** An offset from UTC. `said` is the word before it, which names the zone of offset zero. */
  | { readonly kind: 'offset'; readonly offset: OffsetSeconds; readonly said: 'UTC' | 'GMT' }
  /** An offset, and the names said with it: `(UTC+01:00) Amsterdam, Berlin`. Windows and many forms show zones so. */
  | { readonly kind: 'list'; readonly offset: OffsetSeconds; readonly names: readonly string[] }
  /** A name of anything, or an identifier without a slash. */
  | { readonly kind: 'name' }
  /** Blank, or an offset that no clock has. */
  | { readonly kind: 'nothing' }

/** Puts the plus back that URL decoding made a space: `Etc/GMT 3`, `UTC 3`. A space has no other meaning there. */
export const restorePlusInZone = (text: string): string => text.replace(/^((?:Etc\/)?GMT|UTC) (?=\d)/i, '$1+')

const MIN_OFFSET = -12 * 3600
const MAX_OFFSET = 14 * 3600

/** Longest token, in UTF-16 code units. No name, text of Windows or offset is as long. */
const LONGEST = 300

/**
 * Reads a token as it was sent. URL decoding turns a plus into a space. So a space counts as a plus in `UTC+3`, `GMT+3`, `Etc/GMT+3` and
 * `+05:30`: `Etc/GMT 3` must never become `Etc/GMT-3`.
 */
export function readLocationToken(sent: string): LocationToken {
  // Windows writes an offset twice: "(UTC-11:00) Coordinated Universal Time-11". Webex has it behind the time: "Paris (Europe Time, GMT+01:00)".
  const text = sent
    .trim()
    .replace(/^\((?:UTC|GMT)[^)]*\) *Co-?ordinated Universal Time/i, 'UTC')
    .replace(/, *((?:UTC|GMT)[\s+\-−±]*\d[\d:.]*)\)$/i, ') ($1)')
  if (text === '' || text.length > LONGEST) return { kind: 'nothing' }
  const word = SHORTHANDS.get(text.toLowerCase().replace(/ time$/, ''))
  if (word !== undefined) return { kind: 'zone', identifier: word }
  // An offset has a digit, or ends before it. Most names have neither.
  const offset = /\d|[+\-±]$/.test(text) ? readOffset(sent, text) : null
  if (offset !== null) return offset
  const list = readList(text)
  if (list !== null) return list
  if (text.includes('/')) return { kind: 'zone', identifier: restorePlusInZone(text) }
  // `UTC-13` is an offset that no clock has. It must not be read as a name, least of all as one that differs only by its sign.
  return /^\(?(?:utc|gmt) *[+\-±][ \d:.]*\)?$/i.test(text.replace(MINUS, '-'))
    ? { kind: 'nothing' }
    : { kind: 'name' }
}

/** Hyphens and dashes that people and programs write for a minus. */
const MINUS = /[\u2010-\u2015\u2212\uFE63\uFF0D]/gu

/**
 * Reads `UTC+5:30`, `GMT -3`, `+0530`, `UTC+5.5`, `UTC±0`, also in brackets, as in `(UTC+01:00)`; null for anything else. `text` is trimmed.
 * `sent` still has the space that a bare plus became.
 */
function readOffset(sent: string, text: string): LocationToken | null {
  const plain = text
    .replace(MINUS, '-')
    .replace(/^\((.*)\)$/, '$1')
    .trim()
  const [, word, rest = ''] = /^(utc|gmt)?(.*)$/i.exec(plain) ?? []
  // Without a word, a space at the beginning is a plus. After a word it may be a plus, or stand before the sign.
  const signed = word === undefined ? (/^ \d/.test(sent) ? `+${rest}` : rest) : rest.replace(/^ +(?=\d)/, '+')
  const [, sign, hours, minutes = '0', tenths = '0'] =
    /^ ?([+\-±]) ?(\d{1,2})(?::?([0-5]\d)|\.(\d{1,2}))?$/.exec(signed) ?? []
  if (sign === undefined || hours === undefined) return null
  // `+530` could be five hours thirty or fifty-three hours, so it is not read. Four digits or a colon are clear.
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

/** An offset before or behind names, in brackets or not: `(UTC+01:00) Amsterdam`, `UTC-10:00 - Adak`, `Lima, Quito (GMT-05:00)`, `Paris +01:00`. */
const SAID = String.raw`(?:[([](?<inside>[^()[\]]*)[)\]]|(?<bare>(?:(?:UTC|GMT)[\s+\-−±]*|[+\-−])\d+(?:[:.]\d+)*))`
const BETWEEN = String.raw`\s*[:,;|·]\s*|\s+[-–—/]\s+|\s+`
/** Before an offset a slash without blanks makes an identifier: `Etc/GMT+2`. Behind one it only divides: `GMT+2/Cairo`. */
const SAID_FIRST = new RegExp(`^${SAID}(?:${BETWEEN}|/|(?<=[)\\]]))(?=[([]?['‘’ʻ]?\\p{L})(?<names>.+)$`, 'iu')
const SAID_LAST = new RegExp(`^(?<names>.*?\\S)(?:${BETWEEN}|(?=[([]))${SAID}$`, 'iu')

/** Reads `(UTC+01:00) Amsterdam, Berlin`, `(GMT) Edinburgh, London` or `Lima, Quito (GMT-05:00)`; null for everything else. */
function readList(text: string): LocationToken | null {
  if (!/[\d([]/.test(text)) return null
  for (const form of [SAID_FIRST, SAID_LAST]) {
    const { inside, bare = '', names = '' } = form.exec(text)?.groups ?? {}
    const said = readLocationToken(inside ?? bare)
    if (said.kind !== 'offset' && (form === SAID_LAST || said.kind !== 'zone' || text.includes('/'))) continue
    return {
      kind: 'list',
      offset: said.kind === 'offset' ? said.offset : offsetSeconds(0),
      names: names
        .replace(/^[([]([^()[\]]*)[)\]]$/, '$1')
        .split(/[,;](?![^()]*\))/)
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    }
  }
  return null
}

/**
 * The identifier of a fixed offset: `Etc/GMT-5` for +05:00 (tzdb inverts the sign), `UTC` or `Etc/GMT` for zero. An offset that is not in
 * whole hours is its own identifier: `+05:30`.
 */
export function fixedOffsetId(offset: OffsetSeconds, said: 'UTC' | 'GMT'): string {
  if (offset === 0) return said === 'GMT' ? 'Etc/GMT' : 'UTC'
  const size = Math.abs(offset)
  if (size % 3600 === 0) return `Etc/GMT${offset > 0 ? '-' : '+'}${size / 3600}`
  return formatOffset(offset)
}
