// Vitest's global set-up: builds the embedded tz release once for all test files, into a folder that goes away with the run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { embeddedLock } from '#pipeline/sources/make-lock.ts'
import { buildWith } from '#pipeline/build/build.ts'
import { ROOT } from '#pipeline/paths.ts'
import { silent } from '#pipeline/report.ts'
import { writeLock } from '#pipeline/sources/lock.ts'
import { embeddedBoundaries } from './embedded-boundaries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Directory of an artifact of the embedded tz release; with boundaries in the full project alone. */
    embeddedArtifact: string
  }
}

/** Builds, provides, and answers how to clean up. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-embedded-'))
  const lock = join(folder, 'tzdb.lock')
  writeLock(lock, embeddedLock(ROOT))
  const built = buildWith(await embeddedBoundaries(), {
    root: ROOT,
    lock,
    dist: join(folder, 'dist'),
    activate: true,
    // The fast tests look up in the tiny world.
    withoutBoundaries: project.name === 'fast',
    report: silent,
  })
  project.provide('embeddedArtifact', built.directory)
  return () => rmSync(folder, { recursive: true })
}
