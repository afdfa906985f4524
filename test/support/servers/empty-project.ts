// A project outside the checkout, with our packages installed from their files, as users have them.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** Packs packages of an artifact and installs them. */
export function emptyProject(packages: readonly string[], artifact: string): EmptyProject {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-project-'))
  const files = packInto(join(folder, 'packed'), packages, artifact)
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
