// Where the checkout lies, and what a build reads and writes there.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HOME, ROOT } from '#cli/root.ts'

export { DIST, HOME, ROOT } from '#cli/root.ts'
export const LOCK_FILE = 'tzdb.lock'
/** The lock that is read by default: the user's own, or the one that came with the program. */
export const lockHere = (): string =>
  [HOME, ROOT].map((folder) => join(folder, LOCK_FILE)).find((path) => existsSync(path)) ??
  join(ROOT, LOCK_FILE)
/** Downloaded sources, by sha256; with the artifacts unless TZREF_CACHE says otherwise. */
export const cacheUnder = (root: string): string =>
  process.env['TZREF_CACHE'] ?? join(root === ROOT ? HOME : root, '.cache')
/** The folder of an npm package that is installed for a root: in the nearest node_modules that has it, where node looks too. */
export function packageFolder(root: string, name: string): string {
  for (let at = root; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(folder)) return folder
    if (at === dirname(at)) return join(root, 'node_modules', name)
  }
}
/** The registry of city slugs, which `tzref slugs update` writes. */
export const SLUG_REGISTRY = 'pipeline/curated/city-slugs.txt'
