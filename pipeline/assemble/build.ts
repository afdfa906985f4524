// The build, in the order of the diagram (sources → parse → compile → write → verify): which files an artifact gets, when it is current.
import { copyFileSync, existsSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { boundaryOrigin } from '#core/artifact/boundaries-credit.ts'
import { encodeClocks } from '#core/artifact/clocks.ts'
import { encodeHistory } from '#core/artifact/history.ts'
import { encodeNames } from '#core/artifact/names-encode.ts'
import { BOUNDARIES, CLOCKS, HISTORY, NAMES, NOTICE, REFERENCE, SHAPES } from '#core/artifact/layout.ts'
import { CommandError } from '#open/program/command-error.ts'
import { expectDriver } from '#open/sqlite-driver.ts'
import type { Lock } from '#schemas/lock.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { EMPTY_REFERENCE } from '../compile/compile-reference.ts'
import { settleFindings } from '../findings.ts'
import type { Report } from '../report.ts'
import { expectGood } from '../verify/expect-good.ts'
import { verifyArtifact } from '#open/verify/artifact.ts'
import { transitionsHash } from '#open/verify/transition-dump.ts'
import { makeFolder } from '../whole-file.ts'
import { artifactIds, currentId } from '#open/artifact-folder.ts'
import { pointCurrentAt, removeArtifact, writeArtifact } from '../write/artifact-directory.ts'
import { SQLITE_STAMP, writeReferenceDb } from '../write/reference-db.ts'
import { compileSources, type CompiledSources } from './compile.ts'
import { releasesBefore } from './release-clocks.ts'
import { readBuildSources, type SourcePlaces } from './sources.ts'

export interface BuildOptions extends SourcePlaces {
  readonly dist: string
  /** Makes the new artifact current even if another one is current. */
  readonly activate?: boolean
  /** Leaves the boundaries out of the artifact, so that it cannot answer /lookup. Cities still have their zones. */
  readonly withoutBoundaries?: boolean
  readonly report: Report
}

export type Built = ReturnType<typeof finish>

/** Builds the artifact of a lock. Throws a named error for bad sources or a missing SQLite driver, and then leaves no files behind. */
export async function build(options: BuildOptions): Promise<Built> {
  expectDriver()
  const removeEmpty = makeFolder(options.dist)
  try {
    const sources = readBuildSources(options)
    expectRoom(options.dist, sources.boundaries === null ? ZONES_BYTES : ALL_BYTES)
    return finish(options, sources.lock, await compileSources(sources, options.report))
  } catch (error) {
    removeEmpty()
    throw error
  }
}

/** The bytes that an artifact takes while it is written, with its database's journal: with boundaries, and of zones alone. */
const ALL_BYTES = 120e6
const ZONES_BYTES = 16e6

/** Throws a CommandError where a folder's disk has less room than a build needs: it would fail at its end, minutes later. */
export function expectRoom(dist: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dist)
  if (bavail * bsize >= bytes) return
  throw new CommandError(
    `${dist}: ${((bavail * bsize) / 1e6).toFixed(1)} MB are free, and a build needs about ${bytes / 1e6} MB; nothing was built`,
    1,
    artifactIds(dist).length > 1
      ? 'npm run tzref -- prune --keep 1, or make room there'
      : 'make room there, or name a folder on another disk with --dist',
  )
}

/** Writes, verifies and perhaps activates what is compiled. An artifact of this lock that existed already is replaced only if damaged. */
export function finish(options: BuildOptions, lock: Lock, compiled: CompiledSources) {
  const { dist, report, activate } = options
  settle(compiled, report)
  const { id, existed } = write(options, lock, compiled)
  const directory = join(dist, id)
  report.note(existed ? `${id} was there already and is good` : `wrote and verified ${id}`)
  if (activate) pointCurrentAt(dist, id)
  else if (currentId(dist) === null) pointCurrentAt(dist, id, null)
  return { id, directory, existed, isCurrent: currentId(dist) === id }
}

/** Prints what was found in the sources, and what was compiled of them. Ends the build if a source has a fault. */
function settle({ reference: compiled, findings }: CompiledSources, report: Report): void {
  settleFindings(findings, report)
  if (compiled === null) return
  const { countries, cities, standards } = compiled.reference
  report.note(
    `compiled ${countries.length} countries, ${cities.length} cities and ${standards.length} standards`,
  )
}

function write(
  { root, dist, withoutBoundaries, report }: BuildOptions,
  lock: Lock,
  { tables, boundaries, reference: compiled }: CompiledSources,
): { id: string; existed: boolean } {
  const writtenBoundaries = withoutBoundaries ? null : boundaries
  const reference = compiled?.reference ?? EMPTY_REFERENCE
  const names = compiled?.names ?? { count: 0, bytes: encodeNames([], 'en') }
  const zones = tables.zones.map(({ compiled: zone }) => zone)
  const parts = { release: lock.tz, zones, aliases: tables.zoneIdByAlias }
  const history = [...releasesBefore(lock.tz), { ...parts, releasedOn: lock.reference_date }]
  return writeArtifact(
    dist,
    {
      tz: lock.tz,
      boundaries: writtenBoundaries === null ? null : lock.boundaries,
      ...(writtenBoundaries === null || lock.boundaries === null
        ? {}
        : { boundaries_origin: boundaryOrigin(lock.boundaries) }),
      reference_date: lock.reference_date,
      ...(lock.hold === undefined ? {} : { hold: lock.hold }),
      ...(lock.overlay === undefined ? {} : { overlay: lock.overlay }),
      tzref: packageJson.version,
      sqlite: SQLITE_STAMP.text,
      sources: lock.sources,
      counts: {
        zones: tables.zones.length,
        aliases: tables.zoneIdByAlias.size,
        countries: reference.countries.length,
        cities: reference.cities.length,
        standards: reference.standards.length,
        names: names.count,
      },
      transitions_sha256: transitionsHash(zones),
    },
    (directory) => {
      writeReferenceDb(join(directory, REFERENCE), tables, reference)
      writeFileSync(join(directory, CLOCKS), encodeClocks(parts))
      writeFileSync(join(directory, HISTORY), encodeHistory(history))
      writeFileSync(join(directory, NAMES), names.bytes)
      copyFileSync(join(root, NOTICE), join(directory, NOTICE))
      if (writtenBoundaries === null) return
      writeFileSync(join(directory, BOUNDARIES), writtenBoundaries.bytes)
      writeFileSync(join(directory, SHAPES), writtenBoundaries.shapes)
    },
    (directory, id) => {
      expectGood(directory, { as: id, outcome: 'nothing was built', fix: null })
      const there = join(dist, id)
      if (!existsSync(there) || verifyArtifact(there).length === 0) return
      report.note(`${id} was there already, and damaged: it is replaced`)
      removeArtifact(dist, id)
    },
  )
}
