// Exports what fits a line or a small file for each name: POSIX TZ texts, calendars, clock changes as events, Windows' names.
import { calendarFile, type CalendarEvent } from '#core/formats/calendar.ts'
import { clockIn } from '#core/formats/release-clock.ts'
import { vtimezone } from '#core/formats/vtimezone.ts'
import { WINDOWS_TERRITORIES } from '#core/text/windows-names.ts'
import { addYears, formatLocal, startOfDay } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import { toLocal } from '#core/time/units.ts'
import { movesBetween, type Transition } from '#core/zone/transitions.ts'
import type { Artifact } from '#open/artifact.ts'
import { currentIds, namedZones } from './clocks.ts'
import { integer, POSIX_TZ, readingOf, tableOf, text, type Form } from './form.ts'

const POSIX: Form = {
  name: 'posix',
  summary: 'the POSIX TZ text of every name: for devices and shells without a tz database',
  to: 'table',
  table: (artifact, options) =>
    tableOf(namedZones(artifact), [
      text('name', 'identifier of the tz release', ({ name }) => name),
      text('posix_tz', POSIX_TZ, ({ zone }) => clockIn(zone, readingOf(options)).posixTz),
    ]),
}

const ICS: Form = {
  name: 'ics',
  summary: 'a VTIMEZONE for every name: for calendars and mails that contain their clocks',
  to: 'folder',
  write(artifact, put, options) {
    for (const { name, zone } of namedZones(artifact)) {
      put(
        `${name}.ics`,
        `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//tzref//${artifact.manifest.tz}//EN\r\n${vtimezone({ ...zone, id: name }, readingOf(options))}END:VCALENDAR\r\n`,
      )
    }
  },
}

const YEARS = 10

const EVENTS: Form = {
  name: 'events',
  summary: 'the clock changes of ten years as calendar events, for every name with clock changes',
  to: 'folder',
  write(artifact, put) {
    const { tz, reference_date: made } = artifact.manifest
    const from = startOfDay(made)
    const until = addYears(from, YEARS)
    for (const { name, zone } of namedZones(artifact)) {
      const events = movesBetween(zone, from, until).map((change) => eventOf(name, tz, change))
      if (events.length > 0) put(`${name}.ics`, calendarFile(events, `Clock changes: ${name}`, made))
    }
  },
}

function eventOf(name: string, tz: string, { at, before, after }: Transition): CalendarEvent {
  const [old, next] = [before.type, after.type]
  const minutes = Math.abs(next.offset - old.offset) / 60
  const size = minutes === 60 ? 'an hour' : `${minutes} minutes`
  const clock = (offset: typeof old.offset): string => formatLocal(toLocal(at, offset)).slice(11, 16)
  return {
    uid: `${at}-${name.replaceAll('/', '-')}`,
    at,
    summary: `${name}: clocks go ${next.offset > old.offset ? 'forward' : 'back'} ${size}`,
    description: `From ${clock(old.offset)} ${old.abbreviation} (${formatOffset(old.offset)}) to ${clock(next.offset)} ${next.abbreviation} (${formatOffset(next.offset)}). By tz release ${tz}.`,
  }
}

const TERRITORY =
  'ISO 3166-1 alpha-2 of the country that it is asked for; 001: whichever; ZZ: in none. Rows other than 001 have each zone once'

const WINDOWS: Form = {
  name: 'windows',
  summary: "Windows' names of zones, both ways, for each country: for .NET, Exchange, SQL Server",
  to: 'table',
  table: (artifact) =>
    tableOf(mapped(artifact), [
      text('windows', "Windows' name", ({ windows }) => windows),
      text('territory', TERRITORY, ({ territory }) => territory),
      integer('position', '0 for the zone to take, then those that it stands for too', (row) => row.position),
      text('zone', 'current identifier', ({ zone }) => zone),
      text('cldr_zone', 'the same zone, by the identifier that CLDR has kept for it', (row) => row.cldrZone),
    ]),
}

/** Windows' names in CLDR's order. A zone that the tz release does not have is left out. */
function mapped(artifact: Artifact) {
  const current = currentIds(artifact)
  return [...WINDOWS_TERRITORIES].flatMap(([windows, territories]) =>
    [...territories].flatMap(([territory, zones]) =>
      zones.flatMap((cldrZone, position) => {
        const zone = current.get(cldrZone)
        return zone === undefined ? [] : { windows, territory, position, zone, cldrZone }
      }),
    ),
  )
}

export const SMALL_FORMS: readonly Form[] = [POSIX, ICS, EVENTS, WINDOWS]
