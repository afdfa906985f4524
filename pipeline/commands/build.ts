// `tzref build`: sources → parse → compile → write → verify, in that order.
import { copyFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { NOTICE, REFERENCE } from '#core/artifact/layout.ts'
import { CommandError } from '#core/command-error.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { EMPTY_REFERENCE, withSlugs } from '../compile/reference.ts'
import { compileRelease } from '../compile/release.ts'
import { readTzRelease } from '../parse/tz-release.ts'
import { LOCK_FILE, ROOT } from '../paths.ts'
import { stderrReport, type Report } from '../report.ts'
import { geoTzZonesAt } from '../sources/geo-tz-find.ts'
import { readLock, readSources } from '../sources/lock.ts'
import { verifyArtifact } from '../verify/artifact.ts'
import { transitionsHash } from '../verify/transition-dump.ts'
import { currentId, pointCurrentAt, writeArtifact } from '../write/artifact-directory.ts'
import { sqliteVersion, writeReferenceDb } from '../write/reference-db.ts'
import { draftFromSources, settleFindings, withoutStackTrace } from './reference.ts'

export interface BuildOptions {
  /** The checkout whose files the lock names. */
  readonly root: string
  readonly lock: string
  readonly dist: string
  /** Make the new artifact current even where another one is. */
  readonly activate: boolean
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
export function build({ root, lock: lockPath, dist, activate, report }: BuildOptions): Built {
  const lock = readLock(lockPath)
  const files = readSources(root, lock, 'tz')
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
  const referenceFiles = readSources(root, lock, 'reference')
  // A lock of tz sources alone builds zones alone.
  const reference =
    referenceFiles.size === 0
      ? EMPTY_REFERENCE
      : withoutStackTrace(() => {
          const { draft, registry } = draftFromSources(
            referenceFiles,
            release,
            tables,
            geoTzZonesAt,
            lock.reference_date,
          )
          const data = withSlugs(draft, registry)
          settleFindings(data.findings, report)
          return data
        }, report)
  report.note(
    `compiled ${reference.countries.length} countries, ${reference.cities.length} cities and ${reference.standards.length} standards`,
  )
  const { id, existed } = writeArtifact(
    dist,
    {
      tz: lock.tz,
      boundaries: null,
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

/** Adds `build` to the program. */
export function registerBuild(program: Command): void {
  program
    .command('build')
    .description('build the artifact that tzdb.lock describes')
    .option('--lock <file>', 'the lock', join(ROOT, LOCK_FILE))
    .option('--dist <folder>', 'folder of the artifacts', join(ROOT, 'dist'))
    .option('--activate', 'make it the current artifact even where there is one')
    .option('--json', 'print {id, directory, existed, current}')
    .addHelpText(
      'after',
      `
The new artifact becomes current only where none is yet, or with --activate.

Examples:
  npm run tzref -- build
  npm run tzref -- build --activate --json`,
    )
    .action((options: { lock: string; dist: string; activate?: true; json?: true }) => {
      const built = build({
        root: ROOT,
        lock: options.lock,
        dist: resolve(options.dist),
        activate: options.activate ?? false,
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
