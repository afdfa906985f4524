// The data of an artifact that questions are asked of: its tables, its zones' clocks and its boundaries, in whatever form they are stored.
import type { OpenedBoundaries } from '../artifact/plain-boundaries.ts'
import type { Names } from '../artifact/names.ts'
import type { CompiledZone } from '../zone/compiled-zone.ts'
import type { Row, TableName } from '#schemas/reference-tables.ts'

export interface Reference {
  /** All rows of a table, in the order of its primary key. */
  readonly rows: <Name extends TableName>(table: Name) => readonly Row<Name>[]
  /** The same rows in pages. So a caller can do other work between two pages of a long table. */
  readonly pages: <Name extends TableName>(table: Name) => Iterable<readonly Row<Name>[]>
  /** The clock of a zone by `zone.id`, perhaps without its source lines. Throws an ArtifactError if there is none or it is damaged. */
  readonly compiledZone: (id: number) => CompiledZone
  /** The same clock with the source lines, which take longer to read. */
  readonly withLines: (id: number) => CompiledZone
  /** Everything that people call places, zones and standards. Empty if the artifact has no names. */
  readonly names: () => Names
  /** Null for an artifact without boundaries. */
  readonly boundaries: () => OpenedBoundaries | null
}
