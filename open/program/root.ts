// Says where the program lies and where its files lie. The default paths of commands start there, wherever a command is run.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout, or of the installed package `tzref-server`, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
/** The folder of compiled code. The package has it; a checkout does not. */
const COMPILED = join(ROOT, 'compiled')
/** The Node of the archive for people without one. */
const NODE = join(ROOT, 'bin/node')
/** Whether this is the unpacked archive, which has its own Node and artifact, and cannot build one. */
const IS_ARCHIVE = existsSync(COMPILED) && existsSync(NODE)
/**
 * Default place of artifacts, downloads and accounts: the checkout, or the unpacked archive. The package's own folder belongs to npm, so there
 * it is the current directory.
 */
export const HOME = existsSync(COMPILED) && !IS_ARCHIVE ? process.cwd() : ROOT
/** The folder of the artifacts. */
export const DIST = join(HOME, 'dist')
/** The artifact that came with the archive, which a server takes where a folder has none. Null in a checkout and in the package. */
export const OWN_ARTIFACT = IS_ARCHIVE ? join(ROOT, 'dist/current') : null
