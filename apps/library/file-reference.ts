// Reads an artifact's files for questions, without SQLite.
import type { Reference } from '#core/ask/reference-data.ts'
import { groupBy } from '#core/group-by.ts'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import type { OpenedBoundaries } from '#core/artifact/plain-boundaries.ts'
import { openClocks, type Clocks } from '#core/artifact/clocks.ts'
import { CLOCKS, NAMES } from '#core/artifact/layout.ts'
import { openNames, type Names } from '#core/artifact/names.ts'
import { zoneReader } from '#core/artifact/zone-rows.ts'
import { decodeTable, tableFile } from '#core/artifact/json-table.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import type { Row, TableName } from '#schemas/reference-tables.ts'

export interface FileReference extends Reference {
  readonly clocks: Clocks
}

/** Opens files for questions. Each file is read when it is first needed. */
export function fileReference(
  read: (name: string) => Uint8Array,
  boundaries: () => OpenedBoundaries | null,
): FileReference {
  const clocks = openClocks(read(CLOCKS))
  const tables = new Map<TableName, readonly unknown[]>()
  const rows = <Name extends TableName>(table: Name): readonly Row<Name>[] => {
    let known = tables.get(table)
    if (known === undefined) {
      known = decodeTable(table, new TextDecoder().decode(read(tableFile(table))))
      tables.set(table, known)
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept under its own name
    return known as readonly Row<Name>[]
  }
  let names: Names | undefined
  let linesOf: ((id: number) => CompiledZone) | undefined
  return {
    clocks,
    rows,
    pages: (table) => [rows(table)],
    compiledZone(id) {
      const name = clocks.zoneIds[id]
      const zone = name === undefined ? null : clocks.zone(name)
      if (zone === null)
        throw new ArtifactError('zone-malformed', `${CLOCKS}: there is no zone ${id}`, { id })
      return zone
    },
    withLines: (id) => (linesOf ??= zonesWithLines(rows))(id),
    names: () => (names ??= openNames(read(NAMES))),
    boundaries,
  }
}

/** Groups rows by zone. */
function ofZone<One extends { readonly zone: number }>(all: readonly One[]): (id: number) => readonly One[] {
  const groups = groupBy(all, ({ zone }) => zone)
  return (id) => groups.get(id) ?? []
}

/** Zones with their source lines, from the tables that have them. */
function zonesWithLines(rows: Reference['rows']): (id: number) => CompiledZone {
  const zones = new Map(rows('zone').map((row) => [row.id, row]))
  const lines = new Map(rows('source_line').map(({ id, ...line }) => [id, line]))
  return zoneReader(
    {
      zone: (id) => zones.get(id),
      types: ofZone(rows('local_time_type')),
      intervals: ofZone(rows('interval')),
      intervalLines: ofZone(rows('interval_line')),
      releaseChanges: ofZone(rows('release_change')),
      changes: ofZone(rows('yearly_change')),
      changeLines: ofZone(rows('yearly_change_line')),
    },
    (id) => lines.get(id),
    tableFile('zone'),
  )
}
