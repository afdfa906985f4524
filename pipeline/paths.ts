// Where the checkout lies, and what a build reads and writes there.
import { join } from 'node:path'

export { ROOT } from '#cli/root.ts'
export const LOCK_FILE = 'tzdb.lock'
/** Downloaded sources, by sha256; under the checkout unless TZREF_CACHE says otherwise. */
export const cacheUnder = (root: string): string => process.env['TZREF_CACHE'] ?? join(root, '.cache')
/** The registry of city slugs, which `tzref slugs update` writes. */
export const SLUG_REGISTRY = 'pipeline/curated/city-slugs.txt'
