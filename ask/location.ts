// (location token, moment) → the clock it means, or the choice between several.
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'
import { GENERIC_CODES } from '#core/text/shorthands.ts'
import { agreeSince } from '#core/zone/clocks-agree.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { fixedZone } from '#core/zone/fixed-zone.ts'
import type { Cities } from './cities.ts'
import type { Countries, CountryRecord } from './countries.ts'
import type { StandardRecord, Standards } from './standards.ts'
import type { ZoneRecord, Zones } from './zones.ts'
import { fixedOffsetId, readLocationToken } from './location-token.ts'

/** A clock that a conversion reads or sets. */
export type Clock =
  | { readonly kind: 'zone'; readonly zone: ZoneRecord }
  /** An offset; `twin` is the zone of offset zero whose name and abbreviation it has. */
  | {
      readonly kind: 'offset'
      readonly iana: string
      readonly offset: OffsetSeconds
      readonly twin: ZoneRecord | null
    }
  | { readonly kind: 'standard'; readonly standard: StandardRecord }

/** What a token means before a moment is known. */
export type Meanings =
  | { readonly kind: 'clock'; readonly clock: Clock }
  | { readonly kind: 'pool'; readonly pool: Pool }
  | { readonly kind: 'unknown' }
  /** A country that has no zone. */
  | { readonly kind: 'no-zone'; readonly country: CountryRecord }

/** Things of one name that are asked together. */
interface Pool {
  readonly standards: readonly StandardRecord[]
  readonly country: CountryRecord | undefined
  /** The zone of the city. */
  readonly city: ZoneRecord | undefined
}

/** Standards first, then zones; no duplicates. */
export interface Candidates {
  readonly standards: readonly StandardRecord[]
  readonly zones: readonly ZoneRecord[]
}

export type ResolvedLocation =
  { readonly kind: 'one'; readonly clock: Clock } | { readonly kind: 'many'; readonly candidates: Candidates }

/** Where tokens are looked up. */
export interface Gazetteer {
  readonly zones: Zones
  readonly standards: Standards
  readonly countries: Countries
  readonly cities: Cities
}

/** Everything a token can mean, as it was sent. */
export function meaningsOf(sent: string, { zones, standards, countries, cities }: Gazetteer): Meanings {
  const token = readLocationToken(sent)
  if (token.kind === 'blank') return { kind: 'unknown' }
  if (token.kind === 'zone') return clockOfZone(zones.named(token.identifier))
  if (token.kind === 'offset') {
    const iana = fixedOffsetId(token.offset, token.said)
    const twin = token.offset === 0 ? zones.named(iana) : null
    return { kind: 'clock', clock: { kind: 'offset', iana, offset: token.offset, twin } }
  }
  const bySlug = standards.bySlug.get(token.slug)
  const generic = GENERIC_CODES.get(token.text.toLowerCase()) ?? []
  const pool: Pool = {
    standards:
      bySlug === undefined
        ? [...standards.withCode(token.text), ...generic.flatMap((slug) => standards.bySlug.get(slug) ?? [])]
        : [bySlug],
    country: countries.named(token.text) ?? countries.named(token.slug),
    city: cities.named(token.slug)?.zone,
  }
  const { country } = pool
  if (pool.standards.length === 0 && pool.city === undefined) {
    if (country === undefined) return clockOfZone(zones.named(token.text))
    if (country.zones.length === 0 && country.defaultZone === null) return { kind: 'no-zone', country }
  }
  return { kind: 'pool', pool }
}

const clockOfZone = (zone: ZoneRecord | null): Meanings =>
  zone === null ? { kind: 'unknown' } : { kind: 'clock', clock: { kind: 'zone', zone } }

/** Which clock a pool means from an instant on: one if all in it agree from there, else the choice. */
export function resolvePool(
  { standards, country, city }: Pool,
  /** The instant of conversion, when a naked moment is read on this clock. */
  instantOn: (clock: Clock) => EpochSeconds,
  zonesUsing: (standard: StandardRecord) => number,
): ResolvedLocation {
  const ordered = standards.toSorted(
    (one, other) => zonesUsing(other) - zonesUsing(one) || (one.slug < other.slug ? -1 : 1),
  )
  const main = country?.defaultZone ?? null
  const isOneClock =
    country === undefined ||
    (main !== null &&
      country.oneClockSince !== null &&
      country.oneClockSince <= instantOn({ kind: 'zone', zone: main }))
  const zones = new Set<ZoneRecord>()
  if (main !== null) zones.add(main)
  if (!isOneClock) for (const zone of country.zones) zones.add(zone)
  if (city !== undefined) zones.add(city)

  const clocks: Clock[] = [
    ...ordered.map((standard): Clock => ({ kind: 'standard', standard })),
    ...Array.from(zones, (zone): Clock => ({ kind: 'zone', zone })),
  ]
  const [first, ...others] = clocks
  if (first !== undefined && isOneClock) {
    const at = instantOn(first)
    const compiled = compiledClock(first)
    const agree = others.every((other) => {
      const since = agreeSince(compiled, compiledClock(other))
      return since !== null && since <= at
    })
    if (agree) return { kind: 'one', clock: first }
  }
  const sorted = [...zones].toSorted(
    (one, other) => Number(other === main) - Number(one === main) || (one.iana < other.iana ? -1 : 1),
  )
  return { kind: 'many', candidates: { standards: ordered, zones: sorted } }
}

/** The clock as a compiled zone: that of a fixed offset never changes. */
export function compiledClock(clock: Clock): CompiledZone {
  switch (clock.kind) {
    case 'zone':
      return clock.zone.compiled()
    case 'offset':
      return fixedZone(clock.iana, clock.offset)
    case 'standard':
      return fixedZone(clock.standard.name, clock.standard.offset)
  }
}
