// The registry of city slugs: decides for ever which city owns which URL, what follows a taken name, and when too many cities are lost.
import { byNumber, byText, thenBy } from '#core/order.ts'
import { FORMER_SLUGS } from '#core/text/former-slugs.ts'
import { slugOf } from '#core/text/fold.ts'
import { fault, note, type SourceFinding } from '../findings.ts'
import { faultInFile } from '../source-error.ts'
import type { ZonedCity } from './cities.ts'

/** The slugs of a city. */
export interface CitySlugs {
  /** The canonical slug. */
  readonly slug: string
  /** The second slug of a city that owns a bare slug (`paris-fr`). Null for the others. */
  readonly also: string | null
}

/** City id → its slugs. Entries are never removed or changed: a city that comes back gets its old URL again. */
export type SlugRegistry = ReadonlyMap<number, CitySlugs>

/** The facts about a city that decide its slug. */
export type NamedCity = Omit<ZonedCity, 'otherNames' | 'lat' | 'lon'>

const HEADER =
  '# City slugs by GeoNames id: slug, id, and the ending of the second slug of those that own a bare one.\n' +
  '# Written by `tzref slugs update` alone. Derived from GeoNames (CC BY 4.0).\n'

/** Begins the second part of the registry, added after the freeze. The first part never changes. */
const ADDED = '# Added after the freeze.'

/** The number of cities in the frozen part: those issued up to tzref 0.2.0. */
const FROZEN_CITIES = 36_580

/** Reads the registry's text. Each line is one city: `slug id [iso2]`. Each of the two parts is in code-unit order of the slugs. */
export function readSlugRegistry(file: string, text: string): SlugRegistry {
  const registry = new Map<number, CitySlugs>()
  const owners = new Set<string>()
  let previous = ''
  for (const [index, line] of text.split('\n').entries()) {
    if (line === ADDED) previous = ''
    if (line === '' || line.startsWith('#')) continue
    const refuse = (what: string): never => {
      throw faultInFile('slug-registry', file, `${what}; run: tzref slugs update`, { line: index + 1 })
    }
    const match = /^([a-z0-9]+(?:-[a-z0-9]+)*) (-?\d+)(?: ([a-z]{2}))?$/.exec(line)
    const [, slug = '', idText = '', ending] = match ?? refuse(`"${line}" is not "slug id [iso2]"`)
    const id = Number(idText)
    const also = ending === undefined ? null : `${slug}-${ending}`
    if (previous >= slug) refuse(`"${slug}" comes after "${previous}", out of order`)
    if (registry.has(id)) refuse(`${id} is here twice`)
    for (const owned of slugsOf({ slug, also })) {
      if (owners.has(owned)) refuse(`"${owned}" has two owners`)
      owners.add(owned)
    }
    registry.set(id, { slug, also })
    previous = slug
  }
  return registry
}

/** Returns the registry as text, the inverse of `readSlugRegistry`. The first `frozen` cities form the first part. */
export function slugRegistryText(registry: SlugRegistry, frozen = FROZEN_CITIES): string {
  const lines = Array.from(registry, ([id, { slug, also }]) => ({
    slug,
    line: `${slug} ${id}${also === null ? '' : ` ${also.slice(slug.length + 1)}`}\n`,
  }))
  const part = (from: number, to?: number): string =>
    lines
      .slice(from, to)
      .toSorted(byText(({ slug }) => slug))
      .map(({ line }) => line)
      .join('')
  return `${HEADER}${part(0, frozen)}${lines.length > frozen ? `${ADDED}\n${part(frozen)}` : ''}`
}

/** Whether a city must not get a slug, because the slug names something else whose clock differs from the city's. */
export type IsReserved = (slug: string, city: NamedCity) => boolean

/**
 * Extends the registry so that every city has a slug. A new city gets its bare name if it is the first of that name and nothing else has
 * that name. Capitals come first, then larger populations, then lower ids. The next choices are `name-iso2`, then `name-iso2-region`,
 * then the country with the city's id.
 */
export function extendSlugRegistry(
  registry: SlugRegistry,
  cities: readonly NamedCity[],
  isReserved: IsReserved,
): { registry: SlugRegistry; findings: SourceFinding[] } {
  const extended = new Map(registry)
  const findings: SourceFinding[] = []
  const owned = new Set(FORMER_SLUGS.keys())
  const give = (id: number, slugs: CitySlugs): void => {
    extended.set(id, slugs)
    for (const slug of slugsOf(slugs)) owned.add(slug)
  }
  for (const [id, slugs] of registry) give(id, slugs)
  const news = cities.filter((city) => !registry.has(city.id)).toSorted(byPrecedence)
  // All bare slugs and all `name-iso2` are given before any longer one. Otherwise a small town's region could take a city's name.
  const left = news.filter((city) => {
    const name = slugOf(city.name)
    const [slug, also = null] = [name, `${name}-${city.country.toLowerCase()}`].filter(
      (one) => !owned.has(one) && !isReserved(one, city),
    )
    if (name === '' || slug === undefined) return true
    give(city.id, { slug, also })
    return false
  })
  for (const { id, name, country, region } of left) {
    const bare = slugOf(name)
    const withCountry = `${bare === '' ? 'city' : bare}-${country.toLowerCase()}`
    const withRegion = `${withCountry}-${slugOf(region)}`
    const isFree = bare !== '' && slugOf(region) !== '' && !owned.has(withRegion)
    const slug = isFree ? withRegion : `${withCountry}-${Math.abs(id)}`
    if (bare === '')
      findings.push(note('slug-empty', name, `"${name}", ${country}, folds to nothing and is ${slug}`))
    if (owned.has(slug)) findings.push(fault('slug-taken', name, `${id}: no slug is left, not even ${slug}`))
    else give(id, { slug, also: null })
  }
  return { registry: extended, findings }
}

const slugsOf = ({ slug, also }: CitySlugs): string[] => (also === null ? [slug] : [slug, also])

const byPrecedence = thenBy<NamedCity>(
  byNumber(({ isCapital }) => Number(isCapital), -1),
  byNumber(({ population }) => population ?? -1, -1),
  byNumber(({ id }) => id),
)

/** Returns faults for cities that have no slug in the registry, and for a source that has lost too many cities of the registry. */
export function checkSlugRegistry(
  registry: SlugRegistry,
  cities: readonly { id: number; name: string }[],
): SourceFinding[] {
  const findings: SourceFinding[] = []
  const without = cities.filter((city) => !registry.has(city.id))
  const [first] = without
  if (first !== undefined) {
    const message = `${without.length} cities have no slug yet, ${first.name} (${first.id}) among them; run: tzref slugs update`
    findings.push(fault('slug-missing', first.name, message))
  }
  if (cities.length < registry.size * LEAST_KEPT) {
    const message = `${cities.length} cities, where ${registry.size} have slugs: the source lost too many`
    findings.push(fault('cities-lost', 'cities', message))
  }
  return findings
}

/** The least share of the known cities that a source may have. cities15000.txt has about 85 %. */
const LEAST_KEPT = 0.75
