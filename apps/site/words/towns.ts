// Names as visitors write them: how a list becomes places, what a name of several clocks can mean, and by which name a clock is shown.
import type { Almanac } from '#core/ask/almanac.ts'
import type { Candidates, MeantPlace } from '#core/ask/choice.ts'
import type { City } from '#core/ask/cities.ts'
import { disagreementOf, saidBy } from '#core/ask/disagreements.ts'
import { convert, type Converted } from '#core/ask/convert.ts'
import type { Clock } from '#core/ask/clock.ts'
import { byNumber } from '#core/order.ts'
import { inTitleCase } from '#core/text/title-case.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { pathOf } from '#serve/urls.ts'
import { keptZones } from './places.ts'
import { utcOffset } from './times.ts'
import type { Zone } from '#core/ask/zones.ts'
import { zoneName } from './zone-links.ts'

/** One of several meanings of a name. */
export interface Meant {
  /** A token that identifies this one alone, in a form and in an address. */
  readonly token: string
  /** "Springfield, Illinois, United States" */
  readonly words: string
  /** Its zone, or the offset of a standard. */
  readonly detail: string
  /** Null for a standard. */
  readonly zone: Zone | null
  /** False for a town of another name that has this name too. */
  readonly isOwnName: boolean
}

/** Most towns of one name. The largest come first. */
const MOST = 24

/** The meanings of a name, in the order in which people mean them. Towns come before zones that stand for villages of the name. */
export function meaningsAmong(
  name: string,
  { standards, places, zones, isZonesFirst }: Candidates,
  almanac: Almanac,
): Meant[] {
  const cities = almanac.cities()
  const towns = new Map<City, MeantPlace>()
  // Places that are called so themselves come before those that have the name as another one.
  for (const place of places.toSorted(byNumber((one) => (one.isOwnName ? 0 : 1)))) {
    const city = place.kind === 'division' ? undefined : cities.withId(place.id)
    if (city !== undefined && !towns.has(city) && towns.size < MOST) towns.set(city, place)
  }
  const ofTowns = new Set(Array.from(towns.keys(), ({ zone }) => zone))
  const ofVillages = new Set(places.map(({ zone }) => zone))
  const rest = zones.filter((zone) => !ofTowns.has(zone))
  const villages = rest.filter((zone) => ofVillages.has(zone))
  const others = rest.filter((zone) => !ofVillages.has(zone))
  const withTwo = places.filter((place) => hasTwoClocks(place, places))
  const wordsOfTwo = (place: MeantPlace, zone: Zone): string => ofTwoClocks(name, place, zone, almanac)
  const ofPlaces = [
    ...ofZones(others, nameOfZone),
    ...Array.from(towns, ([city, place]) => ({
      token: tokenOf(city),
      words: withTwo.includes(place)
        ? wordsOfTwo(place, city.zone)
        : `${city.fullName}, ${city.country.name}`,
      detail: city.zone.iana,
      zone: city.zone,
      isOwnName: place.isOwnName,
    })),
    ...villages.flatMap((zone) => {
      const place = withTwo.find((one) => one.zone === zone)
      return place === undefined
        ? ofZones([zone], areaNames(name, places, almanac))
        : [{ ...meantZone(zone, wordsOfTwo(place, zone)), isOwnName: place.isOwnName }]
    }),
  ]
  const ofStandards = standards.map(({ slug, name: words, offset }) => ({
    token: slug,
    words,
    detail: utcOffset(offset),
    zone: null,
    isOwnName: true,
  }))
  return isZonesFirst ? [...ofPlaces, ...ofStandards] : [...ofStandards, ...ofPlaces]
}

const nameOfZone = ({ displayName, iana, country }: Zone): string =>
  displayName === null ? iana : [displayName, ...(country === null ? [] : [country.name])].join(', ')

/**
 * Names the zones of states and villages of a name: "Georgia, United States", or "Idaho, United States (Boise time)" where a state has
 * several. A village is "another one".
 */
function areaNames(
  name: string,
  places: readonly MeantPlace[],
  { countries }: Almanac,
): (zone: Zone) => string {
  const states = places.filter(({ kind }) => kind === 'division')
  return (zone) => {
    const state = states.find((one) => one.zone === zone)
    const country = state === undefined ? undefined : countries.named(state.country ?? '')
    if (state === undefined || country === undefined)
      return `Another ${name}${zone.country === null ? '' : `, ${zone.country.name}`} (${zoneName(zone)} time)`
    const words = `${inCapitals(name)}, ${country.name}`
    const isWhole = states.every((one) => one.zone === zone || one.country !== state.country)
    return isWhole ? words : `${words} (${zoneName(zone)} time)`
  }
}

const ofZones = (zones: readonly Zone[], words: (zone: Zone) => string): Meant[] =>
  zones.map((zone) => meantZone(zone, words(zone)))

const meantZone = (zone: Zone, words: string): Meant => ({
  token: zone.iana,
  words,
  detail: zone.iana,
  zone,
  isOwnName: true,
})

/** Whether a place is there once more, with another clock: in a dispute, or where the sources disagree. */
const hasTwoClocks = ({ kind, id, zone }: MeantPlace, places: readonly MeantPlace[]): boolean =>
  kind !== 'division' && places.some((other) => other.kind === kind && other.id === id && other.zone !== zone)

/** The only place that a name means, where it has two clocks. Null for any other name. */
export function onePlaceOf({ standards, places, zones }: Candidates): MeantPlace | null {
  const [first] = places
  const isOne =
    standards.length === 0 &&
    zones.every((zone) => places.some((place) => place.zone === zone)) &&
    places.every(({ kind, id }) => kind === first?.kind && id === first.id)
  return first !== undefined && isOne && hasTwoClocks(first, places) ? first : null
}

/** "Ürümqi, China (Shanghai time)", "Jackpot, Nevada, United States, by the boundaries": one of the clocks of a place that has two. */
function ofTwoClocks(
  name: string,
  place: MeantPlace,
  zone: Zone,
  { cities, countries, disagreements }: Almanac,
): string {
  const disagreement = disagreementOf(disagreements(), place)
  const country = countries.named(place.country ?? '')?.name
  const town = disagreement?.fullName ?? cities().withId(place.id)?.fullName ?? inCapitals(name)
  const words = country === undefined ? town : `${town}, ${country}`
  return disagreement === undefined
    ? `${words} (${zoneName(zone)} time)`
    : `${words}, by ${saidBy(disagreement, zone.iana)}`
}

/** A slug with a country in it means its city alone: "springfield-us-il", "paris-fr". Commas separate the targets of a conversion. */
export const tokenOf = ({ slug, country }: City): string =>
  /-[a-z]{2}(-|$)/.test(slug) ? slug : `${slug}-${country.iso2.toLowerCase()}`

/** Whether a name is a country's, or that of a state with a larger town than any town of the name: "Texas", but not "New York". */
function isArea(name: string, almanac: Almanac): boolean {
  const found = almanac.meaningsOf(name)
  if (found.kind !== 'namesakes') return false
  const { countries, places } = found.namesakes
  const largest = (isState: boolean): number => {
    const its = places.filter(({ kind }) => (kind === 'division') === isState)
    return Math.max(0, ...its.map(({ population }) => population ?? 0))
  }
  return countries.length > 0 || largest(true) > largest(false)
}

/** Most places to which one moment is converted. */
export const MOST_PLACES = 10

/** Most names of a list that are looked up: fifty towns with their countries. A thousand names held the server for a second. */
export const MOST_NAMES = 100

/** The names of a list, as written. */
export const namesIn = (text: string): string[] =>
  text
    .split(/[,;]|\sand\s/i)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/**
 * The places of a list with semicolons, commas or "and" between them. A comma or an "and" of a name is none of these: "Paris, Texas", "Trinidad
 * and Tobago". But "Toronto, London" are two places, though a district of Toronto is called London too: London is no area.
 * Too many names are not looked up, and each counts as a place.
 */
export function placesIn(text: string, almanac: Almanac): string[] {
  const whole = text.trim()
  const names = namesIn(whole)
  if (names.length > MOST_NAMES) return names
  const isName = (part: string): boolean => almanac.meaningsOf(part.trim()).kind !== 'unknown'
  // Windows' names for zones have lists of cities behind their offsets.
  const isOne = isName(whole) && (/^\(|^[^,]*$/.test(whole) || isArea(whole.split(',').at(-1) ?? '', almanac))
  const ands = whole.split(/\sand\s/i)
  const parts = whole.includes(';')
    ? whole.split(';')
    : isOne
      ? []
      : !whole.includes(',') || (ands.length > 1 && ands.every(isName))
        ? ands
        : whole.split(',')
  if (parts.length > 1) return parts.flatMap((part) => placesIn(part, almanac))
  return whole === '' ? [] : [whole]
}

/** Places as a text that `placesIn` reads as these places. */
export const listOfPlaces = (places: readonly string[]): string =>
  places.join(places.some((place) => place.includes(',')) ? '; ' : ', ')

/** The clock that a text means now, as a conversion from it to no other; or why it is not one clock. */
export const meantNow = (from: string, almanac: Almanac, now: EpochSeconds): Converted =>
  convert({ from, to: [], moment: { kind: 'instant', at: now }, resolution: 'earliest' }, almanac, now)

/** The zone that a text means now; the meanings to choose from; an empty list when no place has the name. */
export function zoneMeant(text: string, almanac: Almanac, now: EpochSeconds): Zone | readonly Meant[] {
  const found = meantNow(text, almanac, now)
  if (found.kind === 'choice')
    return meaningsAmong(text, found.candidates, almanac).filter(({ zone }) => zone !== null)
  const clock = found.kind === 'converted' ? found.conversion.from.clock : null
  return clock?.kind === 'zone' ? clock.zone : []
}

/** The largest city of a name on this clock. Null when the name means something else. */
export function cityMeant(token: string, clock: Clock, almanac: Almanac): City | null {
  const meanings = almanac.meaningsOf(token)
  if (meanings.kind === 'clock') return meanings.city ?? null
  if (meanings.kind !== 'namesakes' || clock.kind !== 'zone') return null
  const { places, countries } = meanings.namesakes
  const its = places.filter(({ kind, zone }) => kind !== 'division' && zone === clock.zone)
  const [largest] = its.toSorted((one, other) => (other.population ?? 0) - (one.population ?? 0))
  return largest === undefined || countries.length > 0 ? null : (almanac.cities().withId(largest.id) ?? null)
}

/** The token for the place of a typed name in an address of two places: its city, else the country of the name, else its zone. */
export function slugMeant(token: string, clock: Extract<Clock, { kind: 'zone' }>, almanac: Almanac): string {
  const city = cityMeant(token, clock, almanac)
  if (city !== null) return city.slug
  const meanings = almanac.meaningsOf(token)
  const countries = meanings.kind === 'namesakes' ? meanings.namesakes.countries : []
  const country = countries.find(({ defaultZone }) => defaultZone === clock.zone)
  return country?.slug ?? pathOf(clock.zone.iana)
}

/** A name that a visitor typed without capitals, with them. */
export const inCapitals = (text: string): string => (/^[\p{Ll}\s]+$/u.test(text) ? inTitleCase(text) : text)

/**
 * A clock by the name that a visitor typed: "Mumbai", though its zone is that of Kolkata. Identifiers and slugs get the names of their
 * things.
 */
export function saidName(token: string, clock: Clock, almanac: Almanac): string {
  const text = token.trim()
  if (clock.kind === 'standard') return clock.standard.name
  if (clock.kind === 'offset') return utcOffset(clock.offset)
  const { iana } = clock.zone
  const identified = almanac.zones.named(text)
  if (identified !== null && (text.includes('/') || text.toLowerCase() === iana.toLowerCase()))
    return zoneName(clock.zone)
  const city = text.includes('-') ? almanac.cities().named(text) : undefined
  if (city !== undefined && city.zone === clock.zone) return city.fullName
  const country = text.length < 4 ? almanac.countries.named(text) : undefined
  // "PT" is Portugal by its letters, and Pacific time before a clock.
  const isIts = country !== undefined && keptZones(country).includes(clock.zone)
  return isIts ? country.name : inCapitals(text)
}
