// A location token → everything that it can mean, by its form or by its name, narrowed by the rest of the text.
import { Latest } from '../latest.ts'
import { fold, slugOf } from '../text/fold.ts'
import { nameKey, nameWords } from '../text/name-key.ts'
import { epochSeconds } from '../time/units.ts'
import { intervalAt } from '../zone/offset-at.ts'
import { withoutPostalCode } from './area-words.ts'
import {
  besideOthers,
  goingBy,
  goingByText,
  hasClock,
  isEmpty,
  isPartOfName,
  orNull,
  type Gazetteer,
} from './candidates.ts'
import { NOTHING, type MeantPlace, type Namesakes } from './choice.ts'
import type { City } from './cities.ts'
import type { Clock } from './clock.ts'
import type { Country } from './countries.ts'
import { readKind, readLast } from './forms.ts'
import { identifiedIn } from './identified-text.ts'
import { fixedOffsetId, readLocationToken, type LocationToken } from './location-token.ts'
import { Part, withFullWords } from './parts.ts'
import { behindArea, labelled, narrowedByRules, saysDirection } from './rules.ts'
import { divisionsOf, type Division } from './segments.ts'
import type { Zone } from './zones.ts'

/** The meaning of a token before a moment is known. */
export type Meanings =
  /** `city`: the city, when the token is a city's slug. */
  | { readonly kind: 'clock'; readonly clock: Clock; readonly city?: City }
  | { readonly kind: 'namesakes'; readonly namesakes: Namesakes }
  /** `country`: a country that has no zone; null if nothing has the name. */
  | { readonly kind: 'unknown'; readonly country: Country | null }

/** How many tokens have their meanings cached, at a few hundred bytes each. */
const CACHED_TOKENS = 2000

/** Makes `meaningsOf`, which says what a token means in a gazetteer. Caches the latest tokens with namesakes, because they come again. */
export function openMeanings(gazetteer: Gazetteer): (token: string) => Meanings {
  const cached = new Latest<string, Meanings>(CACHED_TOKENS)
  return (token) => {
    const known = cached.get(token)
    if (known !== undefined) return known
    const meanings = meaningsOf(token, gazetteer)
    if (meanings.kind === 'namesakes') cached.set(token, meanings)
    return meanings
  }
}

/** Everything that a token can mean, as it was sent. The form is read first, then the names. */
function meaningsOf(sent: string, gazetteer: Gazetteer): Meanings {
  const token = readLocationToken(sent)
  const text = sent.trim()
  const clock = clockByForm(token, text, gazetteer)
  if (clock !== null) return { kind: 'clock', clock }
  const identified =
    text.includes('/') && token.kind !== 'nothing'
      ? identifiedIn(
          text,
          gazetteer.zones,
          (part) => orNull(besideOthers(part, gazetteer)) ?? namesIn(part, gazetteer),
        )
      : undefined
  if (identified === null) return ofNames(NOTHING)
  if (identified !== undefined) return { kind: 'clock', clock: { kind: 'zone', zone: identified } }
  if (token.kind === 'list') {
    const whole = namesIn(token.names.join(', '), gazetteer)
    const named = whole !== null ? [whole] : token.names.map((name) => namesIn(name, gazetteer))
    return ofNames(named.every((one) => one !== null) ? labelled([token], named, gazetteer) : NOTHING)
  }
  if (token.kind === 'nothing') return ofNames(NOTHING)
  const city = citySlugged(text, gazetteer)
  // "Sokhumi/GE" is no slug: two sides have their clock there.
  if (city !== undefined && !(text.includes('/') && hasTwoClocks(city, gazetteer)))
    return { kind: 'clock', clock: { kind: 'zone', zone: city.zone }, city }
  const exact = beside(gazetteer.zones.named(text), withMarks(text, goingByText(text, gazetteer), gazetteer))
  return ofNames(orNull(exact) ?? partsIn(text, gazetteer) ?? NOTHING)
}

/** Notes which places have the marks of a typed name: "Mérida" is not the Merida of the Philippines. */
function withMarks(text: string, namesakes: Namesakes, { cities }: Gazetteer): Namesakes {
  const typed = lowerCased(text)
  if (!/[^ -~]/.test(text) || typed === fold(text)) return namesakes
  const isSpeltSo = ({ id }: MeantPlace): boolean => lowerCased(cities().withId(id)?.name ?? '') === typed
  return {
    ...namesakes,
    places: namesakes.places.map((place) =>
      place.kind !== 'division' && isSpeltSo(place) ? { ...place, isSpeltSo: true } : place,
    ),
  }
}

const lowerCased = (text: string): string => text.normalize('NFC').toLowerCase()

/** The city of a slug with its country, which is exact: `leon-es` is not Leones in Argentina. Undefined for any other text. */
function citySlugged(text: string, { cities }: Gazetteer): City | undefined {
  // "Richmond, CA" is no slug: its CA means California or Canada.
  const slug = /[\s,]/.test(text) ? '' : slugOf(text)
  const city = /-[a-z]{2}(?:-|$)/.test(slug) ? cities().named(slug) : undefined
  // `rio-de-janeiro` does not end in Germany.
  return `${slug}-`.includes(`-${city?.country.iso2.toLowerCase()}-`) ? city : undefined
}

/** Whether a city has two clocks by the names, as in a dispute. */
function hasTwoClocks(city: City, gazetteer: Gazetteer): boolean {
  const { places } = goingBy(nameKey(city.name), gazetteer)
  const own = places.filter(({ kind, id }) => kind === 'city' && gazetteer.cities().withId(id) === city)
  return own.some(({ zone }) => zone !== city.zone)
}

/** The clock that a form has and no name: an identifier with a slash, an offset, the slug of a standard. Null if it is none. */
function clockByForm(token: LocationToken, text: string, { zones, standards }: Gazetteer): Clock | null {
  if (token.kind === 'offset') {
    const iana = fixedOffsetId(token.offset, token.said)
    return { kind: 'offset', iana, offset: token.offset, twin: token.offset === 0 ? zones.named(iana) : null }
  }
  const zone = token.kind === 'zone' ? zones.named(token.identifier.replaceAll(' ', '_')) : null
  if (zone !== null) return { kind: 'zone', zone }
  // A slug names exactly one standard. Without its hyphens the same words can be Windows' name for a zone.
  const standard = text.includes('-') ? standards.bySlug.get(text.toLowerCase()) : undefined
  return standard === undefined ? null : { kind: 'standard', standard }
}

function ofNames(namesakes: Namesakes): Meanings {
  const { standards, countries, places, zones, label } = namesakes
  return label !== null || standards.length + places.length + zones.length > 0 || countries.some(hasClock)
    ? { kind: 'namesakes', namesakes }
    : { kind: 'unknown', country: countries[0] ?? null }
}

/** Puts the zone with this name as its identifier, if there is one, before everything else that has the name: `CET`, `Portugal`. */
const beside = (zone: Zone | null, namesakes: Namesakes): Namesakes =>
  zone === null || isStandardsOwn(zone, namesakes)
    ? namesakes
    : { ...namesakes, zones: [...new Set([zone, ...namesakes.zones])], isZonesFirst: true }

/** A moment of the year 9999. */
const LATE = epochSeconds(253_370_764_800)

/**
 * Whether a zone has a standard's code as its identifier only because it keeps that standard for ever, like the zones that `EST`, `MST` and
 * `HST` link to. Then the code means the fixed offset at every moment, also before the zone kept it. `CET` is a zone with summer time.
 */
function isStandardsOwn(zone: Zone, { standards }: Namesakes): boolean {
  const last = intervalAt(zone.compiled(), LATE)
  return last.end === null && standards.some(({ offset }) => offset === last.type.offset)
}

/** The meaning of a text without an offset; null if it has none. */
const namesIn = (text: string, gazetteer: Gazetteer): Namesakes | null =>
  orNull(goingByText(text, gazetteer)) ?? partsIn(text, gazetteer)

/**
 * The meaning of a text that is no name as it is; null if it has none. It is a form of a name, or a head and parts that are all true of it. The
 * ways to divide it are a bounded list, and each part is looked up once.
 */
function partsIn(text: string, gazetteer: Gazetteer): Namesakes | null {
  const bare = withoutPostalCode(text)
  const spelt = withFullWords(bare, gazetteer)
  const exact = spelt === text ? NOTHING : goingByText(spelt, gazetteer)
  const named = orNull(exact) ?? readKind(spelt, gazetteer)
  if (named !== null) return named
  const known = new Map<string, Part>()
  const partOf = (part: string): Part => {
    const found = known.get(part) ?? new Part(part, gazetteer)
    known.set(part, found)
    return found
  }
  // The west of Port Washington is not Westport in Washington.
  const isPart = isPartOfName(nameWords(bare), gazetteer)
  for (const division of divisionsOf(bare, gazetteer.leftOut)) {
    const [other] = division.others
    const first = division.isTurned ? other?.text : division.head
    if (isPart && other?.mark === 'space' && /\s/.test(first ?? '')) continue
    const found = narrowedIn(division, partOf, gazetteer)
    if (found !== null) return found
  }
  return readLast(spelt, gazetteer)
}

/** What the parts of a divided text leave of its head; null if they leave nothing. */
function narrowedIn(
  { head, others, isTurned }: Division,
  partOf: (text: string) => Part,
  gazetteer: Gazetteer,
): Namesakes | null {
  const named = partOf(head)
  const [first] = others
  if (first === undefined) return null
  if (isTurned) return behindArea(partOf(first.text), named, first.mark, gazetteer)
  // A direction is the name of a division alone: "Northern Territory, Australia". South America is not a town called South.
  // A head without a mark behind it must be a name as it is: "New York Time Warner" means nothing.
  const isBare = first.mark === 'space'
  const isDirection = saysDirection(named)
  let base: Namesakes | null = isDirection
    ? { ...NOTHING, places: named.exact.places.filter(({ kind }) => kind === 'division') }
    : isBare
      ? named.exact
      : named.meaning
  if (isEmpty(base)) return null
  let name = named.text
  for (const { text, mark } of others) {
    if (base.label !== null) return null
    base = narrowedByRules({ name, base, part: partOf(text), mark, gazetteer })
    if (base === null) return null
    name = mark === 'space' ? `${name} ${text}` : `${name}, ${text}`
  }
  return base
}
