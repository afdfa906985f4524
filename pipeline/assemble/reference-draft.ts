// Compiles the reference sources of a lock into countries, cities, standards and names: the steps that `build` and `slugs` share.
import { encodeNames } from '#core/artifact/names-encode.ts'
import { startOfDay } from '#core/time/moment.ts'
import { readSlugRegistry } from '../compile/city-slugs.ts'
import { joinPlaces, placesOfGeonames } from '../compile/places.ts'
import { rankedPlaces, withOwnIds } from '../compile/ranked-places.ts'
import { idleRows } from '../compile/idle-rows.ts'
import { draftReference, withSlugs } from '../compile/compile-reference.ts'
import type { ReferenceSources, ZonesAt } from '../compile/sources.ts'
import type { ReferenceTables } from '../compile/release.ts'
import { faultInFile } from '../source-error.ts'
import { parseCitiesJson, parseRegionNames } from '../parse/cities-json.ts'
import { readCldr } from '../parse/cldr.ts'
import { LANGUAGES, MORE_LANGUAGES, parseLanguage } from '../parse/cldr-languages.ts'
import { parseGeonames } from '../parse/geonames.ts'
import { parseSubdivisions } from '../parse/subdivisions.ts'
import type { TzRelease } from '../parse/tz-release.ts'
import { SLUG_REGISTRY } from '../paths.ts'

/** The part of an artifact that comes from the reference sources. */
export type CompiledReference = ReturnType<typeof compileReference>

/** Compiles the reference sources with the slugs of the registry. If the findings have faults, the result must not be used. */
export function compileReference(...given: Parameters<typeof draftFromSources>) {
  const { draft, registry, findings: ofDraft } = draftFromSources(...given)
  const { data, findings: ofSlugs } = withSlugs(draft, registry)
  const { names, ...reference } = data
  const findings = [...ofDraft, ...ofSlugs]
  const isFaulty = findings.some(({ severity }) => severity === 'fault')
  return {
    reference,
    names: { count: names.length, bytes: encodeNames(isFaulty ? [] : names, 'en') },
    findings,
  }
}

/**
 * Reads the reference sources (name → bytes) and compiles them with a compiled release. Returns the draft, the registry of slugs, the
 * findings, the listed zones in code-unit order, and the date that the draft was made for.
 */
export function draftFromSources(
  files: ReadonlyMap<string, Uint8Array>,
  release: Pick<TzRelease, 'iso3166' | 'zoneTab'>,
  tables: Pick<ReferenceTables, 'zones' | 'zoneIdByAlias'>,
  zonesAt: ZonesAt,
  referenceDay: string,
) {
  const bytesOf = (name: string): Uint8Array => {
    const bytes = files.get(name)
    if (bytes === undefined)
      throw faultInFile('source-missing', name, 'the lock pins no reference source of that name')
    return bytes
  }
  const cldr = readCldr(bytesOf)
  const dump = files.get('geonames')
  const named = dump === undefined ? parseCitiesJson(bytesOf('cities')) : []
  const ranksOf = (name: string) => parseGeonames(name, bytesOf(name))
  const ranked = withOwnIds(
    dump === undefined
      ? rankedPlaces(ranksOf('olderRanks'), ranksOf('ranks'))
      : parseGeonames('geonames', dump),
  )
  const registry = readSlugRegistry(SLUG_REGISTRY, new TextDecoder().decode(bytesOf('slugs')))
  const registered = new Set(registry.keys())
  const { places, others, findings } =
    dump === undefined ? joinPlaces(named, ranked, registered) : placesOfGeonames(ranked, registered)
  const zones = new Map(
    tables.zones.filter((zone) => zone.isListed).map(({ compiled }) => [compiled.id, compiled]),
  )
  const identifiers = new Set([
    ...tables.zones.map(({ compiled }) => compiled.id),
    ...tables.zoneIdByAlias.keys(),
  ])
  const referenceDate = startOfDay(referenceDay)
  const sources: ReferenceSources = {
    cldr,
    isoNames: new Map(release.iso3166.map((row) => [row.country, row.name])),
    divisionNames: parseRegionNames(bytesOf('regions')),
    languages: [...LANGUAGES, ...MORE_LANGUAGES].map((language) => parseLanguage(language, bytesOf)),
    subdivisions: parseSubdivisions(bytesOf('subdivisions'), bytesOf('subdivisionNames')),
    zoneIdByAlias: tables.zoneIdByAlias,
    zonePlaces: release.zoneTab,
    zones,
    isIdentifier: (name) => identifiers.has(name),
    cityPlaces: places,
    otherPlaces: others,
    zonesAt,
    referenceDate,
  }
  const { draft, findings: ofDraft } = draftReference(sources)
  // A dump of GeoNames' own is newer than the packages that the rows were made for.
  const idle = dump === undefined ? idleRows({ sources, draft, named, ranked, places, registered }) : []
  return {
    draft,
    findings: [...findings, ...ofDraft, ...idle],
    registry,
    zones,
    referenceDate,
  }
}
