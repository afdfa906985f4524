// SQLite's driver: the program uses the one that this Node can run, and tells the remedy when npm could not install any.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isSqliteError, openDatabase } from '#open/sqlite-driver.ts'

const ROOT = join(import.meta.dirname, '../..')
const MEND = /npm ci --include=optional/

test('a database opens and answers, and its errors can be recognized', () => {
  const db = openDatabase(':memory:')
  onTestFinished(() => void db.close())
  expect(db.prepare('SELECT 6 * 7').pluck().get()).toBe(42)
  let thrown: unknown
  try {
    db.exec('SELECT * FROM nowhere')
  } catch (error) {
    thrown = error
  }
  expect(isSqliteError(thrown)).toBe(true)
  expect(isSqliteError(new Error('no such table: nowhere'))).toBe(false)
})

test.each([
  ['is not there', null, 'Cannot find module'],
  [
    'is there, and its compiled part is not',
    'module.exports = class { constructor() { throw new Error("no binding") } }',
    'no binding',
  ],
])('where the driver %s, the error names the driver, this Node and the remedy', (_, text, cause) => {
  const alone = mkdtempSync(join(tmpdir(), 'tzref-no-driver-'))
  onTestFinished(() => rmSync(alone, { recursive: true }))
  for (const file of ['package.json', 'open/sqlite-driver.ts', 'open/program/command-error.ts']) {
    mkdirSync(join(alone, file, '..'), { recursive: true })
    cpSync(join(ROOT, file), join(alone, file))
  }
  for (const name of text === null ? [] : ['better-sqlite3', 'better-sqlite3-12']) {
    mkdirSync(join(alone, 'node_modules', name), { recursive: true })
    writeFileSync(join(alone, 'node_modules', name, 'index.js'), text!)
  }
  writeFileSync(
    join(alone, 'ask.ts'),
    `import { openDatabase } from '#open/sqlite-driver.ts'
     try { openDatabase(':memory:') } catch (error) { console.log(JSON.stringify([error.name, error.message, error.fix])) }`,
  )
  const tsx = import.meta.resolve('tsx')
  const { stdout } = spawnSync(process.execPath, ['--import', tsx, 'ask.ts'], {
    cwd: alone,
    encoding: 'utf8',
  })
  const [name, message, fix]: string[] = JSON.parse(stdout)
  expect(name).toBe('CommandError')
  expect(message).toMatch(/^SQLite's driver better-sqlite3\S* cannot be loaded by Node /)
  expect(message).toContain(`Node ${process.versions.node}: ${cause}`)
  expect(fix).toMatch(MEND)
})

test('npm start says that the driver is missing before it builds anything', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-no-driver-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const missing = join(folder, 'missing.cjs')
  writeFileSync(
    missing,
    `const Module = require('node:module')
     const resolve = Module._resolveFilename
     Module._resolveFilename = function (name, ...rest) {
       if (!name.startsWith('better-sqlite3')) return resolve.call(this, name, ...rest)
       throw Object.assign(new Error('Cannot find module ' + name), { code: 'MODULE_NOT_FOUND' })
     }`,
  )
  const dist = join(folder, 'dist')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--require', missing, 'tzref.js', 'serve', '--port', '0', '--dist', dist],
    { cwd: ROOT, encoding: 'utf8' },
  )
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/SQLite's driver better-sqlite3\S* cannot be loaded/)
  expect(stderr).toMatch(MEND)
  expect(stderr).not.toMatch(/compiled/)
  expect(existsSync(dist)).toBe(false)
})
