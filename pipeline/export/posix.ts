// Exports the POSIX TZ text of every name of the tz release, for devices without a tz database.
import { clockIn } from '#core/forms/release-clock.ts'
import { namedZones } from './clocks.ts'
import { readingOf } from './reading.ts'
import type { Form } from './form.ts'

export const POSIX: Form = {
  name: 'posix',
  summary: 'the POSIX TZ text of every name: for devices and shells without a tz database',
  to: 'table',
  table: (artifact, options) => ({
    columns: [
      { name: 'name', type: 'text', meaning: 'identifier of the tz release' },
      {
        name: 'posix_tz',
        type: 'text',
        meaning: 'what its clocks do after the last listed change; null where no such text can say it',
      },
    ],
    rows: namedZones(artifact).map(({ name, zone }) => [name, clockIn(zone, readingOf(options)).posixTz]),
  }),
}
