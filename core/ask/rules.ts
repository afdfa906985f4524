// The rules by which a part of a text narrows what its head means, as a table: "Portland, OR", "Bombay (Mumbai)", "Chicago CST".
import { ownCodeName } from '../text/division-codes.ts'
import { nameKey } from '../text/name-key.ts'
import { isDirection, isNoPlace, isWordToo } from './area-words.ts'
import {
  besideOthers,
  englishDivisionsOf,
  goingBy,
  isBareDirection,
  isEmpty,
  orNull,
  SHORTEST_AREA,
  type Gazetteer,
} from './candidates.ts'
import {
  keptWithin,
  NOTHING,
  OLDEST_LISTS,
  ownFirst,
  zonesOf,
  type Label,
  type MeantPlace,
  type Namesakes,
} from './choice.ts'
import { fixedOffsetId } from './location-token.ts'
import type { Part } from './parts.ts'
import type { Mark } from './segments.ts'
import type { Standard } from './standards.ts'
import * as weights from './weights.ts'
import { ofKnownPlaces, within, type Area } from './within-area.ts'

/** Whether a part says a direction. `EST` is French for "east", but a standard first. EAST and WEST are never standards here. */
export const saysDirection = ({ words, key, exact }: Part): boolean =>
  isDirection(words) && (exact.standards.length === 0 || isWordToo(key))

/** Whether a part is the name or code of a standard. Codes that are words count in capitals only: "Met Berlin". */
const saysStandard = ({ text, key, exact }: Part): boolean =>
  exact.standards.length > 0 && (!isWordToo(key) || text === text.toUpperCase())

/** The meaning of a place in a division with the name of the country behind both: "Santa Ana, México, Mexico". Null for anything else. */
function inDivisionOfItsName(text: string, { countries }: Area, gazetteer: Gazetteer): Namesakes | null {
  const at = text.lastIndexOf(',')
  if (at < 0 || countries.length === 0) return null
  const all = goingBy(nameKey(text.slice(at)), gazetteer)
  const isOf = ({ country }: MeantPlace): boolean =>
    all.countries.some((one) => one.iso2 === country && countries.includes(one))
  const divisions = all.places.filter((place) => place.kind === 'division' && isOf(place))
  const area = { countries: [], divisions, towns: [], isTwo: false, isEveryday: false }
  return divisions.length === 0 ? null : within(besideOthers(text.slice(0, at), gazetteer), area, gazetteer)
}

/** The meaning of a name with itself as its area, "Santiago, Santiago": the cities of the name in all divisions and countries of the name. */
function inItsArea(all: Namesakes, key: string, area: Area, gazetteer: Gazetteer): Namesakes | null {
  const towns = { ...NOTHING, places: all.places.filter(({ kind }) => kind !== 'division') }
  const inside = within(towns, area, gazetteer)
  if (inside === null) return within(all, area, gazetteer)
  // A country in which no town has the name is meant itself: "Saint Lucia, Saint Lucia" is not the Santa Lucija of Malta.
  const countries = all.countries.filter(
    (country) =>
      nameKey(country.name) === key && inside.places.every((place) => place.country !== country.iso2),
  )
  const people = Math.max(...inside.places.map(({ population }) => population ?? 0))
  // A city lies in a province of its name more often than the sources know: Trujillo in Peru.
  const larger = towns.places.filter(
    (place) =>
      !inside.places.includes(place) &&
      (place.isOwnName || area.divisions.some(({ id }) => id === place.division)) &&
      (place.population ?? 0) >= weights.TIMES_THE_PEOPLE * people,
  )
  return larger.length === 0
    ? { ...inside, countries }
    : { ...inside, countries, places: [...inside.places, ...larger], isEachMeant: true }
}

/** The meaning of a name with the code of the division that has the name: "Milano (MI)", "Zürich ZH". Null if none has. */
function besideItsCode({ places }: Namesakes, key: string, gazetteer: Gazetteer): Namesakes | null {
  // Three letters are an airport's: Reading (RDG) in Pennsylvania, although the Reading of England has that code.
  if (key.length > 2) return null
  const coded = new Set(goingBy(nameKey(ownCodeName(key)), gazetteer).places.map(({ id }) => id))
  const divisions = places.filter(({ kind, id }) => kind === 'division' && coded.has(id))
  const isThere = ({ country, zone }: MeantPlace): boolean =>
    divisions.some((division) => division.country === country && division.zone === zone)
  return orNull({ ...NOTHING, places: places.filter(isThere) })
}

/** The one thing that both texts name: "Eastern Time (ET)". Null if nothing. */
function alsoMeant(base: Namesakes, other: Namesakes): Namesakes | null {
  const standards = base.standards.filter((standard) => other.standards.includes(standard))
  const zones = base.zones.filter((zone) => other.zones.includes(zone))
  return orNull({ ...NOTHING, standards, zones, isZonesFirst: base.isZonesFirst })
}

/** The meaning of a standard with its daylight time: "EST/EDT" is Eastern Time. Null for anything else. */
function bothTimes(base: Namesakes, other: Namesakes, gazetteer: Gazetteer): Namesakes | null {
  for (const { name } of base.standards) {
    const generic = goingBy(nameKey(name.replace(/ (?:Standard|Daylight|Summer) Time$/, ' Time')), gazetteer)
    if (generic.standards.some((standard) => other.standards.includes(standard))) return generic
  }
  return null
}

/** Whether a place is one of `others`: "Biel/Bienne", "London LHR". */
function isOneOf(place: MeantPlace, others: readonly MeantPlace[]): boolean {
  const isDivision = place.kind === 'division'
  return others.some(({ kind, id }) => id === place.id && (kind === 'division') === isDivision)
}

/** Makes namesakes of names and the times that were said with them. */
export function labelled(
  times: Label['times'],
  names: readonly Namesakes[],
  { zones }: Gazetteer,
): Namesakes {
  const fixed = times.flatMap(({ offset }) => zones.named(fixedOffsetId(offset, 'UTC')) ?? [])
  return { ...NOTHING, label: { times, names, fixed } }
}

/** 2040. From then on every zone repeats its years. */
const FOOTERS = 2_208_988_800

/** Whether something that has the name has kept one of these standards since 2000. */
const hasKept = (namesakes: Namesakes, standards: readonly Standard[]): boolean =>
  zonesOf(namesakes).some((zone) => keptWithin(zone, standards, OLDEST_LISTS, FOOTERS))

const mostPeople = (places: readonly MeantPlace[]): number =>
  Math.max(0, ...places.map(({ population }) => population ?? 0))

/** Whether a place whose own name it is has much more people than those that are left. */
const isOutweighed = (left: Namesakes, all: Namesakes): boolean =>
  mostPeople(left.places) * weights.TIMES_THE_PEOPLE < mostPeople(ownFirst(all.places))

/** A name and the text next to it. */
export interface Beside {
  /** The text before the part. */
  readonly name: string
  /** Everything that the name means. */
  readonly base: Namesakes
  readonly part: Part
  readonly mark: Mark
  readonly gazetteer: Gazetteer
}

/** What a text next to a name leaves of its meanings, for texts of one pattern. */
export interface Rule {
  readonly name: string
  readonly pattern: string
  readonly example: string
  /** What is kept. Null: another rule decides. `refused`: none does. */
  readonly keep: (beside: Beside) => Namesakes | null | 'refused'
}

/** The rules, in order: the first that keeps something decides. Nothing else narrows a name by the text next to it. */
export const RULES: readonly Rule[] = [
  {
    name: 'division of its country’s name',
    pattern: 'NAME, DIVISION, COUNTRY of one name',
    example: 'Santa Ana, México, Mexico',
    keep: ({ name, part, mark, gazetteer }) =>
      mark === 'comma' ? inDivisionOfItsName(name, part.area, gazetteer) : null,
  },
  {
    name: 'in an area of its name',
    pattern: 'NAME and itself: cities in the divisions and countries of the name',
    example: 'Santiago, Santiago',
    keep: ({ name, base, part: { key, area }, gazetteer }) =>
      nameKey(name) === key ? inItsArea(base, key, area, gazetteer) : null,
  },
  {
    name: 'in an area',
    pattern: 'NAME and a country or division, by name or code: what lies in it, standards in use there',
    example: 'Portland, OR',
    // Where the data do not say what lies in a division, its zone has to do. That is too little for a direction (Nord is all of France then), and
    // without a mark: "Borth York".
    keep: ({ base, part: { words, area }, mark, gazetteer }) => {
      const isBare = isBareDirection(words)
      const inside = within(base, mark === 'space' || isBare ? ofKnownPlaces(area) : area, gazetteer)
      // "Kabul, Northern" is not the Kabul of Israel's Northern District.
      return isBare && inside !== null && isOutweighed(inside, base) ? null : inside
    },
  },
  {
    name: 'another name',
    pattern: 'PLACE and another name of it, or its airport',
    example: 'Bombay (Mumbai)',
    keep: ({ name, base, part: { key, other } }) => {
      // Three letters are a city's or an airport's code: "Ely (ELY)" is in Nevada, and no list has it.
      const isCode = key.length < SHORTEST_AREA
      if (base.countries.length > 0 || (isCode && nameKey(name) === key)) return null
      // "Kemi (KEM)" is not Kem, which is Kemi in Finnish.
      const places = base.places.filter(
        (place) => (place.isOwnName || !isCode) && isOneOf(place, other.places),
      )
      return places.length > 0 ? { ...NOTHING, places } : null
    },
  },
  {
    name: 'code of its division',
    pattern: 'CITY and the code of the division that has its name',
    example: 'Milano (MI)',
    keep: ({ base, part: { key, area }, mark, gazetteer }) => {
      // "Como, CO" may be in Colorado, and "Luzern, LU" contradicts itself. "Como (CO)" is what Italians write.
      const isOthersCode =
        englishDivisionsOf(key, gazetteer).length > 0 || (mark !== 'space' && area.countries.length > 0)
      return mark === 'brackets' || !isOthersCode ? besideItsCode(base, key, gazetteer) : null
    },
  },
  {
    name: 'time that it keeps',
    pattern: 'PLACE and a standard that it keeps',
    example: 'Chicago CST',
    keep: ({ name, base, part, mark, gazetteer }) => {
      // `MT` after a town is Montana, not Mountain Time, and "east Asia" is not Asia in the Philippines.
      const isPlace = base.standards.length === 0 && !isNoPlace(nameKey(name))
      if (!saysStandard(part) || !isPlace || !isEmpty(part.coded)) return null
      // "Manning/AT" is a village of Austria that no source has. "Halifax, AT" keeps Atlantic Time.
      const { standards, countries } = part.other
      const isCountry = mark !== 'space' && countries.length > 0
      return isCountry && !hasKept(base, standards) ? 'refused' : labelled(standards, [base], gazetteer)
    },
  },
  {
    name: 'time by two names',
    pattern: 'TIME (CODE), CODE/CODE: what both name, or the time of a standard and its daylight time',
    example: 'Eastern Time (ET)',
    keep: ({ base, part: { other }, mark, gazetteer }) =>
      mark === 'brackets' || mark === 'slash'
        ? (alsoMeant(base, other) ?? bothTimes(base, other, gazetteer))
        : null,
  },
]

/** What the rules leave of a name's meanings; null if they refuse the text. */
export function narrowedByRules(beside: Beside): Namesakes | null {
  for (const { name, keep } of RULES) {
    const kept = beside.gazetteer.leftOut?.has(name) === true ? null : keep(beside)
    if (kept !== null) return kept === 'refused' ? null : kept
  }
  return null
}

/**
 * The meaning of a head behind the area that it lies in, or behind a standard: "California, Pasadena", "PST Los Angeles". Null if nothing.
 * "Indiana, Peru" is not Peru in Indiana. "Texas, Nevada" is asked about: there is a town Nevada in Texas, and people mean the state by that name.
 */
export function behindArea(first: Part, head: Part, mark: Mark, gazetteer: Gazetteer): Namesakes | null {
  if (head.exact.countries.length > 0 || isNoPlace(head.key)) return null
  if (mark === 'space' && isBareDirection(first.words) && saysDirection(first)) return null
  const named = mark === 'space' ? head.exact : head.meaning
  if (named.label !== null || isEmpty(named) || saysDirection(head)) return null
  // Only what the data say counts: Virginia in Ireland does not lie in Waterford.
  const area = ofKnownPlaces(first.area)
  const inside = within(named, area, gazetteer)
  if (inside !== null) {
    const states = named.places.filter(({ kind }) => kind === 'division')
    const otherStates = states.filter(
      (state) =>
        !inside.places.includes(state) && area.divisions.some(({ country }) => country === state.country),
    )
    if (otherStates.length > 0)
      return { ...inside, places: [...inside.places, ...otherStates, ...area.divisions] }
    const least = states.length === 0 ? 0 : weights.PEOPLE_INSTEAD
    const places = inside.places.filter(
      ({ kind, population }) => kind === 'division' || (population ?? 0) >= least,
    )
    return orNull({ ...inside, places })
  }
  const isTime =
    saysStandard(first) && !saysDirection(first) && named.standards.length === 0 && isEmpty(first.coded)
  return isTime ? labelled(first.exact.standards, [named], gazetteer) : null
}
