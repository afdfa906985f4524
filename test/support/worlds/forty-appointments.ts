// Calendars of forty appointments, each as one maker of calendars writes it: Google, Apple, Outlook, Exchange, Lotus or Nextcloud.
import { seededRandom } from './seeded-random.ts'

export const MAKERS = ['Google', 'Apple', 'Outlook', 'Exchange', 'Lotus', 'Nextcloud'] as const
export type Maker = (typeof MAKERS)[number]

/** A zone by its identifier, Windows' name, Exchange's label and the name that Lotus gives it. */
const ZONES = [
  ['America/Edmonton', 'Mountain Standard Time', '(UTC-07:00) Mountain Time (US & Canada)', 'Mountain'],
  ['America/Vancouver', 'Pacific Standard Time', '(UTC-08:00) Pacific Time (US & Canada)', 'Pacific'],
  ['Africa/Casablanca', 'Morocco Standard Time', '(UTC+01:00) Casablanca', 'Morocco'],
  [
    'Europe/Berlin',
    'W. Europe Standard Time',
    '(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
    'W. Europe',
  ],
] as const

export interface FortyAppointments {
  readonly text: string
  /** The identifier where the calendar names one; else Windows' name, which its label stands for too; null for a name of the maker's own. */
  readonly zone: string | null
}

const CHANGES = {
  'America/Edmonton': ['-0700', '-0600', '3', '2SU', '11', '1SU'],
  'America/Vancouver': ['-0800', '-0700', '3', '2SU', '11', '1SU'],
  'Africa/Casablanca': null,
  'Europe/Berlin': ['+0100', '+0200', '3', '-1SU', '10', '-1SU'],
} as const

/** A VTIMEZONE as Outlook, Lotus and Nextcloud have it: two rules since a far year. */
function ownClock(identifier: (typeof ZONES)[number][0], id: string, since: string): string[] {
  const change = CHANGES[identifier]
  if (change === null) return []
  const [standard, daylight, spring, springDay, autumn, autumnDay] = change
  const part = (
    name: string,
    from: string,
    to: string,
    month: string,
    day: string,
    hour: string,
  ): string[] => [
    `BEGIN:${name}`,
    `DTSTART:${since}T${hour}0000`,
    `RRULE:FREQ=YEARLY;BYDAY=${day};BYMONTH=${month}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    `END:${name}`,
  ]
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${id}`,
    ...part('STANDARD', daylight, standard, autumn, autumnDay, identifier === 'Europe/Berlin' ? '03' : '02'),
    ...part('DAYLIGHT', standard, daylight, spring, springDay, '02'),
    'END:VTIMEZONE',
  ]
}

const WORDS = ['Dentist', 'Board meeting', 'Zahnarzt, Dr. Müller', 'Review; part 2', '1:1', '歯医者']
const RULES = ['WEEKLY', 'WEEKLY;INTERVAL=2', 'DAILY', 'MONTHLY', 'YEARLY']

/** The calendar of a maker; the same numbers give the same one. */
export function fortyAppointments(maker: Maker, seed: number): FortyAppointments {
  const random = seededRandom(seed * 10 + MAKERS.indexOf(maker))
  const whole = (most: number): number => Math.floor(random() * most)
  const [identifier, windows, label, lotus] = ZONES[whole(ZONES.length)] ?? ZONES[0]
  const names: Readonly<Record<Maker, readonly [id: string, zone: string | null]>> = {
    Google: [identifier, identifier],
    Apple: [identifier, identifier],
    Nextcloud: [identifier, identifier],
    Outlook: [windows, windows],
    Exchange: [label, windows],
    Lotus: [lotus, null],
  }
  const [id, zone] = names[maker]
  const isQuoted = maker === 'Outlook' || maker === 'Exchange' || maker === 'Lotus'
  const tzid = isQuoted ? `TZID="${id}"` : `TZID=${id}`
  const basic = (at: number): string =>
    new Date(at)
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, '')
      .slice(0, 15)
  const stamps = [
    'DTSTAMP:20260401T120000Z',
    `CREATED:${maker === 'Google' ? '00001231T000000Z' : '20260401T115900Z'}`,
  ]
  const appointment = (index: number): string[] => {
    const at = Date.UTC(2026, whole(72), 1 + whole(28), 7 + whole(13), 15 * whole(4))
    const uid = `UID:${maker.toLowerCase()}-${seed}-${index}`
    const event = (...lines: readonly string[]): string[] => [
      'BEGIN:VEVENT',
      uid,
      ...stamps,
      `SUMMARY${maker === 'Outlook' ? ';LANGUAGE=en-us' : ''}:${WORDS[whole(WORDS.length)]?.replaceAll(/[,;]/g, '\\$&')} ${'x'.repeat(whole(90))}`,
      ...lines,
      ...(maker === 'Outlook'
        ? ['X-MICROSOFT-CDO-BUSYSTATUS:BUSY', 'X-ALT-DESC;FMTTYPE=text/html:<p>7:00</p>']
        : []),
      ...(maker === 'Apple'
        ? ['X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE="Room: 7":geo:51.05,-114.07']
        : []),
      ...(whole(3) === 0
        ? ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:x', 'END:VALARM']
        : []),
      'END:VEVENT',
    ]
    const kind = whole(10)
    if (kind === 0)
      return event(
        `DTSTART;VALUE=DATE:${basic(at).slice(0, 8)}`,
        ...(maker === 'Exchange' ? ['X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'] : []),
      )
    if (kind === 1) return event(`DTSTART:${basic(at)}Z`, `DTEND:${basic(at + 3_600_000)}Z`)
    const times = [`DTSTART;${tzid}:${basic(at)}`, `DTEND;${tzid}:${basic(at + 3_600_000)}`]
    if (kind < 6) return event(...times, ...(kind === 2 ? ['STATUS:CANCELLED'] : []))
    const rule = RULES[whole(RULES.length)] ?? 'WEEKLY'
    const day = at + 86_400_000 * (30 + whole(300))
    const until = new Date(
      Math.floor(day / 86_400_000) * 86_400_000 + 86_399_000 + (maker === 'Google' ? 21_600_000 : 0),
    )
    const end = ['', `;COUNT=${2 + whole(40)}`, `;UNTIL=${basic(until.getTime())}Z`][
      whole(12) === 0 ? 0 : 1 + whole(2)
    ]
    const exdate = whole(3) === 0 ? [`EXDATE;${tzid}:${basic(at + 7 * 86_400_000)}`] : []
    const series = event(...times, `RRULE:FREQ=${rule}${end ?? ''}`, ...exdate)
    if (whole(4) > 0 || !rule.startsWith('WEEKLY') || rule.includes('INTERVAL')) return series
    // One time of the series is put off by two hours.
    const [was, is] = [at + 14 * 86_400_000, at + 14 * 86_400_000 + 7_200_000]
    return [...series, ...event(`RECURRENCE-ID;${tzid}:${basic(was)}`, `DTSTART;${tzid}:${basic(is)}`)]
  }
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${maker}//EN`,
    ...(maker === 'Google' ? [`X-WR-TIMEZONE:${identifier}`] : []),
    ...(maker === 'Outlook' || maker === 'Exchange' ? ownClock(identifier, id, '16010101') : []),
    ...(maker === 'Lotus' ? ownClock(identifier, id, '19500101') : []),
    ...(maker === 'Nextcloud' || maker === 'Apple' ? ownClock(identifier, id, '20070101') : []),
    ...Array.from({ length: 40 }, (_, index) => appointment(index)).flat(),
    'END:VCALENDAR',
  ]
  const folded = lines.map((line) => line.replaceAll(/(.{60})(?=.)/gu, '$1\r\n '))
  return { text: `${folded.join('\r\n')}\r\n`, zone }
}
