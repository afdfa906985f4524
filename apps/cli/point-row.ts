// A row of a file of points: its text, its two coordinates, and why it has none; and how a reader of a form gives rows.
import { shown as shownText, type PointFault } from './point-lines.ts'
import { readCoordinate } from '#apps/search/point-text.ts'
import { utf8 } from './coordinate-names.ts'

/** Texts of a file have a character for each byte, so that what is passed on stays as it is, whatever its encoding. */
export interface PointRow {
  /** The row as it lies, without its line end. */
  readonly raw: string
  /** The number of line ends before it in the text that was read. */
  readonly line: number
  /** Texts of degrees; a fault if the row has none. */
  readonly point: { readonly lat: string; readonly lon: string } | PointFault
  /** The row with its zone added, and its local time if there is one. Null: the row has no zone. */
  readonly withZone: (zone: string | null, local: string) => string
  /** The row's fields, as a JSON text. */
  readonly json: () => string
  /** An ISO 8601 date and time; null if the row has none. */
  readonly time: string | null
}

/** Rows, and texts between them that are passed on with them. */
export type RowItem = PointRow | string

/** Reads the rows of a text that grows; it keeps what it has seen of the next. */
export interface RowReader {
  /**
   * Gives the items of a text that begins where it stopped before, until `take` answers false. Returns where it stopped. `isLast`: nothing
   * will follow.
   */
  readonly read: (text: string, isLast: boolean, take: (item: RowItem) => boolean) => number
}

/** A text of a file, in a message. */
export const shown = (text: string): string => shownText(utf8(text))

/** A coordinate as files write it, as a number: with a decimal comma, in degrees and minutes, or with the side (`ref`) elsewhere. */
export function coordinateText(text: string, axis: 'lat' | 'lon', ref = ''): string {
  // As nearly all are.
  if (ref === '' && /^-?\d+(?:\.\d+)?$/.test(text)) return text
  const value = text.trim()
  const number = /^[+-]?\d*,\d+$/.test(value) ? value.replace(',', '.') : value
  if (!/^[+-]?[\d.]/.test(number) || /[^\d.eE+-]|[eE]$/.test(number)) {
    const read = readCoordinate(utf8(number).replace(/^−/, '-'), axis)
    if (read !== null) return signed(read.toFixed(6), /[NSEW]/i.test(number.replace(/deg/i, '')) ? '' : ref)
  }
  return signed(number, ref)
}

const signed = (number: string, ref: string): string =>
  /^\s*[SW]/i.test(ref) && /^[\d.]/.test(number) ? `-${number}` : number

/** Counts the line ends before places in a text, which have to be asked for in their order. */
export function lineCounter(text: string): (at: number) => number {
  let line = 0
  let counted = 0
  return (at) => {
    for (let next = text.indexOf('\n', counted); next >= 0 && next < at; next = text.indexOf('\n', counted)) {
      line++
      counted = next + 1
    }
    return line
  }
}
