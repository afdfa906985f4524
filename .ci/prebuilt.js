// Marks the packages that come compiled in package-lock.json. A maintainer runs it when test/package-lock.test.ts says so.
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Packages that say `"gypfile": false`: they bring what is compiled, and npm need not compile it. npm reads that word from the lock
 * and never writes it there, so that without it each `npm ci` starts a compiler, and leaves the package out where that fails.
 */
const PREBUILT = ['node_modules/better-sqlite3']

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))
const unmarked = PREBUILT.filter((name) => lock.packages[name].gypfile !== false)
for (const name of unmarked) lock.packages[name].gypfile = false
if (unmarked.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
