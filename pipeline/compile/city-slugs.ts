// The registry of city slugs: decides once and for ever, by GeoNames id, which city owns which URL.
import { FORMER_SLUGS } from '#core/text/former-slugs.ts'
import { slugOf } from '#core/text/fold.ts'
import { fault, note, type SourceFinding } from '../findings.ts'
import { faultInFile } from '../source-error.ts'

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
export interface NamedCity {
  readonly id: number
  readonly name: string
  readonly country: string
  /** Name or code of the first administrative division; empty when unknown. */
  readonly region: string
  readonly isCapital: boolean
  readonly population: number | null
  readonly zone: string
}

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
    for (const owned of also === null ? [slug] : [slug, also]) {
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
    line: `${also === null ? `${slug} ${id}` : `${slug} ${id} ${also.slice(slug.length + 1)}`}\n`,
  }))
  const part = (from: number, to?: number): string =>
    lines
      .slice(from, to)
      .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
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
  for (const { slug, also } of registry.values()) {
    owned.add(slug)
    if (also !== null) owned.add(also)
  }
  const news = cities.filter((city) => !registry.has(city.id)).toSorted(byPrecedence)
  // All bare slugs and all `name-iso2` are given before any longer one. Otherwise a small town's region could take a city's name.
  const left: NamedCity[] = []
  const give = (city: NamedCity, slug: string, also: string | null): void => {
    extended.set(city.id, { slug, also })
    owned.add(slug)
    if (also !== null) owned.add(also)
  }
  for (const city of news) {
    const name = slugOf(city.name)
    const withCountry = `${name}-${city.country.toLowerCase()}`
    if (name === '') left.push(city)
    else if (!owned.has(name) && !isReserved(name, city)) {
      give(city, name, owned.has(withCountry) || isReserved(withCountry, city) ? null : withCountry)
    } else if (!owned.has(withCountry) && !isReserved(withCountry, city)) give(city, withCountry, null)
    else left.push(city)
  }
  for (const city of left) {
    const name = slugOf(city.name)
    const withCountry = `${name === '' ? 'city' : name}-${city.country.toLowerCase()}`
    const withRegion = `${withCountry}-${slugOf(city.region)}`
    const slug =
      name !== '' && slugOf(city.region) !== '' && !owned.has(withRegion)
        ? withRegion
        : `${withCountry}-${Math.abs(city.id)}`
    if (name === '') {
      findings.push(
        note('slug-empty', city.name, `"${city.name}", ${city.country}, folds to nothing and is ${slug}`),
      )
    }
    if (owned.has(slug)) {
      findings.push(fault('slug-taken', city.name, `${city.id}: no slug is left, not even ${slug}`))
      continue
    }
    give(city, slug, null)
  }
  return { registry: extended, findings }
}

function byPrecedence(a: NamedCity, b: NamedCity): number {
  if (a.isCapital !== b.isCapital) return a.isCapital ? -1 : 1
  return (b.population ?? -1) - (a.population ?? -1) || a.id - b.id
}

/** Returns faults for cities that have no slug in the registry, and for a source that has lost too many cities of the registry. */
export function checkSlugRegistry(
  registry: SlugRegistry,
  cities: readonly { id: number; name: string }[],
): SourceFinding[] {
  const findings: SourceFinding[] = []
  const without = cities.filter((city) => !registry.has(city.id))
  const [first] = without
  if (first !== undefined) {
    findings.push(
      fault(
        'slug-missing',
        first.name,
        `${without.length} cities have no slug yet, ${first.name} (${first.id}) among them; run: tzref slugs update`,
      ),
    )
  }
  if (cities.length < registry.size * LEAST_KEPT) {
    findings.push(
      fault(
        'cities-lost',
        'cities',
        `${cities.length} cities, where ${registry.size} have slugs: the source lost too many`,
      ),
    )
  }
  return findings
}

/** The least share of the known cities that a source may have. cities15000.txt has about 85 %. */
const LEAST_KEPT = 0.75
