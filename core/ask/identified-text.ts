// A text with an identifier in it, such as "(GMT-07:00) Mountain Standard Time (America/Phoenix)" → its zone, if all else there is true of it.
import { epochSeconds, offsetSeconds } from '../time/units.ts'
import { keptWithin, type Namesakes } from './choice.ts'
import { readLocationToken } from './location-token.ts'
import type { Zone, Zones } from './zones.ts'

/** Identifiers with a slash, between blanks, brackets or marks. */
const IDENTIFIER = /(?<![^\s([,;|])[A-Za-z_]+(?:\/[\w+-]+)+(?![^\s)\],;|])/gu

/** Marks between the parts of a label. */
const BETWEEN = /[()[\],;|]|\s[-–—·]+(?:\s|$)|^[-–—·]+\s/u

/** 1970: labels have offsets that their zone had long ago. */
const OLDEST = epochSeconds(0)
/** 2040. From then on every zone repeats its years. */
const LATEST = epochSeconds(2_208_988_800)

/**
 * The zone of an identifier that stands in a text. Undefined for a text without one. Null if something beside it is not true of the zone: an
 * offset or a standard that it has not had since 1970, a place or an area outside it, or words that mean nothing. `meaningOf` reads a part.
 */
export function identifiedIn(
  text: string,
  zones: Pick<Zones, 'named'>,
  meaningOf: (part: string) => Namesakes | null,
): Zone | null | undefined {
  for (const { 0: identifier, index } of text.matchAll(IDENTIFIER)) {
    const zone = zones.named(identifier)
    if (zone === null) continue
    const around = [text.slice(0, index), text.slice(index + identifier.length)]
    const isTrue = (part: string): boolean => isTrueOf(zone, part, meaningOf)
    // "Eastern Time (US & Canada)" is one name, although its brackets divide it.
    return around.every((side) => isTrue(trimmed(side)) || side.split(BETWEEN).every(isTrue)) ? zone : null
  }
  return undefined
}

/** A side of the identifier without the brackets and dashes next to it. */
const trimmed = (side: string): string => side.replace(/^[\s)\],;|·–—-]+|[\s([,;|·–—-]+$/gu, '')

function isTrueOf(zone: Zone, part: string, meaningOf: (part: string) => Namesakes | null): boolean {
  const text = part.trim()
  if (!/[\p{L}\p{N}]/u.test(text)) return true
  const token = readLocationToken(text)
  if (token.kind === 'offset') return keptWithin(zone, [token], OLDEST, LATEST)
  if (token.kind === 'list')
    return (
      keptWithin(zone, [token], OLDEST, LATEST) &&
      token.names.every((name) => isTrueOf(zone, name, meaningOf))
    )
  if (token.kind === 'zone' && !text.includes('/')) return keptWithin(zone, ZERO, OLDEST, LATEST)
  const named = meaningOf(text)
  return named !== null && isAmong(zone, named)
}

const ZERO = [{ offset: offsetSeconds(0) }]

/** Whether a zone is one of the things that have a name, has had one of its standards, or is used in a place or country of the name. */
const isAmong = (zone: Zone, { standards, countries, places, zones, label }: Namesakes): boolean =>
  zones.includes(zone) ||
  places.some((place) => place.zone === zone) ||
  countries.some((country) => country.zones.includes(zone) || country.defaultZone === zone) ||
  keptWithin(zone, standards, OLDEST, LATEST) ||
  label?.names.some((names) => isAmong(zone, names)) === true
