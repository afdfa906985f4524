// Where the checkout lies, and what a build reads and writes there.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's root, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
export const LOCK_FILE = 'tzdb.lock'
/** Downloaded sources, by sha256; under the checkout unless TZREF_CACHE says otherwise. */
export const cacheUnder = (root: string): string => process.env['TZREF_CACHE'] ?? join(root, '.cache')
/** The registry of city slugs, which `tzref slugs update` writes. */
export const SLUG_REGISTRY = 'pipeline/curated/city-slugs.txt'
