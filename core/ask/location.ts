// A location token → everything that it can mean, by its form or by its name, narrowed by the rest of the text.
import { Latest } from '../latest.ts'
import { oncePer } from '../once-per.ts'
import { fold, slugOf } from '../text/fold.ts'
import { directionName } from '../text/division-codes.ts'
import { nameKey, nameWords } from '../text/name-key.ts'
import { epochSeconds } from '../time/units.ts'
import { intervalAt } from '../zone/offset-at.ts'
import {
  areaNamesIn,
  cityNameIn,
  divisionNameIn,
  isNoPlace,
  isOfCounty,
  isOfState,
  SHORT_COUNTRIES,
  speltOut,
  withoutPostalCode,
} from './area-words.ts'
import {
  besideOthers,
  goingBy,
  goingByText,
  hasClock,
  inOtherWords,
  isBareDirection,
  isEmpty,
  isPartOfName,
  ofStateCode,
  orNull,
  partOf,
  stateOf,
  timeOf,
  WITH_COUNTIES,
  type Gazetteer,
} from './candidates.ts'
import { NOTHING, type MeantPlace, type Namesakes } from './choice.ts'
import type { City } from './cities.ts'
import type { Clock } from './clock.ts'
import type { Country } from './countries.ts'
import { identifiedIn } from './identified-text.ts'
import { fixedOffsetId, readLocationToken, type LocationToken } from './location-token.ts'
import { labelled, narrowedByRules, saysDirection, saysStandard, type Mark } from './narrowing.ts'
import * as weights from './weights.ts'
import { isArea, within, type Area } from './within-area.ts'
import type { Zone } from './zones.ts'

/** The meaning of a token before a moment is known. */
export type Meanings =
  /** `city`: the city, when the token is a city's slug. */
  | { readonly kind: 'clock'; readonly clock: Clock; readonly city?: City }
  | { readonly kind: 'namesakes'; readonly namesakes: Namesakes }
  /** `country`: a country that has no zone; null if nothing has the name. */
  | { readonly kind: 'unknown'; readonly country: Country | null }

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

/** The meaning of a text without an offset as a name, in any form; null if it has none. */
const namesIn = (text: string, gazetteer: Gazetteer): Namesakes | null =>
  orNull(goingByText(text, gazetteer)) ?? saidOtherwise(text, gazetteer)

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

/** A form in which a thing is named otherwise than by one of its names. */
interface Form {
  readonly name: string
  readonly pattern: string
  readonly example: string
  /** What is meant. Null: another form decides. */
  readonly read: (text: string, gazetteer: Gazetteer) => Namesakes | null
}

/** Whether a text has no mark that divides it. */
const isOne = (text: string): boolean => !/[,(]/.test(text)

/** The forms, in order: the first that means something decides. */
export const FORMS: readonly Form[] = [
  {
    name: 'kind of division',
    pattern: 'KIND of NAME, NAME KIND',
    example: 'Canton of Zurich',
    read: (text, gazetteer) => (isOne(text) ? ofDivisionKind(wordsOf(text), gazetteer) : null),
  },
  {
    name: 'part of an area',
    pattern: 'DIRECTION AREA: all of the area',
    example: 'Northern California',
    read: (text, gazetteer) => (isOne(text) ? ofPartOfArea(wordsOf(text), gazetteer) : null),
  },
  {
    name: 'kind of city',
    pattern: 'City of NAME, Greater NAME, NAME City',
    example: 'Greater Manchester',
    read: (text, gazetteer) => (isOne(text) ? ofCityKind(wordsOf(text), gazetteer) : null),
  },
  {
    name: 'time of a place',
    pattern: 'NAME Time, NAME Time Zone',
    example: 'Japan Time',
    read: (text, gazetteer) => (isOne(text) ? ofTime(wordsOf(text), gazetteer) : null),
  },
  {
    name: 'name and what narrows it',
    pattern: 'two parts at a bracket, comma, slash or blank; the rules below',
    example: 'Portland, OR',
    read: narrowed,
  },
  {
    name: 'address in Chinese characters',
    pattern: 'AREA with its kind, PLACE',
    example: '广东省深圳市',
    read: inAreaBefore,
  },
  {
    name: 'short words',
    pattern: 'N., Is., Rep. spelt out; a postal code behind a state left out',
    example: 'Solomon Is.',
    read: (text, gazetteer) => {
      const spelt = speltOut(withoutPostalCode(text))
      return spelt === text ? null : namesIn(spelt, gazetteer)
    },
  },
  {
    name: 'official name',
    pattern: 'a country with words for a state, also turned',
    example: 'République du Tchad',
    read: stateOf,
  },
  {
    name: 'other words',
    pattern: 'one name written as several words',
    example: 'Da Li',
    read: inOtherWords,
  },
]

function readAsParts(text: string, gazetteer: Gazetteer): Namesakes | null {
  for (const { name, read } of FORMS) {
    const found = gazetteer.leftOut?.has(name) === true ? null : read(text, gazetteer)
    if (found !== null) return found
  }
  return null
}

/** The words of a text. At its end a code stays one: "East MT" is in Montana. */
function wordsOf(text: string): string[] {
  const words = nameWords(text)
  const [end = ''] = nameWords(/\S*$/.exec(text.trim())?.[0] ?? '')
  return end === words.at(-1) || end.length > 2 ? words : [...words.slice(0, -1), end]
}

/** The countries or divisions of "Canton of Zurich", "Estado de México", "Republic of Georgia". Null if there are none. */
function ofDivisionKind(words: readonly string[], gazetteer: Gazetteer): Namesakes | null {
  const division = divisionNameIn(words)
  if (division === null) return null
  const countries = words.includes('republic') ? goingBy(division, gazetteer).countries.filter(hasClock) : []
  if (countries.length > 0) return { ...NOTHING, countries }
  // "Washington County" is not the state, and Dixie has no counties. "Republic of Georgia" is the country.
  const isOther = (country: string | null): boolean =>
    country === null ? !isOfCounty(words) : !WITH_COUNTIES.has(country)
  const divisions = goingBy(division, gazetteer).places.filter(
    ({ kind, country }) => kind === 'division' && (isOfState(words) || isOther(country)),
  )
  return orNull({ ...NOTHING, places: divisions })
}

/** The clocks of "Northern California" and "North East England": those of the area. Null if the rest is no area. */
function ofPartOfArea(words: readonly string[], gazetteer: Gazetteer): Namesakes | null {
  for (const part of areaNamesIn(words)) {
    const ofPart = partOf(part, gazetteer)
    if (ofPart !== null) return ofPart
    // The second direction is part of a name: "East West Columbia" is not in Colombia.
    if (!isEmpty(goingBy(part, gazetteer))) break
  }
  return null
}

/** The cities of "City of London", "Greater Manchester", "Kinshasa City". Null if there are none. */
function ofCityKind(words: readonly string[], gazetteer: Gazetteer): Namesakes | null {
  // Divisions count too. Otherwise "Nevada City" would mean only the cities called Nevada.
  const city = isPartOfName(words, gazetteer) ? null : cityNameIn(words)
  const { places } = city === null || isNoPlace(city) ? NOTHING : goingBy(city, gazetteer)
  // A village is no city: "Gotham City" is not the Gotham in England.
  const cities = places.filter(({ kind, isListed }) => kind === 'division' || isListed)
  return orNull({ ...NOTHING, places: cities })
}

/** The clock of "Japan Time", "Samara Time Zone". Null if there is none. */
function ofTime(words: readonly string[], gazetteer: Gazetteer): Namesakes | null {
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

/** The most words that narrow a name without a comma. "Hamilton New Zealand" has two. */
const MOST_WORDS = 3

/** Where a text is divided, by the mark. A hyphen counts last, because it may belong to the name. */
const MARKS: readonly (readonly [Mark, RegExp])[] = [
  ['brackets', /^([^()]+)\(([^()]*)\)$/],
  ['comma', /^(.*),(.*)$/s],
  ['slash', /^([^/]+)\/([^/]+)$/],
]

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
  const [, name = '', more = ''] = /^(.*\p{L})[-–](\p{L}.*)$/su.exec(text) ?? []
  const exact = name === '' ? NOTHING : besideOthers(name, gazetteer)
  return isEmpty(exact) ? null : narrowedBy(name, exact, more, 'hyphen', gazetteer)
}

/**
 * Everything that has a name and is narrowed by what stands behind it. Null if nothing is. `exact` is what the name means next to other text.
 */
function narrowedBy(
  name: string,
  exact: Namesakes,
  more: string,
  mark: Mark,
  gazetteer: Gazetteer,
): Namesakes | null {
  const base = saysDirection(name, exact) ? exact : (orNull(exact) ?? saidOtherwise(name.trim(), gazetteer))
  if (base === null || base.label !== null) return null
  const other = goingBy(nameKey(more), gazetteer)
  const area = areaNamed(more, other, gazetteer)
  return narrowedByRules({ name, base, more, other, area, mark, gazetteer })
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
