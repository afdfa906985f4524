// The texts of reference.sqlite: none may hold what a line of text has not, and names must be names.
import type { Finding } from '#core/finding.ts'
import { isZoneName } from '#core/zone/zone-name.ts'
import type { Artifact } from '#open/artifact.ts'
import { TABLES, type Table } from '#schemas/reference-tables.ts'

/** Control characters, but for the tabs that lines of a tz release have. */
const CONTROL = "'*[' || char(1) || '-' || char(8) || char(10) || '-' || char(31) || char(127) || ']*'"

/** Control characters in any text, and aliases that are no names of tzdb. */
export function checkTexts({ query, rows }: Artifact): Finding[] {
  const findings: Finding[] = []
  for (const [table, { columns }] of Object.entries<Table>(TABLES)) {
    for (const [column, { type }] of Object.entries(columns)) {
      if (type !== 'TEXT') continue
      const [found] = query<{ text: string }>(
        `SELECT ${column} AS text FROM ${table} WHERE ${column} GLOB ${CONTROL} OR instr(${column}, char(0)) > 0 LIMIT 1`,
      )
      if (found === undefined) continue
      const message = `${column} holds a control character: ${JSON.stringify(found.text.slice(0, 60))}`
      findings.push({ code: 'text-control', about: table, message })
    }
  }
  for (const { name } of rows('zone_alias')) {
    if (isZoneName(name)) continue
    findings.push({ code: 'alias-name', about: 'zone_alias', message: `${JSON.stringify(name)} is no name` })
  }
  return findings
}
