// (what goes by a name, moment) → the one clock that is meant, read at that moment, or the choice between several.
import type { NamedPlace } from '#core/artifact/names.ts'
import { byNumber, byText, thenBy } from '#core/order.ts'
import { byCodeUnit } from '#core/text/by-code-unit.ts'
import type { Moment } from '#core/time/moment.ts'
import { epochSeconds, type EpochSeconds, type OffsetSeconds } from '#core/time/units.ts'
import { agreeSince } from '#core/zone/clocks-agree.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { compiledClock, readOn, type Clock, type Reading, type Resolution } from './clock.ts'
import type { Country } from './countries.ts'
import { keptWithin } from './offset-list.ts'
import type { Standard } from './standards.ts'
import { PEOPLE_OF_A_REGION, PEOPLE_OF_NOTE, SHARE_BY_OTHER_NAME, TIMES_THE_PEOPLE } from './weights.ts'
import type { Zone } from './zones.ts'

/** A city, section or division of a name, on its zone. */
export interface Place extends Omit<NamedPlace, 'zone'> {
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
  /** Whether people say the name for those rather than for the standards: "Eastern Time" is the clock of New York. */
  readonly isZonesFirst: boolean
  /** Whether each of the places is meant, however few people it has. */
  readonly isEachMeant: boolean
  /** An offset that was said with the name. */
  readonly label: Label | null
  /** What they were last found to mean; null before that. */
  latest: Choice | null
}

/** `(GMT+02:00) Paris`, `(UTC+01:00) Amsterdam, Berlin`, `Chicago CST`: names, and offsets that what is meant by them has. */
export interface Label {
  /** One of them. */
  readonly offsets: readonly OffsetSeconds[]
  readonly names: readonly Namesakes[]
  /** Zones that never have another offset: offered where no name has it. */
  readonly fixed: readonly Zone[]
}

/** No duplicates; standards come first but for names that people use for zones, such as "Eastern Time". */
export interface Candidates {
  readonly standards: readonly Standard[]
  readonly zones: readonly Zone[]
  readonly isZonesFirst: boolean
  /** The places by which the zones came in, largest first. */
  readonly places: readonly Place[]
}

export type ResolvedLocation =
  | { readonly kind: 'one'; readonly reading: Reading }
  | { readonly kind: 'many'; readonly candidates: Candidates }

/** To make others of: frozen, since what namesakes mean is cached in them. */
export const NOTHING: Namesakes = Object.freeze({
  standards: [],
  countries: [],
  places: [],
  zones: [],
  isZonesFirst: false,
  isEachMeant: false,
  label: null,
  latest: null,
})

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
  const { latest, standards, label } = namesakes
  const choice = (namesakes.latest =
    // Standards are told in the order of how many zones use them, which changes with the present.
    latest !== null && latest.span.holdsAt(moment) && standards.length < 2
      ? latest
      : label === null
        ? choiceAmong(namesakes, moment, resolution, zonesUsing)
        : choiceByLabel(label, moment, resolution, zonesUsing))
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

  /** Makes it hold for no other moment. */
  close(): this {
    this.until = this.from = 0
    return this
  }

  /** Whether it holds at a moment, on whatever clock that is read. */
  holdsAt(moment: Moment): boolean {
    if (moment.kind === 'instant') return this.from <= moment.at && moment.at < this.until
    return this.from <= moment.local - DAY && moment.local + DAY < this.until
  }
}

/** No clock has ever been farther than that from UTC. */
const DAY = 86_400
const YEAR = 366 * DAY
/** Old lists say offsets that were kept since then. */
const OLDEST_LISTS = epochSeconds(946_684_800)

/**
 * What a name with an offset means: what it means alone, where that has the offset within a year of the moment; else what else of the
 * name has it; else what had it when old lists were made. Where nothing has, what the name means is asked about, beside the offset. Of a
 * list, what at least half of its names mean.
 */
function choiceByLabel(
  { offsets, names, fixed }: Label,
  moment: Moment,
  resolution: Resolution,
  zonesUsing: (standard: Standard) => number,
): Choice {
  const at = moment.kind === 'instant' ? moment.at : epochSeconds(moment.local)
  const span = new Span().close()
  const alone = names.map((namesakes) => chooseAmong(namesakes, moment, resolution, zonesUsing))
  const had = (zone: Zone, from: number, until: number): boolean =>
    keptWithin(zone, offsets, epochSeconds(from), epochSeconds(until))
  for (const since of [at - YEAR, OLDEST_LISTS]) {
    const zones = new Set<Zone>()
    let fitting = 0
    for (const [index, namesakes] of names.entries()) {
      // What a country's main clock had once is not given to a corner of it that has it today.
      const mains = new Set(namesakes.countries.map(({ defaultZone }) => defaultZone))
      const fits = zonesFitting(namesakes, alone[index], (zone) =>
        had(zone, mains.has(zone) ? OLDEST_LISTS : since, at + YEAR),
      )
      if (fits.length > 0) fitting++
      // A name of several clocks says nothing beside one of a single clock.
      if (fits.length === 1 || names.length === 1) for (const zone of fits) zones.add(zone)
    }
    if (zones.size > 0 && 2 * fitting >= names.length)
      return { ...choiceAmong({ ...NOTHING, zones: [...zones] }, moment, resolution, zonesUsing), span }
  }
  const standard = names.flatMap(({ standards }) => standards).find(({ offset }) => offsets.includes(offset))
  if (standard !== undefined) return { kind: 'one', clock: { kind: 'standard', standard }, span }
  const zones = [...names.flatMap(zonesOf), ...fixed]
  return {
    kind: 'many',
    candidates: { standards: [], zones: [...new Set(zones)], isZonesFirst: true, places: [] },
    span,
  }
}

/** The zone that a name means alone, if it fits; else those of all that goes by it which do. */
function zonesFitting(
  namesakes: Namesakes,
  alone: ResolvedLocation | undefined,
  fits: (zone: Zone) => boolean,
): Zone[] {
  if (alone?.kind === 'one' && alone.reading.clock.kind === 'zone' && fits(alone.reading.clock.zone))
    return [alone.reading.clock.zone]
  // A country or a zone of the name is meant before places of it.
  for (const some of [{ ...namesakes, places: [] }, namesakes]) {
    const zones = zonesOf(some).filter(fits)
    if (zones.length > 0) return zones
  }
  return []
}

/** The zones of all that goes by a name, each once: largest places first. */
const zonesOf = ({ countries, places, zones }: Namesakes): Zone[] => [
  ...new Set([
    ...zones,
    ...countries.flatMap((country) => [country.defaultZone ?? [], country.zones].flat()),
    ...places.toSorted(byNumber(({ population }) => population ?? 0, -1)).map(({ zone }) => zone),
  ]),
]

function choiceAmong(
  { standards, countries, places, zones: named, isZonesFirst, isEachMeant }: Namesakes,
  moment: Moment,
  resolution: Resolution,
  zonesUsing: (standard: Standard) => number,
): Choice {
  const span = new Span()
  const [only] = places
  // Most names mean one place and nothing else.
  if (only !== undefined && places.length === 1 && standards.length + countries.length + named.length === 0)
    return { kind: 'one', clock: { kind: 'zone', zone: only.zone }, span }
  const instantOn = (clock: Clock): EpochSeconds => readOn(clock, moment, resolution).at
  const meant = isEachMeant ? places : placesMeant(places, countries, instantOn, span)
  const ordered = standards.toSorted(
    thenBy(
      byNumber(zonesUsing, -1),
      byText(({ slug }) => slug),
    ),
  )
  const zones = new Set<Zone>([
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
    const at = others.length === 0 ? null : instantOn(first)
    if (at === null || others.every((other) => span.isSince(agreement(compiled, compiledClock(other)), at)))
      return { kind: 'one', clock: first, span }
  }
  const mains = new Set(countries.map(({ defaultZone }) => defaultZone))
  const people = new Map<Zone, number>()
  for (const { zone, population, kind } of meant)
    if (kind === 'division') people.set(zone, Math.max(people.get(zone) ?? 0, population ?? 0))
  const mainFirst = thenBy<Zone>(
    byNumber((zone) => Number(!(isZonesFirst && named.includes(zone)))),
    byNumber((zone) => Number(!mains.has(zone))),
    byNumber((zone) => people.get(zone) ?? 0, -1),
    byText(({ iana }) => iana),
  )
  return {
    kind: 'many',
    candidates: {
      standards: ordered,
      zones: [...zones].toSorted(mainFirst),
      isZonesFirst,
      places: meant.toSorted(byNumber(({ population }) => population ?? 0, -1)),
    },
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
  /** A division counts with the people of its largest place, in all its parts. */
  const ofDivisions = new Map<number, number>()
  for (const { kind, id, population } of places)
    if (kind === 'division') ofDivisions.set(id, Math.max(ofDivisions.get(id) ?? 0, population ?? 0))
  const weightOf = ({ kind, id, population, isOwnName }: Place): number =>
    (kind === 'division' ? (ofDivisions.get(id) ?? 0) : (population ?? 0)) *
    (isOwnName ? 1 : SHARE_BY_OTHER_NAME)
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
    // A village of the name is outweighed as others are: Marseilles in Illinois.
    (winner.isOwnName || !other.isOwnName || !other.isListed) &&
    (weight >= TIMES_THE_PEOPLE * weightAgainst(other) || (isSeat && !other.isOwnName)) &&
    (winner.isSovereignCapital || !(other.isCapital && other.isOwnName && other.population !== null)) &&
    // Santander in Spain, and the department of Colombia: no division is so well known that a city of note is not asked about.
    (winner.kind !== 'division' ||
      other.kind !== 'city' ||
      (other.population ?? 0) < PEOPLE_OF_NOTE ||
      isCityToo(other)) &&
    (other.kind !== 'division' || isCityToo(other))
  // Since when two clocks agree takes long to find for the first time: it is asked last.
  return places.every((place) => isOutweighed(place) || isOnItsClock(place)) ? places.filter(isPart) : places
}

/** Whether two zones show the same from an instant on. */
export function keepOneClock(one: Zone, other: Zone, at: EpochSeconds): boolean {
  const since = one === other ? at : agreement(one.compiled(), other.compiled())
  return since !== null && since <= at
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
