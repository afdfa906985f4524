// The texts of reference.sqlite: none may hold what a line of text has not, and names must be names.
import type Database from 'better-sqlite3'
import type { Finding } from '#core/finding.ts'
import { isZoneName } from '#core/zone/zone-name.ts'
import { TABLES, type Table } from '#schemas/reference-tables.ts'

/** Control characters, but for the tabs that lines of a tz release have. */
const CONTROL = "'*[' || char(1) || '-' || char(8) || char(10) || '-' || char(31) || char(127) || ']*'"

/** Control characters in any text, and aliases that are no names of tzdb. */
export function checkTexts(db: Database.Database): Finding[] {
  const findings: Finding[] = []
  for (const [table, { columns }] of Object.entries<Table>(TABLES)) {
    for (const [column, { type }] of Object.entries(columns)) {
      if (type !== 'TEXT') continue
      const found = db
        .prepare<[], string>(
          `SELECT ${column} FROM ${table} WHERE ${column} GLOB ${CONTROL} OR instr(${column}, char(0)) > 0 LIMIT 1`,
        )
        .pluck()
        .get()
      if (found === undefined) continue
      const message = `${column} holds a control character: ${JSON.stringify(found.slice(0, 60))}`
      findings.push({ code: 'text-control', about: table, message })
    }
  }
  const names = db.prepare<[], string>('SELECT name FROM zone_alias').pluck().all()
  for (const name of names) {
    if (isZoneName(name)) continue
    findings.push({ code: 'alias-name', about: 'zone_alias', message: `${JSON.stringify(name)} is no name` })
  }
  return findings
}
