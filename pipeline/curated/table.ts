// Reads a table of curated facts: one row a line, cells between bars, each row with its reason, its source and the date on which it was checked.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, tablePath } from '../paths.ts'

/** Makes a value of a cell. Throws an Error that says what was expected. */
type Cell<Value> = (cell: string) => Value

/** The columns that every row has besides its own. */
export interface Reason {
  readonly why: string
  readonly source: string
  /** The day on which someone last checked the row, in UTC: `2026-11-21`. */
  readonly date: string
}

export type RowOf<Columns extends Record<string, Cell<unknown>>> = Reason & {
  readonly [Name in keyof Columns]: ReturnType<Columns[Name]>
}

/** A cell that is written in one way. */
const written =
  (pattern: RegExp, expected: string): Cell<string> =>
  (cell) => {
    if (!pattern.test(cell)) throw new Error(expected)
    return cell
  }

export const text = written(/./u, 'a text')

const digits = written(/^-?\d+(?:\.\d+)?$/, 'a number')
export const number: Cell<number> = (cell) => Number(digits(cell))

/** Null for an empty cell. */
export const optional =
  <Value>(of: Cell<Value>): Cell<Value | null> =>
  (cell) =>
    cell === '' ? null : of(cell)

/** Values between semicolons. An empty cell is an empty list. */
export const list =
  <Value>(of: Cell<Value>): Cell<readonly Value[]> =>
  (cell) =>
    cell === '' ? [] : cell.split(';').map((item) => of(item.trim()))

/** True for `yes`, false for `no` and for an empty cell. */
export const flag: Cell<boolean> = (cell) => yesOrNo(cell) === 'yes'
const yesOrNo = written(/^(?:yes|no|)$/, 'yes or no')

/** One of some words. */
export const oneOf =
  <Word extends string>(...words: readonly Word[]): Cell<Word> =>
  (cell) => {
    const word = words.find((one) => one === cell)
    if (word === undefined) throw new Error(words.join(' or '))
    return word
  }

const REASON = {
  why: text,
  source: text,
  date: written(/^\d{4}-\d\d-\d\d$/, 'a day such as 2026-11-21'),
}

/**
 * Returns the rows of a table in the order of its file. `columns` names its own columns. Lines with `#` come first and say what the table
 * is. `# why:`, `# source:` and `# date:` there hold for every row in which that cell is empty. Throws an Error that names the file and the
 * line where a column is missing or unknown, a cell is wrong, or two rows are the same.
 */
export function readTable<Columns extends Record<string, Cell<unknown>>>(
  name: string,
  columns: Columns,
): readonly RowOf<Columns>[] {
  return parseTable(tablePath(name), readFileSync(join(ROOT, tablePath(name)), 'utf8'), columns)
}

/** The same from the text of a file. `path` is its name in messages. */
export function parseTable<Columns extends Record<string, Cell<unknown>>>(
  path: string,
  file: string,
  columns: Columns,
): readonly RowOf<Columns>[] {
  const all: Record<string, Cell<unknown>> = { ...columns, ...REASON }
  const lines = file.trimEnd().split('\n')
  const headings = lines.findIndex((line) => !line.startsWith('#'))
  const forAll = new Map<string, string>(
    lines
      .slice(0, headings)
      .flatMap((line) => [...line.matchAll(/^# (why|source|date): (.+)$/g)])
      .map(([, column = '', cell = '']) => [column, cell]),
  )
  const names = cellsOf(lines[headings] ?? '')
  const fails = (line: number, found: string, expected: string): never => {
    throw new Error(`${path}:${line + 1}: found ${found}, expected ${expected}`)
  }
  const strange = names.find((name) => !(name in all))
  if (strange !== undefined)
    fails(headings, `the column "${strange}"`, `some of ${Object.keys(all).join(', ')}`)
  const lacking = Object.keys(all).find((name) => !names.includes(name) && !forAll.has(name))
  if (lacking !== undefined) fails(headings, `no column "${lacking}"`, 'it there, or in a line with # above')

  const lineOf = new Map<string, number>()
  return lines.slice(headings + 1).map((line, index) => {
    const at = headings + 1 + index
    const cells = cellsOf(line)
    if (cells.length > names.length) fails(at, `${cells.length} cells`, `at most ${names.length}`)
    const before = lineOf.get(line)
    if (before !== undefined) fails(at, `the row of line ${before + 1} again`, 'each row once')
    lineOf.set(line, at)
    const row = Object.fromEntries(
      Object.entries(all).map(([name, valueOf]) => {
        const cell = cells[names.indexOf(name)] ?? ''
        const filled = cell === '' ? (forAll.get(name) ?? '') : cell
        try {
          return [name, valueOf(filled)]
        } catch (error) {
          return fails(at, `"${filled}" as ${name}`, error instanceof Error ? error.message : String(error))
        }
      }),
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Its entries were made column by column just above.
    return row as RowOf<Columns>
  })
}

const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim())
