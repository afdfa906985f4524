// Header fields as the lines in which they are sent.
import type { HeaderFields } from './problem.ts'

/** Fields that are sent often → their lines. */
const kept = new WeakMap<HeaderFields, string>()

/** The same fields, whose lines are kept for as long as they are. */
export function keepLines(fields: HeaderFields): HeaderFields {
  kept.set(fields, linesOf(fields))
  return fields
}

/** Fields as they are sent, each with its line end. */
export function linesOf(fields: HeaderFields): string {
  let lines = kept.get(fields)
  if (lines !== undefined) return lines
  lines = ''
  for (const name in fields) lines += `${name}: ${fields[name]}\r\n`
  return lines
}
