// Writes the transitions of a compiled zone as text that two programs can compare line by line.
import { createHash } from 'node:crypto'
import { formatLocal } from '#core/time/moment.ts'
import { exactOffset } from '#core/time/offset.ts'
import { epochSeconds, localSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone, LocalTimeType } from '#core/zone/compiled-zone.ts'
import { intervalAt } from '#core/zone/offset-at.ts'
import { transitionsAfter } from '#core/zone/transitions.ts'

const BEGINNING = epochSeconds(-1e15)

/**
 * The dump of one zone, until `end`: its id, then a line for the time before the first transition, and a line for each transition. A line
 * has the instant, offset, standard or daylight, abbreviation, and STDOFF. The text ends with a line feed.
 */
export function transitionDump(zone: CompiledZone, end: EpochSeconds): string {
  const lines = [zone.id, `${'Initially:'.padEnd(20)} ${describe(intervalAt(zone, BEGINNING).type)}`]
  for (const { at, after } of transitionsAfter(zone, BEGINNING)) {
    if (at >= end) break
    lines.push(`${instantText(at)} ${describe(after.type)}`)
  }
  return `${lines.join('\n')}\n`
}

const describe = ({ offset, stdoff, isDst, abbreviation }: LocalTimeType): string =>
  `${exactOffset(offset)} ${isDst ? 'daylight' : 'standard'} ${abbreviation} (STDOFF ${exactOffset(stdoff)})`

/** `YYYY-MM-DDTHH:MM:SSZ` */
export const instantText = (at: EpochSeconds): string => `${formatLocal(localSeconds(at))}Z`

/** The dump of every zone ends here: 2101-01-01T00:00:00Z. */
const DUMP_END = epochSeconds(4_133_980_800)

/** The dump of a zone through the year 2100. */
export const dumpOf = (zone: CompiledZone): string => transitionDump(zone, DUMP_END)

/** SHA-256 of the dumps of all zones, one after the other. Equal clocks give the same hash, however they were compiled. */
export function transitionsHash(zones: readonly CompiledZone[]): string {
  const digest = createHash('sha256')
  for (const zone of zones) digest.update(dumpOf(zone))
  return digest.digest('hex')
}
