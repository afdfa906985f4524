// Where the program lies, and where it keeps things: what a command reads and writes by default is there, wherever the command is run.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout, or of the installed package `tzref-server`, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
/** What is compiled already: the package has it, a checkout has not. */
const COMPILED = join(ROOT, 'compiled')
/** Where artifacts, downloads and accounts lie by default: the checkout; of a package, whose folder is npm's, where the user stands. */
export const HOME = existsSync(COMPILED) ? process.cwd() : ROOT
/** The folder of the artifacts. */
export const DIST = join(HOME, 'dist')
