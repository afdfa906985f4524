// Checks the file of names against the rest of its artifact: everything that it names must exist and be as it says.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST, NAMES } from '#core/artifact/layout.ts'
import { checkNames, type MeaningCheck } from '#core/artifact/names-check.ts'
import { openNames, type NamedPlace, type NameMeaning } from '#core/artifact/names.ts'
import type { ArtifactErrorCode } from '#core/artifact/artifact-error.ts'
import type { Finding } from '#core/finding.ts'
import { nameKey } from '#core/text/name-key.ts'
import type { Artifact } from '../artifact.ts'

/** How many faults are listed of a kind that can come in thousands. */
const MOST_NAMED = 10

const malformed = (message: string): Finding<ArtifactErrorCode> => ({
  code: 'names-malformed',
  about: NAMES,
  message,
})

/** Checks every name of names.bin by the rules N1 to N5 of docs/formats/names.md. */
export function* checkNamesFile(artifact: Artifact): Generator<Finding<ArtifactErrorCode> | undefined, void> {
  const { directory, manifest } = artifact
  const expected = manifest.counts['names']
  if (!(NAMES in manifest.files)) {
    if (expected !== undefined && expected !== 0) yield otherCount(expected, 0)
    return
  }
  const things = thingsOf(artifact)
  yield
  let count = 0
  let faults = 0
  const counting: MeaningCheck = (row) => {
    count++
    return faultOf(row, things)
  }
  const bytes = readFileSync(join(directory, NAMES))
  openNames(bytes)
  for (const fault of checkNames(bytes, counting)) {
    if (fault === undefined) yield
    else if (++faults <= MOST_NAMED) yield malformed(fault)
  }
  if (faults > 0) return
  for (const [thing, name] of [...things.unnamed].slice(0, MOST_NAMED))
    yield malformed(`N5: ${thing} is not found by its own name "${name}"`)
  if (expected !== undefined && expected !== count) yield otherCount(expected, count)
}

const otherCount = (expected: number, found: number): Finding<ArtifactErrorCode> => ({
  code: 'count',
  about: MANIFEST,
  message: `counts.names is ${expected}, ${NAMES} has ${found}`,
})

/** Everything that a name may mean. */
interface Things {
  readonly zones: ReadonlySet<string>
  readonly countries: ReadonlySet<string>
  readonly standards: ReadonlySet<string>
  readonly cities: ReadonlyMap<number, CityFacts>
  /** Parts of divisions that were already seen, by id and zone. */
  readonly parts: Map<string, NamedPlace>
  /** Things whose own name was not seen yet: `country FR` → the name. */
  readonly unnamed: Map<string, string>
  readonly keys: ReadonlyMap<string, string>
}

interface CityFacts {
  readonly zone: string
  readonly population: number | null
  readonly isCapital: boolean
}

function thingsOf({ rows }: Artifact): Things {
  const zones = new Map(rows('zone').map(({ id, iana }) => [id, iana]))
  const [countries, standards, cities] = [rows('country'), rows('standard'), rows('city')]
  const unnamed = new Map<string, string>([
    ...countries.map(({ iso2, name }) => [`country ${iso2}`, name] as const),
    ...standards.map(({ slug, name }) => [`standard ${slug}`, name] as const),
    ...cities.map(({ id, name }) => [`city ${id}`, name] as const),
  ])
  return {
    zones: new Set(zones.values()),
    countries: new Set(countries.map(({ iso2 }) => iso2)),
    standards: new Set(standards.map(({ slug }) => slug)),
    cities: new Map(
      cities.map(({ id, zone, population, is_capital }) => [
        id,
        { zone: zones.get(zone) ?? '', population, isCapital: is_capital === 1 },
      ]),
    ),
    parts: new Map(),
    unnamed,
    keys: new Map([...unnamed].map(([thing, name]) => [thing, nameKey(name)])),
  }
}

/** A false statement of a name, in words; null when all is well. */
function faultOf(
  { words, meanings }: { readonly words: string; readonly meanings: readonly NameMeaning[] },
  things: Things,
): string | null {
  const key = words.replaceAll('-', '')
  for (const meaning of meanings) {
    if (meaning.kind === 'zone' && !things.zones.has(meaning.zone))
      return `N1: there is no zone ${meaning.zone}`
    if (meaning.kind === 'country' && !things.countries.has(meaning.country))
      return `N1: there is no country ${meaning.country}`
    if (meaning.kind === 'standard' && !things.standards.has(meaning.standard))
      return `N1: there is no standard ${meaning.standard}`
    if (meaning.kind === 'place') {
      const fault = placeFault(meaning.place, things)
      if (fault !== null) return fault
    }
    const thing = thingOf(meaning, things)
    if (thing !== null && things.keys.get(thing) === key) things.unnamed.delete(thing)
  }
  return null
}

function thingOf(meaning: NameMeaning, { cities }: Things): string | null {
  if (meaning.kind === 'country') return `country ${meaning.country}`
  if (meaning.kind === 'standard') return `standard ${meaning.standard}`
  if (meaning.kind !== 'place' || meaning.place.kind !== 'city') return null
  const { id, zone } = meaning.place
  // In a dispute a city is in another zone as well.
  return cities.get(id)?.zone === zone ? `city ${id}` : null
}

function placeFault(place: NamedPlace, { zones, cities, parts }: Things): string | null {
  if (!zones.has(place.zone)) return `N1: there is no zone ${place.zone}`
  if (place.isSovereignCapital && !place.isCapital)
    return `N4: place ${place.id} is only a capital of its sovereign state`
  if (place.kind === 'division') {
    const part = `${place.id} ${place.zone}`
    const before = parts.get(part) ?? place
    parts.set(part, place)
    const isSame = before.population === place.population && before.isCapital === place.isCapital
    return isSame ? null : `N3: two parts of division ${place.id} are in ${place.zone}`
  }
  const city = cities.get(place.id)
  if (!place.isListed) return city === undefined ? null : `N1: place ${place.id} is a city of the table`
  if (city === undefined) return `N1: there is no city ${place.id}`
  if (place.kind === 'section') return null
  return city.population === place.population && city.isCapital === place.isCapital
    ? null
    : `N2: city ${place.id} has ${place.population} people here, and ${city.population} in the table`
}
