// Compiles sources into everything that does not depend on the present: the steps that `build` and `slugs` share.
import { openBoundaries, type Boundaries } from '#core/artifact/boundaries.ts'
import { CommandError } from '#open/program/command-error.ts'
import { unpairedIds } from '../compile/pair-ids.ts'
import { compileRelease, type ReferenceTables } from '../compile/release.ts'
import { tailored, type Tailoring } from '../tailoring/apply.ts'
import type { SourceFinding } from '../findings.ts'
import { readOverlay } from '../tailoring/overlay.ts'
import { readTzRelease, type TzRelease } from '../parse/tz-release.ts'
import type { ZonePolygons } from '../parse/zone-polygons.ts'
import type { Report } from '../report.ts'
import { tailoredName } from '../tailoring/lock.ts'
import { beginBoundaries, readPolygons, type CompiledBoundaries } from './boundary-file.ts'
import type { CompiledReference } from './reference-draft.ts'
import type { ReferenceStart } from './reference-thread.ts'
import type { BuildSources, TzSources } from './sources.ts'
import { beginThread } from './thread.ts'

export type CompiledTz = ReturnType<typeof compileTz>

export type CompiledSources = Awaited<ReturnType<typeof compileSources>>

/**
 * Compiles everything that a lock pins. Zones come first: they take a second, and so a fault in them shows before the slow boundaries. Next to
 * the tiles, threads compile the reference sources and the shapes. `boundaries` is null for a lock without them, `reference` for a lock of
 * only zones.
 */
export async function compileSources(sources: BuildSources, report: Report) {
  const tz = compileTz(sources, report)
  const { boundaries, reference } = sources
  if (boundaries === null) return compiledParts(tz, null, null)
  const polygons = await readPolygons(boundaries, report)
  const compiled = reference.size === 0 ? null : beginReference(sources, tz, polygons.zones)
  const begun = beginBoundaries(boundaries, polygons, report)
  return compiledParts(tz, (await compiled?.()) ?? null, { ...begun, shapes: await begun.shapes() })
}

/** Starts the thread of the reference sources. */
function beginReference(
  { lock, reference: files }: BuildSources,
  { release: { iso3166, zoneTab }, tables: { zones, zoneIdByAlias } }: CompiledTz,
  polygons: readonly ZonePolygons[],
): () => Promise<CompiledReference> {
  const start: ReferenceStart = {
    files,
    release: { iso3166, zoneTab },
    tables: { zones, zoneIdByAlias },
    polygons,
    referenceDay: lock.reference_date,
  }
  return beginThread<CompiledReference>('pipeline/assemble/reference-thread.ts', start)
}

/** All that is compiled, with what was found in it and in how its parts fit. */
export function compiledParts(
  { tables }: CompiledTz,
  reference: CompiledReference | null,
  boundaries: CompiledBoundaries | null,
) {
  const findings = [
    ...(boundaries === null
      ? []
      : [...boundaries.findings, ...unpaired(openBoundaries(boundaries.bytes), tables)]),
    ...(reference?.findings ?? []),
  ]
  return { tables, reference, boundaries, findings }
}

/** Parses and compiles the tz release, tailored as the lock says. Throws where it is not the release that the lock names. */
export function compileTz(sources: TzSources, report: Report) {
  const { lock } = sources
  const untouched = releaseIn(sources.tz)
  if (tailoredName({ ...lock, tz: untouched.release }) !== lock.tz) {
    throw new CommandError(
      `the lock says tz ${lock.tz}, its sources are release ${tailoredName({ ...lock, tz: untouched.release })}`,
      1,
      'npm run tzref -- lock',
    )
  }
  const release = tailored(untouched, tailoringOf(sources))
  const { zones, links } = release.lines
  report.note(`tz ${lock.tz}: ${zones.length} Zones, ${links.length} Links`)
  const tables = compileRelease(release)
  report.note(`compiled ${tables.zones.length} zones and ${tables.zoneIdByAlias.size} aliases`)
  return { release, tables }
}

const releaseIn = (files: ReadonlyMap<string, Buffer>): TzRelease =>
  readTzRelease(new Map([...files].map(([name, bytes]) => [name, bytes.toString('utf8')])))

function tailoringOf({ lock, held, overlay }: TzSources): Tailoring {
  const releases = new Map([...held].map(([release, files]) => [release, releaseIn(files)]))
  return {
    held: new Map(
      Object.entries(lock.hold ?? {}).map(([zone, name]) => {
        const older = releases.get(name)
        if (older?.release === name) return [zone, older]
        throw new CommandError(
          `the lock holds ${zone} at tz ${name}, its sources have ${older?.release ?? 'no such release'}`,
          1,
          'npm run tzref -- lock',
        )
      }),
    ),
    overlay:
      overlay === null
        ? null
        : readOverlay({ name: lock.overlay?.file ?? 'overlay', text: overlay.toString('utf8') }),
  }
}

/**
 * Boundaries without an identifier, and identifiers without a boundary. The ocean strips (Etc/GMT±N) are left out: they need no partner.
 */
function unpaired({ zoneIds }: Boundaries, { zones, zoneIdByAlias }: ReferenceTables): SourceFinding[] {
  const idsWhere = (isListed: boolean): string[] =>
    zones.filter((zone) => zone.isListed === isListed).map(({ compiled }) => compiled.id)
  return unpairedIds(
    zoneIds.filter((id) => !id.startsWith('Etc/GMT')),
    { listed: idsWhere(true), unlisted: idsWhere(false), zoneIdByAlias },
  )
}
