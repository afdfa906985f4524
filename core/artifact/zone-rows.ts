// Turns a compiled zone into its rows in reference.sqlite, and rows into a zone.
import type { Row } from '#schemas/reference-tables.ts'
import { epochSeconds, offsetSeconds } from '../time/units.ts'
import type { CompiledZone, Footer, LocalTimeType, SourceLine, YearlyChange } from '../zone/compiled-zone.ts'
import { readPosixTz, type PosixChange } from '../zone/footer.ts'
import { ArtifactError } from './artifact-error.ts'

export type LocalTimeTypeRow = Omit<Row<'local_time_type'>, 'zone'>
export type IntervalRow = Omit<Row<'interval'>, 'zone'>
export type ReleaseChangeRow = Omit<Row<'release_change'>, 'zone'>
export type YearlyChangeRow = Omit<Row<'yearly_change'>, 'zone'>

/** A source line behind an interval or a yearly change (`of`), in order of position. */
export interface LineRow<Owner> {
  readonly of: Owner
  readonly position: number
  readonly line: SourceLine
}

export interface ZoneRows {
  readonly footer: Footer['kind']
  readonly posixTz: string | null
  readonly types: readonly LocalTimeTypeRow[]
  readonly intervals: readonly IntervalRow[]
  readonly intervalLines: readonly LineRow<number>[]
  readonly releaseChanges: readonly ReleaseChangeRow[]
  readonly changes: readonly YearlyChangeRow[]
  readonly changeLines: readonly LineRow<YearlyChangeRow['change']>[]
}

/** A zone's rows as the tables have them. Its source lines are ids of source_line. */
export interface ZoneTables extends Omit<ZoneRows, 'footer' | 'posixTz' | 'intervalLines' | 'changeLines'> {
  readonly zone: Pick<Row<'zone'>, 'iana' | 'footer' | 'posix_tz'>
  readonly intervalLines: readonly Omit<Row<'interval_line'>, 'zone'>[]
  readonly changeLines: readonly Omit<Row<'yearly_change_line'>, 'zone'>[]
}

/** For the id of a zone, its rows in each table; of the tables with several in the order in which a zone has them. */
export type ZoneTablesReader = {
  readonly [Part in keyof Omit<ZoneTables, 'zone'>]: (id: number) => ZoneTables[Part]
} & { readonly zone: (id: number) => ZoneTables['zone'] | undefined }

/**
 * Reads zones with their lines, by id, from tables in any form. `lineOf` reads the line with an id, once. `where` is the file in messages.
 * The returned function throws an ArtifactError for a zone or a line that is not there, and what `zoneFromRows` throws.
 */
export function zoneReader(
  of: ZoneTablesReader,
  lineOf: (id: number) => SourceLine | undefined,
  where: string,
): (id: number) => CompiledZone {
  const missing = (what: string, id: number): Error =>
    new ArtifactError('zone-malformed', `${where}: there is no ${what} ${id}`, { id })
  const lines = new Map<number, SourceLine>()
  const known = (id: number): SourceLine => {
    const line = lines.get(id) ?? lineOf(id)
    if (line === undefined) throw missing('source_line', id)
    lines.set(id, line)
    return line
  }
  return (id) => {
    const zone = of.zone(id)
    if (zone === undefined) throw missing('zone', id)
    return zoneFromTables(
      {
        zone,
        types: of.types(id),
        intervals: of.intervals(id),
        intervalLines: of.intervalLines(id),
        releaseChanges: of.releaseChanges(id),
        changes: of.changes(id),
        changeLines: of.changeLines(id),
      },
      known,
    )
  }
}

/** The compiled zone from its table rows. `lineOf` returns the line with an id. Throws what `zoneFromRows` and `lineOf` throw. */
function zoneFromTables(
  { zone, intervalLines, changeLines, ...rows }: ZoneTables,
  lineOf: (id: number) => SourceLine,
): CompiledZone {
  return zoneFromRows(zone.iana, {
    ...rows,
    footer: zone.footer,
    posixTz: zone.posix_tz,
    intervalLines: intervalLines.map(({ interval: of, position, source_line }) => ({
      of,
      position,
      line: lineOf(source_line),
    })),
    changeLines: changeLines.map(({ change: of, position, source_line }) => ({
      of,
      position,
      line: lineOf(source_line),
    })),
  })
}

/** The rows of a compiled zone. */
export function zoneToRows(zone: CompiledZone): ZoneRows {
  const linesOf = <Owner>(of: Owner, lines: readonly number[]): LineRow<Owner>[] =>
    lines.flatMap((index, position) => {
      const line = zone.lines[index]
      return line === undefined ? [] : [{ of, position, line }]
    })
  const yearly: [YearlyChangeRow['change'], YearlyChange][] =
    zone.footer.kind === 'yearly'
      ? [
          ['daylight', zone.footer.toDaylight],
          ['standard', zone.footer.toStandard],
        ]
      : []
  return {
    footer: zone.footer.kind,
    posixTz: zone.posixTz,
    types: zone.types.map((type, position) => ({
      position,
      utc_offset: type.offset,
      stdoff: type.stdoff,
      save: type.save,
      is_dst: type.isDst ? 1 : 0,
      release_save: type.releaseSave,
      release_is_dst: type.releaseIsDst ? 1 : 0,
      abbreviation: type.abbreviation,
    })),
    intervals: zone.typeOf.map((type, position) => ({
      position,
      starts_at: position === 0 ? null : (zone.starts[position - 1] ?? null),
      type,
    })),
    intervalLines: zone.linesOf.flatMap((lines, position) => linesOf(position, lines)),
    releaseChanges: zone.releaseChanges.map(({ at, type }) => ({ starts_at: at, type })),
    changes: yearly.map(([change, { type }]) => ({ change, type })),
    changeLines: yearly.flatMap(([change, { lines }]) => linesOf(change, lines)),
  }
}

/**
 * The compiled zone from its rows, which are in order of position. Throws an ArtifactError when they do not fit together. So code that uses
 * the zone never meets a missing type. `checkZone` finds what else may be wrong.
 */
function zoneFromRows(id: string, rows: ZoneRows): CompiledZone {
  checkShape(id, rows)
  const lines: SourceLine[] = []
  const indexOf = new Map<SourceLine, number>()
  const indexOfLine = (line: SourceLine): number => {
    const known = indexOf.get(line)
    if (known !== undefined) return known
    indexOf.set(line, lines.length)
    return lines.push(line) - 1
  }
  const linesOf: number[][] = rows.intervals.map(() => [])
  for (const { of, line } of rows.intervalLines) {
    const list = linesOf[of]
    if (list === undefined) throw malformed(id, `interval_line names interval ${of}`)
    list.push(indexOfLine(line))
  }
  const starts = rows.intervals.slice(1).map(({ starts_at }, index) => {
    if (starts_at === null) throw malformed(id, `interval ${index + 1} has no start`)
    return epochSeconds(starts_at)
  })
  const types = rows.types.map((row): LocalTimeType => ({
    offset: offsetSeconds(row.utc_offset),
    stdoff: offsetSeconds(row.stdoff),
    save: offsetSeconds(row.save),
    isDst: row.is_dst === 1,
    releaseSave: offsetSeconds(row.release_save),
    releaseIsDst: row.release_is_dst === 1,
    abbreviation: row.abbreviation,
  }))
  return {
    id,
    types,
    lines,
    starts,
    typeOf: rows.intervals.map(({ type }) => type),
    linesOf,
    releaseChanges: rows.releaseChanges.map(({ starts_at, type }) => ({ at: epochSeconds(starts_at), type })),
    footer: footerFromRows(id, rows, indexOfLine),
    posixTz: rows.posixTz,
  }
}

function checkShape(id: string, { footer, types, intervals, releaseChanges, changes }: ZoneRows): void {
  if (types.length === 0) throw malformed(id, 'has no local time type')
  if (intervals.length === 0) throw malformed(id, 'has no interval')
  for (const [table, rows] of [
    ['local_time_type', types],
    ['interval', intervals],
  ] as const) {
    const gap = rows.findIndex(({ position }, rank) => position !== rank)
    if (gap >= 0) throw malformed(id, `${table} has no position ${gap}`)
  }
  for (const { position, is_dst, release_is_dst } of types)
    for (const flag of [is_dst, release_is_dst] as number[])
      if (flag !== 0 && flag !== 1) throw malformed(id, `local_time_type ${position} has a flag of ${flag}`)
  if (intervals[0]?.starts_at !== null) throw malformed(id, 'interval 0 has a start')
  const used = [...intervals, ...releaseChanges, ...changes].map(({ type }) => type)
  const missing = used.find((type) => types[type] === undefined)
  if (missing !== undefined) throw malformed(id, `there is no local time type ${missing} of ${types.length}`)
  if (!FOOTERS.includes(footer)) throw malformed(id, `footer is ${JSON.stringify(footer)}`)
  const expected = footer === 'yearly' ? 2 : 0
  if (changes.length !== expected)
    throw malformed(id, `a footer that is ${footer} has ${expected} yearly changes, found ${changes.length}`)
}

const FOOTERS: readonly string[] = ['fixed', 'yearly', 'cycle'] satisfies Footer['kind'][]

function footerFromRows(id: string, rows: ZoneRows, indexOfLine: (line: SourceLine) => number): Footer {
  if (rows.footer !== 'yearly') return { kind: rows.footer }
  const rule = rows.posixTz === null ? null : readPosixTz(rows.posixTz)
  if (rule === null || rule.daylight === null)
    throw malformed(id, `footer ${rows.posixTz} has no yearly changes`)
  const { start, end } = rule.daylight
  const change = (name: YearlyChangeRow['change'], when: PosixChange): YearlyChange => {
    const row = rows.changes.find((candidate) => candidate.change === name)
    if (row === undefined) throw malformed(id, `yearly_change has no row for ${name}`)
    const lines = rows.changeLines.filter(({ of }) => of === name).map(({ line }) => indexOfLine(line))
    return { ...when, type: row.type, lines }
  }
  return {
    kind: 'yearly',
    toStandard: change('standard', end),
    toDaylight: change('daylight', start),
  }
}

const malformed = (id: string, what: string): ArtifactError =>
  new ArtifactError('zone-malformed', `reference.sqlite: zone ${id}: ${what}`, { zone: id })
