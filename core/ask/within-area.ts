// Namesakes and an area that stands beside them → those of them that are in the area by the data.
import { byNumber } from '../order.ts'
import { epochSeconds } from '../time/units.ts'
import { intervalAt } from '../zone/offset-at.ts'
import { isEmpty, type Gazetteer } from './candidates.ts'
import { NOTHING, ownFirst, type MeantPlace, type Namesakes } from './choice.ts'
import type { Country } from './countries.ts'
import type { Standard } from './standards.ts'
import * as weights from './weights.ts'
import type { Zone } from './zones.ts'

/** The area that is said next to a place's name. */
export interface Area {
  readonly countries: readonly Country[]
  /** First divisions. Of those without a population no place is known. Places in their zones count as theirs. */
  readonly divisions: readonly MeantPlace[]
  /** Cities of the name. */
  readonly towns: readonly MeantPlace[]
  /** Whether a code means two areas: `CA` is California and Canada. Then Ontario is asked about, however many people each one has. */
  readonly isTwo: boolean
  /** Whether everybody calls the country so, as `UK`. Then it comes before a state with that code. */
  readonly isEveryday: boolean
}

/** The area without divisions of which no place is known. */
export const ofKnownPlaces = (area: Area): Area => ({
  ...area,
  divisions: area.divisions.filter(({ population }) => population !== null),
})

export const isArea = ({ countries, divisions }: Area): boolean => countries.length + divisions.length > 0

/**
 * The places whose present name this is, else all of them. A much larger one that had the name before stays next to them: Samara was Kuybyshev.
 */
function presentFirst(places: readonly MeantPlace[]): readonly MeantPlace[] {
  const present = ownFirst(places)
  if (present.length === places.length) return places
  return places.filter(
    ({ isOwnName, country, population }) =>
      isOwnName ||
      ((population ?? 0) >= weights.PEOPLE_OF_NOTE &&
        present.every(
          (one) =>
            one.country === country &&
            (population ?? 0) >= weights.TIMES_FOR_A_FORMER_NAME * (one.population ?? 0),
        )),
  )
}

/** The country in which a name with a state's code most often lies. */
const HOME_OF_CODES = 'US'

/**
 * Whether a state's code narrows only to villages of another country, while a state of the United States has the code too and the name is in use
 * there: no list has the Winthrop of Washington.
 */
const areVillagesElsewhere = (
  known: readonly MeantPlace[],
  divisions: readonly MeantPlace[],
  all: readonly MeantPlace[],
): boolean =>
  known.length > 0 &&
  divisions.some(({ country }) => country === HOME_OF_CODES) &&
  known.every(
    ({ country, population }) => country !== HOME_OF_CODES && (population ?? 0) < weights.PEOPLE_INSTEAD,
  ) &&
  all.some(({ country, isOwnName }) => country === HOME_OF_CODES && isOwnName)

/** Whether places of a division on different clocks are near in size. Its name behind theirs is all that people can say: "Midway, Florida". */
function areNearInSize(places: readonly MeantPlace[]): boolean {
  const towns = ownFirst(places.filter(({ kind }) => kind !== 'division'))
  const [largest] = towns.toSorted(byNumber(({ population }) => population ?? 0, -1))
  const near = towns.filter(
    ({ population, division }) =>
      division === largest?.division &&
      (population ?? 0) * weights.TIMES_IN_A_DIVISION >= (largest?.population ?? 0),
  )
  return new Set(near.map(({ zone }) => zone)).size > 1
}

/** The namesakes in an area; null if there are none. The territories of its countries are searched last. */
export function within(all: Namesakes, area: Area, gazetteer: Gazetteer): Namesakes | null {
  const { countries, divisions, towns, isTwo } = area
  if (isTwo && area.isEveryday) {
    const inCountry = within(all, { ...area, divisions: [], isTwo: false }, gazetteer)
    if (inCountry !== null) return inCountry
  }
  const own = countries.flatMap(({ dependencies }) => dependencies.map(({ code }) => code))
  const territories = all.countries.filter(({ iso2 }) => own.includes(iso2))
  if (territories.length > 0) {
    // "Saint Martin, France" is the territory, not a village in France. Réunion's Saint-Pierre has more people than Miquelon's.
    const people = Math.max(...territories.map(({ population }) => population ?? 0))
    const larger = all.places.filter(
      ({ isOwnName, population, country }) =>
        isOwnName && own.includes(country ?? '') && (population ?? 0) >= weights.TIMES_THE_PEOPLE * people,
    )
    return { ...NOTHING, countries: territories, places: larger }
  }
  const codes = new Set(countries.map(({ iso2 }) => iso2))
  /** A city that has a province of its name does not lie in that of another city: Toledo is not in Córdoba. */
  const isOfAnother = (of: MeantPlace, { country, isOwnName, population }: MeantPlace): boolean => {
    const isOfIt = (place: MeantPlace): boolean => place.kind === 'division' && place.country === country
    return (
      isOwnName &&
      (population ?? weights.PEOPLE_INSTEAD) >= weights.PEOPLE_INSTEAD &&
      towns.some((town) => town.country === country && town.isOwnName) &&
      all.places.some((place) => place.kind === 'city' && place.country === country) &&
      all.places.some(isOfIt) &&
      all.places.every((place) => !isOfIt(place) || place.id !== of.id)
    )
  }
  /** Where the data have no place in the one or the other division, the same zone has to do. */
  const isInDivision = (place: MeantPlace): boolean =>
    divisions.some((of) =>
      of.population === null || (place.kind === 'division' && place.population === null)
        ? of.zone === place.zone &&
          (of.country ?? place.country) === (place.country ?? of.country) &&
          !isOfAnother(of, place)
        : of.id === place.division && place.kind !== 'division',
    )
  const isInCountry = ({ country, zone }: MeantPlace): boolean => codes.has(country ?? zone.countryCode ?? '')
  const inDivision = presentFirst(all.places.filter(isInDivision))
  if (areVillagesElsewhere(inDivision, divisions, all.places)) return null
  const isOwnInDivision = inDivision.some(({ isOwnName }) => isOwnName)
  const least = !isTwo ? 0 : inDivision.length > 0 ? weights.PEOPLE_BESIDE : weights.PEOPLE_INSTEAD
  const inCountry = presentFirst(all.places.filter(isInCountry)).filter(
    ({ isOwnName, isCapital, kind, population, country }) =>
      !isTwo ||
      // A country does not lie in itself.
      (all.countries.every(({ iso2 }) => iso2 !== country) &&
        (isOwnName || ((population ?? 0) >= weights.PEOPLE_OF_NOTE && !isOwnInDivision)) &&
        (isCapital || kind === 'division' || (population ?? 0) >= least)),
  )
  const areNamesMixed = [inDivision, inCountry].some(
    (places) => new Set(places.map(({ isOwnName }) => isOwnName)).size > 1,
  )
  const using = all.standards.map((standard) => zonesUsing(standard, countries))
  const zones = all.zones.filter(({ countryCode }) => codes.has(countryCode ?? ''))
  const found: Namesakes = {
    ...NOTHING,
    standards: all.standards.filter((_, index) => (using[index]?.length ?? 0) > 0),
    countries: isTwo ? [] : all.countries.filter(({ iso2 }) => codes.has(iso2)),
    places: [...inDivision, ...inCountry.filter((place) => !inDivision.includes(place))],
    // "Eastern Time (Canada)" is the clock of Toronto before a standard.
    zones: isTwo ? [] : zones.length > 0 || !all.isZonesFirst ? zones : mainOf(using.flat(), countries),
    isZonesFirst: all.isZonesFirst,
    isEachMeant: all.isEachMeant || isTwo || areNamesMixed || areNearInSize(inDivision),
  }
  if (isEmpty(found)) {
    // Many people say that San Juan in Puerto Rico is in the United States. Nobody says that of a village, and "Port, France" is not Le Port in Réunion.
    const large = {
      ...all,
      places: all.places.filter(
        ({ kind, country, population, isOwnName }) =>
          (kind === 'division' && country !== null && population !== null) ||
          (isOwnName && (population ?? 0) >= weights.PEOPLE_INSTEAD),
      ),
    }
    const around = own.flatMap((code) => gazetteer.countries.named(code) ?? [])
    // England has no territories, although its name also means the United Kingdom.
    return around.length === 0 || divisions.length > 0
      ? null
      : within(large, { ...area, countries: around, isTwo: false }, gazetteer)
  }
  return found
}

/** The zones that are the default of one of these countries, else all of them. */
function mainOf(zones: readonly Zone[], countries: readonly Country[]): readonly Zone[] {
  const mains = zones.filter((zone) => countries.some(({ defaultZone }) => defaultZone === zone))
  return mains.length > 0 ? mains : zones
}

/** A winter and a summer (2037) in which every zone keeps its present rules. */
const SEASONS = [2_114_380_800, 2_130_000_000].map(epochSeconds)

/** The zones of these countries that use a standard under its code or without letters: "CST (China)", "Arabian Standard Time (Kuwait)". */
const zonesUsing = ({ code, offset, isDst }: Standard, countries: readonly Country[]): Zone[] =>
  countries
    .flatMap((country) => country.zones)
    .filter((zone) =>
      SEASONS.some((at) => {
        const { type } = intervalAt(zone.compiled(), at)
        const isCalledSo = type.abbreviation === (code ?? '') || /^[+-]/.test(type.abbreviation)
        return type.offset === offset && type.isDst === isDst && isCalledSo
      }),
    )
