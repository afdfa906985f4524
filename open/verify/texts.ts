// Checks the texts of reference.sqlite: none may hold a character that a line of text cannot hold, and names must be valid names.
import type { ArtifactErrorCode } from '#core/artifact/artifact-error.ts'
import type { Finding } from '#core/finding.ts'
import { isZoneName } from '#core/zone/zone-name.ts'
import { REFERENCE } from '#core/artifact/layout.ts'
import type { Artifact } from '../artifact.ts'
import { columnsThere } from '../sqlite-reference.ts'
import { TABLES, type Table } from '#schemas/reference-tables.ts'

/** Control characters, except tabs, which lines of a tz release have. */
const CONTROL = "'*[' || char(1) || '-' || char(8) || char(10) || '-' || char(31) || char(127) || ']*'"

/** Finds control characters in any text, texts that are empty or have a space at an end, and aliases that are not valid names in tzdb. */
export function* checkTexts({
  query,
  rows,
}: Artifact): Generator<Finding<ArtifactErrorCode> | undefined, void> {
  for (const [table, { columns }] of Object.entries<Table>(TABLES)) {
    const there = columnsThere(query, table)
    for (const [column, { type }] of Object.entries(columns)) {
      if (type !== 'TEXT' || !there.has(column)) continue
      // The lines of a release may begin with spaces.
      const isBlank =
        table === 'source_line' && column === 'text'
          ? `${column} = ''`
          : `${column} = '' OR trim(${column}) <> ${column}`
      const [found] = query<{ text: string; is_blank: number }>(
        `SELECT ${column} AS text, (${isBlank}) AS is_blank FROM ${table} WHERE ${column} GLOB ${CONTROL} OR instr(${column}, char(0)) > 0 OR is_blank LIMIT 1`,
      )
      yield
      if (found === undefined) continue
      const text = JSON.stringify(found.text.slice(0, 60))
      const about = `${REFERENCE}, ${table}`
      yield found.is_blank === 1
        ? { code: 'text-form', about, message: `${column} is empty, or begins or ends with a space: ${text}` }
        : { code: 'text-control', about, message: `${column} contains a control character: ${text}` }
    }
  }
  for (const { name } of rows('zone_alias')) {
    if (isZoneName(name)) continue
    const message = `${JSON.stringify(name)} is not a name`
    yield { code: 'alias-name', about: `${REFERENCE}, zone_alias`, message }
  }
}
