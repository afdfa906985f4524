// What clocks show at an instant, in the tiny world.
import { expect, test } from 'vitest'
import { intervalAt, typeAt } from '#core/zone/offset-at.ts'
import { compileText } from '../../support/worlds/compile-text.ts'
import { instant, isoOf } from '../../support/worlds/moment.ts'
import { tinyZone } from '../../support/worlds/tiny-tz.ts'

const shown = (id: string, at: string) => {
  const { offset, stdoff, save, isDst, abbreviation } = typeAt(tinyZone(id), instant(at))
  return { offset, stdoff, save, isDst, abbreviation }
}

test('Lord Howe moves by thirty minutes', () => {
  expect(shown('Australia/Lord_Howe', '2026-07-01T00:00:00Z')).toEqual({
    offset: 37_800,
    stdoff: 37_800,
    save: 0,
    isDst: false,
    abbreviation: '+1030',
  })
  expect(shown('Australia/Lord_Howe', '2026-12-01T00:00:00Z')).toMatchObject({
    offset: 39_600,
    save: 1800,
    isDst: true,
    abbreviation: '+11',
  })
})

test('Dublin: winter is standard time, summer is ahead of it', () => {
  expect(shown('Europe/Dublin', '2026-01-01T00:00:00Z')).toEqual({
    offset: 0,
    stdoff: 0,
    save: 0,
    isDst: false,
    abbreviation: 'GMT',
  })
  expect(shown('Europe/Dublin', '2026-07-01T00:00:00Z')).toEqual({
    offset: 3600,
    stdoff: 0,
    save: 3600,
    isDst: true,
    abbreviation: 'IST',
  })
})

test('Dublin from 1968 to 1971: an hour ahead of GMT as standard time', () => {
  expect(shown('Europe/Dublin', '1968-07-01T00:00:00Z')).toMatchObject({ offset: 3600, isDst: true })
  expect(shown('Europe/Dublin', '1970-01-01T00:00:00Z')).toMatchObject({
    offset: 3600,
    stdoff: 3600,
    isDst: false,
  })
})

test('Edmonton 2026-11-01: abbreviation and is_dst change, the clock does not', () => {
  const { start, type, end } = intervalAt(tinyZone('America/Edmonton'), instant('2026-12-01T00:00:00Z'))
  expect(start).toBe(instant('2026-11-01T08:00:00Z'))
  expect(end).toBeNull()
  expect(type).toMatchObject({ offset: -21_600, isDst: false, abbreviation: 'CST' })
  expect(shown('America/Edmonton', '2026-11-01T07:59:59Z')).toMatchObject({
    offset: -21_600,
    isDst: true,
    abbreviation: 'MDT',
  })
})

test('an interval starts at its transition and ends just before the next', () => {
  const zone = tinyZone('America/New_York')
  expect(typeAt(zone, instant('2026-03-08T06:59:59Z')).abbreviation).toBe('EST')
  expect(typeAt(zone, instant('2026-03-08T07:00:00Z')).abbreviation).toBe('EDT')
})

test('an interval names the Zone line and the Rule line that made it', () => {
  const { why } = intervalAt(tinyZone('America/New_York'), instant('2026-07-01T00:00:00Z'))
  expect(why.map((line) => `${line.file}: ${line.text.replaceAll(/\s+/g, ' ').trim()}`)).toEqual([
    'tzdata.zi: -5:00 US E%sT',
    'tzdata.zi: Rule US 2007 max - Mar Sun>=8 2:00 1:00 D',
  ])
})

test('an interval of the footer names them too', () => {
  const { why } = intervalAt(tinyZone('America/New_York'), instant('2526-07-01T00:00:00Z'))
  expect(why.map((line) => line.text.replaceAll(/\s+/g, ' ').trim())).toContain(
    'Rule US 2007 max - Mar Sun>=8 2:00 1:00 D',
  )
})

test('a Link that is a zone of its own names its Link line first', () => {
  const { why } = intervalAt(tinyZone('Europe/Busingen'), instant('2026-07-01T00:00:00Z'))
  expect(why[0]?.text).toBe('Link Europe/Berlin\tEurope/Busingen')
  expect(why).toHaveLength(3)
})

test('before its first transition a zone has one interval without a start', () => {
  const { start, type } = intervalAt(tinyZone('America/New_York'), instant('0001-01-01T00:00:00Z'))
  expect(start).toBeNull()
  expect(type.abbreviation).toBe('LMT')
})

test('New York in the year 9999 changes by the rule of 2007', () => {
  const { start, end, type } = intervalAt(tinyZone('America/New_York'), instant('9999-07-01T00:00:00Z'))
  expect(start === null ? null : isoOf(start)).toBe('9999-03-14T07:00:00Z')
  expect(end === null ? null : isoOf(end)).toBe('9999-11-07T06:00:00Z')
  expect(type.abbreviation).toBe('EDT')
})

test('New York changes on the second Sunday of March and the first of November in every year to 9999', () => {
  const zone = tinyZone('America/New_York')
  const firstSunday = (year: number, month: number): number =>
    1 + ((7 - new Date(Date.UTC(year, month, 1)).getUTCDay()) % 7)
  const wrong: number[] = []
  for (let year = 2007; year <= 9999; year++) {
    const spring = Date.UTC(year, 2, firstSunday(year, 2) + 7, 7) / 1000
    const autumn = Date.UTC(year, 10, firstSunday(year, 10), 6) / 1000
    const { start, end } = intervalAt(zone, instant(`${year}-07-01T00:00:00Z`))
    if (start !== spring || end !== autumn) wrong.push(year)
  }
  expect(wrong).toEqual([])
})

test('the last listed interval ends where the footer begins', () => {
  const zone = tinyZone('America/New_York')
  const last = zone.starts.at(-1)
  expect(last).toBe(instant('2037-11-01T06:00:00Z'))
  expect(intervalAt(zone, instant('2037-12-31T00:00:00Z'))).toMatchObject({
    start: last,
    end: instant('2038-03-14T07:00:00Z'),
  })
})

test('rules that no POSIX text can express repeat after 400 years', () => {
  const zone = compileText(`
Rule X 2000 max - Mar 1 0:00 1:00 S
Rule X 2000 max - May 1 0:00 2:00 D
Rule X 2000 max - Oct lastSun 0:00 0 -
Zone Test/Town 1:00 - CET 2000
  1:00 X C%sET
`)
  expect(zone.footer).toEqual({ kind: 'cycle' })
  expect(zone.posixTz).toBeNull()
  const inCycle = intervalAt(zone, instant('2300-06-01T00:00:00Z'))
  const later = intervalAt(zone, instant('9900-06-01T00:00:00Z'))
  expect(inCycle.type).toMatchObject({ save: 7200, abbreviation: 'CDET' })
  expect(later.type).toBe(inCycle.type)
  expect(later.start).toBe(instant('9900-04-30T22:00:00Z'))
  expect(later.end).toBe(instant('9900-10-27T21:00:00Z'))
})

test('Namibia kept daylight saving time until the law made it standard time on 2017-10-24', () => {
  const text = `
Rule Namibia 1994 only - Mar 21 0:00 -1:00 WAT
Rule Namibia 1994 2017 - Sep Sun>=1 2:00 0 CAT
Rule Namibia 1995 2017 - Apr Sun>=1 2:00 -1:00 WAT
Zone Africa/Windhoek 2:00 - SAST 1990 Mar 21
  2:00 Namibia %s
`
  const zone = compileText(text)
  expect(typeAt(zone, instant('1992-01-01T00:00:00Z'))).toMatchObject({ stdoff: 7200, isDst: false })
  expect(typeAt(zone, instant('2017-10-23T21:59:59Z'))).toMatchObject({ stdoff: 3600, isDst: true })
  expect(typeAt(zone, instant('2017-10-23T22:00:00Z'))).toMatchObject({ stdoff: 7200, isDst: false })
})
