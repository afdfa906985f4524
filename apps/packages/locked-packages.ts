// Reads package-lock.json: the packages that some need on a processor of Linux, where each lies in node_modules.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#open/program/root.ts'

/** The processors for which there is an archive, by Node's names. */
export const PROCESSORS = ['x64', 'arm64'] as const
export type Processor = (typeof PROCESSORS)[number]

export interface LockedPackage {
  readonly name: string
  readonly version: string
  /** npm's hash of its archive; null where nothing is known. */
  readonly integrity: string | null
}

interface Entry {
  readonly name?: string
  readonly version: string
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
}

/** Node's packages of header files, for those who compile. */
const FOR_COMPILERS = ['node-addon-api']

/** The packages, and all that they depend on, sorted by their place, `node_modules/…`. */
export function nodeModulesOf(
  names: readonly string[],
  processor: Processor,
): readonly (LockedPackage & { readonly path: string })[] {
  const { packages }: { packages: Readonly<Record<string, Entry>> } = JSON.parse(
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  )
  /** Where Node finds a package from another one's place: in the nearest node_modules that has it. */
  const placeOf = (from: string, name: string): string | null => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`
      if (Object.hasOwn(packages, path)) return path
      if (at === '') return null
    }
  }
  const found = new Map<string, Entry>()
  const waiting = names.map((name) => ({ from: '', name }))
  for (const { from, name } of waiting) {
    const path = placeOf(from, name)
    const entry = path === null ? undefined : packages[path]
    if (path === null || entry === undefined || found.has(path)) continue
    if (!runsOn(entry, processor) || FOR_COMPILERS.includes(name)) continue
    found.set(path, entry)
    for (const each of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      waiting.push({ from: path, name: each })
  }
  return [...found]
    .map(([path, { name, version, integrity = null }]) => ({
      path,
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      integrity,
    }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

const runsOn = ({ os, cpu, libc }: Entry, processor: Processor): boolean =>
  (os?.includes('linux') ?? true) && (cpu?.includes(processor) ?? true) && (libc?.includes('glibc') ?? true)
