// Vitest's global set-up: the artifact of the embedded tz release for all test files, in a folder that is removed after the run. It is
// a copy of one that is built once for each state of the code, and stays among the system's temporary files: a build takes up to a minute.
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
import { ROOT } from '#pipeline/paths.ts'
import { silent } from '#pipeline/report.ts'
import { writeLock } from '#pipeline/sources/lock.ts'
import { currentId } from '#pipeline/write/artifact-directory.ts'
import { buildWith } from './build-with.ts'
import { embeddedBoundaries } from './embedded-boundaries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Directory of an artifact of the embedded tz release. In the projects `full` and `alone` it has boundaries. */
    embeddedArtifact: string
  }
}

/** Files and folders that the artifact depends on: the code of the build, and the lock, which names the packages that the build reads. */
const DECIDING = ['cli', 'core', 'open', 'pipeline', 'schemas', 'NOTICE', 'package.json', 'package-lock.json']

/** One name for all of these and this version of Node, because each Node makes its own build. */
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

/** Builds the artifact into a folder with its own lock. */
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

/** Keeps a built folder for the next run, and removes the oldest ones. */
function keep(folder: string, kept: string): void {
  const partial = `${kept}.${process.pid}`
  cpSync(folder, partial, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(partial, kept)
  } catch {
    // Another run kept its own first.
    rmSync(partial, { recursive: true })
  }
  const all = readdirSync(dirname(kept)).map((name) => join(dirname(kept), name))
  const oldestFirst = all
    .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((a, b) => a.at - b.at)
  for (const { path } of oldestFirst.slice(0, -12)) rmSync(path, { recursive: true, force: true })
}

/** Fills a folder with `dist` and its lock: newly built, or from an earlier run with the same code. */
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

/** Builds or finds the artifact and provides it. Returns the clean-up. */
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
