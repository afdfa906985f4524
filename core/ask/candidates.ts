// A name → everything that bears it in the file of names: as a whole text, next to other text, as a code of a state, as other words.
import type { NameMeaning, Names } from '../artifact/names.ts'
import { accentedName, LONGEST_STATE_CODE, stateCodeName } from '../text/division-codes.ts'
import { isSpeltOut, nameKey, nameWords } from '../text/name-key.ts'
import { isDirection, isNoPlace, isWordToo, SHORT_COUNTRIES, stateNamesIn } from './area-words.ts'
import { NOTHING, type MeantPlace, type Namesakes } from './choice.ts'
import type { Cities } from './cities.ts'
import type { Countries, Country } from './countries.ts'
import type { Standard, Standards } from './standards.ts'
import { PEOPLE_OF_A_VILLAGE } from './weights.ts'
import type { Zone, Zones } from './zones.ts'

/** The data in which tokens are looked up. */
export interface Gazetteer {
  readonly zones: Zones
  readonly standards: Standards
  readonly countries: Countries
  /** Read at the first call. */
  readonly cities: () => Cities
  /** The names of everything. Opened at the first call. */
  readonly names: () => Names
  /** Rules that are not followed. Tests count by it what each rule is needed for. */
  readonly leftOut?: ReadonlySet<string>
}

export const isEmpty = ({ standards, countries, places, zones, label }: Namesakes): boolean =>
  label === null && standards.length + countries.length + places.length + zones.length === 0

export const orNull = (namesakes: Namesakes): Namesakes | null => (isEmpty(namesakes) ? null : namesakes)

export const hasClock = ({ zones, defaultZone }: Country): boolean => zones.length > 0 || defaultZone !== null

/** Everything that has exactly this name, or the zone that has this identifier with a slash. */
export function goingByText(text: string, gazetteer: Gazetteer): Namesakes {
  const identified = text.includes('/') ? gazetteer.zones.named(text.trim()) : null
  if (identified !== null) return { ...NOTHING, zones: [identified] }
  const key = nameKey(text)
  return isTornName(text, key, gazetteer) ? NOTHING : goingByKey(text, key, gazetteer)
}

/** Not a village by its name. */
const isKnownSo = ({ isOwnName, kind, population }: MeantPlace): boolean =>
  !isOwnName || kind === 'division' || (population ?? 0) >= PEOPLE_OF_A_VILLAGE

/** Everything that has the key of a text as its name. */
function goingByKey(text: string, key: string, gazetteer: Gazetteer): Namesakes {
  const borne = isWordedCode(text, key) ? NOTHING : goingByMarked(text, key, gazetteer)
  // Three capitals are a code: `PAR` is not Par in Cornwall.
  const found = /^\s*[A-Z]{3}\s*$/.test(text) ? { ...borne, places: borne.places.filter(isKnownSo) } : borne
  // Two parts are joined only in a name with a comma: "Saint Helena, Ascension and Tristan da Cunha", "Arele, Xinjiang, near Kokyar". "Bago, Bago"
  // is not Bagobago.
  const isNamedSo = ({ kind, id }: MeantPlace): boolean => {
    const city = gazetteer.cities().withId(id)
    return kind === 'division' || city?.name.includes(',') === true || nameKey(city?.shownName ?? '') === key
  }
  const named = text.includes(',') ? { ...found, places: found.places.filter(isNamedSo), zones: [] } : found
  const isAbbreviation = /\p{L}\./u.test(text)
  if (isEmpty(named) && !isAbbreviation) return NOTHING
  const isLone = isNoPlace(key)
  // A bare "north" does not mean Australia/North. `EAST` stays: it is also a code, so it is asked about.
  const zones = isLone && named.standards.length === 0 && isDirection([key]) ? [] : named.zones
  const all = isLone ? { ...named, places: [], zones } : named
  // `VIC` is Vic in Catalonia and a code of Victoria, so both count. A code that is no place's name means nothing without other words, but
  // "N.Y." does.
  const isCode = all.countries.length === 0 && (all.places.length > 0 || isAbbreviation)
  // States have codes of three letters in Australia alone. `DEL` is Delhi's airport, and "Del." Delaware.
  const coded = (isCode ? englishDivisionsOf(key, gazetteer) : []).filter(
    ({ country }) => key.length !== 3 || isAbbreviation || country === 'AU',
  )
  return coded.length === 0 ? all : { ...all, zones: [...all.zones, ...coded.map(({ zone }) => zone)] }
}

/** Everything that the file of names has under the key of a text. Two or three letters with a mark are no code: `Mỹ` is not Malaysia. */
function goingByMarked(text: string, key: string, gazetteer: Gazetteer): Namesakes {
  const all = goingBy(key, gazetteer)
  if (key.length >= SHORTEST_AREA || /^[ \w]*$/.test(text) || !/[a-z]/.test(key)) return all
  const named = goingBy(nameKey(accentedName(text)), gazetteer)
  if (/^[ -~]*$/.test(text)) return named.countries.length > 0 ? named : all
  const isCode = (code: string | null): boolean => code?.toLowerCase() === key
  return {
    ...all,
    standards: [],
    countries: [
      ...named.countries,
      ...all.countries.filter(({ iso2, iso3 }) => !isCode(iso2) && !isCode(iso3)),
    ],
  }
}

/** Whether a text is a code only because words such as "the" do not count: "in the" is not India. "The UK" is a country. */
const isWordedCode = (text: string, key: string): boolean =>
  key.length < SHORTEST_AREA &&
  !SHORT_COUNTRIES.has(key) &&
  /\s/.test(text) &&
  nameWords(text).length < text.split(/\s+/).length

/**
 * Whether a text is divided where a known name is not: "Crete, IL", "Leon (ES)" and "Poli/TZ" have the letters of Créteil, Leones and
 * Pölitz, but do not mean them.
 */
function isTornName(text: string, key: string, gazetteer: Gazetteer): boolean {
  // `N/A` does not mean Namibia, whose code is `NA`. "LA California" is not La California in Italy.
  if (text.includes('/') && key.length < SHORTEST_AREA) return true
  const words = /[\s,(/]/.test(text) ? gazetteer.names().wordsOf(key) : null
  if (words === null) return false
  let end = ''
  const ends = new Set(words.split('-').map((word) => (end += word)))
  const divided = [...text.matchAll(/[\s,(/]+/g)].map(({ index }) =>
    nameKey(`${text.slice(0, index)} x`).slice(0, -1),
  )
  const [, code = ''] = /^(\p{Lu}{2})\s\S+$/u.exec(text) ?? []
  const isInitialism = text !== text.toUpperCase() && englishDivisionsOf(nameKey(code), gazetteer).length > 0
  return (
    isInitialism ||
    (!divided.every((name) => name === '' || ends.has(name)) && !isCitysName(text, key, gazetteer))
  )
}

/** Whether a name is written in these words. "Arica, cost" is not Costa Rica, although it has the letters. */
function hasWords(text: string, gazetteer: Gazetteer): boolean {
  const words = nameWords(text)
  return gazetteer.names().wordsOf(words.join('')) === words.join('-')
}

/** Whether a city's own name is divided into words as a text is. */
function isCitysName(text: string, key: string, gazetteer: Gazetteer): boolean {
  const words = nameWords(text).join(' ')
  return goingBy(key, gazetteer).places.some(
    ({ id }) => nameWords(gazetteer.cities().withId(id)?.name ?? '').join(' ') === words,
  )
}

/** Everything that the file of names has under a key. */
export function goingBy(key: string, gazetteer: Gazetteer): Namesakes {
  const meanings = gazetteer.names().meaningsOf(key)
  if (meanings.length === 0) return NOTHING
  const found = thingsMeant(meanings, gazetteer)
  // A standard's code means the standard first. By "Eastern Time" people mean the clock of New York.
  const isZonesFirst =
    found.zones.length > 0 && found.standards.every(({ code }) => code?.toLowerCase() !== key)
  const endsInKey = (identifier: string): boolean => nameKey(identifier.split('/').at(-1) ?? '') === key
  const identified =
    found.zones.find((zone) => [zone.iana, ...gazetteer.zones.aliasesOf(zone)].some(endsInKey)) ?? null
  return { ...NOTHING, ...found, identified, isZonesFirst }
}

/** The things that meanings in the file of names stand for. Things that the artifact does not have are left out. */
export function thingsMeant(
  meanings: Iterable<NameMeaning>,
  { zones, standards, countries }: Pick<Gazetteer, 'zones' | 'standards' | 'countries'>,
): Pick<Namesakes, 'standards' | 'countries' | 'places' | 'zones'> {
  const found = {
    standards: [] as Standard[],
    countries: [] as Country[],
    places: [] as MeantPlace[],
    zones: [] as Zone[],
  }
  for (const meaning of meanings) {
    if (meaning.kind === 'standard') {
      const standard = standards.bySlug.get(meaning.standard)
      if (standard !== undefined) found.standards.push(standard)
    } else if (meaning.kind === 'country') {
      const country = countries.named(meaning.country)
      if (country !== undefined) found.countries.push(country)
    } else {
      const zone = zones.named(meaning.kind === 'zone' ? meaning.zone : meaning.place.zone)
      if (zone === null) continue
      if (meaning.kind === 'zone') found.zones.push(zone)
      else found.places.push(placeOn(zone, meaning))
    }
  }
  return found
}

/** The place that a name means. It lists the fields, because a spread takes as long as the rest of a look-up. */
function placeOn(zone: Zone, { place, isOwnName }: NameMeaning & { kind: 'place' }): MeantPlace {
  const { kind, id, population, isCapital, isSovereignCapital, country, division, isListed } = place
  return { kind, id, population, isCapital, isSovereignCapital, country, division, isListed, zone, isOwnName }
}

/**
 * The countries and divisions of a name, or the divisions of a code; null if there are none. A part has the clocks of the whole: "Northern
 * California", "East TN".
 */
export function partOf(key: string, gazetteer: Gazetteer): Namesakes | null {
  const coded = englishDivisionsOf(key, gazetteer)
  if (coded.length > 0) return { ...NOTHING, places: coded }
  const all = goingBy(key, gazetteer)
  if (key.length < SHORTEST_AREA && !SHORT_COUNTRIES.has(key)) return null
  const peopleOf = (isCounted: (place: MeantPlace) => boolean): number =>
    Math.max(0, ...all.places.filter(isCounted).map(({ population }) => population ?? 0))
  const town = peopleOf(({ kind, isOwnName }) => kind !== 'division' && isOwnName)
  // A division without a known place has no known east: East Prussia is not in Germany. And "east Manchester" is not in Jamaica.
  const divisions = all.places.filter(
    ({ kind, id, population }) =>
      kind === 'division' &&
      population !== null &&
      peopleOf((place) => place.kind === 'division' && place.id === id) >= town,
  )
  return orNull({ ...NOTHING, countries: all.countries.filter(hasClock), places: divisions })
}

export const SHORTEST_AREA = 4

/** Countries whose states have counties of the same names, and codes that are said without a town too: "West VA". */
export const WITH_COUNTIES = new Set(['US', 'CA', 'AU'])

/**
 * The states, and the territories among the countries, that a code after a town's name can mean, such as "TN" in "Carthage, TN". "Mount" has the
 * key of MT, and is not Montana.
 */
export const ofStateCode = (key: string, gazetteer: Gazetteer): Namesakes =>
  key.length > LONGEST_STATE_CODE || isSpeltOut(key)
    ? NOTHING
    : goingBy(nameKey(stateCodeName(key)), gazetteer)

/** The divisions whose code stands in English without a town too. */
export const englishDivisionsOf = (key: string, gazetteer: Gazetteer): MeantPlace[] =>
  ofStateCode(key, gazetteer).places.filter(({ country }) => WITH_COUNTIES.has(country ?? ''))

/**
 * Everything that a name means next to other text. There a letter or the code of a state is a name too: "Alpha, NJ", "TX, USA". `any` is everything
 * that has its key.
 */
export function besideOthers(
  name: string,
  gazetteer: Gazetteer,
  key: string = nameKey(name),
  any: Namesakes = goingBy(key, gazetteer),
  coded: Namesakes = ofStateCode(key, gazetteer),
): Namesakes {
  if (/[/,]/.test(name)) return goingByText(name, gazetteer)
  // "Met Monaco" says nothing of a clock.
  const all = isWordToo(key) && name !== name.toUpperCase() ? { ...any, standards: [], zones: [] } : any
  return coded.places.length === 0 ? all : { ...all, places: [...all.places, ...coded.places] }
}

/** Whether words are one for a direction, without a word such as "Region". */
export const isBareDirection = (words: readonly string[]): boolean => words.length === 1 && isDirection(words)

/**
 * The meaning of one name that was written as several words, "Da Li"; null if it has none. A letter, a code or a direction is a word of its own:
 * "a Roma" is not Aroma, nor "Gibson IA" Gibsonia.
 */
export function inOtherWords(text: string, gazetteer: Gazetteer): Namesakes | null {
  const words = text.trim().split(/\s+/)
  const [first = '', ...others] = words
  const last = nameKey(others.at(-1) ?? '')
  if (last === '' || /[,(/]/.test(text) || words.some((word) => nameKey(word).length < 2)) return null
  const isCode = /\s\p{Lu}{2,3}$/u.test(text) && text !== text.toUpperCase()
  if (isCode || isWordToo(nameKey(first)) || isWordToo(last) || isBareDirection(nameWords(first))) return null
  return englishDivisionsOf(last, gazetteer).length > 0
    ? null
    : orNull(goingByKey(text, nameKey(text), gazetteer))
}

/** Whether words are a direction and a longer name: "West Bay City" is not the city of West Bay. */
export const isPartOfName = ([first = '', ...name]: readonly string[], gazetteer: Gazetteer): boolean =>
  name.length > 1 && isDirection([first]) && !isEmpty(goingBy(name.join(''), gazetteer))

/**
 * The meaning of the words before "time", as in "Japan Time" or "Kamchatka Time": the standard of that name, else the clock of what has the name.
 * Null if there is neither. "My time" does not mean Malaysia, whose code is MY.
 */
export function timeOf(name: string, gazetteer: Gazetteer): Namesakes | null {
  const standard = goingBy(`${name}standardtime`, gazetteer)
  if (standard.standards.length > 0) return standard
  if (isNoPlace(name)) return null
  const all = goingBy(name, gazetteer)
  const countries = name.length > 2 || SHORT_COUNTRIES.has(name) ? all.countries.filter(hasClock) : []
  return orNull({
    ...all,
    standards: [],
    countries,
    places: all.places.filter(({ kind }) => kind !== 'section'),
  })
}

/**
 * The countries that an official name means: "République du Tchad", "Korea, Republic of", "Virgin Islands, British", "Saint Martin (French
 * part)". Null if there are none.
 */
export function stateOf(text: string, gazetteer: Gazetteer): Namesakes | null {
  const [, first = '', behind] =
    /^([^,(]+)(?:,([^,]+)|\(([^()]+)\))$/.exec(text.replace(/\(([^()]+)\)$/, ',$1')) ?? []
  // "Kenai, United States": a country after the comma says where the place is. It is not a word for a state, such as "Republic of".
  if (behind !== undefined && goingBy(nameKey(behind), gazetteer).countries.length > 0) return null
  const turned = (behind === undefined ? [] : [`${behind} ${first}`, `${behind} of ${first}`])
    .filter((name) => hasWords(name, gazetteer))
    .map(nameKey)
  const bare = text.replace(/\(.*\)$/, '')
  for (const key of [...turned, ...stateNamesIn(text), ...stateNamesIn(bare)]) {
    // "Union NE" is a town in Nebraska, not Niger.
    if (key.length < SHORTEST_AREA && /^[a-z]+$/.test(key) && !SHORT_COUNTRIES.has(key)) continue
    const countries = goingBy(key, gazetteer).countries.filter(hasClock)
    if (countries.length > 0) return { ...NOTHING, countries }
  }
  return null
}
