// Each line of the fixture calendars that has a time, a rule or a zone, damaged in twenty ways: read as from ical.js's writing, or told.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { judgeCalendar } from '#apps/moved/calendar.ts'
import { EventError } from '#apps/moved/event-text.ts'
import { MovedEvents } from '#apps/moved/moved-events.ts'
import { clocksOf, compileFiles } from '#pipeline/assemble/release-clocks.ts'
import { rewrittenByIcalJs } from '../../support/oracles/ical-js.ts'
import { SMALL_RELEASES } from '../../support/worlds/small-release.ts'

const FOLDER = join(ROOT, 'test/fixtures/calendars')
const FIXTURES = readdirSync(FOLDER).filter((name) => name.endsWith('.ics'))
const [older, newer] = [SMALL_RELEASES['2030a'], SMALL_RELEASES['2030b']].map(({ files }) =>
  clocksOf(compileFiles(new Map(Object.entries(files)))),
)
if (older === undefined || newer === undefined) throw new Error('expected two releases')

const TIMED =
  /^(?:DTSTART|DTEND|DUE|DURATION|RRULE|EXDATE|RDATE|RECURRENCE-ID|TZID|X-LIC-LOCATION|TZOFFSETFROM|TZOFFSETTO|TRIGGER|DTSTAMP|CREATED)[;:]/

const dropped = (text: string, at: number): string => text.slice(0, at) + text.slice(at + 1)
const doubled = (text: string, at: number): string => text.slice(0, at + 1) + text.slice(at)
const put = (text: string, at: number, what: string): string => text.slice(0, at) + what + text.slice(at)
const valueAt = (text: string): number => text.lastIndexOf(':') + 1
const nameEnd = (text: string): number => text.search(/[;:]/)
const middle = (text: string): number => Math.floor((valueAt(text) + text.length) / 2)

/** The twenty damages of a line. */
const DAMAGES: Readonly<Record<string, (text: string) => string>> = {
  'the first character dropped': (text) => dropped(text, 0),
  'a character of the name dropped': (text) => dropped(text, nameEnd(text) - 1),
  'the mark behind the name dropped': (text) => dropped(text, nameEnd(text)),
  'a character of the value dropped': (text) => dropped(text, middle(text)),
  'the last character dropped': (text) => dropped(text, text.length - 1),
  'a character of the name doubled': (text) => doubled(text, 1),
  'the mark behind the name doubled': (text) => doubled(text, nameEnd(text)),
  'the colon doubled': (text) => doubled(text, valueAt(text) - 1),
  'a character of the value doubled': (text) => doubled(text, middle(text)),
  'in small letters': (text) => text.toLowerCase(),
  'its name in small letters': (text) =>
    text.slice(0, nameEnd(text)).toLowerCase() + text.slice(nameEnd(text)),
  'a quote opened before the value': (text) => put(text, valueAt(text), '"'),
  'a quote opened in a parameter': (text) => text.replace(/=|:/, (mark) => `${mark}"`),
  'the value emptied': (text) => text.slice(0, valueAt(text)),
  'folded in the name': (text) => put(text, 2, '\r\n '),
  'folded in the value': (text) => put(text, middle(text), '\r\n\t'),
  'broken in the value': (text) => put(text, middle(text), '\r\n'),
  'prefixed with X-': (text) => `X-${text}`,
  'prefixed with a group': (text) => `item1.${text}`,
  'a blank behind the mark': (text) => put(text, nameEnd(text) + 1, ' '),
}

const unfolded = (text: string): string[] => text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)

/** The components of a text by their first and last line (from 1): those with times, and each VTIMEZONE. */
function rangesOf(
  lines: readonly string[],
): { readonly name: string; readonly from: number; readonly to: number }[] {
  const ranges: { name: string; from: number; to: number }[] = []
  for (const [index, line] of lines.entries()) {
    const [, mark = '', name = ''] = /^(BEGIN|END):(VEVENT|VTODO|VJOURNAL|VTIMEZONE)$/i.exec(line) ?? []
    if (mark === 'BEGIN') ranges.push({ name, from: index + 1, to: index + 1 })
    const open = ranges.at(-1)
    if (mark === 'END' && open !== undefined) open.to = index + 1
  }
  return ranges
}

interface Ours {
  /** The times of each component, in the order of the file. */
  readonly times: readonly (readonly string[])[]
  /** The lines of what was told: unread, unknown, unlike, or cut. */
  readonly told: readonly number[]
  /** The lines that were not read. */
  readonly unread: readonly number[]
}

function readOurs(text: string): Ours {
  const told: number[] = []
  const unread: number[] = []
  const found: { readonly line: number; readonly text: string }[] = []
  const moved = new MovedEvents({
    older: older ?? fail(),
    newer: older ?? fail(),
    everyEvent: true,
    onEvent: ({ line, wall, was, verdict }) => {
      if (verdict !== 'unmoved') told.push(line)
      found.push({ line, text: `${wall} ${was}` })
    },
  })
  try {
    judgeCalendar(text, moved, ({ line }) => unread.push(line))
  } catch (error) {
    if (!(error instanceof EventError)) throw error
    unread.push(error.line)
  }
  const lines = text.split(/\r?\n/)
  // A name may be folded.
  const isStart = (line: number): boolean =>
    /^(?:DTSTART|DUE)/i.test(
      lines
        .slice(line - 1, line + 1)
        .join('')
        .replaceAll(/\s/g, ''),
    )
  const times = rangesOf(lines)
    .filter(({ name }) => name !== 'VTIMEZONE')
    .map(({ from, to }) =>
      found
        .filter(({ line }) => line >= from && line <= to && isStart(line))
        .map((one) => one.text)
        .toSorted(),
    )
  return { times, told: [...told, ...unread], unread }
}

const fail = (): never => {
  throw new Error('expected a release')
}

/** ical.js takes rules and durations in capitals only, and no blank before a time in UTC. Neither leaves a doubt about the time. */
const NO_DAMAGE_TO_US = new Set(['in small letters', 'a blank behind the mark'])

/** What is wrong with the reading of a damaged text, of which `at` is the damaged line; null if it is right or was told. */
function wrongIn(text: string, at: number, change: string, undamaged: Ours['times']): string | null {
  const ours = readOurs(text)
  const range = rangesOf(text.split(/\r?\n/)).find(({ from, to }) => at >= from && at <= to)
  const isTold = ours.told.some(
    (line) => range === undefined || range.name === 'VTIMEZONE' || (line >= range.from && line <= range.to),
  )
  if (isTold) return null
  const rewritten = rewrittenByIcalJs(text)
  const isAsBefore = JSON.stringify(ours.times) === JSON.stringify(undamaged)
  const theirs = rewritten === null ? null : readOurs(rewritten)
  if (theirs === null || theirs.unread.length > 0)
    return isAsBefore && NO_DAMAGE_TO_US.has(change) ? null : 'ical.js has no time, and nothing was told'
  const [one, other] = [JSON.stringify(ours.times), JSON.stringify(theirs.times)]
  return one === other ? null : `found ${one}, ical.js has ${other}`
}

test.each(FIXTURES)('%s undamaged is read as ical.js reads it', (name) => {
  const text = unfolded(readFileSync(join(FOLDER, name), 'utf8')).join('\r\n')
  const { times, told } = readOurs(text)
  expect(times.flat().length).toBeGreaterThan(3)
  expect(readOurs(rewrittenByIcalJs(text) ?? '')).toMatchObject({ times, unread: [] })
  // The only zone that no release has is of Outlook's user.
  expect(told).toEqual(name === 'outlook.ics' ? [52] : [])
})

test('there are twenty damages, and calendars of seven programs', () => {
  expect([Object.keys(DAMAGES).length, FIXTURES.length]).toEqual([20, 7])
})

test.each(FIXTURES)('%s with each such line damaged in each way has nothing wrong in silence', (name) => {
  const lines = unfolded(readFileSync(join(FOLDER, name), 'utf8'))
  const damaged = lines
    .map((text, index) => ({ text, number: index + 1 }))
    .filter(({ text }) => TIMED.test(text))
  expect(damaged.length).toBeGreaterThan(3)
  const undamaged = readOurs(lines.join('\r\n')).times
  const wrong = damaged.flatMap(({ text, number }) =>
    Object.entries(DAMAGES).flatMap(([damage, change]) => {
      const changed = lines.with(number - 1, change(text)).join('\r\n')
      const fault = wrongIn(changed, number, damage, undamaged)
      return fault === null ? [] : [`line ${number}, ${text}, ${damage}: ${fault}`]
    }),
  )
  expect(wrong).toEqual([])
})
