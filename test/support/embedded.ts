// Vitest's global set-up: the artifact of the embedded tz release for all test files, in a folder that goes away with the run. It is built
// once for a state of the code and then kept among the system's temporary files: ten seconds that each run of a single test need not wait.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { embeddedLock } from '#pipeline/sources/make-lock.ts'
import { buildWith } from '#pipeline/build/build.ts'
import { ROOT } from '#pipeline/paths.ts'
import { silent } from '#pipeline/report.ts'
import { writeLock } from '#pipeline/sources/lock.ts'
import { currentId } from '#pipeline/write/artifact-directory.ts'
import { embeddedBoundaries } from './embedded-boundaries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Directory of an artifact of the embedded tz release; with boundaries in the projects `full` and `alone`. */
    embeddedArtifact: string
  }
}

/** Files and folders whose content decides about the artifact: the code of the build, and through the lock the packages it reads. */
const DECIDING = ['cli', 'core', 'open', 'pipeline', 'schemas', 'NOTICE', 'package.json', 'package-lock.json']

/** One name for all that decides about the artifact, this Node too: each is to build its own. */
function stateOfThings(withBoundaries: boolean): string {
  const sum = createHash('sha256').update(`${process.version} ${String(withBoundaries)} `)
  for (const part of DECIDING) {
    const names = statSync(join(ROOT, part)).isFile()
      ? ['']
      : readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' }).toSorted()
    for (const name of names) {
      if (name === '' || /\.\w+$/.test(name))
        sum.update(`${part}/${name}\n`).update(readFileSync(join(ROOT, part, name)))
    }
  }
  return sum.digest('hex')
}

/** Builds the artifact into a folder, with a lock of its own. */
async function buildInto(folder: string, withoutBoundaries: boolean): Promise<void> {
  const lock = join(folder, 'tzdb.lock')
  writeLock(lock, embeddedLock(ROOT))
  const report = silent
  buildWith(await embeddedBoundaries(), {
    root: ROOT,
    lock,
    dist: join(folder, 'dist'),
    activate: true,
    withoutBoundaries,
    report,
  })
}

/** Puts a built folder where the next run finds it; the oldest ones make room. */
function keep(folder: string, kept: string): void {
  const partial = `${kept}.${process.pid}`
  cpSync(folder, partial, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(partial, kept)
  } catch {
    // Another run was first.
    rmSync(partial, { recursive: true })
  }
  const all = readdirSync(dirname(kept)).map((name) => join(dirname(kept), name))
  const oldestFirst = all
    .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((a, b) => a.at - b.at)
  for (const { path } of oldestFirst.slice(0, -12)) rmSync(path, { recursive: true, force: true })
}

/** Fills a folder with `dist` and its lock: built, or found where an earlier run has built the same. */
export async function embeddedInto(folder: string, withoutBoundaries: boolean): Promise<void> {
  const kept = join(
    tmpdir(),
    `tzref-test-artifacts-${process.getuid?.() ?? 0}`,
    stateOfThings(!withoutBoundaries),
  )
  if (existsSync(kept)) cpSync(kept, folder, { recursive: true, verbatimSymlinks: true })
  else {
    await buildInto(folder, withoutBoundaries)
    keep(folder, kept)
  }
}

/** Builds or finds, provides, and answers how to clean up. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-embedded-'))
  // The fast tests look up in the tiny world.
  await embeddedInto(folder, project.name.startsWith('fast'))
  const dist = join(folder, 'dist')
  const id = currentId(dist)
  if (id === null) throw new Error(`nothing is active in ${dist}`)
  project.provide('embeddedArtifact', join(dist, id))
  return () => rmSync(folder, { recursive: true })
}
