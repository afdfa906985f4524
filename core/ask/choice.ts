// Everything that has a name, and a moment → the one clock that is meant, by which namesakes outweigh others, or a choice between several.
import type { NamedPlace } from '../artifact/names.ts'
import { oncePer } from '../once-per.ts'
import { byNumber, byText, thenBy } from '../order.ts'
import { byCodeUnit } from '../text/by-code-unit.ts'
import { DAY } from '../time/civil.ts'
import type { Moment } from '../time/moment.ts'
import { epochSeconds, type EpochSeconds, type OffsetSeconds } from '../time/units.ts'
import { agreeSince } from '../zone/clocks-agree.ts'
import type { CompiledZone } from '../zone/compiled-zone.ts'
import { intervalAt } from '../zone/offset-at.ts'
import { compiledClock, readOn, type Clock, type Reading, type Resolution } from './clock.ts'
import type { Country } from './countries.ts'
import type { Standard } from './standards.ts'
import * as weights from './weights.ts'
import type { Zone } from './zones.ts'

/** A city, section or division that a name means, with its zone. */
export interface MeantPlace extends Omit<NamedPlace, 'zone'> {
  readonly zone: Zone
  readonly isOwnName: boolean
  /** Whether its name has the marks that were typed: "Mérida" is not Merida. Left out where none were typed, because many keyboards have none. */
  readonly isSpeltSo?: boolean
}

/** Everything that has one name. It is one meaning if all of it keeps one clock. */
export interface Namesakes {
  readonly standards: readonly Standard[]
  readonly countries: readonly Country[]
  readonly places: readonly MeantPlace[]
  /** Zones that have the name themselves. */
  readonly zones: readonly Zone[]
  /** The one of them whose identifier, or an alias, ends in the name. It answers for all that keep its clock: Sakhalin is not Magadan. */
  readonly identified: Zone | null
  /** Whether people mean the zones by the name rather than the standards: "Eastern Time" is the clock of New York. */
  readonly isZonesFirst: boolean
  /** Whether every place counts, however few people it has. */
  readonly isEachMeant: boolean
  /** An offset that was said with the name. */
  readonly label: Label | null
  /** The cached answer: what they meant when last asked. Null before that. */
  latest: Choice | null
}

/** Names and offsets that were said together: `(GMT+02:00) Paris`, `(UTC+01:00) Amsterdam, Berlin`, `Chicago CST`. */
export interface Label {
  /** Each name means a clock that has one of these: an offset, or a standard, which is daylight time or not. */
  readonly times: readonly { readonly offset: OffsetSeconds; readonly isDst?: boolean }[]
  readonly names: readonly Namesakes[]
  /** Zones that always have one of their offsets. They are offered if nothing of the names has it. */
  readonly fixed: readonly Zone[]
}

/** No duplicates. Standards come first, except for names that people use for zones, such as "Eastern Time". */
export interface Candidates {
  readonly standards: readonly Standard[]
  readonly zones: readonly Zone[]
  readonly isZonesFirst: boolean
  /** The places that the zones come from, largest first. */
  readonly places: readonly MeantPlace[]
}

export type ResolvedLocation =
  | { readonly kind: 'one'; readonly reading: Reading }
  | { readonly kind: 'many'; readonly candidates: Candidates }

/** The base for other namesakes. It is frozen, because namesakes cache what they mean. */
export const NOTHING: Namesakes = Object.freeze({
  standards: [],
  countries: [],
  places: [],
  zones: [],
  identified: null,
  isZonesFirst: false,
  isEachMeant: false,
  label: null,
  latest: null,
})

/** The moment to read, and the other things that the choice depends on. */
export interface ChoiceContext {
  readonly moment: Moment
  readonly resolution: Resolution
  /** How many zones use a standard at present. */
  readonly zonesUsing: (standard: Standard) => number
}

/**
 * Reads a moment on the clock that namesakes mean. If they all keep one clock from that moment on, the answer is a reading on it; otherwise
 * it is a choice. A moment without an offset is read on each clock that could be meant.
 */
export function chooseAmong(namesakes: Namesakes, asked: ChoiceContext): ResolvedLocation {
  const { latest, standards, label } = namesakes
  const { moment, resolution } = asked
  const choice = (namesakes.latest =
    // Standards are ordered by how many zones use them, and that order changes with the present.
    latest !== null && latest.span.holdsAt(moment) && standards.length < 2
      ? latest
      : label === null
        ? choiceAmong(namesakes, asked)
        : choiceByLabel(label, asked))
  return choice.kind === 'many'
    ? { kind: 'many', candidates: choice.candidates }
    : { kind: 'one', reading: readOn(choice.clock, moment, resolution) }
}

/** The meaning of namesakes, one clock or several, and for which instants. */
type Choice = { readonly span: Span } & (
  { readonly kind: 'one'; readonly clock: Clock } | { readonly kind: 'many'; readonly candidates: Candidates }
)

/** The instants for which a choice holds. Between them no two clocks begin to agree. */
class Span {
  private from = Number.NEGATIVE_INFINITY
  private until = Infinity

  /** Whether something that holds since an instant (null: never) holds at `at`. Narrows the span to instants with the same answer. */
  isSince(since: number | null, at: number): boolean {
    if (since === null) return false
    if (since <= at) this.from = Math.max(this.from, since)
    else this.until = Math.min(this.until, since)
    return since <= at
  }

  /** Empties the span, so that the choice holds for no other moment. */
  close(): this {
    this.until = this.from = 0
    return this
  }

  /** Whether the span holds at a moment, on any clock. */
  holdsAt(moment: Moment): boolean {
    if (moment.kind === 'instant') return this.from <= moment.at && moment.at < this.until
    // No clock has ever been farther than a day from UTC.
    return this.from <= moment.local - DAY && moment.local + DAY < this.until
  }
}

const YEAR = 366 * DAY
/** 2000-01-01. Old lists of zones have offsets that were in force since then. */
export const OLDEST_LISTS = epochSeconds(946_684_800)

/**
 * The meaning of a name with an offset. It is the first of these that fits: the meaning without the offset, if it has the offset within a year of the
 * moment; anything else of the name that has it then; anything of the name that has had it since 2000, when old lists were made. After that
 * comes a standard of the name with the offset. If nothing fits, the answer is a choice between everything of the name and the offset.
 * A list means what at least half of its names mean.
 */
function choiceByLabel({ times, names, fixed }: Label, asked: ChoiceContext): Choice {
  const { moment } = asked
  const at = moment.kind === 'instant' ? moment.at : epochSeconds(moment.local)
  const span = new Span().close()
  const alone = names.map((namesakes) => chooseAmong(namesakes, asked))
  for (const since of [at - YEAR, OLDEST_LISTS]) {
    const zones = new Set<Zone>()
    let fitting = 0
    for (const [index, namesakes] of names.entries()) {
      // If a country's main clock once had the offset, the main clock is meant, not a corner of the country that has the offset today.
      const mains = new Set(namesakes.countries.map(({ defaultZone }) => defaultZone))
      const fits = zonesFitting(namesakes, alone[index], (zone) =>
        keptWithin(zone, times, mains.has(zone) ? OLDEST_LISTS : since, at + YEAR),
      )
      if (fits.length > 0) fitting++
      // Among several names, one that could mean several clocks decides nothing.
      if (fits.length === 1 || names.length === 1) for (const zone of fits) zones.add(zone)
    }
    if (zones.size > 0 && 2 * fitting >= names.length) {
      const found = [...zones]
      const choice = choiceAmong({ ...NOTHING, zones: found }, asked)
      // In the order of the names: who writes "New York, Lima" thinks of New York first.
      return choice.kind === 'many'
        ? { ...choice, candidates: { ...choice.candidates, zones: found }, span }
        : { ...choice, span }
    }
  }
  const standard = names
    .flatMap(({ standards }) => standards)
    .find((one) => times.some(({ offset }) => offset === one.offset))
  if (standard !== undefined) return { kind: 'one', clock: { kind: 'standard', standard }, span }
  const zones = [...new Set([...names.flatMap(zonesOf), ...fixed])]
  return { kind: 'many', candidates: { standards: [], zones, isZonesFirst: true, places: [] }, span }
}

/** Whether a zone keeps one of the times at some time between two instants. */
export function keptWithin(zone: Zone, times: Label['times'], from: number, until: number): boolean {
  for (let at: EpochSeconds | null = epochSeconds(from); at !== null && at <= until;) {
    const { type, end } = intervalAt(zone.compiled(), at)
    if (times.some(({ offset, isDst = type.isDst }) => offset === type.offset && isDst === type.isDst))
      return true
    at = end
  }
  return false
}

/** The zone that a name means without an offset, if it fits; else every fitting zone of the name. Empty if none fits. */
function zonesFitting(
  namesakes: Namesakes,
  alone: ResolvedLocation | undefined,
  fits: (zone: Zone) => boolean,
): Zone[] {
  const meant = alone?.kind === 'one' && alone.reading.clock.kind === 'zone' ? alone.reading.clock.zone : null
  if (meant !== null && fits(meant)) return [meant]
  // "Phoenix PST" is not a town in Oregon without asking, because everybody knows the city in Arizona.
  const places = ownFirst(besideCountries(namesakes)).filter(
    ({ population }) => meant === null || (population ?? 0) >= weights.PEOPLE_INSTEAD,
  )
  // A country or zone of the name is meant before its places. "(GMT+02:00) Minsk" is not Mińsk Mazowiecki.
  const zones = zonesOf({ ...namesakes, places: [] }).filter(fits)
  return zones.length > 0 ? zones : zonesOf({ ...namesakes, places }).filter(fits)
}

/** The places of a name that count next to its countries: "Mexico CIT" is not the Mexico of the Philippines. */
function besideCountries({ places, countries }: Pick<Namesakes, 'places' | 'countries'>): MeantPlace[] {
  const people = Math.max(0, ...countries.map(({ population }) => population ?? 0))
  return places.filter(
    ({ kind, population }) =>
      kind === 'division' || (population ?? 0) * weights.TIMES_THE_PEOPLE > people || people === 0,
  )
}

/** The places whose own name this is, else all of them. An own name counts before another name: Sneedville in Tennessee, Salem in Illinois. */
export function ownFirst(places: readonly MeantPlace[]): readonly MeantPlace[] {
  const own = places.filter(({ isOwnName }) => isOwnName)
  return own.length > 0 ? own : places
}

/** The zones of everything that has a name, each once. Zones of places come last, larger places first. */
export const zonesOf = ({ countries, places, zones, label }: Namesakes): Zone[] => [
  ...new Set([
    ...zones,
    ...countries.flatMap((country) => [country.defaultZone ?? [], country.zones].flat()),
    ...places.toSorted(byNumber(({ population }) => population ?? 0, -1)).map(({ zone }) => zone),
    ...(label?.names.flatMap(zonesOf) ?? []),
  ]),
]

function choiceAmong(
  { standards, countries, places, zones: named, identified, isZonesFirst, isEachMeant }: Namesakes,
  { moment, resolution, zonesUsing }: ChoiceContext,
): Choice {
  const span = new Span()
  const instantOn = (clock: Clock): EpochSeconds => readOn(clock, moment, resolution).at
  const meant = (isEachMeant ? places : placesMeant(places, countries, instantOn, span)).toSorted(
    byNumber(({ population }) => population ?? 0, -1),
  )
  const ordered = standards.toSorted(
    thenBy(
      byNumber(zonesUsing, -1),
      byText(({ slug }) => slug),
    ),
  )
  const zones = new Set<Zone>([
    ...(identified === null ? [] : [identified]),
    ...countries.flatMap((country) => zonesOfCountry(country, instantOn, span)),
    ...meant.map(({ zone }) => zone),
    ...named,
  ])
  const clocks: Clock[] = [
    ...ordered.map((standard): Clock => ({ kind: 'standard', standard })),
    ...Array.from(zones, (zone): Clock => ({ kind: 'zone', zone })),
  ]
  const [first, ...others] = clocks
  if (first !== undefined) {
    const compiled = compiledClock(first)
    // Of two countries with one name, one clock today is not enough: the two Koreas differed until 2018.
    const at = others.length === 0 ? null : countries.length > 1 ? OLDEST_LISTS : instantOn(first)
    if (at === null || others.every((other) => span.isSince(agreement(compiled, compiledClock(other)), at)))
      return { kind: 'one', clock: first, span }
  }
  // "Eastern Time" is the clock of New York. "Norfolk" is a city before it is the name of an island's zone.
  const isClock = isZonesFirst && (standards.length > 0 || countries.length + places.length === 0)
  const likeliest = thenBy<Zone>(
    byNumber((zone) => Number(!(isClock && named.includes(zone)))),
    likeliestFirst(meant, countries),
    byNumber((zone) => Number(!named.includes(zone))),
    byText(({ iana }) => iana),
  )
  const candidates = {
    standards: ordered,
    zones: [...zones].toSorted(likeliest),
    isZonesFirst,
    places: meant,
  }
  return { kind: 'many', candidates, span }
}

/**
 * Orders zones by the heaviest thing on each: a place that is spelt as it was typed, then most people. A place counts with a tenth of its
 * people under another name, a sovereign capital with three times its people, a country with its people for its default zone.
 */
function likeliestFirst(places: readonly MeantPlace[], countries: readonly Country[]) {
  const spelt = new Set(places.flatMap(({ isSpeltSo, zone }) => (isSpeltSo === true ? [zone] : [])))
  const weight = new Map<Zone | null, number>()
  const note = (zone: Zone | null, people: number): unknown =>
    weight.set(zone, Math.max(weight.get(zone) ?? 0, people))
  for (const { defaultZone, population } of countries) note(defaultZone, population ?? 0)
  for (const { zone, population, isOwnName, isSovereignCapital } of places) {
    const share = isOwnName
      ? isSovereignCapital
        ? weights.TIMES_THE_PEOPLE
        : 1
      : weights.SHARE_BY_OTHER_NAME
    note(zone, (population ?? 0) * share)
  }
  return thenBy<Zone>(
    byNumber((zone) => Number(!spelt.has(zone))),
    byNumber((zone) => weight.get(zone) ?? 0, -1),
  )
}

/** The default zone of a country. Its other zones follow if their clocks differ from it at some time from the moment on. */
function zonesOfCountry(
  { defaultZone, oneClockSince, zones }: Country,
  instantOn: (clock: Clock) => EpochSeconds,
  span: Span,
): Zone[] {
  if (defaultZone === null) return [...zones]
  const isOneClock = span.isSince(oneClockSince, instantOn({ kind: 'zone', zone: defaultZone }))
  return isOneClock ? [defaultZone] : [defaultZone, ...zones]
}

/**
 * The places of one name that count, by these rules:
 * - Only the largest place counts if it has at least three times the people of every namesake on another clock. None of those may be a
 *   capital that has the name as its own, unless the largest is the capital of a sovereign state.
 * - A first division is outweighed only by the people of a city of the name.
 * - If the largest place is the capital of a sovereign state under its own name, it outweighs all that have the name as another name.
 * - A place with the name as another name never outweighs a listed place with the name as its own: Monterey is not Monterrey.
 * - A city does not count next to a country of its name if it has less than a third of the country's people.
 * - Otherwise all places count.
 */
function placesMeant(
  all: readonly MeantPlace[],
  countries: readonly Country[],
  instantOn: (clock: Clock) => EpochSeconds,
  span: Span,
): readonly MeantPlace[] {
  if (all.length < 2 && countries.length === 0) return all
  const places = besideCountries({ places: all, countries })
  /** A division has as many people as its largest place, over all its parts. */
  const ofDivisions = new Map<number, number>()
  for (const { kind, id, population } of places)
    if (kind === 'division') ofDivisions.set(id, Math.max(ofDivisions.get(id) ?? 0, population ?? 0))
  /** Rows of our own, with ids below zero, are cities of today that no list of people has. */
  const peopleOf = ({ id, population, isOwnName }: MeantPlace): number =>
    population ?? (isOwnName ? (id < 0 ? weights.OF_A_NEW_CITY : weights.OF_NOBODY_COUNTED) : 0)
  const weightOf = (place: MeantPlace): number =>
    (place.kind === 'division' ? (ofDivisions.get(place.id) ?? 0) : peopleOf(place)) *
    (place.isOwnName ? 1 : weights.SHARE_BY_OTHER_NAME)
  /** The weight that a larger place must outweigh. A region can have as many people as a city of note, but never outweighs one. */
  const weightAgainst = (place: MeantPlace): number =>
    place.kind === 'division' && place.population === null ? weights.PEOPLE_OF_A_REGION : weightOf(place)
  const isLarger = (one: MeantPlace, other: MeantPlace): boolean =>
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
  const isPart = (place: MeantPlace): boolean =>
    place === winner || (place.kind === 'division' && winner.kind === 'division' && place.id === winner.id)
  const isOnItsClock = (place: MeantPlace): boolean =>
    isPart(place) || span.isSince(agreement(winner.zone.compiled(), place.zone.compiled()), at)
  const isCityToo = (other: MeantPlace): boolean =>
    places.some(
      (place) =>
        place.kind !== 'division' &&
        weightOf(place) >= weights.TIMES_THE_PEOPLE * weightAgainst(other) &&
        isOnItsClock(place),
    )
  const isOutweighed = (other: MeantPlace): boolean =>
    weight > 0 &&
    // A village with the name as its own can be outweighed too: Marseilles in Illinois.
    (winner.isOwnName || !other.isOwnName || !other.isListed) &&
    (weight >= weights.TIMES_THE_PEOPLE * weightAgainst(other) || (isSeat && !other.isOwnName)) &&
    (winner.isSovereignCapital || !(other.isCapital && other.isOwnName && other.population !== null)) &&
    // Santander in Spain, and the department of Colombia: no division is so well known that a city of note does not count next to it.
    (winner.kind !== 'division' ||
      other.kind !== 'city' ||
      (other.population ?? 0) < weights.PEOPLE_OF_NOTE ||
      isCityToo(other)) &&
    (other.kind !== 'division' || isCityToo(other))
  // The first search for the instant from which two clocks agree takes long, so it comes last.
  return places.every((place) => isOutweighed(place) || isOnItsClock(place)) ? places.filter(isPart) : places
}

/** Whether two zones show the same time from an instant on. */
export function keepOneClock(one: Zone, other: Zone, at: EpochSeconds): boolean {
  const since = one === other ? at : agreement(one.compiled(), other.compiled())
  return since !== null && since <= at
}

/** Cache of the instants from which two clocks agree. Each search goes through all their transitions. */
const agreementsWith = oncePer((one: CompiledZone) =>
  oncePer((other: CompiledZone): EpochSeconds | null => agreeSince(one, other)),
)

const agreement = (one: CompiledZone, other: CompiledZone): EpochSeconds | null => agreementsWith(one)(other)
