// A calendar's text → its components with their properties, by RFC 5545, 3.1; a line that does not match as a whole is returned as unread.
import { EventError } from './event-text.ts'

export interface Property {
  /** Counted from 1. */
  readonly line: number
  /** In capitals. */
  readonly name: string
  /** By name in capitals. */
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
}

export interface Component {
  readonly name: string
  /** The line of its BEGIN. */
  readonly line: number
  /** Whether a line in it, or in a component in it, is no property. */
  readonly isDamaged: boolean
  readonly properties: readonly Property[]
  readonly inner: readonly Component[]
}

/** Lines that were not read, with the first reason for each. */
export class Unread {
  readonly #reasons = new Map<number, string>()

  add(line: number, reason: string): void {
    if (!this.#reasons.has(line)) this.#reasons.set(line, reason)
  }

  get size(): number {
    return this.#reasons.size
  }

  /** In the order of the lines. */
  get lines(): { readonly line: number; readonly reason: string }[] {
    return [...this.#reasons]
      .map(([line, reason]) => ({ line, reason }))
      .toSorted((one, other) => one.line - other.line)
  }
}

/**
 * The calendars of a text. Throws an EventError for a component without its END or outside of a calendar: the file was cut, and events
 * that it lost must not count as unmoved.
 */
export function calendarsOf(text: string, unread: Unread): Component[] {
  type Open = { name: string; line: number; isDamaged: boolean; properties: Property[]; inner: Component[] }
  const top: Open = { name: '', line: 0, isDamaged: false, properties: [], inner: [] }
  const open = [top]
  for (const { line, content } of contentLines(text)) {
    const current = open.at(-1) ?? top
    const property = propertyOf(line, content)
    if (property === null) {
      if (current !== top)
        unread.add(line, `found "${content.slice(0, SHOWN)}", expected a property (RFC 5545, 3.1)`)
      for (const component of open) component.isDamaged = true
      continue
    }
    const name = property.value.trim().toUpperCase()
    if (property.name === 'BEGIN') {
      if (current === top && name !== 'VCALENDAR') throw cut(line, `BEGIN:${name}`, 'BEGIN:VCALENDAR')
      const component: Open = { name, line, isDamaged: false, properties: [], inner: [] }
      current.inner.push(component)
      open.push(component)
    } else if (property.name !== 'END') current.properties.push(property)
    else if (current === top) throw cut(line, `END:${name}`, `BEGIN:${name}`)
    else if (current.name !== name) throw cut(line, `END:${name}`, endOf(current))
    else open.pop()
  }
  const last = open.at(-1) ?? top
  if (last !== top) throw cut(text.trimEnd().split('\n').length, 'the end of the file', endOf(last))
  return top.inner
}

/** Characters of a line that a message shows. */
const SHOWN = 80

const endOf = ({ name, line }: Pick<Component, 'name' | 'line'>): string =>
  `END:${name} for the BEGIN:${name} of line ${line}`

const cut = (line: number, found: string, expected: string): EventError =>
  new EventError(
    line,
    `found ${found.slice(0, SHOWN)}, expected ${expected} before it: the calendar was cut, or is damaged`,
  )

/** Lines without their folds; empty ones are left out. Each calendar of a stream may begin with a byte order mark. */
function* contentLines(text: string): Generator<{ readonly line: number; readonly content: string }> {
  // Lotus once ended lines with a carriage return alone.
  const lines = text.split(text.includes('\n') ? /\r{0,2}\n/ : '\r')
  for (let number = 0; number < lines.length; number++) {
    const line = number + 1
    let content = lines[number] ?? ''
    while (isFolded(lines[number + 1])) content += (lines[++number] ?? '').slice(1)
    if (content.startsWith('\uFEFF')) content = content.slice(1)
    if (content !== '') yield { line, content }
  }
}

const isFolded = (next: string | undefined): boolean =>
  next?.startsWith(' ') === true || next?.startsWith('\t') === true

const PARAMETER = '[\\w-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*'
const LINE = new RegExp(`^([\\w-]+)((?:;${PARAMETER})*):(.*)$`, 's')
/** Programs write zones such as `GMT+05:30` and `tzone://Microsoft/Utc` without quotes. No time has a colon, so the last one ends the zone. */
const UNQUOTED_ZONE = new RegExp(
  `^([\\w-]+)((?:;${PARAMETER})*;TZID=[^";]{0,99}:[^";]{0,99}[^":;]):(\\d[\\dTZ,]*)$`,
  'i',
)

/** The most characters of a property's name and parameters. */
const LONGEST_HEAD = 1 << 16

/** The characters before the first colon that is outside of quotes. */
function headLength(content: string): number {
  if (content.length <= LONGEST_HEAD) return 0
  let isQuoted = false
  for (let at = 0; at <= LONGEST_HEAD; at++) {
    const character = content[at]
    if (character === '"') isQuoted = !isQuoted
    else if (character === ':' && !isQuoted) return at
  }
  return LONGEST_HEAD + 1
}

/** Reads a whole line. Null if it is no property, or has a parameter twice. */
function propertyOf(line: number, content: string): Property | null {
  // The patterns below need a place on the stack for each parameter.
  if (headLength(content) > LONGEST_HEAD) return null
  const strict = LINE.exec(content)
  const mayBeUnquoted =
    strict === null || (strict[3]?.includes(':') === true && strict[2]?.includes('=') === true)
  const [, name, written = '', value = ''] =
    (mayBeUnquoted ? UNQUOTED_ZONE.exec(content) : null) ?? strict ?? []
  if (name === undefined) return null
  const parameters = new Map<string, string>()
  if (written !== '')
    for (const [, parameter = '', text = ''] of written.matchAll(/;([\w-]+)=((?:"[^"]*"|[^";])*)/g)) {
      const key = parameter.toUpperCase()
      if (parameters.has(key)) return null
      parameters.set(key, text.replaceAll('"', ''))
    }
  return { line, name: name.toUpperCase(), parameters, value }
}
