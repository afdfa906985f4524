// Rows of a file of points → rows with their zones, many at once; it counts rows without a point, and longitudes that it wraps.
import {
  NO_ANSWER,
  openPointLines,
  pointAnswer,
  readDegrees,
  type AnsweredLines,
  type NamedBoundaries,
  type OnBad,
  type PointFault,
  type ZoneFormat,
} from './point-lines.ts'
import { utf8 } from './coordinate-names.ts'
import { documentReader, jsonLineReader, BROKEN, type JsonLayout } from './point-json.ts'
import { gpxReader, type GpxLayout } from './point-gpx.ts'
import type { PointRow, RowItem, RowReader } from './point-row.ts'
import { tableReader, type TableLayout } from './point-table.ts'

/** How the rows of a file lie. `plain`: lines of `lat,lon` and nothing else. */
export type Layout = { readonly form: 'plain' } | TableLayout | JsonLayout | GpxLayout

export interface AnswerSettings {
  readonly format: ZoneFormat
  /** Zones alone, although the rows have more. */
  readonly isOnly: boolean
  readonly onBad: OnBad
}

export interface Answered extends AnsweredLines {
  /** Rows whose time has no offset, so that their instant is unknown. */
  readonly untimed: number
}

/** Answers blocks of bytes. `isLast`: nothing will follow. The output is valid until the next call. */
export interface Answerer {
  readonly answer: (block: Uint8Array, isLast: boolean) => Answered
}

/** The local time at an instant in a zone, in text. */
export type LocalTimes = (zone: string, time: string) => string | null

export function readerOf(layout: Exclude<Layout, { form: 'plain' }>): RowReader {
  switch (layout.form) {
    case 'table':
      return tableReader(layout)
    case 'json':
      return jsonLineReader(layout)
    case 'document':
      return documentReader(layout)
    case 'gpx':
      return gpxReader(layout)
  }
}

/** Whether rows of a layout have nothing but the point. */
const isBare = (layout: Layout): boolean =>
  layout.form === 'plain' ||
  (layout.form === 'table'
    ? layout.columns.length === (layout.lat === layout.lon ? 1 : 2)
    : layout.form !== 'gpx' && layout.isBare)

/** Microdegrees of a row. The text of a message is decoded only where there is one. */
function pointOf({ point, raw }: PointRow): ReturnType<typeof readDegrees> {
  if ('reason' in point) return point
  const read = readDegrees(point, raw)
  return 'reason' in read ? readDegrees(point, utf8(raw)) : read
}

/** Answers rows of any form. */
export function openAnswerer(
  opened: NamedBoundaries,
  layout: Layout,
  settings: AnswerSettings,
  localTimes: LocalTimes | null = null,
): Answerer {
  if (layout.form !== 'plain') return openRowAnswers(opened, layout, settings, localTimes)
  const lines = openPointLines(opened, settings.format, settings.onBad)
  return { answer: (block) => ({ ...lines.answer(block), untimed: 0 }) }
}

/** Answers rows of any form but the plain one, which `openPointLines` answers faster. */
function openRowAnswers(
  opened: NamedBoundaries,
  layout: Exclude<Layout, { form: 'plain' }>,
  settings: AnswerSettings,
  localTimes: LocalTimes | null,
): Answerer {
  const reader = readerOf(layout)
  const { named } = opened
  const { room } = opened.boundaries.lineBatch([])
  const isAlone = settings.isOnly || isBare(layout)
  const isJson = settings.format === 'json'
  let rest = ''
  let isHeaderDue = isAlone && !isJson && layout.form === 'table' && layout.header !== null

  return {
    answer(block, isLast) {
      const added = Buffer.from(block.buffer, block.byteOffset, block.byteLength).toString('latin1')
      const text = rest === '' ? added : rest + added
      const bad = new Map<string, number>()
      const parts: string[] = []
      let wrapped = 0
      let untimed = 0
      let fault: Answered['fault'] = null
      /** Rows whose points wait in the room, and texts between them. Rows that only get a zone are not kept: a block has thousands. */
      let waiting: RowItem[] = []
      let filled = 0

      const write = (): void => {
        if (filled > 0) room.answer(filled)
        if (isAlone) for (let slot = 0; slot < filled; slot++) parts.push(answered(null, slot))
        let slot = 0
        for (const item of waiting) parts.push(typeof item === 'string' ? item : answered(item, slot++))
        waiting = []
        filled = 0
      }
      /** `row`: null if it is not passed on. */
      const answered = (row: PointRow | null, slot: number): string => {
        const result = room.results[slot] ?? 0
        if (isJson) {
          const [lon = 0, lat = 0] = room.points.subarray(slot * 2, slot * 2 + 2)
          const answer = JSON.stringify(pointAnswer(opened, lon, lat, result))
          return row === null ? `${answer}\n` : `${answer.slice(0, -1)},"row":${row.json()}}\n`
        }
        const zone = named[result]?.zones[0] ?? ''
        if (row === null) return `${zone}\n`
        const local = localTimes === null || row.time === null ? '' : localTimes(zone, row.time)
        if (local === null) untimed++
        return row.withZone(zone, local ?? '')
      }
      const leaveOut = (row: PointRow, { reason }: PointFault): void => {
        bad.set(reason, (bad.get(reason) ?? 0) + 1)
        if (settings.onBad === 'skip') return
        write()
        parts.push(
          isJson
            ? `${isAlone ? NO_ANSWER : `${NO_ANSWER.slice(0, -1)},"row":${row.json()}}`}\n`
            : isAlone
              ? '\n'
              : row.withZone(null, ''),
        )
      }

      if (isHeaderDue) parts.push('timezone\n')
      isHeaderDue = false
      const take = (item: RowItem): boolean => {
        if (typeof item === 'string') {
          if (!isAlone && !isJson) waiting.push(item)
          return true
        }
        const point = pointOf(item)
        if ('reason' in point) {
          if (settings.onBad === 'stop' || point.reason === BROKEN) {
            fault = { line: item.line, message: point.message }
            return false
          }
          leaveOut(item, point)
          return true
        }
        if (point.isWrapped) wrapped++
        room.points[filled * 2] = point.lon
        room.points[filled * 2 + 1] = point.lat
        filled++
        if (!isAlone) waiting.push(item)
        if (filled === room.size) write()
        return true
      }
      const to = reader.read(text, isLast, take)
      rest = text.slice(to)
      write()
      let lines = 0
      for (let at = text.indexOf('\n'); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) lines++
      const output = Buffer.from(parts.join(''), 'latin1')
      return { output, lines, bad: [...bad], wrapped, untimed, fault }
    },
  }
}
