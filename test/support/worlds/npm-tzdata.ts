// Writes lines of tz source as npm's package tzdata has them in its JSON: minutes west, and UNTIL in milliseconds, without its clock.

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'

/** `-7:30:20` → -27020 */
function secondsOf(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^-/, '').split(':').map(Number)
  return (text.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
}

/** A bare year becomes its last day, a weekday the first of the month; `s` and `u` are lost. As seen in the package's releases. */
function untilOf([year = '', month, day = '1', time = '0']: readonly string[]): string {
  const midnight =
    month === undefined
      ? Date.UTC(Number(year), 11, 31)
      : Date.UTC(Number(year), MONTHS.indexOf(month) / 3, /^\d+$/.test(day) ? Number(day) : 1)
  return String(midnight + secondsOf(time.replace(/[swugz]$/, '')) * 1000)
}

/** Full lines, with names of months in three letters, → the bytes of `timezone-data.json`. */
export function npmTzdataOf(source: string): Buffer {
  const rules: Record<string, unknown[]> = {}
  const zones: Record<string, unknown> = {}
  let open: unknown[] = []
  for (const line of source.split('\n').filter((one) => one.trim() !== '')) {
    const [first, ...columns] = line.trim().split(/\s+/)
    if (first === 'Rule') {
      const [name = '', from, to, type, month, day, time = '', save = '', letter] = columns
      const [, reading = '', clock] = /^(.*?)([swugz]?)$/.exec(time) ?? []
      const [hours, minutes = '0', seconds = '0'] = reading.split(':')
      const at = [hours, minutes, seconds, clock === '' ? null : clock]
      rules[name] = [
        ...(rules[name] ?? []),
        [from, to, type, month, day, at, String(secondsOf(save) / 60), letter],
      ]
    } else if (first === 'Link') {
      zones[columns[1] ?? ''] = columns[0]
    } else {
      if (first === 'Zone') zones[columns.shift() ?? ''] = open = []
      const [stdoff = '', rule, format, ...until] = first === 'Zone' ? columns : [`${first}`, ...columns]
      open.push([String(-secondsOf(stdoff) / 60), rule, format, until.length === 0 ? null : untilOf(until)])
    }
  }
  return Buffer.from(JSON.stringify({ zones, rules }))
}
