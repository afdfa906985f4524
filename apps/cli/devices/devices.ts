// Exports a folder of small texts for clocks and microcontrollers, one for every name of the tz release, for any static host.
import { startOfDay } from '#core/time/moment.ts'
import { deviceText } from './text.ts'
import { namedZones } from '#pipeline/export/clocks.ts'
import type { Form } from '#pipeline/export/form.ts'

export const DEVICES: Form = {
  name: 'devices',
  summary:
    'at most 200 bytes a name: POSIX rule and the changes of ten years, for devices that ask a static host',
  to: 'folder',
  write(artifact, put) {
    const from = startOfDay(artifact.manifest.reference_date)
    for (const { name, zone } of namedZones(artifact)) {
      put(`tz/${name}.txt`, deviceText(zone, name, artifact.manifest.tz, from))
    }
  },
}
