// Reads vitest's JSON reports: `failed REPORT` prints the files in which something failed, `sum REPORTS` what passed and failed in all of them.
// `excused FILES` fails unless each file may fail once.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Files in which a test may fail once, if it passes when it runs again: `file | reason | date`. */
const EXCUSED = new URL('may-fail-once.txt', import.meta.url)

/** The report of files that were run once more. */
const isAgain = (path) => path.endsWith('-again.json')
const [what, ...paths] = process.argv.slice(2)
if (what === 'excused') {
  const rows = readFileSync(EXCUSED, 'utf8')
    .split('\n')
    .map((row) => row.split(' | ')[0])
  const others = paths.filter((path) => !rows.includes(path))
  for (const file of others) process.stdout.write(`failed, and passed when it ran again: ${file}\n`)
  process.exit(others.length === 0 ? 0 : 1)
}
const reports = paths.map((path) => ({ path, ...JSON.parse(readFileSync(path, 'utf8')) }))
const failed = reports.flatMap(({ path, testResults }) =>
  testResults
    .filter((file) => file.status === 'failed')
    .map((file) => ({
      path,
      file: relative('.', file.name),
      tests: file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName),
      message: file.message,
    })),
)
if (what === 'failed') {
  process.stdout.write(`${failed.map(({ file }) => file).join(' ')}\n`)
} else {
  for (const { path, file, tests, message } of failed) {
    process.stdout.write(`failed${isAgain(path) ? ' again' : ''}: ${file}: ${tests.join('; ') || message}\n`)
  }
  const firsts = reports.filter(({ path }) => !isAgain(path))
  const sum = (key) => firsts.reduce((total, report) => total + report[key], 0)
  const [passed, lost, skipped] = ['numPassedTests', 'numFailedTests', 'numPendingTests'].map(sum)
  if (firsts.length < reports.length) process.stdout.write('files with a failed test were run once more\n')
  process.stdout.write(`${passed} passed, ${lost} failed, ${skipped} skipped\n`)
}
