// CI's summary of vitest's reports names the tests that failed, and those that passed when they ran once more.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'

interface File {
  readonly name: string
  readonly failed?: readonly string[]
  readonly message?: string
}

/** Writes a report as vitest does and returns its path. */
function report(folder: string, name: string, passed: number, files: readonly File[]): string {
  const path = join(folder, name)
  const testResults = files.map(({ name: file, failed = [], message = '' }) => ({
    name: resolve(ROOT, file),
    status: failed.length > 0 || message !== '' ? 'failed' : 'passed',
    assertionResults: failed.map((fullName) => ({ status: 'failed', fullName })),
    message,
  }))
  const numFailedTests = files.flatMap(({ failed = [] }) => failed).length
  writeFileSync(
    path,
    JSON.stringify({ numPassedTests: passed, numFailedTests, numPendingTests: 1, testResults }),
  )
  return path
}

const said = (...parameters: string[]): string =>
  execFileSync(process.execPath, ['.ci/reports.js', ...parameters], { cwd: ROOT, encoding: 'utf8' })

test('names the files in which a test or the file itself failed, and sums only first runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-reports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const first = report(folder, 'report-fast.json', 5, [
    { name: 'test/a.test.ts', failed: ['a holds'] },
    { name: 'test/b.test.ts', message: 'SyntaxError' },
    { name: 'test/c.test.ts' },
  ])
  expect(said('failed', first)).toBe('test/a.test.ts test/b.test.ts\n')

  const again = report(folder, 'report-fast-again.json', 1, [
    { name: 'test/a.test.ts' },
    { name: 'test/b.test.ts', message: 'SyntaxError' },
  ])
  const full = report(folder, 'report-full.json', 3, [{ name: 'test/d.test.ts' }])
  expect(said('sum', first, again, full)).toBe(
    [
      'failed: test/a.test.ts: a holds',
      'failed: test/b.test.ts: SyntaxError',
      'failed again: test/b.test.ts: SyntaxError',
      'files with a failed test were run once more',
      '8 passed, 1 failed, 2 skipped\n',
    ].join('\n'),
  )
  expect(said('sum', full)).toBe('3 passed, 0 failed, 1 skipped\n')
})

test('a file that failed and passed when it ran again is a failure, unless the list of at most five names it with a reason and a date', () => {
  expect(() => said('excused', 'test/docs.test.ts')).toThrow(/Command failed/)
  expect(said('excused')).toBe('')
  const rows = readFileSync(join(ROOT, '.ci/may-fail-once.txt'), 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => row.split(' | '))
  expect(rows.length).toBeLessThanOrEqual(5)
  for (const [file = '', reason = '', date = ''] of rows) {
    expect(existsSync(join(ROOT, file)), file).toBe(true)
    expect(reason.length, file).toBeGreaterThan(20)
    expect(date, file).toMatch(/^20\d\d-\d\d-\d\d$/)
    expect(said('excused', file)).toBe('')
  }
})
