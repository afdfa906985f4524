// Which other zones have a zone's clock: now, and all the coming year; by country. And whose clocks show an offset now.
import type { Almanac } from '#core/ask/almanac.ts'
import type { Country } from '#core/ask/countries.ts'
import type { Zone } from '#core/ask/zones.ts'
import { groupBy } from '#core/group-by.ts'
import { byNumber, byText } from '#core/order.ts'
import { addYears } from '#core/time/moment.ts'
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { movesBetween } from '#core/zone/transitions.ts'
import { html, type Html, type Insert } from '../frame/html.ts'
import { flow } from '../frame/parts.ts'
import { listInWords } from './list-in-words.ts'
import { keptZones, zonesBySize } from './places.ts'
import { countryLink, fewZones, zoneName } from './zone-links.ts'

/** The clock of a zone for a year: its offset, and each move. Two zones with one text have one clock. */
function yearOf(zone: Zone, now: EpochSeconds): string {
  const compiled = zone.compiled()
  const moves = movesBetween(compiled, now, addYears(now, 1))
  return [offsetAt(compiled, now), ...moves.map(({ at, after }) => `${at} ${after.type.offset}`)].join()
}

/** A country as a link, with those of its zones that are meant where others are not. */
function placeOf(country: Country, zones: readonly Zone[], almanac: Almanac): Html {
  const all = keptZones(country)
  return zones.length === all.length
    ? countryLink(country)
    : html`${countryLink(country)} <span class="quiet small">${fewZones(zonesBySize(zones, almanac))}</span>`
}

/**
 * The countries whose clocks show the same as a zone's now, in two lists: those that do so all the coming year, and those that do not. `besides`:
 * a country that is not told.
 */
export function sharedClock(
  zone: Zone,
  almanac: Almanac,
  now: EpochSeconds,
  besides: Country | null = null,
): Html {
  const offset = offsetAt(zone.compiled(), now)
  const year = yearOf(zone, now)
  const alike = almanac.countries.all
    .filter((country) => country !== besides)
    .flatMap((country) =>
      keptZones(country)
        .filter((one) => one !== zone && offsetAt(one.compiled(), now) === offset)
        .map((one) => ({ country, zone: one, isAllYear: yearOf(one, now) === year })),
    )
  const listed = (isAllYear: boolean): readonly Insert[] =>
    [
      ...groupBy(
        alike.filter((one) => one.isAllYear === isAllYear),
        ({ country }) => country,
      ),
    ]
      .toSorted(byText(([{ sortName }]) => sortName))
      .map(([country, of]) =>
        placeOf(
          country,
          of.map((one) => one.zone),
          almanac,
        ),
      )
  const [always, onlyNow] = [flow(listed(true)), flow(listed(false))]
  if (always === null && onlyNow === null)
    return html`<p>
      No clock of ${besides === null ? 'another zone' : 'another country'} shows this time now.
    </p>`
  return html`${
    always === null
      ? null
      : html`<h3>All the coming year</h3>
          ${always}`
  }
  ${
    onlyNow === null
      ? null
      : html`<h3>Now, but not all the year</h3>
          ${onlyNow}`
  }`
}

/** Most places that are named for an offset. */
const MOST_NAMED = 3

/** "Nepal", "Eucla, Australia" or "China, Philippines, Malaysia and 9 more": those with the most people first, with a zone where a country has other clocks too. */
function placesOf(zones: ReadonlySet<Zone>, almanac: Almanac): string {
  const names = almanac.countries.all
    .toSorted(byNumber(({ population }) => population ?? 0, -1))
    .flatMap((country) => {
      const all = keptZones(country)
      const its = all.filter((zone) => zones.has(zone))
      const [first] = zonesBySize(its, almanac)
      if (first === undefined) return []
      return its.length === all.length ? country.name : `${zoneName(first)}, ${country.name}`
    })
  const named = names.slice(0, MOST_NAMED)
  const rest = names.length - named.length
  const said = rest === 0 ? named : [...named, `${rest} more`]
  return named.some((name) => name.includes(',')) ? said.join('; ') : listInWords(said)
}

/**
 * Whose clocks show an offset, in words: "now the time of Nepal", or "no clock shows it now; the standard time of Chatham, New Zealand". And a zone
 * that shows it, though no zone has it as its standard offset: Chatham's summer time.
 */
export function keptBy(
  offset: OffsetSeconds,
  almanac: Almanac,
  now: EpochSeconds,
): { readonly words: string; readonly zone: Zone | null } {
  const types = almanac.zones.listed.map((zone) => ({ zone, ...almanac.stateOf(zone, now).season.type }))
  const shown = new Set(types.filter((type) => type.offset === offset).map(({ zone }) => zone))
  const standard = new Set(types.filter((type) => type.stdoff === offset).map(({ zone }) => zone))
  const [ofNow, kept] = [placesOf(shown, almanac), placesOf(standard, almanac)]
  const words =
    ofNow !== ''
      ? `now the time of ${ofNow}`
      : `no clock shows it now${kept === '' ? '' : `; the standard time of ${kept}`}`
  return { words, zone: standard.size === 0 ? ([...shown][0] ?? null) : null }
}
