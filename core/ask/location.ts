// A location token → everything that it can mean, by its form or by its name, narrowed by the rest of the text.
import { Latest } from '../latest.ts'
import { oncePer } from '../once-per.ts'
import type { NameMeaning, Names } from '../artifact/names.ts'
import { byNumber } from '../order.ts'
import { fold, slugOf } from '../text/fold.ts'
import {
  accentedName,
  directionName,
  LONGEST_STATE_CODE,
  ownCodeName,
  stateCodeName,
} from '../text/division-codes.ts'
import { isSpeltOut, nameKey, nameWords } from '../text/name-key.ts'
import { epochSeconds } from '../time/units.ts'
import { intervalAt } from '../zone/offset-at.ts'
import {
  areaNamesIn,
  cityNameIn,
  divisionNameIn,
  CONTINENTS,
  isDirection,
  isNoPlace,
  isOfCounty,
  isWordToo,
  isOfState,
  kindNamed,
  SHORT_COUNTRIES,
  speltOut,
  stateNamesIn,
  withoutPostalCode,
} from './area-words.ts'
import {
  keptWithin,
  NOTHING,
  OLDEST_LISTS,
  ownFirst,
  zonesOf,
  type Label,
  type Namesakes,
  type MeantPlace,
} from './choice.ts'
import type { Cities, City } from './cities.ts'
import type { Clock } from './clock.ts'
import type { Countries, Country } from './countries.ts'
import { identifiedIn } from './identified-text.ts'
import { fixedOffsetId, readLocationToken, type LocationToken } from './location-token.ts'
import type { Standard, Standards } from './standards.ts'
import * as weights from './weights.ts'
import type { Zone, Zones } from './zones.ts'

/** The meaning of a token before a moment is known. */
export type Meanings =
  /** `city`: the city, when the token is a city's slug. */
  | { readonly kind: 'clock'; readonly clock: Clock; readonly city?: City }
  | { readonly kind: 'namesakes'; readonly namesakes: Namesakes }
  /** `country`: a country that has no zone; null if nothing has the name. */
  | { readonly kind: 'unknown'; readonly country: Country | null }

/** The data in which tokens are looked up. */
export interface Gazetteer {
  readonly zones: Zones
  readonly standards: Standards
  readonly countries: Countries
  /** Read at the first call. */
  readonly cities: () => Cities
  /** The names of everything. Opened at the first call. */
  readonly names: () => Names
}

/** How many tokens have their meanings cached, at a few hundred bytes each. */
const CACHED_TOKENS = 2000

/** Makes `meaningsOf`, which says what a token means in a gazetteer. Caches the latest tokens with namesakes, because they come again. */
export function openMeanings(gazetteer: Gazetteer): (token: string) => Meanings {
  const cached = new Latest<string, Meanings>(CACHED_TOKENS)
  return (token) => {
    const known = cached.get(token)
    if (known !== undefined) return known
    const meanings = meaningsOf(token, gazetteer)
    if (meanings.kind === 'namesakes') cached.set(token, meanings)
    return meanings
  }
}

/** Everything that a token can mean, as it was sent. The form is read first, then the names. */
function meaningsOf(sent: string, gazetteer: Gazetteer): Meanings {
  const token = readLocationToken(sent)
  const text = sent.trim()
  const clock = clockByForm(token, text, gazetteer)
  if (clock !== null) return { kind: 'clock', clock }
  const identified =
    text.includes('/') && token.kind !== 'nothing'
      ? identifiedIn(
          text,
          gazetteer.zones,
          (part) => orNull(besideOthers(part, gazetteer)) ?? namesIn(part, gazetteer),
        )
      : undefined
  if (identified === null) return ofNames(NOTHING)
  if (identified !== undefined) return { kind: 'clock', clock: { kind: 'zone', zone: identified } }
  if (token.kind === 'list') {
    const whole = namesIn(token.names.join(', '), gazetteer)
    const named =
      whole !== null ? [whole] : token.names.map((name) => namesIn(name, gazetteer) ?? { ...NOTHING })
    const known = named.filter((one) => !isEmpty(one)).length
    return ofNames(2 * known < named.length ? NOTHING : labelled([token], named, gazetteer))
  }
  if (token.kind === 'nothing') return ofNames(NOTHING)
  const city = citySlugged(text, gazetteer)
  // "Sokhumi/GE" is no slug: two sides have their clock there.
  if (city !== undefined && !(text.includes('/') && hasTwoClocks(city, gazetteer)))
    return { kind: 'clock', clock: { kind: 'zone', zone: city.zone }, city }
  const exact = beside(gazetteer.zones.named(text), withMarks(text, goingByText(text, gazetteer), gazetteer))
  return ofNames(orNull(exact) ?? saidOtherwise(text, gazetteer) ?? NOTHING)
}

/** Notes which places have the marks of a typed name: "Mérida" is not the Merida of the Philippines. */
function withMarks(text: string, namesakes: Namesakes, { cities }: Gazetteer): Namesakes {
  const typed = lowerCased(text)
  if (!/[^ -~]/.test(text) || typed === fold(text)) return namesakes
  const isSpeltSo = ({ id }: MeantPlace): boolean => lowerCased(cities().withId(id)?.name ?? '') === typed
  return {
    ...namesakes,
    places: namesakes.places.map((place) =>
      place.kind !== 'division' && isSpeltSo(place) ? { ...place, isSpeltSo: true } : place,
    ),
  }
}

const lowerCased = (text: string): string => text.normalize('NFC').toLowerCase()

/** The city of a slug with its country, which is exact: `leon-es` is not Leones in Argentina. Undefined for any other text. */
function citySlugged(text: string, { cities }: Gazetteer): City | undefined {
  // "Richmond, CA" is no slug: its CA means California or Canada.
  const slug = /[\s,]/.test(text) ? '' : slugOf(text)
  const city = /-[a-z]{2}(?:-|$)/.test(slug) ? cities().named(slug) : undefined
  // `rio-de-janeiro` does not end in Germany.
  return `${slug}-`.includes(`-${city?.country.iso2.toLowerCase()}-`) ? city : undefined
}

/** Whether a city has two clocks by the names, as in a dispute. */
function hasTwoClocks(city: City, gazetteer: Gazetteer): boolean {
  const { places } = goingBy(nameKey(city.name), gazetteer)
  const own = places.filter(({ kind, id }) => kind === 'city' && gazetteer.cities().withId(id) === city)
  return own.some(({ zone }) => zone !== city.zone)
}

/** The clock that a form has and no name: an identifier with a slash, an offset, the slug of a standard. Null if it is none. */
function clockByForm(token: LocationToken, text: string, { zones, standards }: Gazetteer): Clock | null {
  if (token.kind === 'offset') {
    const iana = fixedOffsetId(token.offset, token.said)
    return { kind: 'offset', iana, offset: token.offset, twin: token.offset === 0 ? zones.named(iana) : null }
  }
  const zone = token.kind === 'zone' ? zones.named(token.identifier.replaceAll(' ', '_')) : null
  if (zone !== null) return { kind: 'zone', zone }
  // A slug names exactly one standard. Without its hyphens the same words can be Windows' name for a zone.
  const standard = text.includes('-') ? standards.bySlug.get(text.toLowerCase()) : undefined
  return standard === undefined ? null : { kind: 'standard', standard }
}

function ofNames(namesakes: Namesakes): Meanings {
  const { standards, countries, places, zones, label } = namesakes
  return label !== null || standards.length + places.length + zones.length > 0 || countries.some(hasClock)
    ? { kind: 'namesakes', namesakes }
    : { kind: 'unknown', country: countries[0] ?? null }
}

/** Puts the zone with this name as its identifier, if there is one, before everything else that has the name: `CET`, `Portugal`. */
const beside = (zone: Zone | null, namesakes: Namesakes): Namesakes =>
  zone === null || isStandardsOwn(zone, namesakes)
    ? namesakes
    : { ...namesakes, zones: [...new Set([zone, ...namesakes.zones])], isZonesFirst: true }

/** A moment of the year 9999. */
const LATE = epochSeconds(253_370_764_800)

/**
 * Whether a zone has a standard's code as its identifier only because it keeps that standard for ever, like the zones that `EST`, `MST` and
 * `HST` link to. Then the code means the fixed offset at every moment, also before the zone kept it. `CET` is a zone with summer time.
 */
function isStandardsOwn(zone: Zone, { standards }: Namesakes): boolean {
  const last = intervalAt(zone.compiled(), LATE)
  return last.end === null && standards.some(({ offset }) => offset === last.type.offset)
}

const isEmpty = ({ standards, countries, places, zones, label }: Namesakes): boolean =>
  label === null && standards.length + countries.length + places.length + zones.length === 0

const orNull = (namesakes: Namesakes): Namesakes | null => (isEmpty(namesakes) ? null : namesakes)

const hasClock = ({ zones, defaultZone }: Country): boolean => zones.length > 0 || defaultZone !== null

/** The meaning of a text without an offset as a name, in any form; null if it has none. */
const namesIn = (text: string, gazetteer: Gazetteer): Namesakes | null =>
  orNull(goingByText(text, gazetteer)) ?? saidOtherwise(text, gazetteer)

/** Everything that has exactly this name, or the zone that has this identifier with a slash. */
function goingByText(text: string, gazetteer: Gazetteer): Namesakes {
  const identified = text.includes('/') ? gazetteer.zones.named(text.trim()) : null
  if (identified !== null) return { ...NOTHING, zones: [identified] }
  const key = nameKey(text)
  return isTornName(text, key, gazetteer) ? NOTHING : goingByKey(text, key, gazetteer)
}

/** Everything that has the key of a text as its name. */
function goingByKey(text: string, key: string, gazetteer: Gazetteer): Namesakes {
  const found = isWordedCode(text, key) ? NOTHING : goingByMarked(text, key, gazetteer)
  // Two parts are joined only in a name with a comma: "Saint Helena, Ascension and Tristan da Cunha". "Bago, Bago" is not Bagobago.
  const isNamedSo = ({ kind, id }: MeantPlace): boolean =>
    kind === 'division' || gazetteer.cities().withId(id)?.name.includes(',') === true
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
  const divided = [...text.matchAll(/[\s,(/]+/g)].map(({ index }) =>
    nameKey(`${text.slice(0, index)} x`).slice(0, -1),
  )
  if (divided.length === 0) return false
  const [row] = gazetteer.names().rowsFrom(key)
  let end = ''
  const ends = new Set(row?.words.split('-').map((word) => (end += word)))
  if (end !== key) return false
  const [, code = ''] = /^(\p{Lu}{2})\s\S+$/u.exec(text) ?? []
  const isInitialism = text !== text.toUpperCase() && englishDivisionsOf(nameKey(code), gazetteer).length > 0
  return (
    isInitialism ||
    (!divided.every((name) => name === '' || ends.has(name)) && !isCitysName(text, key, gazetteer))
  )
}

/**
 * The meaning of one name that was written as several words, "Da Li"; null if it has none. A letter, a code or a direction is a word of its own:
 * "a Roma" is not Aroma, nor "Gibson IA" Gibsonia.
 */
function inOtherWords(text: string, gazetteer: Gazetteer): Namesakes | null {
  const words = text.trim().split(/\s+/)
  const [first = '', ...others] = words
  const last = nameKey(others.at(-1) ?? '')
  if (last === '' || /[,(/]/.test(text) || words.some((word) => nameKey(word).length < 2)) return null
  const isCode = /\s\p{Lu}{2,3}$/u.test(text) && text !== text.toUpperCase()
  if (isCode || isWordToo(nameKey(first)) || isWordToo(last) || isBareDirection(first)) return null
  return englishDivisionsOf(last, gazetteer).length > 0
    ? null
    : orNull(goingByKey(text, nameKey(text), gazetteer))
}

/** Whether a name is written in these words. "Arica, cost" is not Costa Rica, although it has the letters. */
function hasWords(text: string, gazetteer: Gazetteer): boolean {
  const [row] = gazetteer.names().rowsFrom(nameKey(text))
  return row?.words === nameWords(text).join('-')
}

/** Whether a city's own name is divided into words as a text is. */
function isCitysName(text: string, key: string, gazetteer: Gazetteer): boolean {
  const words = nameWords(text).join(' ')
  return goingBy(key, gazetteer).places.some(
    ({ id }) => nameWords(gazetteer.cities().withId(id)?.name ?? '').join(' ') === words,
  )
}

/** Everything that the file of names has under a key. */
function goingBy(key: string, gazetteer: Gazetteer): Namesakes {
  const found = thingsMeant(gazetteer.names().meaningsOf(key), gazetteer)
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

/** Texts that were read so, by gazetteer. */
const readOtherwise = oncePer((_gazetteer: Gazetteer) => new Latest<string, Namesakes | null>(CACHED_TOKENS))

/**
 * Reads a text that is not a known name itself: a kind of thing and a name, or a name and what narrows it. Null if it means nothing. Each part
 * of a text is divided in every place, and each part of that again: without a cache "to to to …" would take for ever.
 */
function saidOtherwise(text: string, gazetteer: Gazetteer): Namesakes | null {
  const cached = readOtherwise(gazetteer)
  const known = cached.get(text)
  if (known !== undefined) return known
  const said = readAsParts(text, gazetteer)
  cached.set(text, said)
  return said
}

/** An address in Chinese characters begins with the largest area, and nothing stands between it and the place: 广东省深圳市, 神奈川県横浜市. */
function inAreaBefore(text: string, gazetteer: Gazetteer): Namesakes | null {
  if (!/^\p{Script=Han}{4,20}$/u.test(text)) return null
  for (const { index } of text.matchAll(/(?<=..)[省州都道府県縣区區](?=..)/gu)) {
    const [area, place] = [text.slice(0, index + 1), text.slice(index + 1)]
    const found = narrowed(`${place}, ${area}`, gazetteer)
    if (found !== null) return found
  }
  return null
}

function readAsParts(text: string, gazetteer: Gazetteer): Namesakes | null {
  const isOne = !/[,(]/.test(text)
  const spelt = speltOut(withoutPostalCode(text))
  return (
    (isOne ? byKind(wordsOf(text), gazetteer) : null) ??
    narrowed(text, gazetteer) ??
    inAreaBefore(text, gazetteer) ??
    (spelt === text ? null : namesIn(spelt, gazetteer)) ??
    stateOf(text, gazetteer) ??
    inOtherWords(text, gazetteer)
  )
}

/** The words of a text. At its end a code stays one: "East MT" is in Montana. */
function wordsOf(text: string): string[] {
  const words = nameWords(text)
  const [end = ''] = nameWords(/\S*$/.exec(text.trim())?.[0] ?? '')
  return end === words.at(-1) || end.length > 2 ? words : [...words.slice(0, -1), end]
}

/**
 * Reads "Canton of Zurich", "Northern California", "Greater London", "Palmer Station" or "Japan Time". Answers everything of that kind that
 * has the remaining name; null if there is nothing.
 */
function byKind(words: readonly string[], gazetteer: Gazetteer): Namesakes | null {
  const division = divisionNameIn(words)
  if (division !== null) {
    const countries = words.includes('republic')
      ? goingBy(division, gazetteer).countries.filter(hasClock)
      : []
    if (countries.length > 0) return { ...NOTHING, countries }
    // "Washington County" is not the state, and Dixie has no counties. "Republic of Georgia" is the country.
    const isOther = (country: string | null): boolean =>
      country === null ? !isOfCounty(words) : !WITH_COUNTIES.has(country)
    const divisions = goingBy(division, gazetteer).places.filter(
      ({ kind, country }) => kind === 'division' && (isOfState(words) || isOther(country)),
    )
    if (divisions.length > 0) return { ...NOTHING, places: divisions }
  }
  for (const part of areaNamesIn(words)) {
    const ofPart = partOf(part, gazetteer)
    if (ofPart !== null) return ofPart
    // The second direction is part of a name: "East West Columbia" is not in Colombia.
    if (!isEmpty(goingBy(part, gazetteer))) break
  }
  // Divisions count too. Otherwise "Nevada City" would mean only the cities called Nevada.
  const city = isPartOfName(words, gazetteer) ? null : cityNameIn(words)
  const { places } = city === null || isNoPlace(city) ? NOTHING : goingBy(city, gazetteer)
  // A village is no city: "Gotham City" is not the Gotham in England.
  const cities = places.filter(({ kind, isListed }) => kind === 'division' || isListed)
  if (cities.length > 0) return { ...NOTHING, places: cities }
  if (words.at(-1) === 'station') {
    const name = words.filter((word) => word !== 'station' && word !== 'research').join('')
    const stations = goingBy(name, gazetteer).zones.filter(({ iana }) => iana.startsWith('Antarctica/'))
    if (stations.length > 0) return { ...NOTHING, zones: stations }
  }
  const isZone = words.at(-1) === 'zone' && words.at(-2) === 'time'
  const said = isZone
    ? words.slice(0, -1)
    : words.at(-1) === 'timezone'
      ? [...words.slice(0, -1), 'time']
      : words
  if (said.length < 2 || said.at(-1) !== 'time') return null
  const exact = said === words ? NOTHING : goingBy(said.join(''), gazetteer)
  return orNull(exact) ?? timeOf(said.slice(0, -1).join(''), gazetteer)
}

/**
 * The meaning of the words before "time", as in "Japan Time" or "Kamchatka Time": the standard of that name, else the clock of what has the name.
 * Null if there is neither. "My time" does not mean Malaysia, whose code is MY.
 */
function timeOf(name: string, gazetteer: Gazetteer): Namesakes | null {
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
 * The countries and divisions of a name, or the divisions of a code; null if there are none. A part has the clocks of the whole: "Northern
 * California", "East TN".
 */
function partOf(key: string, gazetteer: Gazetteer): Namesakes | null {
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

const SHORTEST_AREA = 4
/** Countries whose states have counties of the same names, and codes that are said without a town too: "West VA". */
const WITH_COUNTIES = new Set(['US', 'CA', 'AU'])

/**
 * The states, and the territories among the countries, that a code after a town's name can mean, such as "TN" in "Carthage, TN". "Mount" has the
 * key of MT, and is not Montana.
 */
const ofStateCode = (key: string, gazetteer: Gazetteer): Namesakes =>
  key.length > LONGEST_STATE_CODE || isSpeltOut(key)
    ? NOTHING
    : goingBy(nameKey(stateCodeName(key)), gazetteer)

/** The divisions whose code stands in English without a town too. */
const englishDivisionsOf = (key: string, gazetteer: Gazetteer): MeantPlace[] =>
  ofStateCode(key, gazetteer).places.filter(({ country }) => WITH_COUNTIES.has(country ?? ''))

/**
 * The countries that an official name means: "République du Tchad", "Korea, Republic of", "Virgin Islands, British", "Saint Martin (French
 * part)". Null if there are none.
 */
function stateOf(text: string, gazetteer: Gazetteer): Namesakes | null {
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

/** The most words that narrow a name without a comma. "Hamilton New Zealand" has two. */
const MOST_WORDS = 3

/** How a text is divided into a name and what narrows it. */
type Mark = 'brackets' | 'comma' | 'slash' | 'hyphen' | 'space'

/** Where a text is divided, by the mark. A hyphen counts last, because it may belong to the name. */
const MARKS: readonly (readonly [Mark, RegExp])[] = [
  ['brackets', /^([^()]+)\(([^()]*)\)$/],
  ['comma', /^(.*),(.*)$/s],
  ['slash', /^([^/]+)\/([^/]+)$/],
]

/** Whether words are a direction and a longer name: "West Bay City" is not the city of West Bay. */
const isPartOfName = ([first = '', ...name]: readonly string[], gazetteer: Gazetteer): boolean =>
  name.length > 1 && isDirection([first]) && !isEmpty(goingBy(name.join(''), gazetteer))

/**
 * Splits a text into a name and what narrows it: "Portland, OR", "Biel (Bienne)", "London/UK", "Hamilton New Zealand". In "Texas Paris" and
 * "California, Pasadena" the area comes first. Null if no part narrows another.
 */
function narrowed(text: string, gazetteer: Gazetteer): Namesakes | null {
  for (const [mark, pattern] of MARKS) {
    const [, name, more = ''] = pattern.exec(text) ?? []
    if (name === undefined) continue
    const exact = besideOthers(name, gazetteer)
    const found = narrowedBy(name, exact, more, mark, gazetteer)
    // Lists are not turned, which would take long, nor is what may be an identifier: `America/Berlin`.
    if (found !== null || name.includes(',') || mark === 'slash') return found
    return narrowedByFirst(name, exact, more, mark, gazetteer)
  }
  const words = text.split(/\s+/)
  // The west of Port Washington is not Westport in Washington.
  const isPart = isPartOfName(nameWords(text), gazetteer)
  for (const isTurned of [false, true]) {
    for (let at = isPart ? 1 : words.length - 1; at > 0; at--) {
      if (Math.min(at, words.length - at) > MOST_WORDS) continue
      const first = words.slice(0, at).join(' ')
      const last = words.slice(at).join(' ')
      // The name must be exact here: "New York Time Warner" means nothing.
      const exact = besideOthers(first, gazetteer)
      const found = isTurned
        ? narrowedByFirst(first, exact, last, 'space', gazetteer)
        : isEmpty(exact)
          ? null
          : narrowedBy(first, exact, last, 'space', gazetteer)
      if (found !== null) return found
    }
  }
  const [, name = '', more = ''] = /^(.*\p{L})-(\p{L}.*)$/su.exec(text) ?? []
  const exact = name === '' ? NOTHING : besideOthers(name, gazetteer)
  return isEmpty(exact) ? null : narrowedBy(name, exact, more, 'hyphen', gazetteer)
}

/** Everything that a name means next to other text. There a letter or the code of a state is a name too: "Alpha, NJ", "TX, USA". */
function besideOthers(name: string, gazetteer: Gazetteer): Namesakes {
  if (/[/,]/.test(name)) return goingByText(name, gazetteer)
  const key = nameKey(name)
  const any = goingBy(key, gazetteer)
  // "Met Monaco" says nothing of a clock.
  const all = isWordToo(key) && name !== name.toUpperCase() ? { ...any, standards: [], zones: [] } : any
  const coded = ofStateCode(key, gazetteer).places
  return coded.length === 0 ? all : { ...all, places: [...all.places, ...coded] }
}

/**
 * Everything that has a name and is narrowed by what stands behind it: it lies in that area, keeps that offset or standard, also has that
 * other name, or is next to a city of it. Null if nothing is. `exact` is what the name means next to other text.
 */
function narrowedBy(
  name: string,
  exact: Namesakes,
  more: string,
  mark: Mark,
  gazetteer: Gazetteer,
): Namesakes | null {
  const isPart = saysDirection(name, exact)
  const base = isPart ? exact : (orNull(exact) ?? saidOtherwise(name.trim(), gazetteer))
  if (base === null || base.label !== null) return null
  const token = readLocationToken(more)
  if (token.kind === 'offset') return labelled([token], [base], gazetteer)
  const key = nameKey(more)
  const other = goingBy(key, gazetteer)
  const area = areaNamed(more, other, gazetteer)
  const inNamesake = mark === 'comma' ? inDivisionOfItsName(name, area, gazetteer) : null
  if (inNamesake !== null) return inNamesake
  if (isPart) {
    if (CONTINENTS.has(key)) return null
    return within({ ...base, standards: [] }, area, gazetteer) ?? partOf(key, gazetteer)
  }
  if (saysDirection(more, other)) return inDirection(name, base, more, area, mark, gazetteer)
  const inside = nameKey(name) === key ? inItsArea(base, area, gazetteer) : within(base, area, gazetteer)
  if (inside !== null) return inside
  if (!isArea(area) && base.countries.length === 0) {
    // Three letters are a city's or an airport's code. "Atlanta SAT" is not the Atlanta near San Antonio.
    const cities = other.places.filter(
      ({ population }) => key.length >= SHORTEST_AREA && (population ?? 0) >= weights.PEOPLE_OF_NOTE,
    )
    const places = base.places.filter((place) => isSameOrIn(place, other.places, cities, mark))
    if (places.length > 0) return { ...NOTHING, places }
  }
  // "Como, CO" may be in Colorado, and "Luzern, LU" contradicts itself. "Como (CO)" is what Italians write.
  const isOthersCode =
    englishDivisionsOf(key, gazetteer).length > 0 || (mark !== 'space' && area.countries.length > 0)
  const ofCode = mark === 'brackets' || !isOthersCode ? besideItsCode(base, key, gazetteer) : null
  if (ofCode !== null) return ofCode
  // "Chicago CST". But `MT` after a town is Montana, not Mountain Time, and "east Asia" is not Asia in the Philippines.
  const isPlace = base.standards.length === 0 && !isNoPlace(nameKey(name))
  if (saysStandard(more, other) && isPlace && isEmpty(ofStateCode(key, gazetteer))) {
    // "Manning/AT" is a village of Austria that no source has. "Halifax, AT" keeps Atlantic Time.
    const isCountry = mark !== 'space' && other.countries.length > 0
    return isCountry && !hasKept(base, other.standards) ? null : labelled(other.standards, [base], gazetteer)
  }
  if (mark !== 'brackets' && mark !== 'slash') return null
  // "Eastern Time (ET)", "EST/EDT".
  const alsoNamed = alsoMeant(base, other)
  if (alsoNamed !== null || mark === 'slash') return alsoNamed ?? bothTimes(base, other, gazetteer)
  const countries = base.countries.filter((country) => other.countries.includes(country))
  const kind = kindNamed(nameWords(more))
  return orNull({
    ...NOTHING,
    countries: kind === 'country' ? base.countries : countries,
    places: kind === null ? [] : base.places.filter((place) => place.kind === kind),
  })
}

/**
 * The meaning of a name behind the area that it lies in, or behind a standard: "California, Pasadena", "PST Los Angeles". Null if nothing. "Indiana,
 * Peru" is a town in Peru. "Texas, Nevada" is asked about: there is a town Nevada in Texas, and people mean the state by that name.
 */
function narrowedByFirst(
  first: string,
  exact: Namesakes,
  name: string,
  mark: Mark,
  gazetteer: Gazetteer,
): Namesakes | null {
  const base = besideOthers(name, gazetteer)
  if (base.countries.length > 0 || isNoPlace(nameKey(name))) return null
  if (mark === 'space' && isBareDirection(first) && saysDirection(first, exact)) return null
  const named = mark === 'space' ? base : (orNull(base) ?? saidOtherwise(name.trim(), gazetteer) ?? NOTHING)
  if (named.label !== null || isEmpty(named) || saysDirection(name, named)) return null
  const area = areaNamed(first, exact, gazetteer)
  // Only what the data say counts: Virginia in Ireland does not lie in Waterford.
  const divisions = area.divisions.filter(({ population }) => population !== null)
  const inside = within(named, { ...area, divisions }, gazetteer)
  if (inside !== null) {
    const states = named.places.filter(({ kind }) => kind === 'division')
    const otherStates = states.filter(
      (state) => !inside.places.includes(state) && divisions.some(({ country }) => country === state.country),
    )
    if (otherStates.length > 0)
      return { ...inside, places: [...inside.places, ...otherStates, ...divisions], isEachMeant: true }
    const least = states.length === 0 ? 0 : weights.PEOPLE_INSTEAD
    const places = inside.places.filter(
      ({ kind, population }) => kind === 'division' || (population ?? 0) >= least,
    )
    return orNull({ ...inside, places })
  }
  const token = readLocationToken(first)
  if (token.kind === 'offset') return labelled([token], [named], gazetteer)
  const isTime =
    saysStandard(first, exact) &&
    !saysDirection(first, exact) &&
    named.standards.length === 0 &&
    isEmpty(ofStateCode(nameKey(first), gazetteer))
  return isTime ? labelled(exact.standards, [named], gazetteer) : null
}

/** Whether a text next to a name says a direction. `EST` is French for "east", but a standard first. EAST and WEST are never standards here. */
const saysDirection = (text: string, { standards }: Namesakes): boolean =>
  isDirection(nameWords(text)) && (standards.length === 0 || isWordToo(nameKey(text)))

/** Whether a text is one word for a direction, without a word such as "Region". */
const isBareDirection = (text: string): boolean => {
  const words = nameWords(text)
  return words.length === 1 && isDirection(words)
}

/** Whether a text next to a name is the name or code of a standard. Codes that are words count in capitals only: "Met Berlin". */
const saysStandard = (text: string, { standards }: Namesakes): boolean =>
  standards.length > 0 && (!isWordToo(nameKey(text)) || text === text.toUpperCase())

/**
 * The meaning of a name with a direction behind it: "Sudan, South", "Lansing, East", "US East". The direction belongs to the longest name that
 * has it; else it says where in an area. Null if neither.
 */
function inDirection(
  name: string,
  base: Namesakes,
  more: string,
  area: Area,
  mark: Mark,
  gazetteer: Gazetteer,
): Namesakes | null {
  const turned = `${more} ${name}`
  const { countries, places } = hasWords(turned, gazetteer) ? goingBy(nameKey(turned), gazetteer) : NOTHING
  const divisions = places.filter(({ kind }) => kind === 'division')
  // "London, East" is not the city in South Africa: many write so for a part of London.
  if (countries.length + divisions.length > 0) return { ...NOTHING, countries, places: divisions }
  // A town in a country's namesake is not meant: "Tonga, West".
  if (base.countries.length > 0) return mark === 'space' ? partOf(nameKey(name), gazetteer) : null
  // Without a comma "Central" is most often a part of the city: "San Antonio Central" is not in Paraguay. And no source says what lies in the
  // Nord of France: Lille does, Montréal does not.
  const known =
    mark === 'space' && isBareDirection(more)
      ? []
      : area.divisions.filter(({ population }) => population !== null)
  const own = ownFirst(base.places)
  const people = Math.max(...own.map(({ population }) => population ?? 0))
  const largest = own.filter(({ population }) => population === people)
  return (
    within(base, { ...area, divisions: known }, gazetteer) ??
    within({ ...base, places: largest }, area, gazetteer) ??
    (mark === 'space' ? partOf(nameKey(name), gazetteer) : null)
  )
}

/** The meaning of a place in a division with the name of the country behind both: "Santa Ana, México, Mexico". Null for anything else. */
function inDivisionOfItsName(text: string, { countries }: Area, gazetteer: Gazetteer): Namesakes | null {
  const at = text.lastIndexOf(',')
  if (at < 0 || countries.length === 0) return null
  const all = goingBy(nameKey(text.slice(at)), gazetteer)
  const isOf = ({ country }: MeantPlace): boolean =>
    all.countries.some((one) => one.iso2 === country && countries.includes(one))
  const divisions = all.places.filter((place) => place.kind === 'division' && isOf(place))
  const area = { countries: [], divisions, towns: [], isTwo: false, isEveryday: false }
  return divisions.length === 0 ? null : within(besideOthers(text.slice(0, at), gazetteer), area, gazetteer)
}

/** The meaning of a name with itself as its area, "Santiago, Santiago": the cities of the name in all divisions and countries of the name. */
function inItsArea(all: Namesakes, area: Area, gazetteer: Gazetteer): Namesakes | null {
  const towns = { ...NOTHING, places: all.places.filter(({ kind }) => kind !== 'division') }
  const inside = within(towns, area, gazetteer)
  if (inside === null) return within(all, area, gazetteer)
  const people = Math.max(...inside.places.map(({ population }) => population ?? 0))
  // A city lies in a province of its name more often than the sources know: Trujillo in Peru.
  const larger = towns.places.filter(
    (place) =>
      !inside.places.includes(place) &&
      (place.isOwnName || area.divisions.some(({ id }) => id === place.division)) &&
      (place.population ?? 0) >= weights.TIMES_THE_PEOPLE * people,
  )
  return larger.length === 0
    ? inside
    : { ...inside, places: [...inside.places, ...larger], isEachMeant: true }
}

/** The meaning of a name with the code of the division that has the name: "Milano (MI)", "Zürich ZH". Null if none has. */
function besideItsCode({ places }: Namesakes, key: string, gazetteer: Gazetteer): Namesakes | null {
  if (key.length >= SHORTEST_AREA) return null
  const coded = new Set(goingBy(nameKey(ownCodeName(key)), gazetteer).places.map(({ id }) => id))
  const divisions = places.filter(({ kind, id }) => kind === 'division' && coded.has(id))
  const isThere = ({ country, zone }: MeantPlace): boolean =>
    divisions.some((division) => division.country === country && division.zone === zone)
  return orNull({ ...NOTHING, places: places.filter(isThere) })
}

/** The one thing that both texts name: "Eastern Time (ET)". Null if nothing. */
function alsoMeant(base: Namesakes, other: Namesakes): Namesakes | null {
  const standards = base.standards.filter((standard) => other.standards.includes(standard))
  const zones = base.zones.filter((zone) => other.zones.includes(zone))
  return orNull({ ...NOTHING, standards, zones, isZonesFirst: base.isZonesFirst })
}

/** The meaning of a standard with its daylight time: "EST/EDT" is Eastern Time. Null for anything else. */
function bothTimes(base: Namesakes, other: Namesakes, gazetteer: Gazetteer): Namesakes | null {
  for (const { name } of base.standards) {
    const generic = goingBy(nameKey(name.replace(/ (?:Standard|Daylight|Summer) Time$/, ' Time')), gazetteer)
    if (generic.standards.some((standard) => other.standards.includes(standard))) return generic
  }
  return null
}

/**
 * Whether a place lies in the largest of some cities, or is one of `others`: "Biel/Bienne", "London LHR". With some marks it may also be a
 * neighbour of that city: "Dallas/Fort Worth".
 */
function isSameOrIn(
  place: MeantPlace,
  others: readonly MeantPlace[],
  cities: readonly MeantPlace[],
  mark: Mark,
): boolean {
  const isDivision = place.kind === 'division'
  const [city] = cities
    .filter(({ kind }) => kind !== 'division')
    .toSorted(byNumber(({ population }) => population ?? 0, -1))
  const isNear = city?.zone === place.zone && city.division === place.division && !isDivision
  const isIn = isNear && (city.population ?? 0) > (place.population ?? 0)
  if (isIn && mark !== 'hyphen') return true
  const isSame = others.some(({ kind, id }) => id === place.id && (kind === 'division') === isDivision)
  return isSame || (isNear && (mark === 'slash' || mark === 'hyphen') && place.isOwnName && place.isListed)
}

/** Makes namesakes of names and the times that were said with them. */
function labelled(times: Label['times'], names: readonly Namesakes[], { zones }: Gazetteer): Namesakes {
  const fixed = times.flatMap(({ offset }) => zones.named(fixedOffsetId(offset, 'UTC')) ?? [])
  return { ...NOTHING, label: { times, names, fixed } }
}

/** The area that is said next to a place's name. */
interface Area {
  readonly countries: readonly Country[]
  /** First divisions. Of those without a population no place is known. Places in their zones count as theirs. */
  readonly divisions: readonly MeantPlace[]
  /** Cities of the name. */
  readonly towns: readonly MeantPlace[]
  /** Whether a code means two areas: `CA` is California and Canada. Then Ontario is asked about, however many people each one has. */
  readonly isTwo: boolean
  /** Whether everybody calls the country so, as `UK`. Then it comes before a state with that code. */
  readonly isEveryday: boolean
}

/** The countries and divisions that a name or a code means. `exact` is everything that has the name. */
function areaNamed(text: string, exact: Namesakes, gazetteer: Gazetteer): Area {
  const coded = ofStateCode(nameKey(text), gazetteer)
  // PRC and ROC are identifiers as well.
  const isEveryday = SHORT_COUNTRIES.has(nameKey(text))
  const ofZone = isEveryday ? gazetteer.zones.named(text.trim())?.countryCode : undefined
  const ofIdentifier = gazetteer.countries.named(ofZone ?? '')
  const areaOf = ({ countries, places }: Namesakes): Area => ({
    countries: countries.length > 0 || ofIdentifier === undefined ? countries : [ofIdentifier],
    divisions: [...places.filter(({ kind }) => kind === 'division'), ...coded.places],
    towns: places.filter(({ kind }) => kind === 'city'),
    isTwo: coded.places.length > 0 && countries.some((country) => !coded.countries.includes(country)),
    isEveryday,
  })
  const area = areaOf(exact)
  if (isArea(area)) return area
  // "Central Region" is a name of divisions here only. Alone it says where in any country.
  const local = goingBy(nameKey(directionName(text)), gazetteer)
  return areaOf(orNull(local) ?? saidOtherwise(text.trim(), gazetteer) ?? NOTHING)
}

const isArea = ({ countries, divisions }: Area): boolean => countries.length + divisions.length > 0

/**
 * The places whose present name this is, else all of them. A much larger one that had the name before stays next to them: Samara was Kuybyshev.
 */
function presentFirst(places: readonly MeantPlace[]): readonly MeantPlace[] {
  const present = ownFirst(places)
  if (present.length === places.length) return places
  return places.filter(
    ({ isOwnName, country, population }) =>
      isOwnName ||
      ((population ?? 0) >= weights.PEOPLE_OF_NOTE &&
        present.every(
          (one) =>
            one.country === country &&
            (population ?? 0) >= weights.TIMES_FOR_A_FORMER_NAME * (one.population ?? 0),
        )),
  )
}

/** The country in which a name with a state's code most often lies. */
const HOME_OF_CODES = 'US'

/**
 * Whether a state's code narrows only to villages of another country, while a state of the United States has the code too and the name is in use
 * there: no list has the Winthrop of Washington.
 */
const areVillagesElsewhere = (
  known: readonly MeantPlace[],
  divisions: readonly MeantPlace[],
  all: readonly MeantPlace[],
): boolean =>
  known.length > 0 &&
  divisions.some(({ country }) => country === HOME_OF_CODES) &&
  known.every(
    ({ country, population }) => country !== HOME_OF_CODES && (population ?? 0) < weights.PEOPLE_INSTEAD,
  ) &&
  all.some(({ country, isOwnName }) => country === HOME_OF_CODES && isOwnName)

/** Whether places of a division on different clocks are near in size. Its name behind theirs is all that people can say: "Midway, Florida". */
function areNearInSize(places: readonly MeantPlace[]): boolean {
  const towns = ownFirst(places.filter(({ kind }) => kind !== 'division'))
  const [largest] = towns.toSorted(byNumber(({ population }) => population ?? 0, -1))
  const near = towns.filter(
    ({ population, division }) =>
      division === largest?.division &&
      (population ?? 0) * weights.TIMES_IN_A_DIVISION >= (largest?.population ?? 0),
  )
  return new Set(near.map(({ zone }) => zone)).size > 1
}

/** The namesakes in an area; null if there are none. The territories of its countries are searched last. */
function within(all: Namesakes, area: Area, gazetteer: Gazetteer): Namesakes | null {
  const { countries, divisions, towns, isTwo } = area
  if (isTwo && area.isEveryday) {
    const inCountry = within(all, { ...area, divisions: [], isTwo: false }, gazetteer)
    if (inCountry !== null) return inCountry
  }
  const own = countries.flatMap(({ dependencies }) => dependencies.map(({ code }) => code))
  const territories = all.countries.filter(({ iso2 }) => own.includes(iso2))
  if (territories.length > 0) {
    // "Saint Martin, France" is the territory, not a village in France. Réunion's Saint-Pierre has more people than Miquelon's.
    const people = Math.max(...territories.map(({ population }) => population ?? 0))
    const larger = all.places.filter(
      ({ isOwnName, population, country }) =>
        isOwnName && own.includes(country ?? '') && (population ?? 0) >= weights.TIMES_THE_PEOPLE * people,
    )
    return { ...NOTHING, countries: territories, places: larger, isEachMeant: true }
  }
  const codes = new Set(countries.map(({ iso2 }) => iso2))
  /** A city that has a province of its name does not lie in that of another city: Toledo is not in Córdoba. */
  const isOfAnother = (of: MeantPlace, { country, isOwnName, population }: MeantPlace): boolean => {
    const isOfIt = (place: MeantPlace): boolean => place.kind === 'division' && place.country === country
    return (
      isOwnName &&
      (population ?? weights.PEOPLE_INSTEAD) >= weights.PEOPLE_INSTEAD &&
      towns.some((town) => town.country === country && town.isOwnName) &&
      all.places.some((place) => place.kind === 'city' && place.country === country) &&
      all.places.some(isOfIt) &&
      all.places.every((place) => !isOfIt(place) || place.id !== of.id)
    )
  }
  /** Where the data have no place in the one or the other division, the same zone has to do. */
  const isInDivision = (place: MeantPlace): boolean =>
    divisions.some((of) =>
      of.population === null || (place.kind === 'division' && place.population === null)
        ? of.zone === place.zone &&
          (of.country ?? place.country) === (place.country ?? of.country) &&
          !isOfAnother(of, place)
        : of.id === place.division && place.kind !== 'division',
    )
  const isInCountry = ({ country, zone }: MeantPlace): boolean => codes.has(country ?? zone.countryCode ?? '')
  const inDivision = presentFirst(all.places.filter(isInDivision))
  if (areVillagesElsewhere(inDivision, divisions, all.places)) return null
  const isOwnInDivision = inDivision.some(({ isOwnName }) => isOwnName)
  const least = !isTwo ? 0 : inDivision.length > 0 ? weights.PEOPLE_BESIDE : weights.PEOPLE_INSTEAD
  const inCountry = presentFirst(all.places.filter(isInCountry)).filter(
    ({ isOwnName, isCapital, kind, population, country }) =>
      !isTwo ||
      // A country does not lie in itself.
      (all.countries.every(({ iso2 }) => iso2 !== country) &&
        (isOwnName || ((population ?? 0) >= weights.PEOPLE_OF_NOTE && !isOwnInDivision)) &&
        (isCapital || kind === 'division' || (population ?? 0) >= least)),
  )
  const areNamesMixed = [inDivision, inCountry].some(
    (places) => new Set(places.map(({ isOwnName }) => isOwnName)).size > 1,
  )
  const using = all.standards.map((standard) => zonesUsing(standard, countries))
  const zones = all.zones.filter(({ countryCode }) => codes.has(countryCode ?? ''))
  const found: Namesakes = {
    ...NOTHING,
    standards: all.standards.filter((_, index) => (using[index]?.length ?? 0) > 0),
    countries: isTwo ? [] : all.countries.filter(({ iso2 }) => codes.has(iso2)),
    places: [...inDivision, ...inCountry.filter((place) => !inDivision.includes(place))],
    // "Eastern Time (Canada)" is the clock of Toronto before a standard.
    zones: isTwo ? [] : zones.length > 0 || !all.isZonesFirst ? zones : mainOf(using.flat(), countries),
    isZonesFirst: all.isZonesFirst,
    isEachMeant: all.isEachMeant || isTwo || areNamesMixed || areNearInSize(inDivision),
  }
  if (isEmpty(found)) {
    // Many people say that San Juan in Puerto Rico is in the United States. Nobody says that of a village.
    const large = {
      ...all,
      places: all.places.filter(
        ({ kind, country, population }) =>
          (kind === 'division' && country !== null && population !== null) ||
          (population ?? 0) >= weights.PEOPLE_INSTEAD,
      ),
    }
    const around = own.flatMap((code) => gazetteer.countries.named(code) ?? [])
    // England has no territories, although its name also means the United Kingdom.
    return around.length === 0 || divisions.length > 0
      ? null
      : within(large, { ...area, countries: around, isTwo: false }, gazetteer)
  }
  return found
}

/** The zones that are the default of one of these countries, else all of them. */
function mainOf(zones: readonly Zone[], countries: readonly Country[]): readonly Zone[] {
  const mains = zones.filter((zone) => countries.some(({ defaultZone }) => defaultZone === zone))
  return mains.length > 0 ? mains : zones
}

/** A winter and a summer (2037) in which every zone keeps its present rules. */
const SEASONS = [2_114_380_800, 2_130_000_000].map(epochSeconds)

/** 2040. From then on every zone repeats its years. */
const FOOTERS = 2_208_988_800

/** Whether something that has the name has kept one of these standards since 2000. */
const hasKept = (namesakes: Namesakes, standards: readonly Standard[]): boolean =>
  zonesOf(namesakes).some((zone) => keptWithin(zone, standards, OLDEST_LISTS, FOOTERS))

/** The zones of these countries that use a standard under its code or without letters: "CST (China)", "Arabian Standard Time (Kuwait)". */
const zonesUsing = ({ code, offset, isDst }: Standard, countries: readonly Country[]): Zone[] =>
  countries
    .flatMap((country) => country.zones)
    .filter((zone) =>
      SEASONS.some((at) => {
        const { type } = intervalAt(zone.compiled(), at)
        const isCalledSo = type.abbreviation === (code ?? '') || /^[+-]/.test(type.abbreviation)
        return type.offset === offset && type.isDst === isDst && isCalledSo
      }),
    )
