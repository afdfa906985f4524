// Everything that the opened files of an artifact can answer: zones, names, conversions, places, the sun, and reasons.
//
// Instants are milliseconds since 1970-01-01T00:00:00Z. Offsets are seconds to add to UTC. Coordinates are degrees.
import { openAlmanac, type Almanac } from '#core/ask/almanac.ts'
import type { City as FoundCity } from '#core/ask/cities.ts'
import type { Resolution } from '#core/ask/clock.ts'
import { convert as convertOf, type ConvertedSide, type TokenFault } from '#core/ask/convert.ts'
import { faultWords, rejectedWords, resolvedWords } from '#core/ask/convert-words.ts'
import { sunOn } from '#core/ask/sun.ts'
import type { Zone as FoundZone } from '#core/ask/zones.ts'
import { microdegrees } from '#core/geo/microdegrees.ts'
import { fold, lowerAscii } from '#core/text/fold.ts'
import { dayNamed } from '#core/time/civil.ts'
import { DOORS } from '#core/time/date-time-text.ts'
import { formatDateTime, parseMoment, type Moment } from '#core/time/moment.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { SourceLine } from '#core/zone/compiled-zone.ts'
import { lineInWords, whyAt } from '#core/zone/line-in-words.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { WINDOWS_TERRITORIES, windowsNamesByZone } from '#core/text/windows-names.ts'
import {
  checkForm,
  checkInstant,
  checkObject,
  checkOneOf,
  checkPoint,
  checkText,
  IDENTIFIER,
  shown,
  UnknownNameError,
} from './check.ts'
import { Clock, millisecondOf, secondOf, type ClockState } from './clock.ts'
import { placeOf, zonesOfPlace, type Place } from './place.ts'
import type { FileReference } from './file-reference.ts'

export type { Place } from './place.ts'

export interface Zone {
  readonly id: string
  /** The English name; null for a zone that people do not choose from a list. */
  readonly name: string | null
  readonly country: Named | null
  /** The place that the zone is named for, in degrees; null for a zone of no place. */
  readonly coordinates: { readonly lat: number; readonly lon: number } | null
  readonly clock: Clock
}

/** A country with its ISO 3166-1 alpha-2 code. */
export interface Named {
  readonly code: string
  readonly name: string
}

export interface Country extends Named {
  /** The zone to offer first for it; null for a country without one. */
  readonly defaultZone: Zone | null
}

export interface ZoneState extends Omit<ClockState, 'abbreviation'> {
  /** As `convert` shows it: the release's letters, else the usual code of the standard (`BRT`), else null. `clock.stateAt` has `-03`. */
  readonly abbreviation: string | null
  /** The English name of the standard that the zone keeps; null when it has none. */
  readonly standard: string | null
  /** The zone's standard time then, in seconds to add to UTC: `offset` without the part that is daylight saving time. */
  readonly standardOffset: number
  /** The next change into or out of daylight saving; null when none comes within five years. */
  readonly nextDst: { readonly at: number; readonly change: number; readonly offsetAfter: number } | null
}

export interface City {
  readonly slug: string
  readonly name: string
  readonly country: Named
  readonly lat: number
  readonly lon: number
  /** Null when unknown. */
  readonly population: number | null
  readonly isCapital: boolean
  readonly zone: Zone
}

export interface ConvertRequest {
  /** As people type it: an identifier, an offset, an abbreviation, a city, a country. */
  readonly from: string
  readonly to: string | readonly string[]
  /**
   * An instant in milliseconds, or a text as in the interface: ISO 8601, or Unix seconds of the years 2000–2100. So 1767225600000 and
   * '1767225600' are one instant. A text without an offset is a time on the clock of `from`.
   */
  readonly at: number | string
  /** Which instant to take for a wall time that was shown twice or never; `earliest` by default. */
  readonly resolution?: Resolution
}

export type Conversion =
  | {
      readonly kind: 'converted'
      readonly at: number
      readonly from: Side
      readonly to: readonly Side[]
      /** For a wall time that was shown twice or never, the way it was read; null for any other time. */
      readonly note: string | null
    }
  /** A name that several clocks have. */
  | {
      readonly kind: 'choice'
      readonly token: string
      readonly zones: readonly string[]
      readonly standards: readonly string[]
    }
  /** A request that cannot be answered, and why. */
  | { readonly kind: 'refused'; readonly why: readonly string[]; readonly nearest: readonly string[] }

/** The reading of one clock. */
export interface Side {
  readonly id: string
  /** The date and time on this clock, with its offset. */
  readonly shows: string
  readonly offset: number
  readonly abbreviation: string | null
  readonly name: string | null
  readonly isDst: boolean
}

export interface Sun {
  /** Null on a polar day or a polar night. */
  readonly sunrise: number | null
  readonly sunset: number | null
  readonly daylightMinutes: number
}

/** A line of the tz release, and its meaning in English; null for a line without a sentence. */
export interface Line extends SourceLine {
  readonly says: string | null
}

const CITY = 'the slug of a city, such as "kathmandu"'
const ABBREVIATION = 'an abbreviation such as "CET"'
const COUNTRY = 'the alpha-2 code of a country, such as "DE"'
const WINDOWS = 'a name of Windows, such as "W. Europe Standard Time"'
const POINT = '{ lat, lon, zone }, such as a city'
const DATE = 'a date such as "2026-06-21"'
const REQUEST = '{ from, to, at }'
const TOKEN = 'a name, an identifier or an offset, such as "Berlin", "Asia/Tokyo" or "+05:30"'

/** The opened files of one artifact. */
export class Tzref {
  /** Id of the artifact. */
  readonly artifact: string
  /** The tz release. */
  readonly release: string
  /** The boundary release; null for an artifact without boundaries. */
  readonly boundaryRelease: string | null
  readonly #almanac: Almanac
  readonly #reference: FileReference
  readonly #zones = new Map<FoundZone, Zone>()
  #windowsNames: ReadonlyMap<string, readonly string[]> | undefined

  /** @internal */
  constructor(manifest: Manifest, reference: FileReference) {
    this.artifact = manifest.id
    this.release = manifest.tz
    this.boundaryRelease = manifest.boundaries
    this.#almanac = openAlmanac(reference)
    this.#reference = reference
  }

  /**
   * The zone of an identifier or an alias, in any case. Throws an UnknownNameError with the nearest names when the release has neither.
   *
   * @example
   * ```js
   * tz.zone('Asia/Kathmandu').country?.name // → 'Nepal'
   * ```
   */
  zone(id: string): Zone {
    return this.#zoneOf(this.#named(id, 'id'))
  }

  /**
   * The zone of an identifier or an alias, in any case; null when the release has neither.
   *
   * @example
   * ```js
   * tz.findZone('Asia/Atlantis') // → null
   * ```
   */
  findZone(id: string): Zone | null {
    checkText(id, 'id', IDENTIFIER)
    const zone = this.#almanac.zones.named(id)
    return zone === null ? null : this.#zoneOf(zone)
  }

  /**
   * The zones that people choose from, in code-unit order.
   *
   * @example
   * ```js
   * tz.zones().length > 400 // → true
   * ```
   */
  zones(): Zone[] {
    return this.#almanac.zones.listed.map((zone) => this.#zoneOf(zone))
  }

  /**
   * The countries and territories, sorted by name.
   *
   * @example
   * ```js
   * tz.countries().find(({ code }) => code === 'NP')?.defaultZone?.id // → 'Asia/Kathmandu'
   * ```
   */
  countries(): Country[] {
    return this.#almanac.countries.byName.map(({ iso2, name, defaultZone }) => ({
      code: iso2,
      name,
      defaultZone: defaultZone === null ? null : this.#zoneOf(defaultZone),
    }))
  }

  /**
   * The zones of a country: first its default, then the others in code-unit order. It takes an alpha-2 code in any case, or the country's
   * slug. Throws an UnknownNameError for any other.
   *
   * @example
   * ```js
   * tz.zonesOf('DE').map(({ id }) => id) // → ['Europe/Berlin', 'Europe/Busingen']
   * ```
   */
  zonesOf(country: string): Zone[] {
    checkText(country, 'country', COUNTRY)
    const found = this.#almanac.countries.named(country)
    if (found === undefined) {
      const names = this.#almanac.countries.all.flatMap(({ iso2, slug }) => [iso2, slug])
      throw new UnknownNameError('country', country, COUNTRY, names)
    }
    const first = found.defaultZone === null ? [] : [found.defaultZone]
    return [...new Set([...first, ...found.zones])].map((zone) => this.#zoneOf(zone))
  }

  /**
   * The listed zones that use an abbreviation, in any case, at some time from an instant to a year later, in code-unit order. None for an
   * abbreviation that no zone uses then.
   *
   * @example
   * ```js
   * tz.zonesUsing('NPT', Date.UTC(2026, 6, 1)).map(({ id }) => id) // → ['Asia/Kathmandu']
   * ```
   */
  zonesUsing(abbreviation: string, at: number): Zone[] {
    checkText(abbreviation, 'abbreviation', ABBREVIATION)
    checkInstant(at)
    const { abbreviationsOf } = this.#almanac.standardsInUse(secondOf(at))
    const key = lowerAscii(abbreviation)
    return this.#almanac.zones.listed
      .filter((zone) => abbreviationsOf.get(zone)?.has(key) === true)
      .map((zone) => this.#zoneOf(zone))
  }

  /**
   * The state of a zone's clock at an instant. Throws as `zone` does.
   *
   * @example
   * ```js
   * tz.stateOf('Asia/Kathmandu', Date.UTC(2026, 6, 1)).standard // → 'Nepal Time'
   * ```
   */
  stateOf(id: string, at: number): ZoneState {
    const zone = this.#named(id, 'id')
    checkInstant(at)
    const { inForce, next, season } = this.#almanac.stateOf(zone, secondOf(at))
    return {
      ...this.#zoneOf(zone).clock.stateAt(at),
      abbreviation: inForce.abbreviation,
      standard: inForce.name,
      standardOffset: season.type.stdoff,
      nextDst:
        next === null ? null : { at: next.at * 1000, change: next.change, offsetAfter: next.offsetAfter },
    }
  }

  /**
   * The lines of the release that decide what a zone's clock shows at an instant. The line of an alias comes first. Throws as `zone` does.
   *
   * @example
   * ```js
   * tz.why('Europe/Berlin', Date.UTC(2026, 6, 1)).at(-1)?.says // → 'since 1981: forward on the last Sunday in March at 01:00 UTC'
   * ```
   */
  why(id: string, at: number): Line[] {
    const zone = this.#named(id, 'id')
    checkInstant(at)
    const link = this.#almanac.zones.linkLine(id)
    const ofLink = link === null ? [] : [{ ...link, words: lineInWords(link.text, null) }]
    return [...ofLink, ...whyAt(zone.withLines(), secondOf(at))].map(({ file, line, text, words }) => ({
      file,
      line,
      text,
      says: words,
    }))
  }

  /**
   * The zones that answer for a point in degrees. Throws a RangeError for a point outside the world, and an Error when the artifact has no
   * boundaries or no zone for the sea there.
   *
   * @example
   * ```js
   * tz.lookUp(52.52, 13.405).zone // → 'Europe/Berlin'
   * ```
   */
  lookUp(lat: number, lon: number): Place {
    checkPoint(lat, lon)
    const places = this.#almanac.places()
    if (places === null)
      throw new Error(`${this.artifact}: found no boundaries, expected an artifact that has them`)
    const found = places.lookUp(microdegrees(lon), microdegrees(lat))
    if (found === null)
      throw new Error(`lat ${lat}, lon ${lon}: found no zone of release ${this.release} there`)
    const { kind, zone, alternatives } = found
    const others = alternatives.map(({ reason, zone: other }) => ({ reason, zone: other.iana }))
    return placeOf({ kind, zone: zone.iana, alternatives: others }, lon)
  }

  /**
   * The identifiers of all zones that answer for a point in degrees, that of `lookUp` first. Throws as `lookUp` does.
   *
   * @example
   * ```js
   * tz.zonesAt(43.8, 87.6) // → ['Asia/Shanghai', 'Asia/Urumqi']
   * ```
   */
  zonesAt(lat: number, lon: number): string[] {
    return zonesOfPlace(this.lookUp(lat, lon))
  }

  /**
   * Windows' name of a zone, which .NET, Exchange and SQL Server use; null for a zone without one. Throws as `zone` does.
   *
   * @example
   * ```js
   * tz.windowsName('Europe/Vienna') // → 'W. Europe Standard Time'
   * ```
   */
  windowsName(id: string): string | null {
    this.#windowsNames ??= windowsNamesByZone((one) => this.#almanac.zones.named(one)?.iana ?? null)
    return this.#windowsNames.get(this.#named(id, 'id').iana)?.[0] ?? null
  }

  /**
   * The zone of a Windows name, in any case: the first for a country, given by its alpha-2 code, and the one for the world otherwise. Throws
   * an UnknownNameError for a name that CLDR does not map; Windows still has some of those, such as "Kamchatka Standard Time".
   *
   * @example
   * ```js
   * tz.zoneOfWindows('W. Europe Standard Time', 'AT').id // → 'Europe/Vienna'
   * ```
   */
  zoneOfWindows(name: string, country?: string): Zone {
    checkText(name, 'name', WINDOWS)
    if (country !== undefined) checkForm(country, 'country', /^[a-z]{2}$/i, COUNTRY)
    const key = [...WINDOWS_TERRITORIES.keys()].find((one) => one.toLowerCase() === name.toLowerCase())
    if (key === undefined) throw new UnknownNameError('name', name, WINDOWS, WINDOWS_TERRITORIES.keys())
    const territories = WINDOWS_TERRITORIES.get(key)
    const [zone = ''] = territories?.get(country?.toUpperCase() ?? '001') ?? territories?.get('001') ?? []
    return this.zone(zone)
  }

  /**
   * One moment on several clocks. Nothing is guessed: a name of several clocks gives a choice, and an unknown name is refused with the
   * nearest names.
   *
   * @example
   * ```js
   * const converted = tz.convert({ from: 'Berlin', to: 'Kathmandu', at: '2026-07-01T14:00' })
   * converted.kind === 'converted' && converted.to[0]?.shows // → '2026-07-01T17:45:00+05:45'
   * ```
   */
  convert(request: ConvertRequest): Conversion {
    checkObject(request, 'request', REQUEST)
    const { from, to, at, resolution = 'earliest' } = request
    checkText(from, 'from', TOKEN)
    const targets: readonly string[] = Array.isArray(to) ? to : [to]
    for (const target of targets) checkText(target, 'to', `${TOKEN}; or an array of such`)
    if (typeof at !== 'string') checkInstant(at)
    checkOneOf(resolution, 'resolution', ['earliest', 'latest', 'reject'])
    const moment = momentOf(at)
    if (moment === null)
      return {
        kind: 'refused',
        why: [`"${at}" is no date and time in ISO 8601, and no Unix seconds of the years 2000–2100`],
        nearest: [],
      }
    // Two standards can have the same code. The moment itself decides which comes first, because a library has no other present.
    const now = moment.kind === 'instant' ? moment.at : epochSeconds(moment.local)
    const converted = convertOf({ from, to: targets, moment, resolution }, this.#almanac, now)
    switch (converted.kind) {
      case 'converted': {
        const { at: instant, from: source, to: others, ambiguity } = converted.conversion
        const side = (one: ConvertedSide): Side => sideOf(one, instant)
        const note = ambiguity === null ? null : resolvedWords(ambiguity)
        return { kind: 'converted', at: instant * 1000, from: side(source), to: others.map(side), note }
      }
      case 'choice': {
        const { token, candidates } = converted
        const zones = candidates.zones.map(({ iana }) => iana)
        return { kind: 'choice', token, zones, standards: candidates.standards.map(({ slug }) => slug) }
      }
      case 'faults': {
        const why = converted.faults.map((fault: TokenFault) => `${fault.parameter} ${faultWords(fault)}`)
        return { kind: 'refused', why, nearest: converted.faults.flatMap(({ nearest }) => nearest) }
      }
      case 'rejected':
        return { kind: 'refused', why: [rejectedWords(converted.ambiguity)], nearest: [] }
      case 'years':
        return { kind: 'refused', why: ['a clock would leave the years 0001 to 9999'], nearest: [] }
    }
  }

  /**
   * The city of a slug. Throws an UnknownNameError with the nearest slugs when there is none.
   *
   * @example
   * ```js
   * tz.city('kathmandu').zone.id // → 'Asia/Kathmandu'
   * ```
   */
  city(slug: string): City {
    const city = this.findCity(slug)
    if (city !== null) return city
    const slugs = this.#almanac.cities().byName.map((one) => one.slug)
    throw new UnknownNameError('slug', slug, CITY, slugs)
  }

  /**
   * The city of a slug; null when there is none.
   *
   * @example
   * ```js
   * tz.findCity('kathmandoo') // → null
   * ```
   */
  findCity(slug: string): City | null {
    checkText(slug, 'slug', CITY)
    const city = this.#almanac.cities().named(slug)
    return city === undefined ? null : this.#cityOf(city)
  }

  /**
   * The cities, sorted by name: all of them, or those whose names contain a text, in any case and with or without accents.
   *
   * @example
   * ```js
   * tz.cities('kathmandu')[0]?.slug // → 'kathmandu'
   * ```
   */
  cities(text = ''): City[] {
    if (text !== '') checkText(text, 'text', 'a part of a name, such as "paris"')
    const part = fold(text)
    const { byName } = this.#almanac.cities()
    const found = part === '' ? byName : byName.filter(({ name }) => fold(name).includes(part))
    return found.map((city) => this.#cityOf(city))
  }

  /**
   * The sun at a point in degrees, on a date (`2026-06-21`) of a zone's clock. Throws as `zone` does, and a RangeError for an invalid date.
   *
   * @example
   * ```js
   * const { sunrise } = tz.sun({ lat: 52.52, lon: 13.405, zone: 'Europe/Berlin' }, '2026-06-21')
   * sunrise !== null && new Date(sunrise).toJSON().slice(0, 13) // → '2026-06-21T02'
   * ```
   */
  sun(
    place: { readonly lat: number; readonly lon: number; readonly zone: string | Pick<Zone, 'id'> },
    date: string,
  ): Sun {
    checkObject(place, 'place', POINT)
    const { lat, lon, zone } = place
    checkPoint(lat, lon)
    const found = this.#named(typeof zone === 'object' && zone !== null ? zone.id : zone, 'zone')
    checkText(date, 'date', DATE)
    const day = dayNamed(date)
    if (day === null) throw new RangeError(`date: found ${shown(date)}, expected ${DATE}`)
    const compiled = found.compiled()
    const sun = sunOn(day, lat, lon, (at) => offsetAt(compiled, at))
    return {
      sunrise: millisecondOf(sun.sunrise),
      sunset: millisecondOf(sun.sunset),
      daylightMinutes: sun.daylightMinutes,
    }
  }

  #named(id: string, parameter: string): FoundZone {
    checkText(id, parameter, IDENTIFIER)
    const zone = this.#almanac.zones.named(id)
    if (zone !== null) return zone
    const { zoneIds, aliases } = this.#reference.clocks
    throw new UnknownNameError(parameter, id, IDENTIFIER, [...zoneIds, ...aliases.keys()])
  }

  #zoneOf(zone: FoundZone): Zone {
    const known = this.#zones.get(zone)
    if (known !== undefined) return known
    const { iana: id, displayName: name, country, lat, lon } = zone
    const made = {
      id,
      name,
      country: country === null ? null : { code: country.code, name: country.name },
      coordinates: lat === null || lon === null ? null : { lat, lon },
      clock: new Clock(zone.compiled()),
    }
    this.#zones.set(zone, made)
    return made
  }

  #cityOf({ slug, name, country, lat, lon, population, isCapital, zone }: FoundCity): City {
    const { iso2: code, name: countryName } = country
    const named = { code, name: countryName }
    return { slug, name, country: named, lat, lon, population, isCapital, zone: this.#zoneOf(zone) }
  }
}

function momentOf(at: number | string): Moment | null {
  if (typeof at === 'number') return { kind: 'instant', at: secondOf(at) }
  const moment = parseMoment(at, DOORS.convert)
  return moment.kind === 'fault' ? null : moment
}

const sideOf = ({ id, offset, abbreviation, name, isDst }: ConvertedSide, at: EpochSeconds): Side => ({
  id,
  shows: formatDateTime(at, offset),
  offset,
  abbreviation,
  name,
  isDst,
})

/** The part of a manifest that is needed here. */
export interface Manifest {
  readonly id: string
  readonly tz: string
  readonly boundaries: string | null
}
