// Reads the data file of npm `tzdata`: the Rules, Zones and Links of one tz release, without backzone, as lines of tz source.
import { exactOffset } from '#core/time/offset.ts'
import { fields, items, readJson, refuse, text, under, type JsonAt } from './json.ts'
import { MONTHS } from './tz-fields.ts'

/** The lines of one release by their names. Two releases have the same text for a name where they have the same lines. */
export interface NamedLines {
  /** Name of a rule set → its Rule lines. */
  readonly rules: ReadonlyMap<string, string>
  /** Name of a Zone or Link → its lines. */
  readonly zones: ReadonlyMap<string, NamedZone>
}

export interface NamedZone {
  readonly text: string
  /** The UNTIL of each line of a Zone, as it is in the data. Null for a Link. */
  readonly untils: readonly unknown[] | null
}

/** Reads `timezone-data.json` of the package. Throws a SourceError for other content. */
export function readNpmTzdata(file: string, bytes: Uint8Array): NamedLines {
  const root = readJson(file, bytes)
  return {
    rules: new Map(
      fields(under(root, 'rules')).map(([name, at]) => [
        name,
        linesOf(items(at).map((one) => ruleLine(name, one))),
      ]),
    ),
    zones: new Map(
      fields(under(root, 'zones'))
        .map(([name, at]): [string, NamedZone] => [name, zoneLines(name, at)])
        // 1.0.43 has a Zone "null" without lines.
        .filter(([, zone]) => zone.text !== ''),
    ),
  }
}

const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

/** `["1981", "max", "-", "Mar", "lastSun", ["1", "0", "0", "u"], "60", "S"]` */
function ruleLine(name: string, at: JsonAt): string {
  const [from, to, type, month, day, time, save, letter] = items(at)
  if (!from || !to || !type || !month || !day || !time || !save || !letter) return refuse(at, 'eight columns')
  const [hours, minutes, seconds, clock] = items(time)
  if (!hours || !minutes || !seconds || !clock) return refuse(time, 'hours, minutes, seconds and a clock')
  const reading = `${text(hours)}:${padded(minutes)}:${padded(seconds)}${clock.value === null ? '' : text(clock)}`
  const columns = [from, to, type, month, day].map(text)
  return ['Rule', name, ...columns, reading, hms(wholeSeconds(save)), text(letter)].join(' ')
}

const padded = (at: JsonAt): string => text(at).padStart(2, '0')

function zoneLines(name: string, at: JsonAt): NamedZone {
  if (typeof at.value === 'string') return { text: `Link ${at.value} ${name}\n`, untils: null }
  const lines = items(at)
  const texts = lines.map((line, index) => `${index === 0 ? `Zone ${name} ` : ''}${zoneLine(line)}`)
  return { text: linesOf(texts), untils: lines.map((line) => items(line)[3]?.value ?? null) }
}

/** `["-53.466", "-", "LMT", "-2422051200000"]`: minutes west of UTC, RULES, FORMAT, and UNTIL in milliseconds on the local clock. */
function zoneLine(at: JsonAt): string {
  const [west, rules, format, until] = items(at)
  if (!west || !rules || !format || !until) return refuse(at, 'four columns')
  const columns = [hms(0 - wholeSeconds(west)), text(rules), text(format)]
  return (until.value === null ? columns : [...columns, untilColumns(until)]).join(' ')
}

/**
 * The data has a bare year (`1996`) as the last day of that year, and a weekday (`1992 Sep lastSun`) as the first day of the month. Only the
 * first can be undone.
 */
function untilColumns(at: JsonAt): string {
  const iso = new Date(Number(text(at)))
  if (Number.isNaN(iso.getTime())) return refuse(at, 'a number of milliseconds')
  const [year = '', month = '', day = '', time = ''] = iso.toISOString().split(/[-T.]/)
  const isBareYear = month === '12' && day === '31' && time === '00:00:00'
  return isBareYear ? year : [year, MONTHS[Number(month) - 1], Number(day), time].join(' ')
}

/** The seconds of a number of minutes. */
function wholeSeconds(at: JsonAt): number {
  const minutes = Number(text(at))
  return Number.isFinite(minutes) ? Math.round(minutes * 60) : refuse(at, 'a number of minutes')
}

const hms = (seconds: number): string => exactOffset(seconds).replace(/^\+/, '')
