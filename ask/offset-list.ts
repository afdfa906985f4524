// The texts by which Windows and many forms list zones, `(UTC+01:00) Amsterdam, Berlin`: an offset and places that have it, and how well a zone fits.
import { epochSeconds, offsetSeconds, type OffsetSeconds } from '#core/time/units.ts'
import { intervalAt } from '#core/zone/offset-at.ts'
import type { Zone } from './zones.ts'

export interface OffsetList {
  readonly offset: OffsetSeconds
  readonly names: readonly string[]
}

/** Reads `(UTC+01:00) Amsterdam, Berlin` or `(GMT) Edinburgh, London`; null for everything else. */
export function readOffsetList(text: string): OffsetList | null {
  const [, sign = '+', hours = '0', minutes = '0', rest] =
    /^\((?:UTC|GMT)? ?(?:([+\-−±])(\d{1,2}):?(\d\d)?)?\) ?(.+)$/i.exec(text) ?? []
  if (rest === undefined) return null
  const size = Number(hours) * 3600 + Number(minutes) * 60
  const offset = offsetSeconds(size === 0 || sign === '+' ? size : -size)
  const whole = rest.replaceAll(/\bIs\./g, 'Islands')
  // "Pacific Time (US & Canada)" is a name as it stands; the brackets of "Yangon (Rangoon)" repeat what is said.
  const names = /\((?:US|Canada|East)/.test(whole) ? [whole] : whole.replaceAll(/\(.*?\)/g, '').split(',')
  return { offset, names: names.map((name) => name.trim()).filter((name) => name !== '') }
}

/** The offset is the zone's standard time today; or it has been kept at some time since 2000, as old lists have it. */
export const [KEPT_AS_STANDARD, KEPT_ONCE] = [0, 1]

/** How well a zone fits an offset: the less the better; Infinity where it did not keep it since 2000. */
export function offsetRank(zone: Zone, offset: OffsetSeconds): number {
  const compiled = zone.compiled()
  if (intervalAt(compiled, NOW_AND_ON).type.stdoff === offset) return KEPT_AS_STANDARD
  let at = epochSeconds(946_684_800)
  while (at < NOW_AND_ON) {
    const { type, end } = intervalAt(compiled, at)
    if (type.offset === offset) return KEPT_ONCE
    if (end === null) break
    at = end
  }
  return Infinity
}

/** 2037, when every zone keeps the rules that it has now. */
const NOW_AND_ON = epochSeconds(2_114_380_800)
