// SQLite's driver: opens with the one that this Node can run, and says how to mend it where npm could install none.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isSqliteError, openDatabase } from '#open/sqlite-driver.ts'

test('a database opens, answers, and says which errors are its own', () => {
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

test('without a driver the error names it, this Node and what mends it', () => {
  const root = join(import.meta.dirname, '../..')
  const alone = mkdtempSync(join(tmpdir(), 'tzref-no-driver-'))
  onTestFinished(() => rmSync(alone, { recursive: true }))
  for (const file of ['package.json', 'open/sqlite-driver.ts', 'cli/command-error.ts']) {
    mkdirSync(join(alone, file, '..'), { recursive: true })
    cpSync(join(root, file), join(alone, file))
  }
  writeFileSync(
    join(alone, 'ask.ts'),
    `import { openDatabase } from '#open/sqlite-driver.ts'
     try { openDatabase(':memory:') } catch (error) { console.log(JSON.stringify([error.name, error.message, error.mend])) }`,
  )
  const tsx = import.meta.resolve('tsx')
  const { stdout } = spawnSync(process.execPath, ['--import', tsx, 'ask.ts'], {
    cwd: alone,
    encoding: 'utf8',
  })
  const [name, message, mend]: string[] = JSON.parse(stdout)
  expect(name).toBe('CommandError')
  expect(message).toMatch(
    new RegExp(
      `^SQLite's driver better-sqlite3\\S* cannot be loaded by Node ${process.versions.node}: Cannot find module`,
    ),
  )
  expect(mend).toMatch(/^npm ci/)
})
