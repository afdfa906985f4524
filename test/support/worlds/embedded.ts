// Vitest's global set-up for the projects that need the whole world: the artifact of the embedded tz release, in a folder that is removed
// after the run. It is a copy of one that the program builds once for each state of the code and keeps among the system's temporary
// files, or of the one that TZREF_TEST_ARTIFACT names.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { BOUNDARIES, SHAPES } from '#core/artifact/layout.ts'
import type { CompiledBoundaries } from '#pipeline/assemble/boundary-file.ts'
import { embeddedLock } from '#pipeline/sources/make-lock.ts'
import { ROOT } from '#pipeline/paths.ts'
import { writeLock } from '#pipeline/sources/lock.ts'
import { currentId } from '#open/artifact-folder.ts'
import { bound } from '../servers/bound-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Directory of an artifact of the embedded tz release. */
    embeddedArtifact: string
  }
}

/** Files and folders that the artifact depends on: the code of the build, and the lock, which names the packages that the build reads. */
const DECIDING = [
  'core/artifact',
  'core/compare',
  'core/formats',
  'core/geo',
  'core/text',
  'core/time',
  'core/zone',
  'open',
  'pipeline',
  'schemas',
  'NOTICE',
  'package-lock.json',
  'tzref.js',
]

/** One name for all of these and this version of Node, because each Node makes its own build. */
function stateOfThings(): string {
  const sum = createHash('sha256').update(process.version)
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

/** Runs the program's own build into a folder with its own lock. It takes most of a minute, and says on standard error how far it is. */
async function buildInto(folder: string): Promise<void> {
  const lock = join(folder, 'tzdb.lock')
  writeLock(lock, embeddedLock(ROOT))
  const args = [join(ROOT, 'tzref.js'), 'build', '--lock', lock, '--dist', join(folder, 'dist')]
  process.stderr.write('building the artifact of the tests, once for each state of the code\n')
  const child = spawn(...bound(process.execPath, args), { stdio: ['ignore', 'ignore', 'inherit'] })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error('the build of the tests’ artifact failed')
}

/** The cached folder with `dist` and its lock for this state of the code. It is built here if there is none. */
async function cached(): Promise<string> {
  const all = join(tmpdir(), `tzref-test-artifacts-${process.getuid?.() ?? 0}`)
  const path = join(all, stateOfThings())
  if (existsSync(path)) return path
  const partial = `${path}.${process.pid}`
  mkdirSync(partial, { recursive: true, mode: 0o700 })
  try {
    await buildInto(partial)
    renameSync(partial, path)
  } catch (error) {
    // Another run may have built the same meanwhile.
    if (!existsSync(path)) throw error
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
  removeOldest(all)
  return path
}

/** Leaves the twelve newest folders. */
function removeOldest(all: string): void {
  const oldestFirst = readdirSync(all)
    .map((name) => join(all, name))
    .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((a, b) => a.at - b.at)
  for (const { path } of oldestFirst.slice(0, -12)) rmSync(path, { recursive: true, force: true })
}

/** A folder of artifacts that takes the place of a new build, whatever code made it. CONTRIBUTING says when that is safe. */
const { TZREF_TEST_ARTIFACT: given } = process.env

/** Fills a folder with `dist` and its lock: newly built, from an earlier run with the same code, or from the folder that was given. */
export async function embeddedInto(folder: string): Promise<void> {
  if (given === undefined) {
    cpSync(await cached(), folder, { recursive: true, verbatimSymlinks: true })
    return
  }
  cpSync(given, join(folder, 'dist'), { recursive: true, verbatimSymlinks: true })
  writeLock(join(folder, 'tzdb.lock'), embeddedLock(ROOT))
}

/** The boundaries of the embedded release, compiled. */
export async function embeddedBoundaries(): Promise<CompiledBoundaries> {
  const current = join(given ?? join(await cached(), 'dist'), 'current')
  return {
    bytes: readFileSync(join(current, BOUNDARIES)),
    shapes: readFileSync(join(current, SHAPES)),
    findings: [],
  }
}

/** Builds or finds the artifact and provides it. Returns the clean-up. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-embedded-'))
  await embeddedInto(folder)
  const dist = join(folder, 'dist')
  const id = currentId(dist)
  if (id === null) throw new Error(`nothing is active in ${dist}`)
  project.provide('embeddedArtifact', join(dist, id))
  return () => rmSync(folder, { recursive: true })
}
