// Repeated events from a seed → where our reader of calendars differs from two others (dateutil, libical).
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vtimezone } from '#core/formats/vtimezone.ts'
import { judgeCalendar } from '#apps/moved/calendar.ts'
import { MovedEvents } from '#apps/moved/moved-events.ts'
import { RuleTooFine, readRule, wallsOfRule } from '#apps/moved/recurrence.ts'
import { formatLocal } from '#core/time/moment.ts'
import { epochSeconds, localSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { clocksOf, compileFiles } from '#pipeline/assemble/release-clocks.ts'
import { ROOT } from '#open/program/root.ts'
import { libicalIn } from './event-libical.ts'
import { embeddedForms, madeUpForms } from './moved-comparison.ts'
import { seededRandom } from '../worlds/seeded-random.ts'
import { findTool } from './zic-oracle.ts'

/** East and west of UTC. The invented release moves the first eight, from 2028 or 2029. The others changed their rules in the past. */
const ZONES = [
  'Europe/Berlin',
  'Europe/Lisbon',
  'Europe/Athens',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Edmonton',
  'Africa/Casablanca',
  'Europe/Istanbul',
  'Asia/Pyongyang',
  'Asia/Tehran',
  'Asia/Amman',
  'America/Mexico_City',
  'America/Sao_Paulo',
  'America/Caracas',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
  'Pacific/Honolulu',
]
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const HORIZON = Date.UTC(2038, 0) / 1000

type Named = { readonly utc: number } | { readonly wall: number; readonly zone: string }
interface Case {
  readonly zone: string
  readonly start: number
  /** The rule without UNTIL. */
  readonly rule: string
  readonly until?: number
  readonly rdates: readonly number[]
  /** The times that EXDATE and RECURRENCE-ID remove. RECURRENCE-ID adds another local time. */
  readonly gone: readonly Named[]
  readonly hasOwnZone: boolean
}

export interface RecurrenceComparison {
  readonly cases: number
  readonly times: number
  readonly lost: number
  readonly back: number
  /** How many cases dateutil was asked about, and how many libical. */
  readonly asked: { readonly dateutil: number; readonly libical: number }
  readonly differences: readonly string[]
}

/** Why dateutil cannot be asked here. Null: it can. */
export function withoutDateutil(): string | null {
  const { status } = spawnSync('python3', ['-c', 'import dateutil, zoneinfo'], { stdio: 'ignore' })
  return status === 0 ? null : "left out: Python's dateutil is not installed (Debian: python3-dateutil)"
}

/** Compares so many repeated events, from the embedded release to an invented one or back. Asks libical if it is installed. */
export function compareRecurrences(
  count: number,
  seed: number,
  direction: 'forth' | 'back',
): RecurrenceComparison {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-recurrence-'))
  try {
    const random = seededRandom(seed)
    const forms = [embeddedForms(), madeUpForms()]
    if (direction === 'back') forms.reverse()
    const trees = forms.map(({ source }, i) => {
      const tree = join(folder, String(i))
      writeFileSync(`${tree}.zi`, source)
      execFileSync(findTool('zic') ?? 'zic', ['-b', 'fat', '-d', tree, `${tree}.zi`], { stdio: 'pipe' })
      return tree
    })
    const [older, newer] = forms.map(({ files }) => clocksOf(compileFiles(files)))
    if (older === undefined || newer === undefined) throw new Error('expected two releases')
    const cases = Array.from({ length: count }, (_, i) => {
      const zone = older.zone(ZONES[i % ZONES.length] ?? '')
      if (zone === null) throw new Error('expected zones of the embedded release')
      return caseOf(random, zone, i % 2 === 1)
    })
    const differences: string[] = []
    const program = libicalIn(folder, 'recurrence-libical.c')
    const walls = program === null ? null : libicalWalls(program, cases)
    const byDateutil = setsOf(cases, trees)
    const byLibical =
      walls === null
        ? null
        : setsOf(
            cases.map((one, i) => ({ ...one, walls: walls[i] })),
            trees,
          )
    const asked = { dateutil: 0, libical: 0 }
    let [times, lost, back] = [0, 0, 0]
    const found = cases.map((one) => {
      const moved: string[] = []
      const events = new MovedEvents({
        older,
        newer,
        everyEvent: true,
        onEvent: ({ wall, was, is, or, verdict }) => {
          times++
          if (verdict === 'lost') lost++
          if (verdict === 'back') back++
          moved.push(
            timeText(
              seconds(wall),
              verdict === 'back' ? null : seconds(was),
              or === null ? seconds(is) : NaN,
            ),
          )
        },
      })
      const own = one.hasOwnZone ? older.zone(one.zone) : null
      const text = calendarOf(one, own === null ? '' : vtimezone(own, 'release'))
      judgeCalendar(text, events, ({ reason }) => {
        // The others have no times then, and are silent.
        if (reason !== 'its rule ends before it begins') differences.push(`${one.rule}: ${reason}`)
      })
      return moved.toSorted()
    })
    const compare = (
      peer: 'dateutil' | 'libical',
      one: Case,
      ours: readonly string[],
      theirs: Times | null,
    ): void => {
      if (theirs === null || SAID_BY_RFC.some((row) => row.peer === peer && row.rule(one.rule))) return
      asked[peer]++
      const difference = firstDifference(
        ours,
        theirs.map(([wall, was, is]) => timeText(wall, was, is)),
      )
      if (difference !== null) differences.push(`${JSON.stringify(one)}: ours and ${peer}'s ${difference}`)
    }
    for (const [i, one] of cases.entries()) {
      compare('dateutil', one, found[i] ?? [], byDateutil[i] ?? null)
      compare('libical', one, found[i] ?? [], byLibical?.[i] ?? null)
    }
    return { cases: count, times, lost, back, asked, differences }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Questions that a peer is not asked, with the sentence of RFC 5545 that its answer breaks. */
export const SAID_BY_RFC: readonly {
  readonly peer: 'dateutil' | 'libical'
  readonly says: string
  readonly rule: (rule: string) => boolean
}[] = [
  {
    peer: 'dateutil',
    says: 'it begins its first week with DTSTART: "Each BYSETPOS value … operates on a set of recurrence instances in one interval of the recurrence rule", and a week begins with WKST (3.3.10)',
    rule: (rule) => rule.includes('WEEKLY') && rule.includes('BYSETPOS'),
  },
  {
    peer: 'dateutil',
    says: 'it takes all seven days of the week: "Information, not contained in the rule, necessary to determine the various recurrence instance start time and dates are derived from the Start Time" (3.3.10)',
    rule: (rule) => rule.includes('BYWEEKNO') && !rule.includes('BYDAY'),
  },
  {
    peer: 'dateutil',
    says: 'it takes the days alone that are in both, where BYDAY names weekdays with and without a number: "a COMMA-separated list of days of the week", each of which may have one (3.3.10)',
    rule: (rule) => /BYDAY=(?=[^;]*\d)(?:[^;]*,)?[A-Z]/.test(rule),
  },
  {
    peer: 'libical',
    says: 'libical 3.0.16 has BYWEEKNO as 3.3.10 says with BYDAY alone, and ends with a fault without it',
    rule: (rule) => rule.includes('BYWEEKNO'),
  },
  {
    peer: 'libical',
    says: 'it goes through the list and leaves INTERVAL aside: the table of 3.3.10 has "Limit" for BYHOUR of HOURLY and for BYMINUTE of MINUTELY',
    rule: (rule) => /HOURLY.*BYHOUR|MINUTELY.*BYMINUTE/.test(rule),
  },
  {
    peer: 'libical',
    says: 'it has no times: the table of 3.3.10 has "Limit" for BYMONTH and "Expand" for BYYEARDAY of YEARLY',
    rule: (rule) => rule.includes('BYMONTH=') && rule.includes('BYYEARDAY'),
  },
  {
    peer: 'libical',
    says: 'it does not read BYSETPOS for times of a day: "the BYSETPOS rule part can specify … the nth occurrence within the set of occurrences specified by the rule" (3.3.10)',
    rule: (rule) => rule.includes('BYSETPOS'),
  },
  {
    peer: 'libical',
    says: 'it does not count from the end of a month where BYMONTHDAY limits: "-10 represents the tenth to the last day of the month" (3.3.10)',
    rule: (rule) => /FREQ=(?:DAILY|HOURLY|MINUTELY)/.test(rule) && /BYMONTHDAY=[^;]*-/.test(rule),
  },
  {
    peer: 'libical',
    says: 'it has the month of DTSTART alone: the table of 3.3.10 has "Expand" for BYMONTHDAY of YEARLY, and without BYMONTH nothing limits it to a month',
    rule: (rule) => rule.includes('YEARLY') && rule.includes('BYMONTHDAY') && !rule.includes('BYMONTH='),
  },
]

const seconds = (text: string | null): number | null =>
  text === null ? null : Date.parse(text.length === 19 ? `${text}Z` : text) / 1000

/** NaN: not known. */
const timeText = (wall: number | null, was: number | null, is: number | null): string =>
  `${wall} ${was ?? '-'} ${is ?? '-'}`

function firstDifference(ours: readonly string[], theirs: readonly string[]): string | null {
  const [one, other] = [ours.toSorted(), theirs.toSorted()]
  const at = one.findIndex(
    (text, i) => text !== other[i] && !(text.endsWith('NaN') && isAlike(text, other[i])),
  )
  if (at < 0 && one.length === other.length) return null
  return `differ, ${one.length} and ${other.length} times: ${one[at] ?? 'none'} and ${other[at < 0 ? one.length : at] ?? 'none'}`
}

/** For a gap or fold that the newer release brings, nothing says which instant is meant. So only the first two fields are compared. */
const isAlike = (ours: string, theirs: string | undefined): boolean =>
  ours.split(' ').slice(0, 2).join(' ') === theirs?.split(' ').slice(0, 2).join(' ')

/** Local time, and its instants in the older and the newer release. Null: the set of that release does not have it. */
type Times = readonly [number, number | null, number | null][]

/** The sets from Python. dateutil computes the rules, unless their local times are given. Null: it took too long. */
function setsOf(
  cases: readonly (Case & { readonly walls?: readonly number[] | undefined })[],
  trees: readonly string[],
): (Times | null)[] {
  const { stdout, stderr } = spawnSync(
    'python3',
    [join(ROOT, 'test/support/oracles/recurrence-dateutil.py'), ...trees],
    {
      input: cases.map((one) => `${JSON.stringify(one)}\n`).join(''),
      encoding: 'utf8',
      maxBuffer: 1e9,
    },
  )
  const found = stdout.trimEnd().split('\n')
  if (found.length !== cases.length)
    throw new Error(`dateutil answered ${found.length} of ${cases.length}: ${stderr}`)
  return found.map((line): Times | null => JSON.parse(line))
}

/** Each rule's local times from libical. For a question that it is not asked, only the start. */
function libicalWalls(program: string, cases: readonly Case[]): number[][] {
  const asked = cases.map(({ rule }) => !SAID_BY_RFC.some((row) => row.peer === 'libical' && row.rule(rule)))
  const lines = cases.map(
    ({ start, rule }, i) => `${basic(start)} ${asked[i] === true ? rule : 'FREQ=DAILY;COUNT=1'}\n`,
  )
  const { stdout } = spawnSync(program, ['200'], { input: lines.join(''), encoding: 'utf8', maxBuffer: 1e9 })
  const found = stdout.split('\n').slice(0, -1)
  if (found.length !== cases.length) throw new Error(`libical answered ${found.length} of ${cases.length}`)
  return found.map((line) =>
    line
      .split(' ')
      .filter((text) => text !== '')
      .map((text) => Date.parse(`${text}Z`) / 1000),
  )
}

const basic = (wall: number): string => formatLocal(localSeconds(wall)).replaceAll(/[-:]/g, '')

/** A RECURRENCE-ID is written as an EXDATE, because only the sets are compared. */
function calendarOf({ zone, start, rule, until, rdates, gone }: Case, own: string): string {
  const exdates = gone.map((one) =>
    'utc' in one ? `EXDATE:${basic(one.utc)}Z` : `EXDATE;TZID=${one.zone}:${basic(one.wall)}`,
  )
  const lines = [
    `DTSTART;TZID=${zone}:${basic(start)}`,
    `RRULE:${rule}${until === undefined ? '' : `;UNTIL=${basic(until)}Z`}`,
    ...rdates.map((wall) => `RDATE;TZID=${zone}:${basic(wall)}`),
    ...exdates,
  ]
  return `BEGIN:VCALENDAR\n${own}BEGIN:VEVENT\nUID:one\n${lines.join('\n')}\nEND:VEVENT\nEND:VCALENDAR\n`
}

/** A repeated event whose start is a time of its rule. For other starts, RFC 5545 says that the set is undefined (3.8.5.3). */
function caseOf(random: () => number, clock: CompiledZone, hasOwnZone: boolean): Case {
  const { id: zone } = clock
  for (;;) {
    const from = ZONES.indexOf(zone) < 8 ? Date.UTC(2027, 5) : Date.UTC(2009, 0)
    const begin = Math.floor((from / 1000 + random() * 2.5 * 366 * 86_400) / 900) * 900
    const frequency = pick(random, ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'])
    const parts = partsOf(random, frequency)
    const read = readRule(parts)
    if (read === null) continue
    const walls = firstOf(read, begin)
    const start = walls[1]
    if (start === undefined || walls.length < 8) continue
    const shift = (wall: number): number => wall - offsetAt(clock, epochSeconds(wall))
    const gone: Named[] = []
    for (const wall of walls.slice(2)) {
      if (random() > 0.12) continue
      gone.push(random() < 0.5 ? { utc: shift(wall) } : { wall, zone })
    }
    const rdates = random() < 0.2 ? [start + 86_400 * 3 + 900] : []
    const length = 2 + Math.floor(random() * (walls.length - 3))
    const last = walls[length] ?? start
    const end = random() < 0.5 ? { until: shift(last) + pick(random, [0, 0, -1, 1, 3600, -3600, 1800]) } : {}
    const rule = 'until' in end ? parts : `${parts};COUNT=${length}`
    return { zone, start, rule, ...end, rdates, gone, hasOwnZone }
  }
}

function firstOf(rule: NonNullable<ReturnType<typeof readRule>>, begin: number): number[] {
  const most = 20 + (begin % 40)
  const walls: number[] = []
  try {
    for (const wall of wallsOfRule(rule, begin, HORIZON - 86_400 * 700)) if (walls.push(wall) > most) break
  } catch (error) {
    if (!(error instanceof RuleTooFine)) throw error
  }
  return walls
}

const pick = <Value>(random: () => number, values: readonly Value[]): Value => {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}

function partsOf(random: () => number, frequency: string): string {
  const parts = [`FREQ=${frequency}`]
  const numbers = (least: number, most: number, back: boolean): string =>
    [
      ...new Set(
        Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
          const number = least + Math.floor(random() * (most - least + 1))
          return back && random() < 0.3 ? -number : number
        }),
      ),
    ]
      .toSorted((one, other) => one - other)
      .join(',')
  const isYearly = frequency === 'YEARLY'
  if (random() < 0.4) parts.push(`INTERVAL=${2 + Math.floor(random() * 3)}`)
  if (random() < 0.25) parts.push(`BYMONTH=${numbers(1, 12, false)}`)
  const isOfWeeks = isYearly && random() < 0.15
  if (isOfWeeks) parts.push(`BYWEEKNO=${numbers(2, 51, true)}`)
  const isOfYear = isYearly && !isOfWeeks && random() < 0.15
  if (isOfYear) parts.push(`BYYEARDAY=${numbers(1, 360, true)}`)
  if (frequency !== 'WEEKLY' && !isOfWeeks && !isOfYear && random() < 0.25)
    parts.push(`BYMONTHDAY=${numbers(1, 28, true)}`)
  if (isOfWeeks || random() < 0.4) {
    const mayCount =
      frequency === 'MONTHLY' || (isYearly && parts.some((part) => part.startsWith('BYMONTH=')))
    const days = [
      ...new Set(Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, WEEKDAYS))),
    ]
    const which = (): string => (mayCount && random() < 0.5 ? pick(random, ['1', '2', '3', '-1', '-2']) : '')
    parts.push(`BYDAY=${days.map((day) => which() + day).join(',')}`)
  }
  if (random() < 0.12) parts.push(`BYHOUR=${numbers(0, 23, false)}`)
  if (random() < 0.1) parts.push(`BYMINUTE=${numbers(0, 59, false)}`)
  if (parts.some((part) => part.startsWith('BY')) && random() < 0.2)
    parts.push(`BYSETPOS=${pick(random, ['1', '-1', '2', '1,-1'])}`)
  if (random() < 0.2) parts.push(`WKST=${pick(random, WEEKDAYS)}`)
  return parts.join(';')
}
