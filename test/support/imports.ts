// The imports of our own files, read from their text: for the rule of imports, and to count what somebody has to read.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { ROOT } from '#open/program/root.ts'

export interface Import {
  /** From the root of the checkout. */
  readonly path: string
  readonly isType: boolean
  /** Loaded on use. */
  readonly isLate: boolean
  /** A file that a bundle or a thread begins with. A text names it. */
  readonly isEntry: boolean
}

/** The imports of a file that are files of ours. Its path, and theirs, are from the root. */
export function importsOf(file: string): readonly Import[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const found = source.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?'([#.][^']+)'|\bimport\('([#.][^']+)'\)/gms,
  )
  const entries = source.matchAll(/'(?:\.\/)?((?:schemas|core|open|pipeline|serve|apps)\/[\w./-]+\.ts)'/g)
  return [
    ...Array.from(found, ([, isType, named, loaded]) => {
      const specifier = named ?? loaded ?? ''
      const path = specifier.startsWith('#') ? specifier.slice(1) : normalize(join(dirname(file), specifier))
      return { path, isType: isType !== undefined, isLate: loaded !== undefined, isEntry: false }
    }),
    ...Array.from(entries, ([, path = '']) => ({ path, isType: false, isLate: true, isEntry: true })),
  ]
}

/** The files that somebody reads who follows every import, types too, from some files on. */
export function closureOf(files: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = [...files]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || !/\.[jt]s$/.test(file) || !existsSync(join(ROOT, file))) continue
    seen.add(file)
    open.push(...importsOf(file).map(({ path }) => path))
  }
  return seen
}
