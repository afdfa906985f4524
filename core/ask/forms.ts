// The forms in which a thing is named otherwise than by one of its names, as a table: "Canton of Zurich", "Greater Manchester", "Japan Time".
import { nameWords } from '../text/name-key.ts'
import {
  areaNamesIn,
  cityNameIn,
  divisionNameIn,
  isDirection,
  isNoPlace,
  isOfCounty,
  isOfState,
} from './area-words.ts'
import {
  goingBy,
  hasClock,
  inOtherWords,
  isEmpty,
  isPartOfName,
  orNull,
  partOf,
  stateOf,
  timeOf,
  WITH_COUNTIES,
  type Gazetteer,
} from './candidates.ts'
import { NOTHING, type Namesakes } from './choice.ts'

/** A form in which a thing is named otherwise than by one of its names. */
interface Form<Read> {
  readonly name: string
  readonly pattern: string
  readonly example: string
  /** What is meant. Null: another form decides. */
  readonly read: (read: Read, gazetteer: Gazetteer) => Namesakes | null
}

/** Forms that words for a kind of thing make, in order: the first that means something decides. */
const KINDS: readonly Form<readonly string[]>[] = [
  {
    name: 'kind of division',
    pattern: 'KIND of NAME, NAME KIND',
    example: 'Canton of Zurich',
    read: ofDivisionKind,
  },
  {
    name: 'part of an area',
    pattern: 'DIRECTION AREA: all of the area',
    example: 'Northern California',
    read: ofPartOfArea,
  },
  {
    name: 'kind of city',
    pattern: 'City of NAME, Greater NAME, NAME City',
    example: 'Greater Manchester',
    read: ofCityKind,
  },
  {
    name: 'time of a place',
    pattern: 'NAME Time, NAME Time Zone',
    example: 'Japan Time',
    read: ofTime,
  },
]

/** Forms that are read last: "Columbia, United States" is not Colombia, although its words are those of a state. */
const LAST: readonly Form<string>[] = [
  {
    name: 'official name',
    pattern: 'a country with words for a state, also turned',
    example: 'République du Tchad',
    read: stateOf,
  },
  {
    name: 'other words',
    pattern: 'one name written as several words',
    example: 'Da Li',
    read: inOtherWords,
  },
]

/** All forms, in order. */
export const FORMS = [...KINDS, ...LAST]

function readFirst<Read>(forms: readonly Form<Read>[], said: Read, gazetteer: Gazetteer): Namesakes | null {
  for (const { name, read } of forms) {
    const found = gazetteer.leftOut?.has(name) === true ? null : read(said, gazetteer)
    if (found !== null) return found
  }
  return null
}

/** What a text means by the words for its kind; null if it has none, or a mark that divides it. */
export const readKind = (text: string, gazetteer: Gazetteer): Namesakes | null =>
  /[,(]/.test(text) ? null : readFirst(KINDS, wordsOf(text), gazetteer)
/** What a text that nothing divides means as an official name or in other words; null if nothing. */
export const readLast = (text: string, gazetteer: Gazetteer): Namesakes | null =>
  readFirst(LAST, text, gazetteer)
/** What a part of a text means by a form; null if by none. */
export const readForm = (text: string, gazetteer: Gazetteer): Namesakes | null =>
  readKind(text, gazetteer) ?? readLast(text, gazetteer)

/** The words of a text. At its end a code stays one: "East MT" is in Montana. */
function wordsOf(text: string): string[] {
  const words = nameWords(text)
  const [end = ''] = nameWords(/\S*$/.exec(text.trim())?.[0] ?? '')
  return end === words.at(-1) || end.length > 2 ? words : [...words.slice(0, -1), end]
}

/** The countries or divisions of "Canton of Zurich", "Estado de México", "Republic of Georgia". Null if there are none. */
function ofDivisionKind(words: readonly string[], gazetteer: Gazetteer): Namesakes | null {
  const division = divisionNameIn(words)
  if (division === null) return null
  const countries = words.includes('republic') ? goingBy(division, gazetteer).countries.filter(hasClock) : []
  if (countries.length > 0) return { ...NOTHING, countries }
  // "Washington County" is not the state, and Dixie has no counties. "Republic of Georgia" is the country.
  const isOther = (country: string | null): boolean =>
    country === null ? !isOfCounty(words) : !WITH_COUNTIES.has(country)
  const divisions = goingBy(division, gazetteer).places.filter(
    ({ kind, country }) => kind === 'division' && (isOfState(words) || isOther(country)),
  )
  return orNull({ ...NOTHING, places: divisions })
}

/** The clocks of "Northern California" and "North East England": those of the area. Null if the rest is no area. */
function ofPartOfArea(words: readonly string[], gazetteer: Gazetteer): Namesakes | null {
  for (const part of areaNamesIn(words)) {
    const ofPart = partOf(part, gazetteer)
    if (ofPart !== null) return ofPart
    // The second direction is part of a name: "East West Columbia" is not in Colombia.
    if (!isEmpty(goingBy(part, gazetteer))) break
  }
  return null
}

/** The cities of "City of London", "Greater Manchester", "Kinshasa City". Null if there are none. */
function ofCityKind(words: readonly string[], gazetteer: Gazetteer): Namesakes | null {
  // Divisions count too. Otherwise "Nevada City" would mean only the cities called Nevada.
  const city = isPartOfName(words, gazetteer) ? null : cityNameIn(words)
  // "Ciudad de Este" is not in Italy.
  const { places } =
    city === null || isNoPlace(city) || isDirection([city]) ? NOTHING : goingBy(city, gazetteer)
  // A village is no city: "Gotham City" is not the Gotham in England. And by another name none is: "Kanas City" is not Kano.
  const cities = places.filter(
    ({ kind, isListed, isOwnName }) => kind === 'division' || (isListed && isOwnName),
  )
  return orNull({ ...NOTHING, places: cities })
}

/** A text without the words at its end that say that a clock is meant: "Samara" of "Samara Time Zone". */
export const beforeTime = (text: string): string => text.replace(/\s(?:time(?:\s?zone)?)$/i, '')

/** The clock of "Japan Time", "Samara Time Zone". Null if there is none. */
function ofTime(words: readonly string[], gazetteer: Gazetteer): Namesakes | null {
  const isZone = words.at(-1) === 'zone' && words.at(-2) === 'time'
  const said = isZone
    ? words.slice(0, -1)
    : words.at(-1) === 'timezone'
      ? [...words.slice(0, -1), 'time']
      : words
  if (said.length < 2 || said.at(-1) !== 'time') return null
  const exact = said === words ? NOTHING : goingBy(said.join(''), gazetteer)
  return orNull(exact) ?? timeOf(said.slice(0, -1).join(''), gazetteer)
}
