// Compares the library's clocks with luxon, date-fns-tz, temporal-polyfill and cached Intl: their speed, their first answers, and how often
// answers differ.
//
// All run in one process. The others use this runtime's own data of time zones.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { DateTime, IANAZone } from 'luxon'
import { Temporal } from 'temporal-polyfill'
import { CLOCKS } from '#core/artifact/layout.ts'
import { openClocks, type Clock } from '#apps/library/clocks.ts'
import { ROOT } from '#open/program/root.ts'
import { emptyProject } from '../test/support/servers/empty-project.ts'
import { seededRandom } from '../test/support/worlds/seeded-random.ts'
import { buildIn } from './artifact.ts'

/** The goal: this many times as fast as the fastest of the others. */
const TO_REACH = 10
const SAMPLES = 4000
const ROUNDS = 5
const FIRST = Date.UTC(1980, 0)
const LAST = Date.UTC(2036, 0)

interface Sample {
  readonly clock: Clock
  readonly at: number
  /** What the wall clock shows there at that time, as Date.UTC makes it. */
  readonly wall: number
}

type Ask = (sample: Sample) => number | null

/** A question, our answer, and the others that can answer it. */
interface Question {
  readonly name: string
  readonly ours: Ask
  readonly others: Readonly<Record<string, Ask>>
}

interface DateFnsTz {
  readonly getTimezoneOffset: (zone: string, at: Date) => number
  readonly fromZonedTime: (wall: string, zone: string) => Date
}

/** Prints the nanoseconds of each question for ours and the others, and how many of their answers differ. */
export async function benchClocks(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-bench-'))
  try {
    const artifact = await buildIn(folder)
    const clocks = openClocks(join(artifact, CLOCKS))
    // These packages are too large to install for everyone.
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', 'date-fns@4', 'date-fns-tz@3'], {
      cwd: folder,
      stdio: 'ignore',
    })
    const dateFns: DateFnsTz = createRequire(join(folder, 'package.json'))('date-fns-tz')
    const samples = samplesOf(clocks.zoneIds.map((id) => clocks.zone(id)))
    console.log(
      `${samples.length} instants of ${clocks.zoneIds.length} zones, 1980 to 2036; tz ${clocks.release}, this runtime has ${process.versions['tz']}`,
    )
    for (const question of questionsOf(dateFns)) report(question, samples)
    reportFirstAnswers(artifact)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Programs that give one offset each, by the name of the package that they load. */
const FIRST_ANSWERS: Readonly<Record<string, string>> = {
  'tzref-clocks': `require('tzref-clocks').clocks.zone('Europe/Berlin').offsetAt(Date.UTC(2026, 6, 1))`,
  luxon: `require('luxon').IANAZone.create('Europe/Berlin').offset(Date.UTC(2026, 6, 1))`,
}
const TURNS = 15

/** Prints the milliseconds from before a package is loaded to its first answer. Processes take turns. */
function reportFirstAnswers(artifact: string): void {
  const project = emptyProject(['tzref-clocks'], artifact)
  try {
    symlinkSync(join(ROOT, 'node_modules/luxon'), join(project.folder, 'node_modules/luxon'))
    const turns = Array.from({ length: TURNS }, () =>
      Object.entries(FIRST_ANSWERS).map(([name, source]) => {
        const program = `const [begin, used] = [performance.now(), process.cpuUsage()]
${source}
const [end, { user, system }] = [performance.now(), process.cpuUsage(used)]
console.log(JSON.stringify([end - begin, (user + system) / 1000]))`
        const times: number[] = JSON.parse(
          execFileSync(process.execPath, ['-e', program], { cwd: project.folder, encoding: 'utf8' }),
        )
        return { name, times }
      }),
    )
    for (const name of Object.keys(FIRST_ANSWERS)) {
      const [wall, processor] = [0, 1].map((kind) =>
        turns
          .flatMap((turn) => turn.filter((one) => one.name === name).map(({ times }) => times[kind] ?? NaN))
          .toSorted((one, other) => one - other)
          .at(TURNS >> 1),
      )
      console.log(
        `first answer: ${name} ${wall?.toFixed(1)} ms, ${processor?.toFixed(1)} ms of a processor (median of ${TURNS})`,
      )
    }
  } finally {
    project.remove()
  }
}

function samplesOf(clocks: readonly Clock[]): Sample[] {
  const random = seededRandom(16)
  return Array.from({ length: SAMPLES }, (_, n) => {
    // Four in a row are from one zone, as on a page with a few zones.
    const clock = clocks[Math.floor(n / 4) % clocks.length]
    if (clock === undefined) throw new RangeError('no clocks')
    const at = Math.floor((FIRST + random() * (LAST - FIRST)) / 1000) * 1000
    return { clock, at, wall: at + clock.offsetAt(at) * 1000 }
  })
}

/** A wall time as people send it. */
const iso = (wall: number): string => new Date(wall).toISOString().slice(0, 19)

function questionsOf({ getTimezoneOffset, fromZonedTime }: DateFnsTz): Question[] {
  const formats = new Map<string, Intl.DateTimeFormat>()
  const formatOf = (zone: string): Intl.DateTimeFormat => {
    let format = formats.get(zone)
    if (format === undefined) {
      format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
      formats.set(zone, format)
    }
    return format
  }
  return [
    {
      name: 'offset at an instant',
      ours: ({ clock, at }) => clock.offsetAt(at),
      others: {
        luxon: ({ clock, at }) => IANAZone.create(clock.id).offset(at) * 60,
        'date-fns-tz': ({ clock, at }) => getTimezoneOffset(clock.id, new Date(at)) / 1000,
        'temporal-polyfill': ({ clock, at }) =>
          new Temporal.ZonedDateTime(BigInt(at) * 1_000_000n, clock.id).offsetNanoseconds / 1e9,
        'cached Intl': ({ clock, at }) => {
          const [, sign, hours, minutes, seconds] =
            /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(formatOf(clock.id).format(at)) ?? []
          const size = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
          return sign === '-' ? -size : size
        },
      },
    },
    {
      name: 'next change',
      ours: ({ clock, at }) => clock.nextChange(at)?.at ?? null,
      others: {
        'temporal-polyfill': ({ clock, at }) =>
          new Temporal.ZonedDateTime(BigInt(at) * 1_000_000n, clock.id).getTimeZoneTransition('next')
            ?.epochMilliseconds ?? null,
      },
    },
    {
      name: 'wall time to instant',
      ours: ({ clock, wall }) => {
        const reading = clock.instantsOf(wall)
        return reading.kind === 'unique'
          ? reading.at
          : reading.kind === 'fold'
            ? reading.earlier
            : reading.later
      },
      others: {
        luxon: ({ clock, wall }) => DateTime.fromISO(iso(wall), { zone: clock.id }).toMillis(),
        'date-fns-tz': ({ clock, wall }) => fromZonedTime(iso(wall), clock.id).getTime(),
        'temporal-polyfill': ({ clock, wall }) =>
          Temporal.PlainDateTime.from(iso(wall)).toZonedDateTime(clock.id).epochMilliseconds,
      },
    },
  ]
}

/** Prints the answers of all contenders, and the time over the samples where all agree. */
function report({ name, ours, others }: Question, samples: readonly Sample[]): void {
  const expected = samples.map(ours)
  const attempted = Object.entries(others).map(([other, ask]) => ({
    other,
    ask,
    same: samples.map((sample, i) => answerOrNone(ask, sample) === expected[i]),
  }))
  const agreed = samples.filter((_, i) => attempted.every(({ same }) => same[i]))
  const own = nanosecondsOf(ours, agreed)
  console.log(`\n${name}: nanoseconds for one, where all agree (${agreed.length} samples)`)
  console.log(`  ${'tzref/clocks'.padEnd(18)} ${own.toFixed(0).padStart(8)} ns`)
  let least = Infinity
  for (const { other, ask, same } of attempted) {
    const theirs = nanosecondsOf(ask, agreed)
    least = Math.min(least, theirs / own)
    const wrong = same.filter((one) => !one).length
    console.log(
      `  ${other.padEnd(18)} ${theirs.toFixed(0).padStart(8)} ns ${(theirs / own).toFixed(0).padStart(6)} × ours, ${wrong} other answers of ${samples.length}`,
    )
  }
  console.log(`  the fastest of them takes ${least.toFixed(1)} × ours (to reach: ${TO_REACH})`)
  if (least < TO_REACH) process.exitCode = 1
}

/** Undefined for a zone that the other does not know. */
function answerOrNone(ask: Ask, sample: Sample): number | null | undefined {
  try {
    return ask(sample)
  } catch {
    return undefined
  }
}

/** Nanoseconds of a call in the best of some rounds, after a warm-up round. */
function nanosecondsOf(ask: Ask, samples: readonly Sample[]): number {
  let best = Infinity
  let sum = 0
  for (let round = 0; round <= ROUNDS; round++) {
    const begin = performance.now()
    for (const sample of samples) sum += ask(sample) ?? 0
    if (round > 0) best = Math.min(best, performance.now() - begin)
  }
  if (Number.isNaN(sum)) throw new RangeError('an answer is no number')
  return (best * 1e6) / samples.length
}
