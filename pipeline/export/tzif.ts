// Exports a zoneinfo folder: one TZif file for every name of the tz release, the tables that systems keep next to them, and Go's archive.
import { oncePer } from '#core/once-per.ts'
import { byCodeUnit } from '#core/text/by-code-unit.ts'
import { encodeTzif } from '#core/formats/tzif.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { CommandError } from '#open/program/command-error.ts'
import type { Artifact } from '#open/artifact.ts'
import { clocksOf, compileFiles } from '../assemble/release-clocks.ts'
import { ROOT } from '../paths.ts'
import { readSources } from '../sources/lock.ts'
import { namedZones, type NamedZone } from './clocks.ts'
import { readingOf, type ExportOptions, type Form } from './form.ts'
import { zoneinfoTables, zoneinfoZip } from './zoneinfo-tables.ts'

export const TZIF: Form = {
  name: 'tzif',
  summary: 'a zoneinfo folder, as zic makes one: for TZDIR, Python, C++, devices',
  to: 'folder',
  write(artifact, put, options) {
    const size = options.slim ? 'slim' : 'fat'
    const bytesOf = oncePer((zone: CompiledZone) => encodeTzif(zone, readingOf(options), size))
    const zones = options.packrat === 'none' ? zonesByDefault(artifact) : namedZones(artifact)
    const files = new Map(zones.map(({ name, zone }) => [name, bytesOf(zone)]))
    for (const [name, bytes] of files) put(name, bytes)
    for (const { name, text } of tablesOf(artifact, options)) put(name, text)
    put('zoneinfo.zip', zoneinfoZip(files))
    put('+VERSION', `${artifact.manifest.tz}\n`)
  },
}

/** The tables next to the zones. Those that would not fit the zones, or whose sources are not here, are left out, and a note says so. */
function tablesOf({ manifest }: Artifact, options: ExportOptions): ReturnType<typeof zoneinfoTables> {
  const isTailored = manifest.hold !== undefined || manifest.overlay !== undefined
  try {
    const tables = zoneinfoTables(sourceTexts(manifest), options.packrat ?? 'backzone')
    if (!isTailored && !options.rearguard) return tables
    options.note?.(
      `tzdata.zi is left out: the zones are ${isTailored ? 'held or corrected' : 'in the rearguard reading'}, and its lines are the release's`,
    )
    return tables.filter(({ name }) => name !== 'tzdata.zi')
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    options.note?.(`the tables beside the zones (zone.tab, …) are left out: ${error.message}`)
    return []
  }
}

const sourceTexts = (manifest: Artifact['manifest']): Map<string, string> =>
  new Map([...readSources(ROOT, manifest, 'tz')].map(([name, bytes]) => [name, bytes.toString('utf8')]))

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
  const files = sourceTexts(manifest)
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
