// The registry of city slugs: which city owns which URL, decided once and for ever, by GeoNames id.
import { FORMER_SLUGS } from '#core/text/former-slugs.ts'
import { slugOf } from '#core/text/fold.ts'
import { fault, note, type SourceFinding } from '../findings.ts'
import { faultInFile } from '../source-error.ts'

/** What a city answers to. */
export interface CitySlugs {
  /** The canonical one. */
  readonly slug: string
  /** The second that the owner of a bare slug answers to (`paris-fr`); null for the others. */
  readonly also: string | null
}

/** City id → its slugs. Entries are never removed or changed: a city that comes back finds its URL again. */
export type SlugRegistry = ReadonlyMap<number, CitySlugs>

/** What a city is named by, when its slug is chosen. */
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

/** Begins the part of the registry that was added after the freeze; the part before it never changes. */
const ADDED = '# Added after the freeze.'

/** Cities of the frozen part: what was issued up to tzref 0.2.0. */
const FROZEN_CITIES = 36_580

/** Reads the registry's text: a line a city, `slug id [iso2]`, in code-unit order of the slugs in each of its two parts. */
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
    if (previous >= slug) refuse(`"${slug}" stands after "${previous}", out of order`)
    if (registry.has(id)) refuse(`${id} stands here twice`)
    for (const owned of also === null ? [slug] : [slug, also]) {
      if (owners.has(owned)) refuse(`"${owned}" has two owners`)
      owners.add(owned)
    }
    registry.set(id, { slug, also })
    previous = slug
  }
  return registry
}

/** The registry as text: the inverse of `readSlugRegistry`. Its first `frozen` cities are its first part. */
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

/** Whether a slug is not to be had by a city because it names something else that is told from a city by its clock alone. */
export type IsReserved = (slug: string, city: NamedCity) => boolean

/**
 * The registry with a slug for every city. A new city gets its bare name if it is the first of that name (capitals, then by
 * population, then the lowest id) and nothing else has that name; then `name-iso2`, then `name-iso2-region`, then with its id.
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
  // All bare slugs and all `name-iso2` are given before any longer one, or a small town's region could take a city's name.
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

/** Cities of a build that the registry does not know, and how much of the registry the build has lost. */
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
        `${cities.length} cities, where ${registry.size} have slugs: the source lost more than it may`,
      ),
    )
  }
  return findings
}

/** A source of at least this share of the known cities is believed: cities15000.txt has about 85 %. */
const LEAST_KEPT = 0.75
