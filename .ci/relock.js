#!/usr/bin/env node
// Writes package-lock.json for package.json: `npm run relock`, with arguments of `npm install` where a package changes.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const LOCK = 'package-lock.json'
const FILES = ['package.json', LOCK]

/**
 * Packages that say `"gypfile": false`: they bring what is compiled, and npm need not compile it. npm reads that word from the lock
 * and never writes it there, so that without it each `npm ci` starts a compiler, and leaves the package out where that fails.
 */
const PREBUILT = ['node_modules/better-sqlite3']

// npm leaves optional packages of other platforms out of a lock that it writes beside an installed node_modules.
const folder = mkdtempSync(join(tmpdir(), 'tzref-relock-'))
try {
  for (const file of FILES) cpSync(join(ROOT, file), join(folder, file))
  const flags = ['--package-lock-only', '--omit-lockfile-registry-resolved', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...flags, ...process.argv.slice(2)], { cwd: folder, stdio: 'inherit' })
  const lock = JSON.parse(readFileSync(join(folder, LOCK), 'utf8'))
  for (const name of PREBUILT) lock.packages[name].gypfile = false
  writeFileSync(join(folder, LOCK), `${JSON.stringify(lock, null, 2)}\n`)
  for (const file of FILES) cpSync(join(folder, file), join(ROOT, file))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
