// Parses tz source text, full files or the compact .zi form, into Rule, Zone and Link records with their lines.
import { isZoneName } from '#core/zone/zone-name.ts'
import type { SourceLine } from '#core/zone/compiled-zone.ts'
import { DAY, daysFromCivil, daysInMonth, isLeapYear, weekdayOf } from '#core/time/civil.ts'
import { faultsIn, quoted, type FaultOf } from '../source-error.ts'
import {
  FIRST_YEARS,
  KEYWORDS,
  LAST_YEARS,
  LEAP_KEYWORDS,
  MONTHS,
  readDayOfMonth,
  readSave,
  readSeconds,
  readTimeOfDay,
  splitFields,
  wordIndex,
  type DayOfMonth,
  type Fields,
} from './tz-fields.ts'
import { resolveLinks } from './tz-links.ts'
import type {
  SourceFile,
  RuleLine,
  ZoneRules,
  Until,
  ZoneLine,
  ZoneRecord,
  LinkLine,
  TzLines,
} from './tz-records.ts'

/**
 * Parses tz source files into records. Every name must be defined once, and every reference must lead to a definition. The first bad line
 * is thrown as a SourceError.
 */
export function parseTzSource(files: readonly SourceFile[]): TzLines {
  const lines = readTzLines(files, null)
  checkNames(lines)
  return lines
}

/**
 * Parses tz source files into records without comparing their names: before backzone is selected, names repeat. With a `packratList`,
 * lines that begin `#PACKRATLIST <that list>` are read as if they were not comments (backzone's header explains this).
 */
export function readTzLines(files: readonly SourceFile[], packratList: string | null): TzLines {
  const reader: Reader = { rules: [], zones: [], links: [], open: null }
  for (const file of files) readFile(file, packratList, reader)
  return { rules: reader.rules, zones: reader.zones, links: reader.links }
}

interface OpenZone {
  readonly record: ZoneRecord & { readonly lines: ZoneLine[] }
  readonly until: Until
}

interface Reader {
  readonly rules: RuleLine[]
  readonly zones: ZoneRecord[]
  readonly links: LinkLine[]
  /** The zone whose last line had an UNTIL, so that the next line must continue it. */
  open: OpenZone | null
}

function readFile(file: SourceFile, packratList: string | null, reader: Reader): void {
  const { name, text } = file
  const packratPrefix = packratList === null ? null : new RegExp(`^#PACKRATLIST[\\t ]+${packratList}[\\t ]+`)
  let line = 0
  let last: SourceLine = { file: name, line: 1, text: '' }
  for (let begin = 0; begin < text.length;) {
    const newline = text.indexOf('\n', begin)
    const end = newline < 0 ? text.length : newline
    line++
    // Four of five lines of a release are comments. They are skipped early.
    const isComment = text.charCodeAt(begin) === 35
    if (end > begin && !(isComment && (packratPrefix === null || text[begin + 1] !== 'P'))) {
      const raw = text.slice(begin, end)
      let content = raw
      if (isComment) content = packratPrefix?.test(raw) === true ? raw.replace(packratPrefix, '') : ''
      if (content !== '') {
        last = { file: name, line, text: raw }
        readLine(content, last, reader)
      }
    }
    begin = end + 1
  }
  if (reader.open !== null)
    throw faultsIn(last, `Zone ${reader.open.record.id}`)(
      'bad-continuation',
      'the file ends after a line with UNTIL, where a continuation line was expected',
    )
}

function readLine(content: string, source: SourceLine, reader: Reader): void {
  const fault = faultsIn(source)
  if (content.includes('\0')) throw fault('bad-character', 'the line holds a NUL character')
  const fields = splitFields(content)
  if (fields === null) throw fault('bad-quotes', 'a quotation mark is not closed on this line')
  if (fields.length === 0) return
  if (reader.open !== null) {
    readContinuation(fields, source, reader, reader.open)
    return
  }
  const first = fields[0] ?? ''
  switch (KEYWORDS[wordIndex(first, KEYWORDS)]) {
    case 'rule':
      reader.rules.push(readRule(fields, source))
      return
    case 'zone':
      readZone(fields, source, reader)
      return
    case 'link':
      reader.links.push(readLink(fields, source, content))
      return
    case undefined: {
      if (wordIndex(first, LEAP_KEYWORDS) >= 0)
        throw fault(
          'unsupported',
          `${quoted(first)} lines are about leap seconds, which tzref does not count; expected Rule, Zone or Link`,
        )
      throw fault('bad-keyword', `the line begins with ${quoted(first)}; expected Rule, Zone or Link`)
    }
  }
}

const YEAR = /^[+-]?\d{1,9}$/

/** The first and the last year that tzref supports. */
const FIRST_YEAR = 1
const LAST_YEAR = 9999

function readYear(text: string): number | null {
  if (!YEAR.test(text)) return null
  const year = Number(text)
  return year >= FIRST_YEAR && year <= LAST_YEAR ? year : null
}

function readRule(fields: Fields, source: SourceLine): RuleLine {
  const [, name = '', from = '', to = '', type = '', month = '', on = '', at = '', save = '', letter = ''] =
    fields
  const fault = faultsIn(source, name === '' ? 'Rule' : `Rule ${name}`)
  if (fields.length !== 10)
    throw fault(
      'bad-fields',
      `found ${fields.length} fields, expected 10 (Rule NAME FROM TO - IN ON AT SAVE LETTER/S)`,
    )
  if (name === '' || /^[\d+\-\s]/.test(name))
    throw fault('bad-name', `a rule set's name must begin with a letter, found ${quoted(name)}`)

  const firstYear = readFirstYear(from)
  if (firstYear === null)
    throw fault('bad-year', `FROM ${quoted(from)} is not a year (${FIRST_YEAR}–${LAST_YEAR}, or minimum)`)
  const lastYear = readLastYear(to, firstYear)
  if (lastYear === null)
    throw fault('bad-year', `TO ${quoted(to)} is not a year (${FIRST_YEAR}–${LAST_YEAR}, only, or maximum)`)
  if (firstYear > lastYear) throw fault('bad-year', `FROM ${from} is later than TO ${to}`)
  if (type !== '')
    throw fault('bad-type', `year type ${quoted(type)} is not supported; expected "-" in the fifth field`)

  const monthNumber = readMonth(month)
  if (monthNumber === null) throw fault('bad-month', `month ${quoted(month)} is not a month`)
  const day = readDayOfMonth(on, monthNumber)
  if (typeof day === 'string') throw fault('bad-day', day)
  const missing = yearWithoutDay(firstYear, lastYear, monthNumber, day)
  if (missing !== null) throw fault('bad-day', `there is no 29 February in ${missing}`)

  const time = readTimeOfDay(at)
  if (typeof time === 'string') throw fault('bad-time', time)
  const saving = readSave(save)
  if (typeof saving === 'string') throw fault('bad-save', saving)
  if (letter !== '' && !/^[A-Za-z0-9+-]+$/.test(letter))
    throw fault('bad-abbreviation', `LETTER ${quoted(letter)} has more than letters, digits, + and -`)
  return {
    source,
    name,
    from: firstYear,
    to: lastYear,
    month: monthNumber,
    on: day,
    at: time.seconds,
    clock: time.clock,
    save: saving.seconds,
    isDst: saving.isDst,
    letter,
  }
}

function readFirstYear(text: string): number | null {
  const word = FIRST_YEARS[wordIndex(text, FIRST_YEARS)]
  if (word === 'minimum') return -Infinity
  return word === undefined ? readYear(text) : null
}

function readLastYear(text: string, firstYear: number): number | null {
  const word = LAST_YEARS[wordIndex(text, LAST_YEARS)]
  if (word === 'maximum') return Infinity
  if (word === 'only') return firstYear === -Infinity ? null : firstYear
  return word === undefined ? readYear(text) : null
}

/** 1–12. Null when the text fits no month, or several. */
function readMonth(text: string): number | null {
  const index = wordIndex(text, MONTHS)
  return index < 0 ? null : index + 1
}

/** The first year of the span that lacks the day. Null when all years have it. `<=29` uses the 28th instead; the other forms cannot. */
function yearWithoutDay(from: number, to: number, month: number, on: DayOfMonth): number | null {
  if (month !== 2 || on.day !== 29 || on.kind === 'on-or-before') return null
  const first = from === -Infinity ? FIRST_YEAR : from
  if (!isLeapYear(first)) return first
  return to > first ? first + 1 : null
}

const ZONE_COLUMNS = 'STDOFF RULES FORMAT [UNTIL: year month day time]'

function readZone(fields: Fields, source: SourceLine, reader: Reader): void {
  const id = fields[1] ?? ''
  const fault = faultsIn(source, id === '' ? 'Zone' : `Zone ${id}`)
  if (fields.length < 5 || fields.length > 9)
    throw fault('bad-fields', `found ${fields.length} fields, expected 5 to 9 (Zone NAME ${ZONE_COLUMNS})`)
  const nameFault = faultInName(id)
  if (nameFault !== null) throw fault('bad-name', nameFault)
  const line = readZoneLine(fields.slice(2), source, fault, null)
  const record = { id, source, lines: [line] }
  reader.zones.push(record)
  reader.open = line.until === null ? null : { record, until: line.until }
}

function readContinuation(fields: Fields, source: SourceLine, reader: Reader, open: OpenZone): void {
  const fault = faultsIn(source, `Zone ${open.record.id}`)
  const found = fields[0] ?? ''
  if (/^[A-Za-z]/.test(found))
    throw fault(
      'bad-continuation',
      `found ${quoted(found)} where a continuation line was expected, since the line before has an UNTIL`,
    )
  if (fields.length < 3 || fields.length > 7)
    throw fault(
      'bad-fields',
      `found ${fields.length} fields, expected 3 to 7 on a continuation line (${ZONE_COLUMNS})`,
    )
  const line = readZoneLine(fields, source, fault, open.until)
  open.record.lines.push(line)
  reader.open = line.until === null ? null : { record: open.record, until: line.until }
}

const RULE_SAVE = /^[+-]?\d/

function readZoneLine(fields: Fields, source: SourceLine, fault: FaultOf, previous: Until | null): ZoneLine {
  const [stdoffText = '', rulesText = '', format = '', ...untilFields] = fields
  const stdoff = readSeconds(stdoffText)
  if (stdoff === null) throw fault('bad-offset', `STDOFF ${quoted(stdoffText)} is not an offset from UTC`)
  if (!isOffsetInRange(stdoff)) throw fault('bad-offset', `STDOFF ${quoted(stdoffText)} is out of range`)

  let rules: ZoneRules
  if (rulesText === '' || RULE_SAVE.test(rulesText)) {
    const save = readSave(rulesText)
    if (typeof save === 'string') throw fault('bad-rules', `RULES: ${save}`)
    rules = { kind: 'save', save }
  } else rules = { kind: 'named', name: rulesText }

  const formatFault = faultInFormat(format, rules.kind === 'named')
  if (formatFault !== null) throw fault('bad-format', `FORMAT ${quoted(format)} ${formatFault}`)

  const until = untilFields.length > 0 ? readUntil(untilFields, fault) : null
  if (until !== null && previous !== null && until.local <= previous.local)
    throw fault('until-not-after', `UNTIL ${untilFields.join(' ')} is not after the UNTIL of the line before`)
  return { source, stdoff, rules, format, until }
}

function readUntil(fields: Fields, faultOfLine: FaultOf): Until {
  const [yearText = '', monthText = 'Jan', dayText = '1', timeText = '0'] = fields
  const fault: FaultOf = (code, problem) => faultOfLine(code, `UNTIL: ${problem}`)
  const year = readYear(yearText)
  if (year === null) throw fault('bad-year', `${quoted(yearText)} is not a year (${FIRST_YEAR}–${LAST_YEAR})`)
  const month = readMonth(monthText)
  if (month === null) throw fault('bad-month', `month ${quoted(monthText)} is not a month`)
  const on = readDayOfMonth(dayText, month)
  if (typeof on === 'string') throw fault('bad-day', on)
  if (yearWithoutDay(year, year, month, on) !== null)
    throw fault('bad-day', `there is no 29 February in ${year}`)
  const time = readTimeOfDay(timeText)
  if (typeof time === 'string') throw fault('bad-time', time)
  return { year, local: dayOf(year, month, on) * DAY + time.seconds, clock: time.clock }
}

/** Returns the day of a Rule or UNTIL in one year, in days since 1970-01-01. */
export function dayOf(year: number, month: number, on: DayOfMonth): number {
  if (on.kind === 'day') return daysFromCivil(year, month, on.day)
  if (on.kind === 'on-or-after') {
    const day = daysFromCivil(year, month, on.day)
    return day + ((on.weekday - weekdayOf(day) + 7) % 7)
  }
  const day = daysFromCivil(year, month, Math.min(on.day, daysInMonth(year, month)))
  return day - ((weekdayOf(day) - on.weekday + 7) % 7)
}

/** Returns whether an offset fits a POSIX TZ text, and so a footer. It must not exceed 24 hours. */
export const isOffsetInRange = (seconds: number): boolean => Math.abs(seconds) <= DAY

/** The fault of a FORMAT. Null when there is none. */
function faultInFormat(format: string, hasRules: boolean): string | null {
  if (format === '') return 'is empty; expected an abbreviation'
  const specifiers = format.match(/%./g)?.length ?? 0
  if (format.includes('%')) {
    if (specifiers !== 1 || !/%[sz]/.test(format) || format.includes('/'))
      return 'has a "%" that is not a single %s or %z'
    if (format.includes('%s') && !hasRules) return 'has %s, but the RULES column names no rule set'
  }
  const plain = format.replace(/%[sz]/, '')
  const parts = plain.split('/')
  if (parts.length > 2) return 'has more than one "/"'
  if (!/^[A-Za-z0-9+-]*$/.test(parts.join('')))
    return 'has more than letters, digits, + and - (and %s, %z or one "/")'
  if (specifiers === 0 || format.includes('/'))
    for (const part of parts) {
      const fault = faultInAbbreviation(part)
      if (fault !== null) return fault
    }
  return null
}

/**
 * Returns the fault of an abbreviation. Null when there is none. POSIX requires at least three characters, and readers accept at most
 * six.
 */
export function faultInAbbreviation(abbreviation: string): string | null {
  if (abbreviation.length < 3) return `gives the abbreviation "${abbreviation}", shorter than 3 characters`
  // Only `%z` can be longer: +hhmmss.
  if (abbreviation.length > 6 && !/^[+-]\d{6}$/.test(abbreviation))
    return `gives the abbreviation "${abbreviation}", longer than 6 characters`
  return null
}

/** The fault in the name of a Zone or Link. Null when there is none. */
function faultInName(name: string): string | null {
  if (name === '') return 'the name is empty'
  if (!isZoneName(name))
    return `the name ${quoted(name)} is not made of letters, digits, ".", "_", "+" and "-" with single "/" between`
  for (const part of name.split('/')) {
    if (part === '.' || part === '..') return `the name ${quoted(name)} has a part "${part}"`
    if (part.startsWith('-')) return `the name ${quoted(name)} has a part that begins with "-"`
  }
  return null
}

function readLink(fields: Fields, source: SourceLine, content: string): LinkLine {
  const [, target = '', linkName = ''] = fields
  const fault = faultsIn(source, linkName === '' ? 'Link' : `Link ${linkName}`)
  if (fields.length !== 3)
    throw fault('bad-fields', `found ${fields.length} fields, expected 3 (Link TARGET LINK-NAME)`)
  for (const name of [target, linkName]) {
    const nameFault = faultInName(name)
    if (nameFault !== null) throw fault('bad-name', nameFault)
  }
  const via = /#=[\t ]*([^\t #]+)/.exec(content)?.[1] ?? null
  return { source, target, linkName, via }
}

/** Throws a SourceError unless every Zone and Link name is defined once and every named rule set exists. */
export function checkNames(lines: TzLines): void {
  const definedAt = new Map<string, SourceLine>()
  const define = (keyword: string, name: string, source: SourceLine): void => {
    const earlier = definedAt.get(name)
    if (earlier !== undefined)
      throw faultsIn(source, `${keyword} ${name}`)(
        'duplicate-name',
        `the name is defined already, at ${earlier.file}:${earlier.line}`,
      )
    definedAt.set(name, source)
  }
  for (const zone of lines.zones) define('Zone', zone.id, zone.source)
  for (const link of lines.links) define('Link', link.linkName, link.source)

  const ruleSets = new Set(lines.rules.map((rule) => rule.name))
  for (const zone of lines.zones)
    for (const line of zone.lines)
      if (line.rules.kind === 'named' && !ruleSets.has(line.rules.name))
        throw faultsIn(line.source, `Zone ${zone.id}`)(
          'unknown-rule',
          `RULES names ${quoted(line.rules.name)}, but there is no Rule of that name`,
        )
  resolveLinks(lines)
}
