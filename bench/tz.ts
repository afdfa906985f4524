// Compares parsing and compiling all zones of a release with a whole run of zic on the same source.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { embeddedFiles, tarballFiles, WITHOUT_TARBALLS } from '../test/support/worlds/tz-releases.ts'
import { findTool, ziguardForm } from '../test/support/oracles/zic-oracle.ts'

const RUNS = 15
/** The highest allowed time of parsing and compiling, as a multiple of a whole run of zic. */
const MOST = 10

interface Cold {
  readonly milliseconds: number
  readonly warmMilliseconds: number
  readonly zones: number
  readonly transitions: number
}

/**
 * Prints medians and their ratio. zic is timed as a whole process, which also writes its files. Our time goes from the first byte read to
 * the last zone compiled, in a new process, before the JIT has warmed up. It does not include the start of Node and the loading of modules:
 * a build pays for these only once.
 */
export function benchTz(): void {
  const zic = findTool('zic')
  if (zic === null) {
    console.error('bench tz: zic is not installed (Debian: apt-get install libc-bin), so there is no peer')
    process.exitCode = 1
    return
  }
  const sources: { release: string; text: string }[] = []
  const full = tarballFiles('2026c')
  if (full === null) console.error(`bench tz: 2026c (full source) ${WITHOUT_TARBALLS}`)
  else sources.push({ release: '2026c, main form of the full source', text: ziguardForm(full, 'main') })
  sources.push({ release: '2026f, compact form', text: embeddedFiles().get('tzdata.zi') ?? '' })

  const folder = mkdtempSync(join(tmpdir(), 'tzref-bench-'))
  try {
    for (const { release, text } of sources) {
      const source = join(folder, 'source.zi')
      writeFileSync(source, text)
      const theirs: number[] = []
      const ours: Cold[] = []
      for (let run = 0; run < RUNS; run++) {
        theirs.push(timeZic(zic, source, join(folder, `zoneinfo-${run}`)))
        ours.push(timeOurs(source))
      }
      report(release, theirs, ours)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function timeZic(zic: string, source: string, output: string): number {
  const begin = performance.now()
  const { status, stderr } = spawnSync(zic, ['-b', 'fat', '-d', output, source], { encoding: 'utf8' })
  const milliseconds = performance.now() - begin
  if (status !== 0) throw new Error(`zic failed: ${stderr}`)
  rmSync(output, { recursive: true, force: true })
  return milliseconds
}

function timeOurs(source: string): Cold {
  const script = fileURLToPath(new URL('tz-cold.ts', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', script, source], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the cold run failed: ${stderr}`)
  const figures: Cold = JSON.parse(stdout)
  return figures
}

function report(release: string, theirs: readonly number[], ours: readonly Cold[]): void {
  const cold = ours.map((one) => one.milliseconds)
  const warm = ours.map((one) => one.warmMilliseconds)
  const [first] = ours
  // A busy machine slows many short writes more than arithmetic, which makes us look better. The pair of fastest runs is the stricter
  // comparison.
  const ratios = [median(cold) / median(theirs), Math.min(...cold) / Math.min(...theirs)]
  console.log(`tz ${release}`)
  console.log(`  ${first?.zones} Zones, ${first?.transitions} transitions, ${RUNS} runs: median, fastest`)
  console.log(`  zic -b fat, whole run           ${both(theirs)}`)
  console.log(`  tzref parse and compile, cold   ${both(cold)}`)
  console.log(`  the same, warm                  ${both(warm)}`)
  console.log(
    `  ratio of cold to zic            ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')} (at most ${MOST})`,
  )
  if (ratios.some((ratio) => ratio > MOST)) process.exitCode = 1
}

const both = (values: readonly number[]): string =>
  `${median(values).toFixed(1)} ms, ${Math.min(...values).toFixed(1)} ms`

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
