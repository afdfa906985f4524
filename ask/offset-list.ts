// Zone texts of Windows and many forms, such as `(UTC+01:00) Amsterdam, Berlin` → an offset and names, and whether a zone has the offset.
import { offsetSeconds, type EpochSeconds, type OffsetSeconds } from '#core/time/units.ts'
import { intervalAt } from '#core/zone/offset-at.ts'
import { readLocationToken } from './location-token.ts'
import type { Zone } from './zones.ts'

export interface OffsetList {
  readonly offset: OffsetSeconds
  readonly names: readonly string[]
}

/** An offset in brackets, or without them before a word: `(UTC+01:00) Amsterdam`, `GMT-05:00 Miami`. */
const SAID_FIRST = /^(?:\(([^()]*)\)|((?:UTC|GMT) ?[+\-−]\d{1,2}(?::?\d\d)?)(?= \p{L})) ?(.+)$/iu

/** Reads `(UTC+01:00) Amsterdam, Berlin` or `(GMT) Edinburgh, London`; null for everything else. */
export function readOffsetList(text: string): OffsetList | null {
  const [, inBrackets = '', bare = '', rest = ''] = SAID_FIRST.exec(text) ?? []
  const said = readLocationToken(inBrackets || bare)
  if (said.kind !== 'offset' && (said.kind !== 'zone' || inBrackets.includes('/'))) return null
  // "Pacific Time (US & Canada)" is one name. The brackets in "Yangon (Rangoon)" only repeat the name.
  const names = /\((?:US|Canada|East)/.test(rest) ? [rest] : rest.replaceAll(/\(.*?\)/g, '').split(',')
  return {
    offset: said.kind === 'offset' ? said.offset : offsetSeconds(0),
    names: names.map((name) => name.trim()).filter((name) => name !== ''),
  }
}

/** Whether a zone has one of the offsets at some time between two instants. */
export function keptWithin(
  zone: Zone,
  offsets: readonly OffsetSeconds[],
  from: EpochSeconds,
  until: EpochSeconds,
): boolean {
  for (let at = from; at <= until;) {
    const { type, end } = intervalAt(zone.compiled(), at)
    if (offsets.includes(type.offset)) return true
    if (end === null) return false
    at = end
  }
  return false
}
