// Where the checkout lies, and what a build reads and writes there.
import { fileURLToPath } from 'node:url'

/** The checkout's root, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
export const LOCK_FILE = 'tzdb.lock'
