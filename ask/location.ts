// (location token, moment) → the clock it means, read at that moment, or the choice between several.
import type { NamedPlace, Names } from '#core/artifact/names.ts'
import { byNumber, byText, thenBy } from '#core/order.ts'
import { byCodeUnit } from '#core/text/by-code-unit.ts'
import { slugOf } from '#core/text/fold.ts'
import { DIVISION_CODES } from '#core/text/division-codes.ts'
import { nameKey, nameWords } from '#core/text/name-key.ts'
import type { Moment } from '#core/time/moment.ts'
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'
import { agreeSince } from '#core/zone/clocks-agree.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { areaNameIn, cityNameIn, divisionNameIn, isDirection, stateNamesIn } from './area-words.ts'
import type { Cities } from './cities.ts'
import { compiledClock, readOn, type Clock, type Reading, type Resolution } from './clock.ts'
import type { Countries, Country } from './countries.ts'
import { fixedOffsetId, readLocationToken } from './location-token.ts'
import { KEPT_AS_STANDARD, KEPT_ONCE, offsetRank, readOffsetList, type OffsetList } from './offset-list.ts'
import type { Standard, Standards } from './standards.ts'
import type { Zone, Zones } from './zones.ts'

/** What a token means before a moment is known. */
export type Meanings =
  | { readonly kind: 'clock'; readonly clock: Clock }
  | { readonly kind: 'namesakes'; readonly namesakes: Namesakes }
  | { readonly kind: 'unknown' }
  /** A country that has no zone. */
  | { readonly kind: 'no-zone'; readonly country: Country }

/** A city, section or division of a name, on its zone. */
interface Place extends Omit<NamedPlace, 'zone'> {
  readonly zone: Zone
  readonly isOwnName: boolean
}

/** Everything that bears one name. It is one meaning where all of it keeps one clock. */
export interface Namesakes {
  readonly standards: readonly Standard[]
  readonly countries: readonly Country[]
  readonly places: readonly Place[]
  /** Zones that go by the name themselves. */
  readonly zones: readonly Zone[]
  /** What they were last found to mean; null before that. */
  latest: Choice | null
}

/** Standards first, then zones; no duplicates. */
export interface Candidates {
  readonly standards: readonly Standard[]
  readonly zones: readonly Zone[]
}

export type ResolvedLocation =
  | { readonly kind: 'one'; readonly reading: Reading }
  | { readonly kind: 'many'; readonly candidates: Candidates }

/** Where tokens are looked up. */
export interface Gazetteer {
  readonly zones: Zones
  readonly standards: Standards
  readonly countries: Countries
  readonly cities: () => Cities
  readonly names: () => Names
}

/** Tokens whose meanings are kept, a few hundred bytes each. */
const KEPT_TOKENS = 2000

/** Makes `meaningsOf`: what tokens mean in a gazetteer. Of those that namesakes share, the latest are kept: they come again. */
export function openMeanings(gazetteer: Gazetteer): (token: string) => Meanings {
  const kept = new Map<string, Meanings>()
  return (token) => {
    const known = kept.get(token)
    if (known !== undefined) return known
    const meanings = meaningsOf(token, gazetteer)
    if (meanings.kind === 'namesakes') {
      const [oldest] = kept.keys()
      if (kept.size === KEPT_TOKENS && oldest !== undefined) kept.delete(oldest)
      kept.set(token, meanings)
    }
    return meanings
  }
}

/** Everything a token can mean, as it was sent. */
function meaningsOf(sent: string, gazetteer: Gazetteer): Meanings {
  const { zones, cities } = gazetteer
  const token = readLocationToken(sent)
  if (token.kind === 'nothing') return { kind: 'unknown' }
  if (token.kind === 'zone') {
    const zone = zones.named(token.identifier)
    // `Biel/Bienne` is no identifier.
    const namesakes = zone === null ? namesakesOf(nameKey(sent), gazetteer) : NOTHING
    return isEmpty(namesakes) ? clockOfZone(zone) : { kind: 'namesakes', namesakes }
  }
  if (token.kind === 'offset') {
    const iana = fixedOffsetId(token.offset, token.said)
    const twin = token.offset === 0 ? zones.named(iana) : null
    return { kind: 'clock', clock: { kind: 'offset', iana, offset: token.offset, twin } }
  }
  const listed = readOffsetList(token.text)
  if (listed !== null) return ofOffsetList(listed, gazetteer)
  const key = nameKey(token.text)
  const namesakes = isTornName(token.text, key, gazetteer) ? NOTHING : namesakesOf(key, gazetteer)
  const { standards, countries, places, zones: named } = namesakes
  if (!isEmpty(namesakes)) {
    const [country] = countries
    if (country === undefined || standards.length + places.length + named.length > 0 || hasClock(country)) {
      return { kind: 'namesakes', namesakes }
    }
    return { kind: 'no-zone', country }
  }
  const identified = zones.named(token.text)
  if (identified !== null) return clockOfZone(identified)
  // No name ends as the slugs of one city among several do: `san-jose-cr`. "Richmond, CA" is none: California is meant there, or Canada.
  const slug = slugOf(token.text)
  if (/-[a-z]{2}(-|$)/.test(slug) && !/[\s,]/.test(token.text)) {
    const owner = cities().named(slug)
    if (owner !== undefined) return clockOfZone(owner.zone)
  }
  // "Canton of Zurich", "Northern California", "Greater London", "Japan Time": what goes by the rest, if it is of that kind.
  const words = nameWords(token.text)
  const around =
    divisionOf(words, gazetteer) ??
    partOf(words, gazetteer) ??
    cityOf(words, gazetteer) ??
    stationOf(words, gazetteer)
  if (around !== null) return { kind: 'namesakes', namesakes: around }
  if (words.length > 1 && words.at(-1) === 'time') {
    const rest = words.slice(0, -1).join('')
    const standard = namesakesOf(`${rest}standardtime`, gazetteer)
    if (standard.standards.length > 0) return { kind: 'namesakes', namesakes: standard }
    const ofRest = namesakesOf(rest, gazetteer)
    const kept = { ...ofRest, standards: [], places: ofRest.places.filter(({ kind }) => kind === 'city') }
    if (kept.countries.some(hasClock) || kept.places.length + kept.zones.length > 0)
      return { kind: 'namesakes', namesakes: kept }
  }
  const meant = insideOf(token.text, gazetteer) ?? stateOf(token.text, gazetteer)
  if (meant !== null) return { kind: 'namesakes', namesakes: meant }
  // "Nicosia District (Lefkoşa)": what stands in brackets is another name, or says more.
  const [, before] = /^([^(]+)\([^)]*\)$/.exec(token.text) ?? []
  return before === undefined ? { kind: 'unknown' } : meaningsOf(before, gazetteer)
}

/** Whether a comma stands within a word of the name that a text's letters spell: "Crete, IL" is not Créteil. */
function isTornName(text: string, key: string, gazetteer: Gazetteer): boolean {
  const comma = text.indexOf(',')
  if (comma < 0) return false
  const before = nameKey(text.slice(0, comma))
  const [row] = gazetteer.names().rowsFrom(key)
  let end = ''
  const ends = row?.words.split('-').map((word) => (end += word)) ?? []
  return end === key && !ends.includes(before)
}

/** "Canton of Zurich", "Estado de México": the divisions of that name, or null. */
function divisionOf(words: readonly string[], gazetteer: Gazetteer): Namesakes | null {
  const division = divisionNameIn(words)
  if (division === null) return null
  const { places, countries } = namesakesOf(division, gazetteer)
  const divisions = places.filter(({ kind }) => kind === 'division')
  // The Republic of Georgia is none of the United States.
  const isState = words.includes('republic') && countries.length > 0
  return divisions.length === 0 || isState ? null : { ...NOTHING, places: divisions }
}

/** "Northern California", "East of Germany": the countries and divisions of that name, or null. */
function partOf(words: readonly string[], gazetteer: Gazetteer): Namesakes | null {
  const area = areaNameIn(words)
  return area === null ? null : areaOf(area, gazetteer)
}

function areaOf(key: string, gazetteer: Gazetteer): Namesakes | null {
  const all = namesakesOf(key, gazetteer)
  const countries = all.countries.filter(hasClock)
  // Of what has no city that is known nobody can say where its east is: East Prussia is not in Germany.
  const divisions = all.places.filter(({ kind, population }) => kind === 'division' && population !== null)
  return countries.length + divisions.length === 0 ? null : { ...NOTHING, countries, places: divisions }
}

/** "City of London", "Greater Manchester", "Kinshasa City": the places of that name, or null; divisions too, for Nevada City is not where Nevada is. */
function cityOf(words: readonly string[], gazetteer: Gazetteer): Namesakes | null {
  const city = cityNameIn(words)
  if (city === null) return null
  const { places } = namesakesOf(city, gazetteer)
  return places.length === 0 ? null : { ...NOTHING, places }
}

/** "Palmer Station", "Rothera Research Station": the zones of Antarctica of that name, or null. */
function stationOf(words: readonly string[], gazetteer: Gazetteer): Namesakes | null {
  if (words.at(-1) !== 'station') return null
  const name = words.filter((word) => word !== 'station' && word !== 'research').join('')
  const zones = namesakesOf(name, gazetteer).zones.filter(({ iana }) => iana.startsWith('Antarctica/'))
  return zones.length === 0 ? null : { ...NOTHING, zones }
}

/** "République du Tchad", "Korea, Republic of", "Virgin Islands, British", "Saint Martin (French part)": the countries of that name, or null. */
function stateOf(text: string, gazetteer: Gazetteer): Namesakes | null {
  const turned = nameKey(text.replace(/^([^,]+),([^,]+)$/, '$2 $1'))
  const bare = text.replace(/\(.*\)$/, '')
  for (const key of [turned, ...stateNamesIn(text), nameKey(bare), ...stateNamesIn(bare)]) {
    const { countries, places } = namesakesOf(key, gazetteer)
    const found = countries.filter(hasClock)
    // "Georgia (US state)": what stands in brackets may say that it is no country.
    const isOther = bare !== text && places.some(({ kind }) => kind === 'division')
    if (found.length > 0 && !isOther) return { ...NOTHING, countries: found }
  }
  return null
}

/** `(UTC+01:00) Amsterdam, Berlin`: the zones of the places on clocks of that offset. */
function ofOffsetList({ offset, names }: OffsetList, gazetteer: Gazetteer): Meanings {
  const parts = names.map((name) => zonesAtOffset(meaningsOf(name, gazetteer), offset))
  const nearest = Math.min(...parts.map(({ rank }) => rank))
  const meant = parts.filter(({ rank }) => rank === nearest)
  if (nearest > KEPT_ONCE || 2 * meant.length < names.length) return { kind: 'unknown' }
  const zones = [...new Set(meant.flatMap((part) => part.zones))]
  return { kind: 'namesakes', namesakes: { ...NOTHING, zones } }
}

/** Of what a name can mean the zones that keep an offset best: a zone of the name, else those of a country, else those of the largest place. */
function zonesAtOffset(meanings: Meanings, offset: OffsetSeconds): { rank: number; zones: readonly Zone[] } {
  if (meanings.kind === 'clock' && meanings.clock.kind === 'zone') {
    const { zone } = meanings.clock
    return { rank: offsetRank(zone, offset), zones: [zone] }
  }
  if (meanings.kind !== 'namesakes') return { rank: Infinity, zones: [] }
  const { zones, countries, places } = meanings.namesakes
  const bySize = places.toSorted(byNumber(({ population }) => population ?? 0, -1))
  const groups = [
    zones,
    ...countries.map((country) => country.zones),
    ...bySize.map(({ kind, id, zone }) =>
      kind === 'division'
        ? places.filter((place) => place.kind === kind && place.id === id).map((place) => place.zone)
        : [zone],
    ),
  ]
  for (const rank of [KEPT_AS_STANDARD, KEPT_ONCE]) {
    for (const group of groups) {
      const fitting = group.filter((zone) => offsetRank(zone, offset) === rank)
      if (fitting.length > 0) return { rank, zones: fitting }
    }
  }
  return { rank: Infinity, zones: [] }
}

/** Most words of a country or division that stand behind a place without a comma: "Hamilton New Zealand". */
const MOST_WORDS = 3

/**
 * "Portland, OR", "Valencia, Spain", "Hamilton New Zealand": what goes by the name before, on the clocks of the country or division behind.
 * Null where that is neither, or where nothing of the name is there.
 */
function insideOf(text: string, gazetteer: Gazetteer): Namesakes | null {
  const comma = text.lastIndexOf(',')
  if (comma >= 0) return within(text.slice(0, comma), text.slice(comma + 1), gazetteer)
  const words = text.split(/\s+/)
  for (let count = 1; count <= Math.min(MOST_WORDS, words.length - 1); count++) {
    const found = within(words.slice(0, -count).join(' '), words.slice(-count).join(' '), gazetteer)
    if (found !== null) return found
  }
  return null
}

function within(name: string, area: string, gazetteer: Gazetteer): Namesakes | null {
  // "Western Province, Zambia": the clocks of Zambia.
  if (isDirection(nameWords(name))) return areaOf(nameKey(area), gazetteer)
  const { zones, divided, isTwo } = areaNamed(nameKey(area), gazetteer)
  if (zones.size + divided.length === 0) return null
  const ofName = namesakesOf(nameKey(name), gazetteer)
  const all = isEmpty(ofName) ? name.includes(',') && insideOf(name, gazetteer) : ofName
  if (!all) return null
  const ofDivided = new Set(divided.map(({ zone }) => zone))
  const found = {
    ...NOTHING,
    countries: all.countries.filter(({ defaultZone }) => defaultZone !== null && zones.has(defaultZone)),
    places: all.places.filter(
      (place) => zones.has(place.zone) || isIn(place, nameKey(name), divided, gazetteer),
    ),
    zones: all.zones.filter((zone) => zones.has(zone) || ofDivided.has(zone)),
  }
  if (!isEmpty(found)) return isTwo ? { ...NOTHING, zones: [...new Set(zonesOf(found))] } : found
  // Jackson in Kentucky is not listed; those of other states say nothing of its clock.
  return all.places.some(({ zone }) => ofDivided.has(zone)) ? { ...NOTHING, zones: [...ofDivided] } : null
}

/** The zones of all that goes by a name. */
const zonesOf = ({ countries, places, zones }: Namesakes): Zone[] => [
  ...countries.flatMap(({ defaultZone }) => defaultZone ?? []),
  ...places.map(({ zone }) => zone),
  ...zones,
]

/** What stands behind a place. */
interface Area {
  /** Of countries, with those that depend on them, of regions, and of first divisions of one zone. */
  readonly zones: ReadonlySet<Zone>
  /** First divisions whose cities are known one by one: a part for each zone, by the key of a name that it goes by. */
  readonly divided: readonly { readonly key: string; readonly zone: Zone }[]
  /** A code of two areas: Ontario is asked about in `CA`, California and Canada, however many people each has. */
  readonly isTwo: boolean
}

/** The countries and first divisions of a name, or of a code that stands for one. */
function areaNamed(key: string, gazetteer: Gazetteer): Area {
  const { countries } = namesakesOf(key, gazetteer)
  const dependent = countries.flatMap(({ dependencies }) =>
    dependencies.flatMap(({ code }) => gazetteer.countries.named(code) ?? []),
  )
  const zones = new Set([...countries, ...dependent].flatMap((country) => country.zones))
  const isTwo = countries.length > 0 && DIVISION_CODES.has(key)
  const divided = []
  for (const name of [key, ...(DIVISION_CODES.get(key) ?? [])]) {
    const parts = namesakesOf(name, gazetteer).places.filter(({ kind }) => kind === 'division')
    for (const { id, zone, population } of parts) {
      // No city is known of a region.
      const isWhole =
        population === null || (!isTwo && parts.every((part) => part.id !== id || part.zone === zone))
      if (isWhole) zones.add(zone)
      else divided.push({ key: name, zone })
    }
  }
  return { zones, divided, isTwo }
}

/** Whether a city is known to lie in one of some divisions: it has a name with theirs behind it. */
function isIn(place: Place, key: string, divided: Area['divided'], gazetteer: Gazetteer): boolean {
  if (place.kind === 'division' || divided.length === 0) return false
  const isNamed = (own: string): boolean =>
    divided.some(
      (of) =>
        of.zone === place.zone &&
        namesakesOf(own + of.key, gazetteer).places.some(
          ({ kind, id }) => kind === 'city' && id === place.id,
        ),
    )
  return isNamed(key) || isNamed(nameKey(gazetteer.cities().withId(place.id)?.name ?? ''))
}

const NOTHING: Namesakes = { standards: [], countries: [], places: [], zones: [], latest: null }

const isEmpty = ({ standards, countries, places, zones }: Namesakes): boolean =>
  standards.length + countries.length + places.length + zones.length === 0

const hasClock = ({ zones, defaultZone }: Country): boolean => zones.length > 0 || defaultZone !== null

function namesakesOf(key: string, { zones, standards, countries, names }: Gazetteer): Namesakes {
  const pool = {
    standards: [] as Standard[],
    countries: [] as Country[],
    places: [] as Place[],
    zones: [] as Zone[],
    latest: null,
  }
  for (const meaning of names().meaningsOf(key)) {
    if (meaning.kind === 'standard') {
      const standard = standards.bySlug.get(meaning.standard)
      if (standard !== undefined) pool.standards.push(standard)
    } else if (meaning.kind === 'country') {
      const country = countries.named(meaning.country)
      if (country !== undefined) pool.countries.push(country)
    } else {
      const zone = zones.named(meaning.kind === 'zone' ? meaning.zone : meaning.place.zone)
      if (zone === null) continue
      if (meaning.kind === 'zone') pool.zones.push(zone)
      else pool.places.push({ ...meaning.place, zone, isOwnName: meaning.isOwnName })
    }
  }
  return pool
}

const clockOfZone = (zone: Zone | null): Meanings =>
  zone === null ? { kind: 'unknown' } : { kind: 'clock', clock: { kind: 'zone', zone } }

/**
 * The moment on the clock that namesakes mean: on the one that all of them keep from that moment on, else there is a choice. A naked
 * moment is read on each clock that could be it.
 */
export function chooseAmong(
  namesakes: Namesakes,
  moment: Moment,
  resolution: Resolution,
  zonesUsing: (standard: Standard) => number,
): ResolvedLocation {
  const { latest, standards } = namesakes
  const choice = (namesakes.latest =
    // Standards are told in the order of how many zones use them, which changes with the present.
    latest !== null && latest.span.holdsAt(moment) && standards.length < 2
      ? latest
      : choiceAmong(namesakes, moment, resolution, zonesUsing))
  return choice.kind === 'many'
    ? { kind: 'many', candidates: choice.candidates }
    : { kind: 'one', reading: readOn(choice.clock, moment, resolution) }
}

/** What namesakes mean, and when: one clock, or several. */
type Choice = { readonly span: Span } & (
  { readonly kind: 'one'; readonly clock: Clock } | { readonly kind: 'many'; readonly candidates: Candidates }
)

/** The instants for which a choice holds: none between them separates clocks that agree from clocks that do not. */
class Span {
  private from = Number.NEGATIVE_INFINITY
  private until = Infinity

  /** Whether something that holds since an instant (null: never) does so at another. */
  isSince(since: number | null, at: number): boolean {
    if (since === null) return false
    if (since <= at) this.from = Math.max(this.from, since)
    else this.until = Math.min(this.until, since)
    return since <= at
  }

  /** Whether it holds at a moment, on whatever clock that is read. */
  holdsAt(moment: Moment): boolean {
    if (moment.kind === 'instant') return this.from <= moment.at && moment.at < this.until
    return this.from <= moment.local - DAY && moment.local + DAY < this.until
  }
}

/** No clock has ever been farther than that from UTC. */
const DAY = 86_400

function choiceAmong(
  { standards, countries, places, zones: named }: Namesakes,
  moment: Moment,
  resolution: Resolution,
  zonesUsing: (standard: Standard) => number,
): Choice {
  const span = new Span()
  const [only] = places
  // Most names mean one place and nothing else.
  if (only !== undefined && places.length === 1 && standards.length + countries.length + named.length === 0)
    return { kind: 'one', clock: { kind: 'zone', zone: only.zone }, span }
  const ordered = standards.toSorted(
    thenBy(
      byNumber(zonesUsing, -1),
      byText(({ slug }) => slug),
    ),
  )
  const instantOn = (clock: Clock): EpochSeconds => readOn(clock, moment, resolution).at
  const zones = new Set<Zone>([
    ...countries.flatMap((country) => zonesOfCountry(country, instantOn, span)),
    ...placesMeant(places, countries, instantOn, span).map(({ zone }) => zone),
    ...named,
  ])
  const clocks: Clock[] = [
    ...ordered.map((standard): Clock => ({ kind: 'standard', standard })),
    ...Array.from(zones, (zone): Clock => ({ kind: 'zone', zone })),
  ]
  const [first, ...others] = clocks
  if (first !== undefined) {
    const compiled = compiledClock(first)
    const at = others.length === 0 ? null : instantOn(first)
    if (at === null || others.every((other) => span.isSince(agreement(compiled, compiledClock(other)), at)))
      return { kind: 'one', clock: first, span }
  }
  const mains = new Set(countries.map(({ defaultZone }) => defaultZone))
  const mainFirst = thenBy<Zone>(
    byNumber((zone) => Number(!mains.has(zone))),
    byText(({ iana }) => iana),
  )
  return {
    kind: 'many',
    candidates: { standards: ordered, zones: [...zones].toSorted(mainFirst) },
    span,
  }
}

/** The default zone of a country, and the others too where their clocks are not its own from the moment on. */
function zonesOfCountry(
  { defaultZone, oneClockSince, zones }: Country,
  instantOn: (clock: Clock) => EpochSeconds,
  span: Span,
): Zone[] {
  if (defaultZone === null) return [...zones]
  const isOneClock = span.isSince(oneClockSince, instantOn({ kind: 'zone', zone: defaultZone }))
  return isOneClock ? [defaultZone] : [defaultZone, ...zones]
}

/** How many times the people of a namesake a place must have to be meant without asking. */
const TIMES_THE_PEOPLE = 3
/** As many people as a region is taken to have of which no city is known: enough to be asked about beside most cities of its name. */
const PEOPLE_OF_A_REGION = 200_000
/** A place counts with this share of its people under a name that is not its own: the sources' other names are of all languages. */
const SHARE_BY_OTHER_NAME = 0.1

/**
 * The places of one name that count. The largest alone where it has at least three times the people of
 * every namesake on another clock, none of which is a capital that goes by the name, unless it is the capital of a sovereign state itself;
 * first divisions are told apart by the people of a city of the name alone. Of the capital of a
 * sovereign state no other name takes the name away, and no place has by another name what is the own name of one elsewhere: Monterey is
 * not Monterrey. Otherwise all. A city with less than a third of the people of a country
 * of its name does not count beside it.
 */
function placesMeant(
  all: readonly Place[],
  countries: readonly Country[],
  instantOn: (clock: Clock) => EpochSeconds,
  span: Span,
): readonly Place[] {
  if (all.length < 2 && countries.length === 0) return all
  const people = Math.max(0, ...countries.map(({ population }) => population ?? 0))
  const places = all.filter(
    ({ kind, population }) =>
      kind === 'division' || (population ?? 0) * TIMES_THE_PEOPLE > people || people === 0,
  )
  const weightOf = ({ population, isOwnName }: Place): number =>
    (population ?? 0) * (isOwnName ? 1 : SHARE_BY_OTHER_NAME)
  /** Against a larger place: a region may have as many people as a city of note, but is not taken to be larger than any. */
  const weightAgainst = (place: Place): number =>
    place.kind === 'division' && place.population === null ? PEOPLE_OF_A_REGION : weightOf(place)
  const isLarger = (one: Place, other: Place): boolean =>
    (weightOf(one) - weightOf(other) ||
      Number(one.isSovereignCapital) - Number(other.isSovereignCapital) ||
      byCodeUnit(other.zone.iana, one.zone.iana)) > 0
  let [largest] = places
  for (const place of places) if (largest !== undefined && isLarger(place, largest)) largest = place
  if (largest === undefined) return places
  const winner = largest
  const weight = weightOf(winner)
  const isSeat = winner.isSovereignCapital && winner.isOwnName
  const at = instantOn({ kind: 'zone', zone: winner.zone })
  const isPart = (place: Place): boolean =>
    place === winner || (place.kind === 'division' && winner.kind === 'division' && place.id === winner.id)
  const isOnItsClock = (place: Place): boolean =>
    isPart(place) || span.isSince(agreement(winner.zone.compiled(), place.zone.compiled()), at)
  const isCityToo = (other: Place): boolean =>
    places.some(
      (place) =>
        place.kind !== 'division' &&
        weightOf(place) >= TIMES_THE_PEOPLE * weightAgainst(other) &&
        isOnItsClock(place),
    )
  const isOutweighed = (other: Place): boolean =>
    weight > 0 &&
    (winner.isOwnName || !other.isOwnName) &&
    (weight >= TIMES_THE_PEOPLE * weightAgainst(other) || (isSeat && !other.isOwnName)) &&
    (winner.isSovereignCapital || !(other.isCapital && other.isOwnName && other.population !== null)) &&
    (other.kind !== 'division' || isCityToo(other))
  // Since when two clocks agree takes long to find for the first time: it is asked last.
  return places.every((place) => isOutweighed(place) || isOnItsClock(place)) ? places.filter(isPart) : places
}

/** Since when two clocks agree, kept: to find it takes a walk through all their transitions. */
const agreements = new WeakMap<CompiledZone, WeakMap<CompiledZone, EpochSeconds | null>>()

function agreement(one: CompiledZone, other: CompiledZone): EpochSeconds | null {
  const ofOne = agreements.get(one) ?? new WeakMap<CompiledZone, EpochSeconds | null>()
  agreements.set(one, ofOne)
  let since = ofOne.get(other)
  if (since === undefined) {
    since = agreeSince(one, other)
    ofOne.set(other, since)
  }
  return since
}
