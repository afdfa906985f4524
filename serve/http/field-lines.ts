// Header fields as the lines in which they are sent.
import type { HeaderFields } from './problem.ts'

/** Fields that are sent often → their lines. */
const cached = new WeakMap<HeaderFields, string>()

/** Returns the same fields. Their lines are cached for as long as the fields exist. */
export function keepLines(fields: HeaderFields): HeaderFields {
  cached.set(fields, linesOf(fields))
  return fields
}

/** Fields by their names, or already as lines. */
export type Fields = HeaderFields | string

/** Fields as lines, each with its line end. */
export function linesOf(fields: Fields): string {
  if (typeof fields === 'string') return fields
  let lines = cached.get(fields)
  if (lines !== undefined) return lines
  lines = ''
  for (const name in fields) lines += `${name}: ${fields[name]}\r\n`
  return lines
}

/** Adds names and values alternately, as Node takes them. Several lines of one name become one list of values. */
export function addPairs(pairs: (string | string[])[], fields: Fields): void {
  if (typeof fields !== 'string') {
    for (const name in fields) pairs.push(name, fields[name] ?? '')
    return
  }
  for (const line of fields.split('\r\n')) {
    const colon = line.indexOf(': ')
    if (colon < 0) continue
    const [name, value] = [line.slice(0, colon), line.slice(colon + 2)]
    if (pairs.at(-2) === name) pairs.push([pairs.pop() ?? '', value].flat())
    else pairs.push(name, value)
  }
}
