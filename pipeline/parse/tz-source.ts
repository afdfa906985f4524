// Parses tz source, full or compact (.zi), into Rule, Zone and Link records with their lines, follows Links, and refuses faulty lines.
import { byText } from '#core/order.ts'
import { isZoneName } from '#core/zone/zone-name.ts'
import type { SourceLine } from '#core/zone/compiled-zone.ts'
import { DAY, daysFromCivil, daysInMonth, isLeapYear, weekdayOf } from '#core/time/civil.ts'
import { faultsIn, quoted, type FaultOf } from '../source-error.ts'
import {
  KEYWORDS,
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
  type TimeOfDay,
} from './tz-fields.ts'
import type { SourceFile, RuleLine, Until, ZoneLine, ZoneRecord, LinkLine, TzLines } from './tz-records.ts'

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

type OpenZone = ZoneRecord & { readonly lines: ZoneLine[] }

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
  let last: SourceLine = { file: name, line: 1, text: '' }
  for (const [index, raw] of text.split('\n').entries()) {
    let content = raw
    // Four of five lines of a release are comments. They are skipped early.
    if (raw.startsWith('#')) content = packratPrefix?.test(raw) === true ? raw.replace(packratPrefix, '') : ''
    if (content === '') continue
    last = { file: name, line: index + 1, text: raw }
    readLine(content, last, reader)
  }
  if (reader.open !== null)
    throw faultsIn(last, `Zone ${reader.open.id}`)(
      'bad-continuation',
      'the file ends after a line with UNTIL, where a continuation line was expected',
    )
}

function readLine(content: string, source: SourceLine, reader: Reader): void {
  const fault = faultsIn(source)
  if (content.includes('\0')) throw fault('bad-character', 'the line holds a NUL character')
  const fields = splitFields(content)
  if (fields === null) throw fault('bad-quotes', 'a quotation mark is not closed on this line')
  const [first] = fields
  if (first === undefined) return
  const keyword = KEYWORDS[wordIndex(first, KEYWORDS)]
  if (reader.open !== null) readContinuation(fields, source, reader, reader.open)
  else if (keyword === 'rule') reader.rules.push(readRule(fields, source))
  else if (keyword === 'zone') readZone(fields, source, reader)
  else if (keyword === 'link') reader.links.push(readLink(fields, source, content))
  else if (wordIndex(first, LEAP_KEYWORDS) < 0)
    throw fault('bad-keyword', `the line begins with ${quoted(first)}; expected Rule, Zone or Link`)
  else
    throw fault(
      'unsupported',
      `${quoted(first)} lines are about leap seconds, which tzref does not count; expected Rule, Zone or Link`,
    )
}

/** The first and the last year that tzref supports. */
const FIRST_YEAR = 1
const LAST_YEAR = 9999

/** A year, or what a word in its place stands for. Null when it is neither, or when the word is not allowed there. */
function readYear(text: string, words: Readonly<Record<string, number | null>> = {}): number | null {
  const names = Object.keys(words)
  const word = names[wordIndex(text, names)]
  if (word !== undefined) return words[word] ?? null
  const year = Number(text)
  return /^[+-]?\d{1,9}$/.test(text) && year >= FIRST_YEAR && year <= LAST_YEAR ? year : null
}

/** Throws the fault of a line with too few or too many fields. */
function expectFields(
  { length }: Fields,
  [least, most]: readonly [number, number],
  expected: string,
  fault: FaultOf,
): void {
  if (length < least || length > most)
    throw fault('bad-fields', `found ${length} fields, expected ${expected}`)
}

function readRule(fields: Fields, source: SourceLine): RuleLine {
  const [, name = '', from = '', to = '', type = '', month = '', on = '', at = '', save = '', letter = ''] =
    fields
  const fault = faultsIn(source, name === '' ? 'Rule' : `Rule ${name}`)
  expectFields(fields, [10, 10], '10 (Rule NAME FROM TO - IN ON AT SAVE LETTER/S)', fault)
  if (name === '' || /^[\d+\-\s]/.test(name))
    throw fault('bad-name', `a rule set's name must begin with a letter, found ${quoted(name)}`)

  const firstYear = readYear(from, { minimum: -Infinity, maximum: null })
  if (firstYear === null)
    throw fault('bad-year', `FROM ${quoted(from)} is not a year (${FIRST_YEAR}–${LAST_YEAR}, or minimum)`)
  const only = firstYear === -Infinity ? null : firstYear
  const lastYear = readYear(to, { minimum: null, maximum: Infinity, only })
  if (lastYear === null)
    throw fault('bad-year', `TO ${quoted(to)} is not a year (${FIRST_YEAR}–${LAST_YEAR}, only, or maximum)`)
  if (firstYear > lastYear) throw fault('bad-year', `FROM ${from} is later than TO ${to}`)
  if (type !== '')
    throw fault('bad-type', `year type ${quoted(type)} is not supported; expected "-" in the fifth field`)

  const date = readDate(month, on, at, firstYear, lastYear, fault)
  const saving = readSave(save, fault)
  if (letter !== '' && !/^[A-Za-z0-9+-]+$/.test(letter))
    throw fault('bad-abbreviation', `LETTER ${quoted(letter)} has more than letters, digits, + and -`)
  return { source, name, from: firstYear, to: lastYear, ...date, ...saving, letter }
}

/** Reads the month, day and time of a Rule or an UNTIL. Each of the years from `first` to `last` must have the day. */
function readDate(
  monthText: string,
  dayText: string,
  timeText: string,
  first: number,
  last: number,
  fault: FaultOf,
): TimeOfDay & Pick<RuleLine, 'month' | 'on'> {
  const month = wordIndex(monthText, MONTHS) + 1
  if (month === 0) throw fault('bad-month', `month ${quoted(monthText)} is not a month`)
  const on = readDayOfMonth(dayText, month, fault)
  const missing = yearWithoutDay(first, last, month, on)
  if (missing !== null) throw fault('bad-day', `there is no 29 February in ${missing}`)
  return { month, on, ...readTimeOfDay(timeText, fault) }
}

/** The first year of the span that lacks the day. Null when all years have it. `<=29` uses the 28th instead; the other forms cannot. */
function yearWithoutDay(from: number, to: number, month: number, on: DayOfMonth): number | null {
  if (month !== 2 || on.day !== 29 || on.kind === 'on-or-before') return null
  const first = from === -Infinity ? FIRST_YEAR : from
  if (!isLeapYear(first)) return first
  return to > first ? first + 1 : null
}

/** The abbreviation that the Zone Factory showed until 2016f. It is read as the `-00` of 2016g. */
const FACTORY_SENTENCE = 'Local time zone must be set--see zic manual page'
const ZONE_COLUMNS = 'STDOFF RULES FORMAT [UNTIL: year month day time]'

function readZone(fields: Fields, source: SourceLine, reader: Reader): void {
  const id = fields[1] ?? ''
  const fault = faultsIn(source, id === '' ? 'Zone' : `Zone ${id}`)
  expectFields(fields, [5, 9], `5 to 9 (Zone NAME ${ZONE_COLUMNS})`, fault)
  checkName(id, fault)
  const zone = { id, source, lines: [] }
  readZoneLine(fields.slice(2), source, reader, zone)
  reader.zones.push(zone)
}

function readContinuation(fields: Fields, source: SourceLine, reader: Reader, zone: OpenZone): void {
  const fault = faultsIn(source, `Zone ${zone.id}`)
  const found = fields[0] ?? ''
  if (/^[A-Za-z]/.test(found))
    throw fault(
      'bad-continuation',
      `found ${quoted(found)} where a continuation line was expected, since the line before has an UNTIL`,
    )
  expectFields(fields, [3, 7], `3 to 7 on a continuation line (${ZONE_COLUMNS})`, fault)
  readZoneLine(fields, source, reader, zone)
}

/** Reads a line of a Zone and adds it. The zone stays open if the line has an UNTIL. */
function readZoneLine(fields: Fields, source: SourceLine, reader: Reader, zone: OpenZone): void {
  const fault = faultsIn(source, `Zone ${zone.id}`)
  const [stdoffText = '', rulesText = '', formatText = '', ...untilFields] = fields
  const format = formatText === FACTORY_SENTENCE ? '-00' : formatText
  const stdoff = readSeconds(stdoffText)
  if (stdoff === null) throw fault('bad-offset', `STDOFF ${quoted(stdoffText)} is not an offset from UTC`)
  if (!isOffsetInRange(stdoff)) throw fault('bad-offset', `STDOFF ${quoted(stdoffText)} is out of range`)

  const faultInRules: FaultOf = (_, problem) => fault('bad-rules', `RULES: ${problem}`)
  const rules: ZoneLine['rules'] = /^(?:$|[+-]?\d)/.test(rulesText)
    ? { kind: 'save', ...readSave(rulesText, faultInRules) }
    : { kind: 'named', name: rulesText }

  const formatFault = faultInFormat(format, rules.kind === 'named')
  if (formatFault !== null) throw fault('bad-format', `FORMAT ${quoted(format)} ${formatFault}`)

  const until = untilFields.length > 0 ? readUntil(untilFields, fault) : null
  const previous = zone.lines.at(-1)?.until ?? null
  if (until !== null && previous !== null && until.local <= previous.local)
    throw fault('until-not-after', `UNTIL ${untilFields.join(' ')} is not after the UNTIL of the line before`)
  zone.lines.push({ source, stdoff, rules, format, until })
  reader.open = until === null ? null : zone
}

function readUntil(fields: Fields, faultOfLine: FaultOf): Until {
  const [yearText = '', monthText = 'Jan', dayText = '1', timeText = '0'] = fields
  const fault: FaultOf = (code, problem) => faultOfLine(code, `UNTIL: ${problem}`)
  const year = readYear(yearText)
  if (year === null) throw fault('bad-year', `${quoted(yearText)} is not a year (${FIRST_YEAR}–${LAST_YEAR})`)
  const { month, on, at, clock } = readDate(monthText, dayText, timeText, year, year, fault)
  return { year, local: dayOf(year, month, on) * DAY + at, clock }
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
  const whole = specifiers === 0 || format.includes('/') ? parts : []
  return whole.map(faultInAbbreviation).find((fault) => fault !== null) ?? null
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

/** Throws the fault in the name of a Zone or Link. */
function checkName(name: string, fault: FaultOf): void {
  if (name === '') throw fault('bad-name', 'the name is empty')
  const refuse = (why: string) => fault('bad-name', `the name ${quoted(name)} ${why}`)
  if (!isZoneName(name))
    throw refuse('is not made of letters, digits, ".", "_", "+" and "-" with single "/" between')
  for (const part of name.split('/')) {
    if (part === '.' || part === '..') throw refuse(`has a part "${part}"`)
    if (part.startsWith('-')) throw refuse('has a part that begins with "-"')
  }
}

function readLink(fields: Fields, source: SourceLine, content: string): LinkLine {
  const [, target = '', linkName = ''] = fields
  const fault = faultsIn(source, linkName === '' ? 'Link' : `Link ${linkName}`)
  expectFields(fields, [3, 3], '3 (Link TARGET LINK-NAME)', fault)
  for (const name of [target, linkName]) checkName(name, fault)
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

/** The end of a Link's chain, and the Link lines on the way, its own first. */
export interface ResolvedLink {
  /** The id of a Zone. */
  readonly target: string
  readonly lines: readonly SourceLine[]
}

/** Returns every Link name of a release, in code-unit order. Throws a SourceError for a circle, or for a target that does not exist. */
export function resolveLinks(lines: TzLines): Map<string, ResolvedLink> {
  const zoneIds = new Set(lines.zones.map((zone) => zone.id))
  const linkByName = new Map(lines.links.map((link) => [link.linkName, link]))
  const resolved = new Map<string, ResolvedLink>()
  for (const link of lines.links.toSorted(byText(({ linkName }) => linkName))) {
    const chain = [link]
    const fault = faultsIn(link.source, `Link ${link.linkName}`)
    let target = link.target
    while (!zoneIds.has(target)) {
      const next = linkByName.get(target)
      if (next === undefined)
        throw fault('link-missing', `TARGET ${quoted(target)} is neither a Zone nor a Link`)
      if (chain.includes(next))
        throw fault(
          'link-cycle',
          `the Links form a circle: ${[...chain, next].map((one) => one.linkName).join(' → ')}`,
        )
      chain.push(next)
      target = next.target
    }
    resolved.set(link.linkName, { target, lines: chain.map((one) => one.source) })
  }
  return resolved
}
