// A text that means nothing → the part that was not understood, or that is not true of the rest, and up to three names that would answer.
import { byNumber } from '../order.ts'
import type { Almanac } from './almanac.ts'
import { isEmpty } from './candidates.ts'
import { readLocationToken } from './location-token.ts'
import { nearestNames } from './nearest-names.ts'
import { Part } from './parts.ts'
import { piecesOf } from './segments.ts'
import { isArea } from './within-area.ts'

/** Why a text is refused, and what would answer. */
export interface Refusal {
  /** The part that means nothing, or is not true of `head`. Null if the text has one part. */
  readonly part: string | null
  /** What the part is not true of. Null if the part means nothing. */
  readonly head: string | null
  /** Each of these has a meaning. Likeliest first. */
  readonly nearest: readonly string[]
}

/** How many names a refusal offers. */
const OFFERED = 3

/** Explains why a text that means nothing is refused. The parts of a text stand between its marks. */
export function refusalOf(text: string, almanac: Almanac): Refusal {
  const pieces = piecesOf(text.trim()).map((piece) => piece.text)
  const isMeant = (token: string): boolean => almanac.meaningsOf(token).kind !== 'unknown'
  if (pieces.length < 2) return { part: null, head: null, nearest: nearestNames(text, almanac, OFFERED) }
  const isKnown = (piece: string): boolean => {
    const part = new Part(piece, almanac)
    return (
      !isEmpty(part.meaning) ||
      isArea(part.area) ||
      readLocationToken(piece).kind !== 'name' ||
      isMeant(piece)
    )
  }
  const unknown = pieces.find((piece) => !isKnown(piece))
  if (unknown !== undefined) {
    const near = nearestNames(unknown, almanac, 2 * OFFERED).map((name) => text.replace(unknown, () => name))
    const nearest = near.filter(isMeant).slice(0, OFFERED)
    return { part: unknown, head: null, nearest }
  }
  const starts = pieces.map((_, index) => pieces.slice(0, index).join(', '))
  const understood = starts.findLastIndex((start) => start !== '' && isMeant(start))
  if (understood < 0) return { part: null, head: null, nearest: nearestNames(text, almanac, OFFERED) }
  const head = starts[understood] ?? ''
  return {
    part: pieces[understood] ?? null,
    head,
    nearest: placesOf(head, almanac).filter(isMeant).slice(0, OFFERED),
  }
}

/** The cities that a name means with their divisions and countries, largest first: "Lyon, France". */
function placesOf(name: string, { meaningsOf, cities }: Almanac): string[] {
  const meanings = meaningsOf(name)
  const places = meanings.kind === 'namesakes' ? meanings.namesakes.places : []
  const named = places
    .filter(({ kind, isListed }) => kind !== 'division' && isListed)
    .toSorted(byNumber(({ population }) => population ?? 0, -1))
    .flatMap(({ id }) => cities().withId(id) ?? [])
    .map(({ shownName }) => shownName)
  return [...new Set(named)]
}
