// `tzref slugs update`: gives a slug to every city that has none yet. The only thing that writes the registry.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { CommandError } from '#cli/command-error.ts'
import { SHORTHAND_WORDS } from '#core/text/shorthands.ts'
import { extendSlugRegistry, writeSlugRegistry } from '../compile/city-slugs.ts'
import { compileRelease } from '../compile/release.ts'
import { reservedSlugs } from '../compile/reference.ts'
import { parseRegionNames } from '../parse/cities-json.ts'
import { readTzRelease } from '../parse/tz-release.ts'
import { LOCK_FILE, ROOT, SLUG_REGISTRY } from '../paths.ts'
import { stderrReport } from '../report.ts'
import { boundarySource } from '../sources/boundaries.ts'
import { readLock, readSources } from '../sources/lock.ts'
import { zonesByBoundaries } from './boundaries.ts'
import { boundariesOf } from './build.ts'
import { draftFromSources, settleFindings, withoutStackTrace } from './reference.ts'

export interface SlugsUpdated {
  readonly file: string
  readonly cities: number
  readonly added: number
}

/** Extends the registry of a checkout by the cities of its lock. */
export async function updateSlugs(root: string, lockPath: string): Promise<SlugsUpdated> {
  const report = stderrReport()
  const lock = readLock(lockPath)
  const files = readSources(root, lock, 'tz')
  const release = readTzRelease(new Map([...files].map(([name, bytes]) => [name, bytes.toString('utf8')])))
  const tables = compileRelease(release)
  const reference = readSources(root, lock, 'reference')
  const source = boundarySource(root, lock)
  if (source === null) {
    throw new CommandError(
      `${lockPath}: it pins no boundaries, which cities take their zones from`,
      1,
      'npm run tzref -- lock',
    )
  }
  const boundaries = await boundariesOf(source, report)
  const zonesAt = zonesByBoundaries(openBoundaries(boundaries.bytes))
  const { draft, registry, zones, referenceDate } = withoutStackTrace(
    () => draftFromSources(reference, release, tables, zonesAt, lock.reference_date),
    report,
  )
  const regions = parseRegionNames(reference.get('regions') ?? new Uint8Array())
  const { registry: extended, findings } = extendSlugRegistry(
    registry,
    draft.cities.map((city) => ({
      ...city,
      region: regions.get(`${city.country}.${city.region}`) ?? city.region,
    })),
    reservedSlugs(draft, SHORTHAND_WORDS, zones, referenceDate),
  )
  settleFindings([...draft.findings, ...findings], report)
  const file = join(root, SLUG_REGISTRY)
  writeFileSync(file, writeSlugRegistry(extended))
  return { file, cities: extended.size, added: extended.size - registry.size }
}

/** Adds `slugs update` to the program. */
export function registerSlugs(program: Command): void {
  program
    .command('slugs')
    .description('the registry of city slugs')
    .command('update')
    .description('give a slug to every city that has none; none is ever moved or taken away')
    .option('--lock <file>', 'the lock', join(ROOT, LOCK_FILE))
    .option('--json', 'print {file, cities, added}')
    .addHelpText('after', '\nExample:\n  npm run tzref -- slugs update && npm run tzref -- lock')
    .action(async (options: { lock: string; json?: true }) => {
      const updated = await updateSlugs(ROOT, options.lock)
      process.stdout.write(
        options.json
          ? `${JSON.stringify(updated)}\n`
          : `${updated.file}: ${updated.cities} cities, ${updated.added} of them new\n`,
      )
      if (updated.added > 0)
        process.stderr.write('the lock pins the registry; to pin it anew: npm run tzref -- lock\n')
    })
}
