// Exports a zoneinfo folder: one TZif file for every name of the tz release, and the release's name beside them.
import { oncePer } from '#core/once-per.ts'
import { byCodeUnit } from '#core/text/by-code-unit.ts'
import { encodeTzif } from '#core/forms/tzif.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { CommandError } from '#cli/command-error.ts'
import type { Artifact } from '#open/artifact.ts'
import { clocksOf, compileFiles } from '../assemble/release-clocks.ts'
import { ROOT } from '../paths.ts'
import { readSources } from '../sources/lock.ts'
import { namedZones, type NamedZone } from './clocks.ts'
import { readingOf, type Form } from './form.ts'

export const TZIF: Form = {
  name: 'tzif',
  summary: 'a zoneinfo folder, as zic makes one: for TZDIR, Python, C++, devices',
  to: 'folder',
  write(artifact, put, options) {
    const bytesOf = oncePer((zone: CompiledZone) => encodeTzif(zone, readingOf(options)))
    const zones = options.packrat === 'none' ? zonesByDefault(artifact) : namedZones(artifact)
    for (const { name, zone } of zones) put(name, bytesOf(zone))
    put('+VERSION', `${artifact.manifest.tz}\n`)
  },
}

/**
 * Every name with the past that the release's Makefile gives it by default. Where two clocks have agreed since 1970, that may be the past
 * of another zone. Compiled from the sources of the artifact. Throws a CommandError where those cannot give it.
 */
function zonesByDefault({ manifest }: Artifact): NamedZone[] {
  if (manifest.hold !== undefined || manifest.overlay !== undefined)
    throw new CommandError(
      `--packrat none: found tz ${manifest.tz}, which is held or corrected; expected an unchanged release`,
      2,
    )
  const files = new Map(
    [...readSources(ROOT, manifest, 'tz')].map(([name, bytes]) => [name, bytes.toString('utf8')]),
  )
  if (!files.has('backward'))
    throw new CommandError(
      `--packrat none: found tz ${manifest.tz} as one compact file, made with backzone; expected the full source, which has both pasts`,
      2,
      `npm run tzref -- lock --channel upstream --tz ${manifest.tz} && npm run tzref -- build`,
    )
  const { zoneIds, aliases, zone: clockOf } = clocksOf(compileFiles(files, 'none'))
  return [...zoneIds, ...aliases.keys()].toSorted(byCodeUnit).flatMap((name) => {
    const zone = clockOf(name)
    return zone === null ? [] : [{ name, zone }]
  })
}
