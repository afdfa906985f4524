// A version of tzref: a commit of this repository, installed and built in a folder, or this checkout. Tests call each through its program.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '#open/program/root.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { SLUG_REGISTRY } from '#pipeline/paths.ts'
import { readSlugRegistry } from '#pipeline/compile/city-slugs.ts'
import { type ServerProcess, startServerProcess } from '../servers/server-process.ts'

export interface Version {
  readonly name: string
  /** Its artifacts. Its own build made the current one. */
  readonly dist: string
  /** The id of its current artifact. */
  readonly artifact: string
  /** Every slug in its registry of cities. */
  readonly slugs: ReadonlySet<string>
  /** Runs a command of this version. Returns the exit code and the output. */
  run(...args: string[]): { code: number | null; stdout: string; stderr: string }
  /** Runs a command that succeeds and prints JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- commands of three versions; what is read of them is compared
  json(...args: string[]): any
  serve(flags: readonly string[], dist?: string): Promise<ServerProcess>
}

/** Why this repository has no such commits here. Null: it has them. */
export function whyNoHistory(commits: readonly string[]): string | null {
  const lacking = commits.filter(
    (commit) => spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status !== 0,
  )
  return lacking.length === 0 ? null : `the repository's history (${lacking.join(', ')}): a full clone has it`
}

/** The version of a commit, installed in `<folder>/<commit>`, with an artifact of its own build. */
export function formerVersion(commit: string, folder: string): Version {
  const checkout = installedCommit(commit, folder)
  return version(commit, checkout, join(checkout, 'dist'))
}

/**
 * Installs a commit into `<folder>/<commit>` with its own dependencies. Uses the installation of an earlier run if it is there. Returns the
 * folder, which has the program `tzref.js`.
 */
export function installedCommit(commit: string, folder: string): string {
  const checkout = join(folder, commit)
  if (!existsSync(checkout)) {
    const partial = `${checkout}.partial`
    mkdirSync(partial, { recursive: true })
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 28 })
    execFileSync('tar', ['-x', '-C', partial], { input: archive })
    // With scripts: the old driver of SQLite must be compiled if no binary for this Node exists.
    execFileSync('npm', ['ci', '--omit=dev', '--no-fund', '--no-audit'], { cwd: partial, stdio: 'ignore' })
    renameSync(partial, checkout)
  }
  const program = join(checkout, 'tzref.js')
  // Older versions start with tsx on the command line.
  if (!existsSync(program))
    writeFileSync(program, `import { register } from 'tsx/esm/api'\nregister()\nawait import('./tzref.ts')\n`)
  return checkout
}

/**
 * The commits whose programs read artifacts of this format major: one for each minor version that was given to anybody, by the time of the
 * commit. A version that is tagged is added here by its commit, because a clone may have no tags.
 */
export const READERS = [['302ad51c', '4.4']] as const

/** This checkout, with its own `dist/` below a folder. */
export const presentVersion = (folder: string): Version => version('now', ROOT, join(folder, 'dist'))

function version(name: string, checkout: string, dist: string): Version {
  const program = join(checkout, 'tzref.js')
  const run: Version['run'] = (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: checkout,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    })
    return { code: status, stdout, stderr }
  }
  const json: Version['json'] = (...args) => {
    const { code, stdout, stderr } = run(...args, '--json')
    if (code !== 0) throw new Error(`${name}: tzref ${args.join(' ')}: ${stderr}`)
    return JSON.parse(stdout)
  }
  if (!existsSync(join(dist, CURRENT))) json('build', '--activate', '--dist', dist)
  const registry = readSlugRegistry(SLUG_REGISTRY, readFileSync(join(checkout, SLUG_REGISTRY), 'utf8'))
  return {
    name,
    dist,
    artifact: basename(realpathSync(join(dist, CURRENT))),
    slugs: new Set(
      [...registry.values()].flatMap(({ slug, also }) => (also === null ? [slug] : [slug, also])),
    ),
    run,
    json,
    serve: (flags, from = dist) => startServerProcess(join(from, CURRENT), flags, program),
  }
}
