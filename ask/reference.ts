// What the questions are asked of: the tables of an artifact, its zones' clocks and its boundaries, in whatever form they are kept.
import type { OpenedBoundaries } from '#core/artifact/plain-boundaries.ts'
import type { Names } from '#core/artifact/names.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import type { Row, TableName } from '#schemas/reference-tables.ts'

export interface Reference {
  /** All rows of a table, in the order of its primary key. */
  readonly rows: <Name extends TableName>(table: Name) => readonly Row<Name>[]
  /** The same in pages, so that whoever reads a long table can do something else between two of them. */
  readonly pages: <Name extends TableName>(table: Name) => Iterable<readonly Row<Name>[]>
  /** The clock of the zone with this `zone.id`; its source lines may be left out. Throws an ArtifactError where there is none or it is damaged. */
  readonly compiledZone: (id: number) => CompiledZone
  /** The same with the source lines, which take longer to read. */
  readonly withLines: (id: number) => CompiledZone
  /** What people call all of it; none where the artifact does not say. */
  readonly names: () => Names
  /** Null for an artifact without boundaries. */
  readonly boundaries: () => OpenedBoundaries | null
}
