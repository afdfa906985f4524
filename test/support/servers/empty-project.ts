// A project outside the checkout, with our packages installed from their files, as users have them.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { inject } from 'vitest'
import { ROOT } from '#open/program/root.ts'

export interface EmptyProject {
  readonly folder: string
  /** Writes a module and runs it. Returns its output, parsed if it is JSON. */
  readonly run: (name: string, source: string, node?: string) => unknown
  readonly remove: () => void
}

/** Packs packages of an artifact into a folder. Returns their files. */
export function packInto(made: string, packages: readonly string[], artifact: string): string[] {
  const maker = ['--import', 'tsx', join(ROOT, 'apps/packages/make.ts')]
  execFileSync(process.execPath, [...maker, '--out', made, '--artifact', artifact, ...packages], {
    cwd: ROOT,
  })
  return readdirSync(made).map((name) => join(made, name))
}

/**
 * The files of packages of this run's artifact: the first file of tests that needs one packs it, beside the artifact, and the others of the
 * run take it from there.
 */
function packedOnce(packages: readonly string[], artifact: string): string[] {
  const all = join(artifact, '../../packed')
  mkdirSync(all, { recursive: true })
  const lock = join(all, '.lock')
  while (!isMade(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  try {
    const fileOf = (name: string): string | undefined =>
      readdirSync(all).find((file) => file.startsWith(`${name}-`) && /^\d/.test(file.slice(name.length + 1)))
    const missing = packages.filter((name) => fileOf(name) === undefined)
    // A run that was ended may have left some.
    rmSync(join(all, '.new'), { recursive: true, force: true })
    if (missing.length > 0)
      for (const file of packInto(join(all, '.new'), missing, artifact))
        renameSync(file, join(all, basename(file)))
    return packages.map((name) => join(all, fileOf(name) ?? name))
  } finally {
    rmdirSync(lock)
  }
}

/** Makes a folder. False: another process has made it. */
function isMade(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

/** Packs packages of an artifact and installs them. */
export function emptyProject(packages: readonly string[], artifact: string): EmptyProject {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-project-'))
  const files =
    artifact === inject('embeddedArtifact')
      ? packedOnce(packages, artifact)
      : packInto(join(folder, 'packed'), packages, artifact)
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  execFileSync('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...files], {
    cwd: folder,
    stdio: 'pipe',
  })
  return {
    folder,
    run(name, source, node = process.execPath) {
      writeFileSync(join(folder, name), source)
      const printed = execFileSync(node, [name], { cwd: folder, encoding: 'utf8' })
      return JSON.parse(printed)
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
