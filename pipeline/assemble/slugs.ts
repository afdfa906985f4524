// Extends the registry of city slugs with the cities of a lock. Nothing else writes the registry.
import { join } from 'node:path'
import { SHORTHAND_WORDS } from '#core/text/shorthands.ts'
import { CommandError } from '#open/program/command-error.ts'
import { extendSlugRegistry, slugRegistryText } from '../compile/city-slugs.ts'
import { reservedSlugs } from '../compile/compile-reference.ts'
import { parseRegionNames } from '../parse/cities-json.ts'
import { settleFindings } from '../findings.ts'
import { SLUG_REGISTRY } from '../paths.ts'
import type { Report } from '../report.ts'
import { writeWhole } from '../whole-file.ts'
import { zonesInPolygons } from '../compile/polygon-zones.ts'
import { compileTz } from './compile.ts'
import { draftFromSources } from './reference-draft.ts'
import { readBuildSources, type SourcePlaces } from './sources.ts'

/** Extends the registry of a checkout with the cities of its lock. Returns its file, and how many cities it has and are new. */
export async function updateSlugs(places: SourcePlaces, report: Report) {
  const sources = readBuildSources(places)
  const { boundaries, reference: files, lock } = sources
  if (boundaries === null || files.size === 0) {
    throw new CommandError(`${places.lock}: it pins no cities`, 1, 'npm run tzref -- lock')
  }
  const { release, tables } = compileTz(sources, report)
  const polygons = await boundaries.records()
  const {
    draft,
    registry,
    zones,
    referenceDate,
    findings: ofDraft,
  } = draftFromSources(files, release, tables, zonesInPolygons(polygons.zones), lock.reference_date)
  const ofSources = [...polygons.findings, ...ofDraft]
  const regions = parseRegionNames(files.get('regions') ?? new Uint8Array())
  const { registry: extended, findings } = extendSlugRegistry(
    registry,
    draft.cities.map((city) => ({
      ...city,
      region: regions.get(`${city.country}.${city.region}`) ?? city.region,
    })),
    reservedSlugs(draft, SHORTHAND_WORDS, zones, referenceDate),
  )
  settleFindings([...ofSources, ...findings], report)
  const file = join(places.root, SLUG_REGISTRY)
  writeWhole(file, slugRegistryText(extended))
  return { file, cities: extended.size, added: extended.size - registry.size }
}
