// Opens a directory as an artifact: its manifest, and the files that it lists, none of them outside the directory. The server, the CLI and
// `verify` all use this one function.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Reference } from '#core/ask/reference-data.ts'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import type { Boundaries } from '#core/artifact/boundaries.ts'
import { openClocks, type Clocks } from '#core/artifact/clocks.ts'
import { openHistory, type History } from '#core/artifact/history.ts'
import { encodeNames } from '#core/artifact/names-encode.ts'
import { openNames, type Names } from '#core/artifact/names.ts'
import { openShapes, type Shapes } from '#core/artifact/shapes.ts'
import {
  BOUNDARIES,
  CLOCKS,
  HISTORY,
  MANIFEST,
  NAMES,
  notesOf,
  REFERENCE,
  SHAPES,
} from '#core/artifact/layout.ts'
import type { Manifest } from '#schemas/manifest.ts'
import { kindOf } from './program/file-kind.ts'
import { openBoundariesFile, readBoundariesFile } from './boundaries.ts'
import { readManifest } from './manifest.ts'
import { openReference, type ReferenceFile } from './sqlite-reference.ts'

/** An opened artifact. Its tables, its clocks and boundaries.tiles are read when they are first asked for. */
export interface Artifact extends Reference, Pick<ReferenceFile, 'query' | 'close'> {
  readonly directory: string
  readonly manifest: Manifest
  readonly boundaries: () => Boundaries | null
  /** Reads the boundaries without blocking the event loop. After that, `boundaries` has them. */
  readonly readBoundaries: () => Promise<void>
  /** The simplified boundaries for drawing; null for an artifact without them. */
  readonly shapes: () => Shapes | null
  /** The clocks of older releases and of this one. Null for an artifact without them. */
  readonly history: () => History | null
  /** The release notes in Markdown: what this artifact changed. Null when there are none next to it. */
  readonly releaseNotes: () => string | null
}

/**
 * Opens an artifact, and checks its manifest, format version and file sizes. `verifyArtifact` checks the hashes. Throws an ArtifactError
 * with a code for anything that is missing, of another format, or different from the manifest.
 */
export function openArtifact(directory: string): Artifact {
  const manifest = readManifest(directory)
  const [fault] = fileFaults(directory, manifest)
  if (fault !== undefined) throw fault
  const reference = openReference(join(directory, REFERENCE))
  return {
    directory,
    manifest,
    ...reference,
    compiledZone: CLOCKS in manifest.files ? clockReader(join(directory, CLOCKS)) : reference.withLines,
    names: namesReader(directory, manifest),
    ...boundariesReader(directory, manifest),
    shapes: shapesReader(directory, manifest),
    history: historyReader(directory, manifest),
    releaseNotes() {
      const file = notesPath(directory)
      return existsSync(file) ? readFileSync(file, 'utf8') : null
    },
  }
}

/** Opens an artifact, runs `work` on it, which is synchronous, and closes it. Throws as `openArtifact` does. */
export function withArtifact<Result>(directory: string, work: (artifact: Artifact) => Result): Result {
  const artifact = openArtifact(directory)
  try {
    return work(artifact)
  } finally {
    artifact.close()
  }
}

/** Path of an artifact's release notes. The directory may be a link. */
export function notesPath(directory: string): string {
  const real = realpathSync(directory)
  return join(dirname(real), notesOf(basename(real)))
}

/** Reads clocks without their source lines, which is a tenth of the work. */
function clockReader(path: string): Reference['compiledZone'] {
  let opened: Clocks | null = null
  return (id) => {
    opened ??= openClocks(readFileSync(path), path)
    const name = opened.zoneIds[id]
    const zone = name === undefined ? null : opened.zone(name)
    if (zone === null) throw new ArtifactError('zone-malformed', `${path}: there is no zone ${id}`, { id })
    return zone
  }
}

function namesReader(directory: string, manifest: Manifest): () => Names {
  let opened: Names | null = null
  return () => {
    opened ??= openNames(
      NAMES in manifest.files ? readFileSync(join(directory, NAMES)) : encodeNames([], 'en'),
    )
    return opened
  }
}

function historyReader(directory: string, manifest: Manifest): () => History | null {
  const file = HISTORY in manifest.files ? join(directory, HISTORY) : null
  let opened: History | null = null
  return () => {
    if (file !== null) opened ??= openHistory(readFileSync(file), file)
    return opened
  }
}

function shapesReader(directory: string, manifest: Manifest): () => Shapes | null {
  const file = SHAPES in manifest.files ? join(directory, SHAPES) : null
  let opened: Shapes | null = null
  return () => {
    if (file !== null) opened ??= openShapes(readFileSync(file), file)
    return opened
  }
}

function boundariesReader(
  directory: string,
  manifest: Manifest,
): Pick<Artifact, 'boundaries' | 'readBoundaries'> {
  // The manifest may name one without the other. That is a fault for the full check to report.
  const isThere = manifest.boundaries !== null && BOUNDARIES in manifest.files
  const file = isThere ? join(directory, BOUNDARIES) : null
  let opened: Boundaries | null = null
  return {
    boundaries() {
      if (file !== null) opened ??= openBoundariesFile(file)
      return opened
    },
    async readBoundaries() {
      if (file === null || opened !== null) return
      const read = await readBoundariesFile(file)
      opened ??= read
    },
  }
}

/** Faults of the files in a manifest, by their names and sizes only: a missing file, something that is not a file, or another size. */
export function fileFaults(directory: string, manifest: Manifest): ArtifactError[] {
  return Object.entries(manifest.files).flatMap(([file, { size }]) => faultOf(directory, file, size) ?? [])
}

function faultOf(directory: string, file: string, expected: number): ArtifactError | null {
  // The manifest may come from elsewhere. It must not make us read files outside the artifact.
  if (file !== basename(file) || file === '..' || file === '.') {
    return new ArtifactError(
      'manifest-malformed',
      `${MANIFEST}: files names "${file}", expected a bare file name`,
      { file },
    )
  }
  const path = join(directory, file)
  const kind = kindOf(path)
  if (kind !== 'file')
    return new ArtifactError('file-missing', `${path}: found ${kind}, the manifest lists a file`, { file })
  const found = statSync(path).size
  return found === expected
    ? null
    : new ArtifactError('file-size', `${path}: ${found} bytes, the manifest says ${expected}`, {
        file,
        expected,
        found,
      })
}
