// (clocks, moment, resolution) → the conversion resource: one instant on every clock, folds and gaps disclosed.
import { formatDateTime, formatLocal, formatUtc, isPrintable, type Moment } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import type { EpochSeconds, LocalSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { resolveLocal } from '#core/zone/resolve-local.ts'
import type { Conversion, ConversionSide } from '#schemas/wire/conversion.ts'
import type { ZoneRecord } from './zones.ts'
import { pathOf, type Urls } from '#serve/urls.ts'
import { compiledClock, type Clock } from './location.ts'
import { fixedOffsetId } from './location-token.ts'
import type { TimezoneState } from '#serve/api/answer/timezone.ts'

/** How a wall time that happens twice or never becomes an instant. */
export type Resolution = 'earliest' | 'latest' | 'reject'

/** The instant of a conversion, and what was ambiguous about it. */
export type Pinned =
  | { readonly kind: 'instant'; readonly at: EpochSeconds }
  | {
      readonly kind: 'fold' | 'gap'
      readonly local: LocalSeconds
      readonly earlier: EpochSeconds
      readonly later: EpochSeconds
    }

/** The instant, or the two, that a moment names on a clock. */
export function pin(moment: Moment, clock: Clock): Pinned {
  if (moment.kind === 'instant') return moment
  const mapping = resolveLocal(compiledClock(clock), moment.local)
  if (mapping.kind === 'unique') return { kind: 'instant', at: mapping.at }
  return { kind: mapping.kind, local: moment.local, earlier: mapping.earlier, later: mapping.later }
}

/** The instant that a resolution chooses; `reject` looks at the earlier one until it is time to reject. */
export function chosen(pinned: Pinned, resolution: Resolution): EpochSeconds {
  if (pinned.kind === 'instant') return pinned.at
  return resolution === 'latest' ? pinned.later : pinned.earlier
}

/** What a fold or gap was resolved to, or has to be: both candidates with their offsets. */
function described(pinned: Extract<Pinned, { local: LocalSeconds }>, clock: Clock) {
  const compiled = compiledClock(clock)
  const at = (instant: EpochSeconds): string => formatDateTime(instant, offsetAt(compiled, instant))
  const wall = formatLocal(pinned.local)
  const zone = identifierOf(clock)
  // In a gap the earlier candidate lies before the change, where the offset still is the old one.
  const [before, after] = [pinned.earlier, pinned.later].map((instant) =>
    formatOffset(offsetAt(compiled, instant)),
  )
  const what =
    pinned.kind === 'fold'
      ? `${wall} happens twice in ${zone}, at ${before} and again at ${after}`
      : `${wall} is skipped in ${zone}, where clocks go from ${before} to ${after}`
  return { what, earlier: at(pinned.earlier), later: at(pinned.later) }
}

/** What `reject` says of a fold or gap, and what to send instead. */
export function rejection(pinned: Extract<Pinned, { local: LocalSeconds }>, clock: Clock): string {
  const { what, earlier, later } = described(pinned, clock)
  return `${what}. Send ${earlier} or ${later}, or resolution earliest or latest.`
}

/** What the sides need of the artifact. */
export interface Sides {
  readonly timezoneAt: (zone: ZoneRecord, at: EpochSeconds) => TimezoneState
  readonly urls: Urls
}

/** The conversion; null where a local date of it would leave the years 0001–9999. */
export function conversion(
  from: Clock,
  to: readonly Clock[],
  pinned: Pinned,
  resolution: 'earliest' | 'latest',
  sides: Sides,
): Conversion | null {
  const at = chosen(pinned, resolution)
  const all = [from, ...to].map((clock) => sideOf(clock, at, sides))
  const [source, ...targets] = all
  if (source === undefined || source === null) return null
  const printable = targets.filter((side) => side !== null)
  if (printable.length < targets.length) return null
  return {
    from: source,
    to: printable,
    utc: formatUtc(at),
    ambiguity: {
      is_ambiguous: pinned.kind === 'fold',
      is_skipped: pinned.kind === 'gap',
      ...(pinned.kind === 'instant' ? {} : { resolution, note: noteOf(pinned, from, resolution) }),
    },
  }
}

function noteOf(
  pinned: Extract<Pinned, { local: LocalSeconds }>,
  clock: Clock,
  resolution: 'earliest' | 'latest',
): string {
  const { what, earlier, later } = described(pinned, clock)
  return resolution === 'earliest'
    ? `${what}; the earlier instant was used, ${earlier}, not the later one, ${later}.`
    : `${what}; the later instant was used, ${later}, not the earlier one, ${earlier}.`
}

/** The identifier that a clock goes by on the wire. */
function identifierOf(clock: Clock): string {
  switch (clock.kind) {
    case 'zone':
      return clock.zone.iana
    case 'offset':
      return clock.iana
    case 'standard':
      return fixedOffsetId(clock.standard.offset, clock.standard.code === 'GMT' ? 'GMT' : 'UTC')
  }
}

/** One side; null where its local date would leave the years 0001–9999. */
function sideOf(clock: Clock, at: EpochSeconds, { timezoneAt, urls }: Sides): ConversionSide | null {
  const offset = offsetAt(compiledClock(clock), at)
  if (!isPrintable(at, offset)) return null
  const zone = clock.kind === 'zone' ? clock.zone : clock.kind === 'offset' ? clock.twin : null
  const inForce = zone === null ? null : timezoneAt(zone, at).inForce
  const isLinked = clock.kind === 'zone' && clock.zone.listed
  const iana = identifierOf(clock)
  return {
    iana,
    datetime: formatDateTime(at, offset),
    utc_offset: formatOffset(offset),
    utc_offset_seconds: offset,
    abbreviation: clock.kind === 'standard' ? clock.standard.code : (inForce?.abbreviation ?? null),
    name: clock.kind === 'standard' ? clock.standard.name : (inForce?.name ?? null),
    is_dst:
      clock.kind === 'standard'
        ? clock.standard.isDst
        : zone !== null && timezoneAt(zone, at).season.type.isDst,
    links: { self: isLinked ? `${urls.base}/timezones/${pathOf(iana)}` : null },
  }
}
