// Reads the manifest of the artifact in a directory, and checks only its form, not the files and names of files that it lists.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { FORMAT, MANIFEST } from '#core/artifact/layout.ts'
import { Manifest } from '#schemas/manifest.ts'
import { kindOf } from './program/file-kind.ts'

/** Reads the manifest. Throws an ArtifactError when it is missing, of another major format, or malformed. */
export function readManifest(directory: string): Manifest {
  const path = join(directory, MANIFEST)
  const there = kindOf(directory)
  if (there !== 'a directory') {
    const found = there === 'file' ? 'a file' : there
    throw new ArtifactError('not-found', `${directory}: found ${found}, expected an artifact`, { directory })
  }
  const kind = kindOf(path)
  if (kind !== 'file') {
    throw new ArtifactError(
      'manifest-missing',
      `${path}: found ${kind}, expected a file: this artifact is not complete`,
      { path },
    )
  }
  // This stays outside the try: a file that cannot be read now tells nothing about its content.
  const text = readFileSync(path, 'utf8')
  let manifest: unknown
  try {
    manifest = JSON.parse(text)
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

/** Checks the format first, because a manifest of another major version may have any shape. */
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
