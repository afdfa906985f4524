// The paths of the checkout, and of the files that a build reads and writes there.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HOME, ROOT } from '#open/program/root.ts'

export { DIST, HOME, ROOT } from '#open/program/root.ts'
export const LOCK_FILE = 'tzdb.lock'
/** Returns the path of the default lock: the user's own, or the one that came with the program. */
export const lockHere = (): string =>
  [HOME, ROOT].map((folder) => join(folder, LOCK_FILE)).find((path) => existsSync(path)) ??
  join(ROOT, LOCK_FILE)
/** Returns the folder of downloaded sources, each named by its sha256. It is next to the artifacts unless TZREF_CACHE names another. */
export const cacheUnder = (root: string): string =>
  process.env['TZREF_CACHE'] ?? join(root === ROOT ? HOME : root, '.cache')
/** Returns the folder of an installed npm package. It is in the nearest node_modules that has the package, where node looks too. */
export function packageFolder(root: string, name: string): string {
  for (let at = root; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(folder)) return folder
    if (at === dirname(at)) return join(root, 'node_modules', name)
  }
}

/** The path of a table of curated facts in the checkout, as messages name it. */
export const tablePath = (name: string): string => `pipeline/curated/${name}.txt`
/** The registry of city slugs, which `tzref slugs update` writes. */
export const SLUG_REGISTRY = 'pipeline/curated/city-slugs.txt'
