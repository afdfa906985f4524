// Runs the parts of .ci/parts.txt, one after the other; `--help` says how.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HELP = `usage: .ci/nightly [PART…]         runs these parts, or all
       .ci/nightly --since COMMIT   runs the parts that the change since that commit touches
       .ci/nightly --list           prints the parts, with the results that are kept for this commit
A part that passed is not run again for the same commit: its result is in .cache/nightly/COMMIT. With changes that are not committed
no result is kept. A part may take forty minutes, or TZREF_PART_MINUTES.
`
const MINUTES = Number(process.env['TZREF_PART_MINUTES'] ?? 40)
const root = fileURLToPath(new URL('..', import.meta.url))

/** Rows of the table: name, workers, tests (beginnings of paths, or a script with its parameters) and the code that they are about. */
function partsFrom(text) {
  return text
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => row.split(' | '))
    .map(([name, workers, tests, code]) => ({
      name,
      workers,
      tests: tests.split(' '),
      code: code.split(' '),
    }))
}

/** Whether a change of these files touches a part: its code, its tests, or what all tests stand on. */
const touchedBy = (part, files) =>
  files.some((file) =>
    [...part.code, ...part.tests, 'test/support/', 'vitest.config.ts', 'package-lock.json'].some((begin) =>
      file.startsWith(begin),
    ),
  )

const git = (...parameters) => execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).trim()
const sumOf = (reports, key) => reports.reduce((sum, report) => sum + report[key], 0)

/** Runs one part. Its result: whether it passed, how long it took, and what was counted, failed and left out. */
async function run({ workers, tests }) {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-part-'))
  const isScript = tests[0].startsWith('.ci/')
  const [program, ...parameters] = isScript ? tests : ['npx', 'vitest', 'run', '--project', 'long', ...tests]
  const child = spawn(program, parameters, {
    cwd: root,
    env: {
      ...process.env,
      TZREF_LONG_WORKERS: workers,
      TZREF_SOAK_SECONDS: process.env['TZREF_SOAK_SECONDS'] ?? '1800',
      TZREF_REPORTS: folder,
      ...(isScript ? {} : { TZREF_TEST_REPORT: join(folder, 'report-part.json') }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which is ended as a whole.
    detached: true,
  })
  const leftOut = []
  for (const [stream, out] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    stream.pipe(out, { end: false })
    let rest = ''
    stream.on('data', (data) => {
      const lines = (rest + data).split('\n')
      rest = lines.pop()
      leftOut.push(...lines.filter((line) => /^left out: /i.test(line)))
    })
  }
  const began = Date.now()
  let isLate = false
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  const late = setTimeout(() => {
    isLate = true
    end()
  }, MINUTES * 60_000)
  process.once('exit', end)
  const [code] = await once(child, 'close')
  clearTimeout(late)
  process.off('exit', end)
  const reports = readdirSync(folder)
    .filter((file) => file.startsWith('report-') && !file.endsWith('-again.json'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
  rmSync(folder, { recursive: true })
  const failures = reports.flatMap(({ testResults }) =>
    testResults
      .filter((file) => file.status === 'failed')
      .map((file) => {
        const names = file.assertionResults
          .filter((test) => test.status === 'failed')
          .map((test) => test.fullName)
        return `${file.name.slice(root.length)}: ${names.join('; ') || file.message}`
      }),
  )
  if (isLate) failures.push(`took more than ${MINUTES} minutes`)
  else if (code !== 0 && failures.length === 0) failures.push(`ended with code ${code}`)
  if (code === 0 && reports.length === 0) failures.push('wrote no report')
  return {
    passed: sumOf(reports, 'numPassedTests'),
    failed: Math.max(sumOf(reports, 'numFailedTests'), failures.length),
    skipped: sumOf(reports, 'numPendingTests'),
    minutes: Math.round((Date.now() - began) / 6000) / 10,
    node: process.version,
    failures,
    leftOut: [...new Set(leftOut)],
  }
}

const line = (name, { passed, failed, skipped, minutes }) =>
  `${name}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${minutes} minutes`

async function main(parameters) {
  if (parameters.includes('--help')) {
    process.stdout.write(HELP)
    return 0
  }
  const parts = partsFrom(readFileSync(join(root, '.ci/parts.txt'), 'utf8'))
  const commit = git('rev-parse', 'HEAD')
  const isClean = git('status', '--porcelain') === ''
  const kept = join(root, '.cache/nightly', commit)
  const resultOf = ({ name }) => {
    const path = join(kept, `${name}.json`)
    return isClean && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  }
  if (parameters.includes('--list')) {
    for (const part of parts) {
      const result = resultOf(part)
      process.stdout.write(
        `${result === null ? `${part.name}: not run` : line(part.name, result)}\n    tests ${part.tests.join(' ')}\n    code ${part.code.join(' ')}\n`,
      )
    }
    return 0
  }
  const since =
    parameters[0] === '--since' ? git('diff', '--name-only', parameters[1] ?? '', 'HEAD').split('\n') : null
  const names = since === null ? parameters : []
  const unknown = names.filter((name) => !parts.some((part) => part.name === name))
  if (unknown.length > 0) {
    process.stderr.write(
      `no part is called ${unknown.join(', ')}; the parts are ${parts.map(({ name }) => name).join(', ')}\n`,
    )
    return 1
  }
  const isChosen = (part) =>
    since === null ? names.length === 0 || names.includes(part.name) : touchedBy(part, since)
  const results = []
  for (const part of parts.filter(isChosen)) {
    const before = resultOf(part)
    if (before?.failed === 0) {
      results.push([part.name, before])
      continue
    }
    process.stdout.write(`\n--- ${part.name}\n`)
    const result = await run(part)
    if (isClean) {
      mkdirSync(kept, { recursive: true })
      writeFileSync(join(kept, `${part.name}.json`), `${JSON.stringify(result, null, 2)}\n`)
    }
    results.push([part.name, result])
  }
  process.stdout.write(`\n--- ${commit}${isClean ? '' : ' with changes that are not committed'}\n`)
  for (const [name, result] of results) {
    process.stdout.write(`${line(name, result)}\n`)
    for (const failure of result.failures) process.stdout.write(`  failed: ${failure}\n`)
    for (const out of result.leftOut) process.stdout.write(`  ${out}\n`)
  }
  for (const part of parts.filter((one) => !isChosen(one))) {
    const before = resultOf(part)
    process.stdout.write(before === null ? `${part.name}: not run\n` : `${line(part.name, before)} (kept)\n`)
  }
  const all = results.map(([, result]) => result)
  process.stdout.write(
    `${sumOf(all, 'passed')} passed, ${sumOf(all, 'failed')} failed, ${sumOf(all, 'skipped')} skipped\n`,
  )
  return all.every(({ failed }) => failed === 0) ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
process.exitCode = await main(process.argv.slice(2))
