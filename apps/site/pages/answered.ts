// Answers of the search, of conversions and of moments that are sent, in the one form that the card shows. Whoever answers in another form changes this
// file alone.
import type { City } from '#core/ask/cities.ts'
import type { Conversion, ConvertedSide } from '#core/ask/convert.ts'
import type { Almanac } from '#core/ask/almanac.ts'
import type { Zone } from '#core/ask/zones.ts'
import { convert } from '#core/ask/convert.ts'
import type { ConversionAnswer } from '#apps/search/conversions.ts'
import { momentOf } from '#apps/search/typed-time.ts'
import { DAY } from '#core/time/civil.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { Catalogue } from '#serve/catalogue.ts'
import { sentPath } from './moment-calendar.ts'
import { minuteOf } from '../words/times.ts'
import { cityMeant, listOfPlaces, MOST_PLACES, saidName } from '../words/towns.ts'

/** A place of an answer. */
export interface AnsweredPlace {
  /** As the visitor typed it. */
  readonly name: string
  /** The token that means it in addresses. */
  readonly token: string
  readonly side: ConvertedSide
  /** The city whose sun is shown. Null: it is no city. */
  readonly city: City | null
  /** Nobody asked for it: it is the reader's own clock, or that of UTC where no other place was said. It is not sent to others. */
  readonly isUnasked?: true
}

/** One moment in some places. */
export interface Answered {
  readonly at: EpochSeconds
  /** The place on whose clock was asked, and the others. */
  readonly source: AnsweredPlace
  readonly targets: readonly AnsweredPlace[]
  readonly ambiguity: Conversion['ambiguity']
  /** The question as it was typed. Empty: it came as an address. */
  readonly said: string
  /** The moment for addresses: `2026-11-20T15:00`, or with an offset. Empty: it is now. */
  readonly moment: string
  /** Whether the question said only a time of day, and it is over. */
  readonly isOver: boolean
  /** How long an event takes that begins then. Absent: nobody said. */
  readonly minutes?: number
}

const placeOf = (token: string, said: string, side: ConvertedSide, almanac: Almanac): AnsweredPlace => ({
  name: saidName(said, side.clock, almanac),
  token,
  side,
  city: cityMeant(said, side.clock, almanac),
})

/** A conversion whose tokens are those that were typed. */
export function answeredBy(
  { at, from, to, ambiguity }: Conversion,
  typed: {
    readonly from: string
    readonly to: readonly string[]
    readonly moment: string
    readonly said: string
  },
  almanac: Almanac,
): Answered {
  return {
    at,
    source: placeOf(typed.from, typed.from, from, almanac),
    targets: to.map((side, index) => {
      const token = typed.to[index] ?? side.id
      return placeOf(token, token, side, almanac)
    }),
    ambiguity,
    said: typed.said,
    moment: typed.moment,
    isOver: false,
  }
}

/**
 * A conversion that the search found. What was asked for in UTC alone is answered on the clock of the visitor too, where that is known, and a clock
 * is not said twice.
 */
export function answeredHit(
  { from, to, said, at, until, isToday, conversion }: ConversionAnswer,
  q: string,
  own: Zone | null,
  almanac: Almanac,
  now: EpochSeconds,
): Answered {
  const source = placeOf(from, said.from, conversion.from, almanac)
  const isUtcAlone = to.length === 1 && to[0] === 'UTC'
  const unasked = { isUnasked: true } as const
  const asked = conversion.to.map((side, index) => ({
    ...placeOf(to[index] ?? side.id, said.to[index] ?? side.id, side, almanac),
    ...(isUtcAlone ? unasked : {}),
  }))
  const isOwn = own !== null && isUtcAlone && at !== null
  const moment = { kind: 'instant', at: conversion.at } as const
  const owned = isOwn
    ? convert({ from: 'UTC', to: [own.iana], moment, resolution: 'earliest' }, almanac, now)
    : null
  const mine =
    owned?.kind === 'converted'
      ? owned.conversion.to.map((side) => ({ ...placeOf(side.id, side.id, side, almanac), ...unasked }))
      : []
  return {
    at: conversion.at,
    source,
    targets: [...mine, ...asked].filter(({ side }) => side.id !== source.side.id),
    ambiguity: conversion.ambiguity,
    said: q,
    moment: at ?? '',
    isOver: isToday && conversion.at < minuteOf(now) && conversion.at > now - DAY,
    ...(until === null ? {} : { minutes: Math.round((until - conversion.at) / 60) }),
  }
}

/** The date of the question on the clock of its place, as days since 1970-01-01. Null: it named an instant, or no moment. */
export function localDayOf({ moment }: Answered): number | null {
  const read = momentOf(moment)
  return read?.kind === 'local' ? Math.floor(read.local / DAY) : null
}

/** The address of the question as a conversion; `changed` has other values. */
export function conversionPath(
  { source, targets, moment, ambiguity }: Answered,
  changed: { readonly from?: string; readonly to?: readonly string[]; readonly resolution?: string } = {},
): string {
  const query = new URLSearchParams({
    from: changed.from ?? source.token,
    to: listOfPlaces(changed.to ?? targets.map(({ token }) => token)),
  })
  if (moment !== '') query.set('at', moment)
  const resolution = changed.resolution ?? ambiguity?.resolution ?? 'earliest'
  if (resolution !== 'earliest') query.set('resolution', resolution)
  return `/convert?${query.toString()}`
}

/**
 * The page of the moment to be sent to others. The moment of an offset or an abbreviation is sent by the clock of UTC, next to its own. Null: there
 * are too many places for that.
 */
export function sentPathOf(
  { at, source, targets, minutes }: Answered,
  { almanac, artifact }: Pick<Catalogue, 'almanac' | 'artifact'>,
): string | null {
  const { clock } = source.side
  const { tz } = artifact.manifest
  // Whoever opens it sees their own time, that of UTC, and large cities.
  const to = targets.flatMap(({ token, isUnasked }) => (isUnasked ? [] : token))
  const length = minutes === undefined ? {} : { minutes }
  if (clock.kind === 'zone') return sentPath(at, clock.zone, { name: source.token, to, ...length }, tz)
  const utc = almanac.zones.named('UTC')
  return utc === null || to.length >= MOST_PLACES
    ? null
    : sentPath(at, utc, { name: '', to: [source.token, ...to], ...length }, tz)
}
