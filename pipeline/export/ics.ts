// Exports a folder of calendars, each with one zone's VTIMEZONE, for every name of the tz release.
import { vtimezone } from '#core/forms/vtimezone.ts'
import { namedZones } from './clocks.ts'
import { readingOf, type Form } from './form.ts'

export const ICS: Form = {
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
