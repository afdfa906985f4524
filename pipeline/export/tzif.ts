// A zoneinfo folder: one TZif file for every name of the tz release, and the release's name beside them.
import { encodeTzif } from '#core/forms/tzif.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { namedZones } from './clocks.ts'
import type { Form } from './form.ts'
import { readingOf } from './reading.ts'

export const TZIF: Form = {
  name: 'tzif',
  summary: 'a zoneinfo folder, as zic makes one: for TZDIR, Python, C++, devices',
  to: 'folder',
  write(artifact, put, options) {
    const bytesOf = new Map<CompiledZone, Uint8Array>()
    for (const { name, zone } of namedZones(artifact)) {
      const bytes = bytesOf.get(zone) ?? encodeTzif(zone, readingOf(options))
      bytesOf.set(zone, bytes)
      put(name, bytes)
    }
    put('+VERSION', `${artifact.manifest.tz}\n`)
  },
}
