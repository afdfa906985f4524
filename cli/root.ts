// Where the checkout lies: what a command reads and writes by default is under it, wherever the command is run.
import { fileURLToPath } from 'node:url'

/** The checkout's root, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
