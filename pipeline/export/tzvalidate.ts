// Exports the transitions of all identifiers as text in the form of the tzvalidate project, version 0.1, which other tz compilers print too.
import { hash } from 'node:crypto'
import type { Artifact } from '#open/artifact.ts'
import { epochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { exactOffset } from '#core/time/offset.ts'
import { instantText } from '#open/verify/transition-dump.ts'
import { visibleChanges } from '#core/zone/visible-changes.ts'
import type { Form } from './form.ts'

export const TZVALIDATE: Form = {
  name: 'tzvalidate',
  summary: 'every transition from 1800 to 2100 as text, to compare with what other tz compilers print',
  to: 'file',
  write: async (artifact) => [tzvalidateText(artifact)],
}

/** The first instant of the first year, and of the first year that is left out. */
const RANGE = { years: '1800-2101', from: Date.UTC(1800, 0, 1), until: Date.UTC(2101, 0, 1) } as const

/**
 * Returns header and body. The body lists each identifier, including aliases, in code-unit order: what its clock showed in 1800, a line
 * for each transition up to the year 2100, and an empty line. `is_dst` is in the rearguard reading.
 */
export function tzvalidateText({ query, manifest, withLines }: Artifact): string {
  const names = query<{ name: string; zone: number }>(
    'SELECT iana AS name, id AS zone FROM zone UNION ALL SELECT name, zone FROM zone_alias ORDER BY name',
  )
  const dumps = new Map(
    [...new Set(names.map(({ zone }) => zone))].map((zone) => [zone, dump(withLines(zone))]),
  )
  const body = names.map(({ name, zone }) => `${name}\n${dumps.get(zone)}\n`).join('')
  const headers = [
    'Format: tzvalidate-0.1',
    `Version: ${manifest.tz}`,
    `Range: ${RANGE.years}`,
    `Generator: tzref ${manifest.tzref}`,
    `Body-SHA-256: ${hash('sha256', body, 'hex')}`,
  ]
  return `${headers.join('\n')}\n\n${body}`
}

function dump(zone: CompiledZone): string {
  const changes = visibleChanges(zone, epochSeconds(RANGE.from / 1000), epochSeconds(RANGE.until / 1000))
  return changes
    .map(({ at, offset, isDst, abbreviation }) => {
      const when = at === null ? 'Initially:'.padEnd(20) : instantText(at)
      return `${when} ${exactOffset(offset)} ${isDst ? 'daylight' : 'standard'} ${abbreviation}\n`
    })
    .join('')
}
