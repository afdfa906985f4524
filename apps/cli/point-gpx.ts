// Reads the points of a GPX file, with their times, heights and names, as rows of a table.
import { NO_POINT } from './point-lines.ts'
import { lineCounter, shown, type PointRow, type RowReader } from './point-row.ts'
import { utf8 } from './coordinate-names.ts'

/** How a GPX file's rows are written. It can be sent to other threads. */
export interface GpxLayout {
  readonly form: 'gpx'
  /** Whether rows have the local time too. */
  readonly hasLocal: boolean
}

/** A point of GPX is no longer, extensions and all. */
const LONGEST_POINT = 1 << 20
/** A comment or CDATA, whose text is no point, or the tag of a point. */
const NEXT = /<!--|<!\[CDATA\[|<((?:[\w.-]+:)?(?:wpt|trkpt|rtept))(?=[\s/>])/g

/** Reads waypoints and points of tracks and routes, in their order. What is not closed is a bad row. */
export function gpxReader({ hasLocal }: GpxLayout): RowReader {
  let isFirst = true
  return {
    read(text, isLast, take) {
      if (isFirst) take(`latitude,longitude,elevation,time,name,timezone${hasLocal ? ',local_time' : ''}\n`)
      isFirst = false
      let to = 0
      let isWanted = true
      const lineAt = lineCounter(text)
      NEXT.lastIndex = 0
      for (let found = NEXT.exec(text); found !== null; found = NEXT.exec(text)) {
        const [opened, tag] = found
        const from = found.index
        const end =
          tag === undefined
            ? endOf(text, opened === '<!--' ? '-->' : ']]>', from)
            : endOfPoint(text, from, tag)
        if (end === null && !isLast && text.length - from < LONGEST_POINT) return from
        if (tag !== undefined)
          isWanted = take(
            rowOf(text.slice(from, end ?? from + 200), lineAt(from), tag, end !== null, hasLocal),
          )
        to = end ?? from + opened.length
        if (!isWanted) return to
        NEXT.lastIndex = to
      }
      // The beginning of a tag may be cut.
      return isLast ? text.length : Math.max(to, text.lastIndexOf('<'))
    },
  }
}

function endOf(text: string, mark: string, from: number): number | null {
  const found = text.indexOf(mark, from)
  return found < 0 ? null : found + mark.length
}

/** Behind a point's element. Null if it is not closed before the next one begins, or the text ends. */
function endOfPoint(text: string, from: number, tag: string): number | null {
  const opened = endOf(text, '>', from)
  if (opened === null || text[opened - 2] === '/') return opened
  const end = endOf(text, `</${tag}>`, opened)
  const next = text.indexOf(`<${tag}`, opened)
  return end === null || (next >= 0 && next < end) ? null : end
}

function rowOf(raw: string, line: number, tag: string, isClosed: boolean, hasLocal: boolean): PointRow {
  const head = raw.slice(0, raw.indexOf('>') < 0 ? raw.length : raw.indexOf('>'))
  const [lat, lon] = ['lat', 'lon'].map((name) => attribute(head, name))
  const [elevation = '', time = '', name = ''] = ['ele', 'time', 'name'].map((part) => textOf(raw, part))
  const fields = [lat ?? '', lon ?? '', elevation, time, name]
  return {
    raw,
    line,
    point: !isClosed
      ? { reason: 'an element that is not closed', message: `${shown(raw)}: found no </${tag}>` }
      : lat === null || lon === null
        ? { reason: NO_POINT, message: `${shown(raw)}: expected lat="…" and lon="…"` }
        : { lat: (lat ?? '').trim(), lon: (lon ?? '').trim() },
    withZone: (zone, local) =>
      `${[...fields, zone ?? '', ...(hasLocal ? [local] : [])].map(csvField).join(',')}\n`,
    json: () => JSON.stringify({ elevation, time, name }),
    time: time === '' ? null : time,
  }
}

/** An attribute of a tag; null if it has none. */
const attribute = (head: string, name: string): string | null =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(head)
    ?.slice(1)
    .find((one) => one !== undefined) ?? null

/** The text of the first element of a name, as it is meant. Empty if there is none. */
function textOf(raw: string, name: string): string {
  const [, text = ''] = new RegExp(`<(?:[\\w.-]+:)?${name}(?:\\s[^>]*)?>([^]*?)</`).exec(raw) ?? []
  const [, plain] = /^\s*<!\[CDATA\[([^]*?)\]\]>\s*$/.exec(text) ?? []
  return (
    plain ??
    text
      .trim()
      .replace(
        /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
        (whole, decimal?: string, hex?: string, entity?: string) =>
          entity === undefined
            ? bytesOf(Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10))
            : (ENTITIES.get(entity) ?? whole),
      )
  )
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

const bytesOf = (code: number): string =>
  code > 0x10_ffff ? '' : Buffer.from(String.fromCodePoint(code), 'utf8').toString('latin1')

const csvField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Why a text that begins as XML is not read. Null: it is GPX. */
export function xmlFault(head: string): string | null {
  if (/<(?:[\w.-]+:)?gpx[\s>]/.test(head)) return null
  const [, root] = /<([\w:.-]+)[\s>]/.exec(head) ?? []
  return root === undefined ? `${shown(utf8(head))}: expected points` : `found XML of <${root}>, expected GPX`
}
