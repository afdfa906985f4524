// A directory → an artifact that answers: the one door through which the server, the CLI and `verify` go in.
import type Database from 'better-sqlite3'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Value } from 'typebox/value'
import { CommandError } from '#cli/command-error.ts'
import { faultInSchema } from './reference-schema.ts'
import { openDatabase } from './sqlite-driver.ts'
import { Manifest } from '#schemas/manifest.ts'
import type { CompiledZone, Footer, SourceLine } from '#core/zone/compiled-zone.ts'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import type { Boundaries } from '#core/artifact/boundaries.ts'
import { BOUNDARIES, FORMAT, MANIFEST, REFERENCE } from '#core/artifact/layout.ts'
import {
  zoneFromRows,
  type IntervalRow,
  type LocalTimeTypeRow,
  type YearlyChangeRow,
} from '#core/artifact/zone-rows.ts'
import { openBoundariesFile } from './boundaries.ts'

export interface Artifact {
  readonly directory: string
  readonly manifest: Manifest
  /** reference.sqlite, opened read-only. */
  readonly db: Database.Database
  /** boundaries.tiles, read when it is first asked for; null for an artifact without boundaries. */
  readonly boundaries: () => Boundaries | null
  /** The zone with this `zone.id`, read from its rows. Throws an ArtifactError where there is none or its rows do not fit. */
  readonly compiledZone: (id: number) => CompiledZone
  readonly close: () => void
}

/**
 * Opens an artifact: manifest, format version, file sizes. Hashes are `verifyArtifact`' to check. Throws an ArtifactError with a
 * code for whatever is missing, of another format or not as the manifest says.
 */
export function openArtifact(directory: string): Artifact {
  const manifest = readManifest(directory)
  for (const [file, { size }] of Object.entries(manifest.files)) checkSize(directory, file, size)
  const db = openReference(join(directory, REFERENCE))
  return {
    directory,
    manifest,
    db,
    boundaries: boundariesReader(directory, manifest),
    compiledZone: zoneReader(db),
    close: () => db.close(),
  }
}

function boundariesReader(directory: string, manifest: Manifest): () => Boundaries | null {
  let opened: Boundaries | null = null
  return () => {
    if (manifest.boundaries === null) return null
    opened ??= openBoundariesFile(join(directory, BOUNDARIES))
    return opened
  }
}

/** Reads and checks a manifest by itself. */
export function readManifest(directory: string): Manifest {
  const path = join(directory, MANIFEST)
  if (!existsSync(directory)) {
    throw new ArtifactError('not-found', `${directory}: found nothing, expected an artifact`, { directory })
  }
  if (!existsSync(path)) {
    throw new ArtifactError('manifest-missing', `${path}: not there, so this is no whole artifact`, { path })
  }
  let manifest: unknown
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new ArtifactError('manifest-malformed', `${path}: not JSON: ${String(error)}`, { path })
  }
  checkFormat(path, manifest)
  if (!Value.Check(Manifest, manifest)) {
    const [first] = Value.Errors(Manifest, manifest)
    const where = first === undefined ? '' : `${first.instancePath || '(top)'} ${first.message}`
    throw new ArtifactError('manifest-malformed', `${path}: ${where}`, { path })
  }
  return manifest
}

/** Before the shape: a manifest of another major version may have any shape. */
function checkFormat(path: string, manifest: unknown): void {
  const format: unknown =
    typeof manifest === 'object' && manifest !== null && 'format' in manifest ? manifest.format : undefined
  const version = typeof format === 'string' ? /^(0|[1-9]\d*)\.(?:0|[1-9]\d*)$/.exec(format) : null
  if (version === null) {
    throw new ArtifactError(
      'manifest-malformed',
      `${path}: format is ${JSON.stringify(format)}, expected a version such as "${FORMAT.major}.${FORMAT.minor}"`,
      {
        path,
      },
    )
  }
  if (Number(version[1]) !== FORMAT.major) {
    throw new ArtifactError(
      'format-unknown',
      `${path}: format ${version[0]}, this reader understands ${FORMAT.major}.x`,
      { path, format: version[0] },
    )
  }
}

function checkSize(directory: string, file: string, expected: number): void {
  // A manifest that came from elsewhere must not make us look outside the artifact.
  if (file !== basename(file) || file === '..' || file === '.') {
    throw new ArtifactError(
      'manifest-malformed',
      `${MANIFEST}: files names "${file}", expected a bare file name`,
      {
        file,
      },
    )
  }
  const found = statSync(join(directory, file), { throwIfNoEntry: false })
  if (found === undefined || !found.isFile()) {
    throw new ArtifactError('file-missing', `${join(directory, file)}: not there, the manifest lists it`, {
      file,
    })
  }
  if (found.size !== expected) {
    throw new ArtifactError(
      'file-size',
      `${join(directory, file)}: ${found.size} bytes, the manifest says ${expected}`,
      { file, expected, found: found.size },
    )
  }
}

function openReference(path: string): Database.Database {
  let db: Database.Database | undefined
  try {
    db = openDatabase(path, { readonly: true, fileMustExist: true })
    const fault = faultInSchema(db)
    if (fault !== null) throw new ArtifactError('database-schema', `${path}: ${fault}`, { path })
    return db
  } catch (error) {
    db?.close()
    if (error instanceof CommandError || error instanceof ArtifactError) throw error
    throw new ArtifactError(
      'database-malformed',
      `${path}: ${error instanceof Error ? error.message : String(error)}`,
      {
        path,
      },
    )
  }
}

interface ZoneHeadRow {
  readonly iana: string
  readonly footer: Footer['kind']
  readonly posix_tz: string | null
}

type JoinedLine<Owner> = { of: Owner; position: number; source_line: number }

function zoneReader(db: Database.Database): (id: number) => CompiledZone {
  const head = db.prepare<[number], ZoneHeadRow>('SELECT iana, footer, posix_tz FROM zone WHERE id = ?')
  const types = db.prepare<[number], LocalTimeTypeRow>(
    'SELECT position, utc_offset, stdoff, save, is_dst, release_save, release_is_dst, abbreviation FROM local_time_type WHERE zone = ? ORDER BY position',
  )
  const intervals = db.prepare<[number], IntervalRow>(
    'SELECT position, starts_at, type FROM interval WHERE zone = ? ORDER BY position',
  )
  const intervalLines = db.prepare<[number], JoinedLine<number>>(
    'SELECT interval AS "of", position, source_line FROM interval_line WHERE zone = ? ORDER BY interval, position',
  )
  const changes = db.prepare<[number], YearlyChangeRow>(
    'SELECT change, type FROM yearly_change WHERE zone = ?',
  )
  const changeLines = db.prepare<[number], JoinedLine<YearlyChangeRow['change']>>(
    'SELECT change AS "of", position, source_line FROM yearly_change_line WHERE zone = ? ORDER BY change, position',
  )
  const sourceLine = db.prepare<[number], SourceLine>('SELECT file, line, text FROM source_line WHERE id = ?')
  const linesById = new Map<number, SourceLine>()
  const lineOf = (id: number): SourceLine => {
    const known = linesById.get(id)
    if (known !== undefined) return known
    const line = sourceLine.get(id)
    if (line === undefined) {
      throw new ArtifactError('zone-malformed', `reference.sqlite: there is no source_line ${id}`, { id })
    }
    linesById.set(id, line)
    return line
  }
  const withLine = <Owner>({ of, position, source_line }: JoinedLine<Owner>) => ({
    of,
    position,
    line: lineOf(source_line),
  })
  return (id) => {
    const zone = head.get(id)
    if (zone === undefined) {
      throw new ArtifactError('zone-malformed', `reference.sqlite: there is no zone ${id}`, { id })
    }
    return zoneFromRows(zone.iana, {
      footer: zone.footer,
      posixTz: zone.posix_tz,
      types: types.all(id),
      intervals: intervals.all(id),
      intervalLines: intervalLines.all(id).map(withLine),
      changes: changes.all(id),
      changeLines: changeLines.all(id).map(withLine),
    })
  }
}
