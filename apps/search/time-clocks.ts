// A wall time and the zones or places that are said with it → the instants that it means on their clocks; letters by season and place.
import type { Almanac } from '#core/ask/almanac.ts'
import { clockId, compiledClock, readOn, type Clock } from '#core/ask/clock.ts'
import { convert } from '#core/ask/convert.ts'
import type { Standard } from '#core/ask/standards.ts'
import type { Zone } from '#core/ask/zones.ts'
import { oncePer } from '#core/once-per.ts'
import { byNumber } from '#core/order.ts'
import { DAY } from '#core/time/civil.ts'
import { formatDateTime, type Moment } from '#core/time/moment.ts'
import {
  epochSeconds,
  localSeconds,
  type EpochSeconds,
  type LocalSeconds,
  type OffsetSeconds,
} from '#core/time/units.ts'
import { intervalAt, offsetAt } from '#core/zone/offset-at.ts'
import type { SaidZone } from './time-names.ts'

/** One meaning of a typed time. */
export interface Reading {
  /** A wall time on the clock of `from`, or an instant where the text says one: by an offset, by letters, or from now. */
  readonly moment: Moment
  readonly at: EpochSeconds
  /** The token of its clock for /convert. Null: the text says none, so that the clock of the asker is meant. */
  readonly from: string | null
  /** The zone or place of its clock as the text names it. */
  readonly said: string | null
  readonly clock: Clock
  /** The end of a range. */
  readonly until: EpochSeconds | null
  /** Whether only a time of day is said, so that it is today's and may be over. */
  readonly isToday: boolean
}

/** Who asks. */
export interface Asker {
  readonly almanac: Almanac
  readonly now: EpochSeconds
  /** The reader's zone, whose today counts; null where it is not known. */
  readonly reader: Zone | null
  /** The clock of a time that says none. */
  readonly own: Clock
}

export const once = (readings: readonly Reading[]): Reading[] => [
  ...new Map(readings.map((one) => [one.at, one])).values(),
]

/** Whose clock a time is on. */
export type Source =
  | { readonly kind: 'own' }
  | { readonly kind: 'place'; readonly text: string }
  /** `places`: those that may narrow the letters. */
  | {
      readonly kind: 'zones'
      readonly zones: readonly SaidZone[]
      readonly isPair: boolean
      readonly places: readonly string[]
      /** Places directly behind the time, before the letters: each is a clock too, unless it keeps them. */
      readonly rivals?: readonly string[]
    }

export const todayIn = (clock: Clock, now: EpochSeconds): number =>
  Math.floor((now + offsetAt(compiledClock(clock), now)) / DAY)

/** The date of now on the clock of a source. */
export function todayOn(source: Source, asker: Asker): number {
  const [first] = readWall(localSeconds(asker.now), source, asker).readings
  return todayIn(first?.clock ?? asker.own, asker.now)
}

interface Read {
  readonly readings: readonly Reading[]
  readonly others: readonly Reading[]
  readonly asks: readonly string[]
  readonly faults: readonly string[]
  /** Places that did not narrow the clock, so that the answer is wanted there. */
  readonly targets: readonly string[]
}

const readAs = (readings: readonly Reading[], more: Partial<Read> = {}): Read => ({
  readings,
  others: [],
  asks: [],
  faults: [],
  targets: [],
  ...more,
})

export const offsetToken = (offset: OffsetSeconds): string =>
  offset === 0 ? 'UTC' : formatDateTime(epochSeconds(0), offset).slice(-6)

const offsetClock = (offset: OffsetSeconds, { almanac }: Asker): Clock =>
  offset === 0
    ? { kind: 'offset', iana: 'UTC', offset, twin: almanac.zones.named('UTC') }
    : { kind: 'offset', iana: offsetToken(offset), offset, twin: null }

/** A wall time on the clock of a source. */
export function readWall(local: LocalSeconds, source: Source, asker: Asker): Read {
  if (source.kind === 'own') return readAs([onClock(local, asker.own, null, null)])
  if (source.kind === 'place') {
    const found = clocksOf(source.text, local, asker)
    if (found.length === 0) return readAs([], { faults: [`“${source.text}” has no one clock.`] })
    const isOne = found.length === 1
    return readAs(
      found.map((clock) => onClock(local, clock, isOne ? source.text : clockId(clock), source.text)),
      isOne ? {} : { asks: [`“${source.text}” has several clocks.`] },
    )
  }
  const { zones, isPair, places } = source
  const [first] = zones
  if (first === undefined) return readAs([])
  if (isPair && zones.length === 2) {
    const [one, other] = zones
    const pair =
      one?.kind === 'standards' && other?.kind === 'standards'
        ? pairOf(one.standards, other.standards, local, asker)
        : []
    if (pair.length > 0)
      return readAs(
        pair.map((zone) =>
          onClock(local, { kind: 'zone', zone }, zone.iana, zones.map(({ text }) => text).join('/')),
        ),
      )
  }
  if (zones.length > 1) {
    const all = zones.map((zone) => literal(local, zone, asker))
    const readings = all.flat()
    const common = (all[0] ?? []).filter(({ at }) => all.every((some) => some.some((one) => one.at === at)))
    const targets = places.filter((place) => !isOf(place, common[0]?.clock, asker))
    return common.length > 0
      ? readAs(common, { targets })
      : readAs(readings, {
          asks: [`${zones.map(({ text }) => `“${text}”`).join(' and ')} are not the same time then.`],
          targets,
        })
  }
  const read =
    first.kind === 'standards'
      ? byLetters(local, first.standards, first.text, places, asker)
      : narrowed(local, first, places, asker)
  const rivals = (source.rivals ?? []).filter((place) => read.targets.includes(place))
  if (rivals.length === 0) return read
  const others = rivals.flatMap((text) => readWall(local, { kind: 'place', text }, asker).readings)
  const asks = rivals.map((place) => `“${place}” and “${first.text}” can each be the clock of the time.`)
  return { ...read, readings: [...others, ...read.readings], asks: [...read.asks, ...asks] }
}

/** A wall time on an offset, an identifier or a generic name. Places are where it is wanted. */
function narrowed(local: LocalSeconds, zone: SaidZone, places: readonly string[], asker: Asker): Read {
  const readings = literal(local, zone, asker)
  return readAs(readings, {
    targets: places,
    ...(readings.length === 0
      ? {
          faults: [
            zone.kind === 'own' ? 'Which zone is yours is not known.' : `“${zone.text}” has no one clock.`,
          ],
        }
      : readings.length > 1
        ? { asks: [`“${zone.text}” has several clocks.`] }
        : {}),
  })
}

/** What a clock says word for word. */
function literal(local: LocalSeconds, zone: SaidZone, asker: Asker): Reading[] {
  if (zone.kind === 'own')
    return asker.reader === null
      ? []
      : [onClock(local, { kind: 'zone', zone: asker.reader }, asker.reader.iana, zone.text)]
  if (zone.kind === 'offset')
    return [onClock(local, offsetClock(zone.offset, asker), offsetToken(zone.offset), zone.text)]
  if (zone.kind === 'standards')
    return zone.standards.map((standard) => onStandard(local, standard, zone.text))
  const clocks = clocksOf(zone.token, local, asker)
  return clocks.map((clock) =>
    onClock(local, clock, clocks.length === 1 ? zone.token : clockId(clock), zone.text),
  )
}

/** A wall time on one clock. On a fixed clock it is an instant. */
function onClock(local: LocalSeconds, clock: Clock, from: string | null, said: string | null): Reading {
  const { at } = readOn(clock, { kind: 'local', local }, 'earliest')
  return { moment: { kind: 'local', local }, at, from, said, clock, until: null, isToday: false }
}

const onStandard = (local: LocalSeconds, standard: Standard, said: string): Reading =>
  onClock(local, { kind: 'standard', standard }, standard.slug, said)

/** The clocks that a token means at a wall time. */
function clocksOf(token: string, local: LocalSeconds, { almanac, now }: Asker): Clock[] {
  const found = convert(
    { from: token, to: [], moment: { kind: 'local', local }, resolution: 'earliest' },
    almanac,
    now,
  )
  if (found.kind === 'converted') return [found.conversion.from.clock]
  if (found.kind !== 'choice') return []
  const { standards, zones } = found.candidates
  return [
    ...standards.map((standard): Clock => ({ kind: 'standard', standard })),
    ...zones.map((zone): Clock => ({ kind: 'zone', zone })),
  ].slice(0, MOST_CLOCKS)
}

const MOST_CLOCKS = 6

/** Letters that mean one thing directly behind a time; their other meanings are shown with it. */
const PACIFIC = /^P[SD]T$/

const YEAR = 366 * DAY

/** A wall time on the clock of letters: of every standard that has them, narrowed by a place that keeps one; out of season asked about. */
function byLetters(
  local: LocalSeconds,
  standards: readonly Standard[],
  said: string,
  places: readonly string[],
  asker: Asker,
): Read {
  for (const place of places) {
    const clocks = clocksOf(place, local, asker).flatMap((clock) =>
      clock.kind === 'zone' ? [clock.zone] : [],
    )
    const fitting = standards.flatMap((standard) =>
      clocks
        .filter((zone) => keeps(zone, standard, onStandard(local, standard, said).at))
        .map((zone) => ({ standard, zone })),
    )
    if (fitting.length === 0) continue
    const targets = places.filter((one) => one !== place)
    const exact = fitting.filter(
      ({ standard, zone }) =>
        offsetAt(zone.compiled(), onStandard(local, standard, said).at) === standard.offset,
    )
    if (exact.length > 0)
      return readAs(
        once(exact.map(({ standard }) => ({ ...onStandard(local, standard, said), said: place }))),
        { targets },
      )
    return readAs(
      fitting.flatMap(({ standard, zone }) => [
        onClock(local, { kind: 'zone', zone }, zone.iana, place),
        onStandard(local, standard, said),
      ]),
      { asks: [`${place} does not keep ${said} then.`], targets },
    )
  }
  const isPacific = PACIFIC.test(said)
  const meant = isPacific ? standards.filter(({ slug }) => slug.startsWith('pacific-')) : standards
  const asks: string[] = []
  const readings = meant.flatMap((standard) => {
    const own = onStandard(local, standard, said)
    const zones = standard.code === 'GMT' ? [] : zonesWithTwin(standard, asker.almanac)
    const twin = asker.almanac.standards.bySlug.get(standard.counterpart ?? '')
    if (
      zones.length === 0 ||
      twin === undefined ||
      zones.some((zone) => offsetAt(zone.compiled(), own.at) === standard.offset)
    )
      return [own]
    const zone =
      zones.find(({ iana }) => iana === MAIN.get(standard.code ?? '')) ??
      zones.toSorted(byNumber(sizeIn(asker.almanac), -1))[0]
    if (zone === undefined) return [own]
    asks.push(`${zone.displayName ?? zone.iana} keeps ${twin.code ?? twin.name} then, not ${said}.`)
    return [onClock(local, { kind: 'zone', zone }, zone.iana, said), own]
  })
  if (once(readings).length > 1 && asks.length === 0) asks.push(`“${said}” has several meanings.`)
  const others = isPacific
    ? standards.filter((one) => !meant.includes(one)).map((standard) => onStandard(local, standard, said))
    : []
  return readAs(readings, { asks, others, targets: places })
}

/** The zone that stands for the zones with letters. */
const MAIN = new Map([
  ['EST', 'America/New_York'],
  ['EDT', 'America/New_York'],
  ['CST', 'America/Chicago'],
  ['CDT', 'America/Chicago'],
  ['MST', 'America/Denver'],
  ['MDT', 'America/Denver'],
  ['PST', 'America/Los_Angeles'],
  ['PDT', 'America/Los_Angeles'],
])

/** The people of the country whose first zone a zone is: "CET" out of season is told by Berlin. 0: it is no country's first. */
const sizeIn =
  ({ countries }: Almanac) =>
  (zone: Zone): number => {
    const country = countries.named(zone.countryCode ?? '')
    return country?.defaultZone === zone ? (country.population ?? 0) : 0
  }

/** Whether a zone keeps a standard within a year of an instant. */
function keeps(zone: Zone, standard: Standard, at: EpochSeconds): boolean {
  for (let from: EpochSeconds | null = epochSeconds(at - YEAR); from !== null && from < at + YEAR;) {
    const { type, end } = intervalAt(zone.compiled(), from)
    if (type.offset === standard.offset && zone.shown(type, from).name === standard.name) return true
    from = end
  }
  return false
}

/** Zones that keep a standard and its counterpart in turn, by the standard's slug. */
const seasonal = oncePer((_almanac: Almanac) => new Map<string, readonly Zone[]>())

function zonesWithTwin(standard: Standard, almanac: Almanac): readonly Zone[] {
  const known = seasonal(almanac)
  let zones = known.get(standard.slug)
  if (zones === undefined) {
    const twin = almanac.standards.bySlug.get(standard.counterpart ?? '')
    const at = epochSeconds(SEASONS)
    zones =
      twin === undefined
        ? []
        : almanac.zones.listed.filter((zone) => keeps(zone, standard, at) && keeps(zone, twin, at))
    known.set(standard.slug, zones)
  }
  return zones
}

/** 2026-07-01: the years around it say which zones change their clocks. */
const SEASONS = 1_782_864_000

/** The zones whose clock goes by both of two standards, each instant once. Empty if they are no pair. */
function pairOf(
  one: readonly Standard[],
  other: readonly Standard[],
  local: LocalSeconds,
  { almanac }: Asker,
): Zone[] {
  const pairs = one.filter(({ slug }) => other.some(({ counterpart }) => counterpart === slug))
  const zones = pairs.flatMap((standard) => zonesWithTwin(standard, almanac))
  const byInstant = new Map<number, Zone>()
  for (const zone of zones) {
    const { at } = onClock(local, { kind: 'zone', zone }, null, null)
    if (!byInstant.has(at) || [...MAIN.values()].includes(zone.iana)) byInstant.set(at, zone)
  }
  return [...byInstant.values()]
}

/** Whether a place is on a clock already, so that it says nothing more. */
function isOf(place: string, clock: Clock | undefined, asker: Asker): boolean {
  const [found] = clock?.kind === 'zone' ? clocksOf(place, localSeconds(asker.now), asker) : []
  return found?.kind === 'zone' && clock?.kind === 'zone' && found.zone === clock.zone
}
