// How dates and times that people write are read: by the clock of the place, never by the clock of the machine.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { epochSeconds, offsetSeconds } from '#core/time/units.ts'
import { readMoment, readTime } from '#apps/search/typed-moment.ts'

/** Monday 23 November 2026, 15:40 in Zurich. */
const NOW = epochSeconds(Date.UTC(2026, 10, 23, 14, 40) / 1000)
const read = (text: string, offset = 3600, now = NOW) => readMoment(text, now, offsetSeconds(offset))

test.each([
  ['3pm', '2026-11-23T15:00'],
  ['3 pm', '2026-11-23T15:00'],
  ['15h30', '2026-11-23T15:30'],
  ['9h', '2026-11-23T09:00'],
  ['15:30:20', '2026-11-23T15:30:20'],
  ['noon', '2026-11-23T12:00'],
  ['tomorrow 15:00', '2026-11-24T15:00'],
  ['Tomorrow at noon', '2026-11-24T12:00'],
  ['yesterday 5pm', '2026-11-22T17:00'],
  ['tuesday 9am', '2026-11-24T09:00'],
  ['next tuesday 9am', '2026-12-01T09:00'],
  ['friday 15h30', '2026-11-27T15:30'],
  ['monday 9am', '2026-11-30T09:00'],
  ['14/7/2027 15:00', '2027-07-14T15:00'],
  ['7/14/2027 3pm', '2027-07-14T15:00'],
  ['7/7/2027 3pm', '2027-07-07T15:00'],
  ['7.8.2027 15:00', '2027-08-07T15:00'],
  ['July 4 2027 at 5:30 pm', '2027-07-04T17:30'],
  ['4 july 3pm', '2027-07-04T15:00'],
  ['Sunday 28 March 2027, 02:30', '2027-03-28T02:30'],
  ['29/2/2028 8:00', '2028-02-29T08:00'],
  ['2027/03/28 10:00', '2027-03-28T10:00'],
  ['2027-03-28 3pm', '2027-03-28T15:00'],
  ['in 2 hours', '2026-11-23T17:40+01:00'],
  ['15:00 UTC', '2026-11-23T15:00+00:00'],
  ['half past 3', '2026-11-23T03:30'],
  ['half past 3 pm tomorrow', '2026-11-24T15:30'],
  ['tomorrow at quarter to 5', '2026-11-24T04:45'],
  ['a quarter to 12pm', '2026-11-23T11:45'],
  ['quarter past 12 am', '2026-11-23T00:15'],
  ['noon tomorrow', '2026-11-24T12:00'],
  ['15.00', '2026-11-23T15:00'],
  ['24:00', '2026-11-24T00:00'],
  ['tomorrow 24:00', '2026-11-25T00:00'],
  ['2026-12-31T24:00', '2027-01-01T00:00'],
  ['31 Dec 2026 24:00', '2027-01-01T00:00'],
  ['31.12. 18:00', '2026-12-31T18:00'],
  ['1.2. 18:00', '2027-02-01T18:00'],
  ['14. Juli 2027 15:00', '2027-07-14T15:00'],
  ['3. März 2027 15:00 Uhr', '2027-03-03T15:00'],
  ['3. August 15:30', '2027-08-03T15:30'],
  ['14.07.27 15:00', '2027-07-14T15:00'],
  ['29 Feb 2028 8:00', '2028-02-29T08:00'],
])('"%s" is %s', (text, expected) => {
  expect(read(text)).toMatchObject({ kind: 'one', text: expected, isPlain: false })
})

test.each([
  ['last sunday 10:00', '2026-11-22T10:00'],
  ['10:00 last Sunday', '2026-11-22T10:00'],
  ['last friday 9am', '2026-11-20T09:00'],
  ['last wednesday 9am', '2026-11-18T09:00'],
  ['past monday 9am', '2026-11-23T09:00'],
  ['yesterday 3pm', '2026-11-24T15:00'],
  ['3 days ago 10:00', '2026-11-22T10:00'],
  ['sunday 10:00', '2026-11-29T10:00'],
  ['next tuesday 9am', '2026-12-01T09:00'],
])('on a Wednesday, "%s" is %s', (text, expected) => {
  const wednesday = epochSeconds(Date.UTC(2026, 10, 25, 14, 40) / 1000)
  expect(read(text, 3600, wednesday)).toMatchObject({ kind: 'one', text: expected })
})

test.each([
  ['2027-03-28T01:30', '2027-03-28T01:30'],
  ['2027-03-28 01:30', '2027-03-28T01:30'],
  ['2027-03-28T01:30Z', '2027-03-28T01:30Z'],
  ['1795444800', '1795444800'],
])('"%s" is the form that addresses have', (text, expected) => {
  expect(read(text)).toMatchObject({ kind: 'one', text: expected, isPlain: true })
})

test.each([
  ['7/8/2027 15:00', '2027-08-07T15:00', '2027-07-08T15:00'],
  ['7-8-2027 3pm', '2027-08-07T15:00', '2027-07-08T15:00'],
  ['5/6 9am', '2027-06-05T09:00', '2027-05-06T09:00'],
  ['1/2/27 10:00', '2027-02-01T10:00', '2027-01-02T10:00'],
])('"%s" could be %s or %s', (text, one, other) => {
  expect(read(text)).toEqual({ kind: 'days', texts: [one, other] })
})

test.each([
  ['tomorrow', 'A time of day is missing'],
  ['3pm in London', '“in London” could not be read'],
  ['3pm to 5pm', 'more than one moment'],
  ['15:00 EST', 'Write the zone of the time in From'],
  ['31/2/2027 15:00', 'could not be read'],
  ['2027-13-01 10:00', 'There is no day 2027-13-01.'],
  ['2027-02-30 3pm', 'There is no day 2027-02-30.'],
  ['31 Feb 10:00', 'February has no day 31.'],
  ['Feb 31, 10:00', 'February has no day 31.'],
  ['31.2. 10:00', 'February has no day 31.'],
  ['29 February 2027 10:00', 'February 2027 has no day 29.'],
  ['25:00', 'A day has no hour 25.'],
  ['tomorrow 24:30', 'A day ends at 24:00.'],
  ['15:61', 'An hour has no minute 61.'],
  ['soon', 'could not be read'],
  ['9'.repeat(200), 'too long'],
])('"%s" is refused: %s', (text, words) => {
  const found = read(text)
  expect(found.kind === 'fault' ? found.words : found).toContain(words)
})

test.each([
  ['9', 540],
  ['09:30', 570],
  ['9.30', 570],
  ['9h30', 570],
  ['15h', 900],
  ['9am', 540],
  ['at 9:30 PM', 1290],
  ['12am', 0],
  ['noon', 720],
  ['9 in the morning', 540],
  ['24:00', 1440],
])('the time "%s" is minute %s of a day', (text, minutes) => {
  expect(readTime(text)).toBe(minutes)
})

test.each([
  ['25:00', 'is not a time'],
  ['13pm', 'is not a time'],
  ['morning', 'is not a time'],
  ['15:00 UTC', 'is not a time'],
  ['9'.repeat(200), 'is not a time'],
  ['9am in London', '“in London” could not be read'],
  ['9am to 5pm', 'more than one time'],
  ['monday 9am', 'Write the day in Date'],
  ['in 2 hours', 'Write the day in Date'],
])('"%s" is no time: %s', (text, words) => {
  expect(readTime(text)).toContain(words)
})

test('today is the day of the place', () => {
  // 23 November, 23:30 in Zurich. It is already the next day in Tokyo, and 14:30 on this day in Los Angeles.
  const late = epochSeconds(Date.UTC(2026, 10, 23, 22, 30) / 1000)
  const text = (offset: number, written: string) => {
    const found = read(written, offset, late)
    return found.kind === 'one' ? found.text : found
  }
  expect(text(3600, '3pm')).toBe('2026-11-23T15:00')
  expect(text(32_400, '3pm')).toBe('2026-11-24T15:00')
  expect(text(32_400, 'tomorrow 3pm')).toBe('2026-11-25T15:00')
  expect(text(-28_800, 'tomorrow 3pm')).toBe('2026-11-24T15:00')
  expect(text(20_700, 'midnight')).toBe('2026-11-25T00:00')
})

test('the zone of the machine changes nothing', () => {
  const script = `
    const { readMoment } = await import('#apps/search/typed-moment.ts')
    const texts = ['3pm', 'tomorrow 2:30', 'next sunday 02:30', '28 march 2027 2:30', '7/8/2027 1:30', 'in 200 days', 'midnight', 'in 3 hours']
    process.stdout.write(JSON.stringify(texts.map((text) => readMoment(text, ${NOW}, 3600))))`
  const by = (TZ: string): string =>
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      cwd: ROOT,
      env: { ...process.env, TZ },
    }).toString()
  const utc = by('UTC')
  expect(utc).toContain('2027-03-28T02:30')
  for (const zone of ['Europe/Zurich', 'America/New_York', 'Pacific/Apia']) expect(by(zone), zone).toBe(utc)
}, 120_000)
