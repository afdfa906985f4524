// (location token, moment) → the clock it means, read at that moment, or the choice between several.
import { byNumber, byText, thenBy } from '#core/order.ts'
import { GENERIC_CODES } from '#core/text/shorthands.ts'
import type { Moment } from '#core/time/moment.ts'
import { agreeSince } from '#core/zone/clocks-agree.ts'
import type { Almanac } from './almanac.ts'
import { compiledClock, readOn, type Clock, type Reading, type Resolution } from './clock.ts'
import type { Country } from './countries.ts'
import { fixedOffsetId, readLocationToken } from './location-token.ts'
import type { Standard } from './standards.ts'
import type { Zone } from './zones.ts'

/** What a token means before a moment is known. */
export type Meanings =
  | { readonly kind: 'clock'; readonly clock: Clock }
  | { readonly kind: 'namesakes'; readonly namesakes: Namesakes }
  | { readonly kind: 'unknown' }
  /** A country that has no zone. */
  | { readonly kind: 'no-zone'; readonly country: Country }

/** Everything that bears one name. It is one meaning where all of it keeps one clock. */
export interface Namesakes {
  readonly standards: readonly Standard[]
  readonly country: Country | undefined
  /** The zone of the city. */
  readonly city: Zone | undefined
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
export type Gazetteer = Pick<Almanac, 'zones' | 'standards' | 'countries' | 'cities'>

/** Everything a token can mean, as it was sent. */
export function meaningsOf(sent: string, gazetteer: Gazetteer): Meanings {
  const { zones, standards, countries } = gazetteer
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
  const namesakes: Namesakes = {
    standards:
      bySlug === undefined
        ? [...standards.withCode(token.text), ...generic.flatMap((slug) => standards.bySlug.get(slug) ?? [])]
        : [bySlug],
    country: countries.named(token.text) ?? countries.named(token.slug),
    city: gazetteer.cities().named(token.slug)?.zone,
  }
  const { country } = namesakes
  if (namesakes.standards.length === 0 && namesakes.city === undefined) {
    if (country === undefined) return clockOfZone(zones.named(token.text))
    if (country.zones.length === 0 && country.defaultZone === null) return { kind: 'no-zone', country }
  }
  return { kind: 'namesakes', namesakes }
}

const clockOfZone = (zone: Zone | null): Meanings =>
  zone === null ? { kind: 'unknown' } : { kind: 'clock', clock: { kind: 'zone', zone } }

/**
 * The moment on the clock that namesakes mean: on the one that all of them keep from that moment on, else there is a choice. A naked
 * moment is read on each clock that could be it.
 */
export function chooseAmong(
  { standards, country, city }: Namesakes,
  moment: Moment,
  resolution: Resolution,
  zonesUsing: (standard: Standard) => number,
): ResolvedLocation {
  const ordered = standards.toSorted(
    thenBy(
      byNumber(zonesUsing, -1),
      byText(({ slug }) => slug),
    ),
  )
  const main = country?.defaultZone ?? null
  const ofMain = main === null ? null : readOn({ kind: 'zone', zone: main }, moment, resolution)
  const isOneClock =
    country === undefined ||
    (ofMain !== null && country.oneClockSince !== null && country.oneClockSince <= ofMain.at)
  const zones = new Set<Zone>()
  if (main !== null) zones.add(main)
  if (!isOneClock) for (const zone of country.zones) zones.add(zone)
  if (city !== undefined) zones.add(city)

  const clocks: Clock[] = [
    ...ordered.map((standard): Clock => ({ kind: 'standard', standard })),
    ...Array.from(zones, (zone): Clock => ({ kind: 'zone', zone })),
  ]
  const [first, ...others] = clocks
  if (first !== undefined && isOneClock) {
    const isMain = ofMain !== null && first.kind === 'zone' && first.zone === main
    const reading = isMain ? ofMain : readOn(first, moment, resolution)
    const compiled = compiledClock(first)
    const agree = others.every((other) => {
      const since = agreeSince(compiled, compiledClock(other))
      return since !== null && since <= reading.at
    })
    if (agree) return { kind: 'one', reading }
  }
  const mainFirst = thenBy<Zone>(
    byNumber((zone) => Number(zone !== main)),
    byText(({ iana }) => iana),
  )
  return { kind: 'many', candidates: { standards: ordered, zones: [...zones].toSorted(mainFirst) } }
}
