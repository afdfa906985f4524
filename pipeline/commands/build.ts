// `tzref build`: sources → parse → compile → write → verify, in that order.
import { copyFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { openBoundaries, type Boundaries } from '#core/artifact/boundaries.ts'
import { BOUNDARIES, NOTICE, REFERENCE } from '#core/artifact/layout.ts'
import { CommandError } from '#cli/command-error.ts'
import type { Lock } from '#schemas/lock.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { unpairedIds } from '../compile/pair-ids.ts'
import { EMPTY_REFERENCE, withSlugs, type ReferenceData } from '../compile/reference.ts'
import { compileRelease, type ReferenceTables } from '../compile/release.ts'
import type { Finding } from '../findings.ts'
import { readTzRelease, type TzRelease } from '../parse/tz-release.ts'
import { LOCK_FILE, ROOT } from '../paths.ts'
import { stderrReport, type Report } from '../report.ts'
import { boundarySource, type BoundarySource } from '../sources/boundaries.ts'
import { readLock, readSources } from '../sources/lock.ts'
import { verifyArtifact } from '../verify/artifact.ts'
import { transitionsHash } from '../verify/transition-dump.ts'
import { currentId, pointCurrentAt, writeArtifact } from '../write/artifact-directory.ts'
import { sqliteVersion, writeReferenceDb } from '../write/reference-db.ts'
import { buildBoundaries, zonesByBoundaries, type BuiltBoundaries } from './boundaries.ts'
import { draftFromSources, settleFindings, withoutStackTrace } from './reference.ts'

export interface BuildOptions {
  /** The checkout whose files the lock names. */
  readonly root: string
  readonly lock: string
  readonly dist: string
  /** Where downloaded sources lie; `.cache` under the root, or as TZREF_CACHE says, when absent. */
  readonly cache?: string
  /** Make the new artifact current even where another one is. */
  readonly activate: boolean
  /** The compiled boundaries that the lock pins; null for a lock without any. `buildFromLock` compiles them. */
  readonly boundaries: BuiltBoundaries | null
  /** Leave the boundaries out of the artifact, so that it cannot answer /lookup. Cities have their zones all the same. */
  readonly withoutBoundaries?: boolean
  readonly report: Report
}

export interface Built {
  readonly id: string
  readonly directory: string
  /** The lock had been built before; the artifact that was there stays. */
  readonly existed: boolean
  readonly isCurrent: boolean
}

/** Builds the artifact of a lock. Bad sources are named errors, and leave nothing behind. */
export function build(options: BuildOptions): Built {
  const { root, lock: lockPath, dist, cache, activate, report } = options
  const lock = readLock(lockPath)
  const files = readSources(root, lock, 'tz', cache)
  const release = readTzRelease(new Map([...files].map(([name, bytes]) => [name, bytes.toString('utf8')])))
  if (release.release !== lock.tz) {
    throw new CommandError(
      `${lockPath}: tz is ${lock.tz}, its sources are release ${release.release}`,
      1,
      'npm run tzref -- lock',
    )
  }
  report.note(
    `tz ${release.release}: ${release.lines.zones.length} Zones, ${release.lines.links.length} Links`,
  )
  const tables = compileRelease(release)
  report.note(`compiled ${tables.zones.length} zones and ${tables.zoneIdByAlias.size} aliases`)
  const boundaries = options.boundaries === null ? null : openBoundaries(options.boundaries.bytes)
  if (options.boundaries !== null && boundaries !== null) {
    settleFindings([...options.boundaries.findings, ...unpaired(boundaries, tables)], report)
  }
  const reference = referenceOf(options, lock, { release, tables, boundaries })
  report.note(
    `compiled ${reference.countries.length} countries, ${reference.cities.length} cities and ${reference.standards.length} standards`,
  )
  const writesBoundaries = boundaries !== null && !(options.withoutBoundaries ?? false)
  const { id, existed } = writeArtifact(
    dist,
    {
      tz: lock.tz,
      boundaries: writesBoundaries ? lock.boundaries : null,
      reference_date: lock.reference_date,
      tzref: packageJson.version,
      sqlite: sqliteVersion(),
      sources: lock.sources,
      counts: {
        zones: tables.zones.length,
        aliases: tables.zoneIdByAlias.size,
        countries: reference.countries.length,
        cities: reference.cities.length,
        standards: reference.standards.length,
      },
      transitions_sha256: transitionsHash(tables.zones.map(({ compiled }) => compiled)),
    },
    (directory) => {
      writeReferenceDb(join(directory, REFERENCE), tables, reference)
      copyFileSync(join(root, NOTICE), join(directory, NOTICE))
      if (boundaries !== null && writesBoundaries)
        writeFileSync(join(directory, BOUNDARIES), boundaries.bytes)
    },
  )
  const directory = join(dist, id)
  const [finding] = verifyArtifact(directory)
  if (finding !== undefined) {
    throw new CommandError(
      `${directory}: ${finding.code}: ${finding.message}`,
      1,
      `rm -r ${directory} and build again`,
    )
  }
  report.note(existed ? `${id} was there already and is good` : `wrote and verified ${id}`)
  if (activate || currentId(dist) === null) pointCurrentAt(dist, id)
  return { id, directory, existed, isCurrent: currentId(dist) === id }
}

/** Boundaries and identifiers that the other side lacks. Ocean strips are nobody's boundary. */
function unpaired({ zoneIds }: Boundaries, { zones, zoneIdByAlias }: ReferenceTables): Finding[] {
  const idsWhere = (isListed: boolean): string[] =>
    zones.filter((zone) => zone.isListed === isListed).map(({ compiled }) => compiled.id)
  return unpairedIds(
    zoneIds.filter((id) => !id.startsWith('Etc/GMT')),
    { listed: idsWhere(true), unlisted: idsWhere(false), zoneIdByAlias },
  )
}

/** Countries, cities and standards; none for a lock of tz sources alone. */
function referenceOf(
  { root, lock: lockPath, cache, report }: BuildOptions,
  lock: Lock,
  {
    release,
    tables,
    boundaries,
  }: {
    readonly release: TzRelease
    readonly tables: ReferenceTables
    readonly boundaries: Boundaries | null
  },
): ReferenceData {
  const files = readSources(root, lock, 'reference', cache)
  if (files.size === 0) return EMPTY_REFERENCE
  return withoutStackTrace(() => {
    if (boundaries === null) {
      throw new CommandError(
        `${lockPath}: it pins no boundaries, which cities take their zones from`,
        1,
        'npm run tzref -- lock',
      )
    }
    const zonesAt = zonesByBoundaries(boundaries)
    const { draft, registry } = draftFromSources(files, release, tables, zonesAt, lock.reference_date)
    const data = withSlugs(draft, registry)
    settleFindings(data.findings, report)
    return data
  }, report)
}

/** Builds the artifact of a lock, its boundaries included. */
export async function buildFromLock(options: Omit<BuildOptions, 'boundaries'>): Promise<Built> {
  const { root, lock, cache, report } = options
  const source = boundarySource(root, readLock(lock), cache)
  return build({ ...options, boundaries: source === null ? null : await boundariesOf(source, report) })
}

/** `buildBoundaries`, with the faults of a source in words. */
export async function boundariesOf(source: BoundarySource, report: Report): Promise<BuiltBoundaries> {
  try {
    return await buildBoundaries(source, report)
  } catch (error) {
    return withoutStackTrace(() => {
      throw error
    }, report)
  }
}

interface BuildFlags {
  readonly lock: string
  readonly dist: string
  readonly activate?: true
  readonly withoutBoundaries?: true
  readonly json?: true
}

/** Adds `build` to the program. */
export function registerBuild(program: Command): void {
  program
    .command('build')
    .description('build the artifact that tzdb.lock describes')
    .option('--lock <file>', 'the lock', join(ROOT, LOCK_FILE))
    .option('--dist <folder>', 'folder of the artifacts', join(ROOT, 'dist'))
    .option('--activate', 'make it the current artifact even where there is one')
    .option('--without-boundaries', 'leave boundaries.tiles out; /lookup then answers 503')
    .option('--json', 'print {id, directory, existed, current}')
    .addHelpText(
      'after',
      `
The new artifact becomes current only where none is yet, or with --activate.

Examples:
  npm run tzref -- build
  npm run tzref -- build --activate --json
  npm run tzref -- build --without-boundaries`,
    )
    .action(async (options: BuildFlags) => {
      const built = await buildFromLock({
        root: ROOT,
        lock: options.lock,
        dist: resolve(options.dist),
        activate: options.activate ?? false,
        withoutBoundaries: options.withoutBoundaries ?? false,
        report: stderrReport(),
      })
      const { id, directory, existed, isCurrent } = built
      process.stdout.write(
        options.json ? `${JSON.stringify({ id, directory, existed, current: isCurrent })}\n` : `${id}\n`,
      )
      if (!isCurrent)
        process.stderr.write(`it is not current; to serve it: npm run tzref -- activate ${id}\n`)
    })
}
