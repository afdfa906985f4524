// Exports the POSIX TZ text of every name of the tz release, for devices without a tz database.
import { clockIn } from '#core/forms/release-clock.ts'
import { namedZones } from './clocks.ts'
import { tableOf, text } from './columns.ts'
import { readingOf, type Form } from './form.ts'

export const POSIX: Form = {
  name: 'posix',
  summary: 'the POSIX TZ text of every name: for devices and shells without a tz database',
  to: 'table',
  table: (artifact, options) =>
    tableOf(namedZones(artifact), [
      text('name', 'identifier of the tz release', ({ name }) => name),
      text(
        'posix_tz',
        'what its clocks do after the last listed change; null where no such text can say it',
        ({ zone }) => clockIn(zone, readingOf(options)).posixTz,
      ),
    ]),
}
