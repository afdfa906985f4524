// The names of a cover → which of them is the clock of the time, and which are where its answer is wanted.
import { offsetToken, type Source } from './time-clocks.ts'
import { isNamed, type Element, type Named, type Of } from './time-covers.ts'
import type { SaidZone } from './time-names.ts'

/** A name with its part in the sentence. `of`: the index of the element that connects it. */
export interface Role {
  readonly index: number
  readonly one: Named
  readonly link: 'in' | 'from' | 'to' | null
  /** Whether "and" joins it to the name before it. */
  readonly isJoined: boolean
}

/** A time with the clocks directly behind it. */
export interface Timed {
  readonly index: number
  readonly time: Of<'time'>
  readonly zones: Of<'zone'>[]
  readonly isPair: boolean
}

/** Whether a time stands where its form is a time: an hour alone behind "at" or beside a day, four digits before a clock or behind "at". */
export function isPlaced({ time, index }: Timed, cover: readonly Element[], text: string): boolean {
  const before = cover[index - 1]
  const next = cover.slice(index + 1).find(({ kind }) => kind !== 'open' && kind !== 'join')
  const isAt = before?.kind === 'said' && /^(?:at|@|by)$/i.test(before.word)
  const isBeforeClock = next !== undefined && (isNamed(next) || (next.kind === 'link' && next.link === 'in'))
  if (time.form === 'digits') return isAt || isBeforeClock
  if (time.form !== 'bare' || isAt) return true
  // "In 2 days 3" says no time.
  if (before?.kind === 'day')
    return before.half !== null || !/in /i.test(text.slice(before.start, before.end))
  return before?.kind === 'half' || before?.kind === 'weekday' || next?.kind === 'half'
}

/** Names with the words that connect them. */
export function rolesIn(cover: readonly Element[]): Role[] {
  const roles: Role[] = []
  const when = cover.findIndex((one) => one.kind === 'link' && one.link === 'when')
  let link: Role['link'] = null
  let isJoined = false
  for (const [index, one] of cover.entries()) {
    if (one.kind === 'link') {
      if (one.link === 'and') isJoined = true
      else if (one.link !== 'when') link = one.link
    } else if (isNamed(one)) {
      roles.push({ index, one, link: when > index ? 'to' : link, isJoined })
      isJoined = false
    } else if (one.kind !== 'mark' && one.kind !== 'said' && one.kind !== 'open' && one.kind !== 'join')
      link = null
    // A list goes on behind "to" and "in" with commas and "and"; a name without them stands alone.
    const next = cover[index + 1]
    if (
      isNamed(one) &&
      link !== 'to' &&
      next !== undefined &&
      next.kind !== 'mark' &&
      !(next.kind === 'link' && next.link === 'and')
    )
      link = null
  }
  return roles
}

/** The times of a cover, each with the zones directly behind it. */
export function timesIn(cover: readonly Element[]): Timed[] {
  return cover.flatMap((time, index) => {
    if (time.kind !== 'time') return []
    const zones: Of<'zone'>[] = []
    let isPair = false
    for (let at = index + 1; at < cover.length; at++) {
      const one = cover[at]
      if (one?.kind === 'zone') {
        // "3pm EST = CET" and "3pm EST / 9pm CET" are told apart by the time behind.
        if (zones.length > 0 && cover[at - 1]?.kind === 'join') isPair = true
        zones.push(one)
      } else if (one?.kind === 'join') {
        if (cover[at + 1]?.kind !== 'zone' || zones.length === 0) break
      } else if (
        one?.kind !== 'open' &&
        one?.kind !== 'close' &&
        one?.kind !== 'half' &&
        one?.kind !== 'year'
      )
        break
    }
    return [{ index, time, zones, isPair }]
  })
}

export interface Plan {
  /** Several are asked about. The clocks directly behind a time come before them. */
  readonly sources: readonly Source[]
  /** Places that narrow the letters behind a time if they have them, and else are targets. */
  readonly places: readonly string[]
  readonly targets: readonly string[]
  readonly asks: readonly string[]
}

export const tokenOfZone = (zone: SaidZone): string =>
  zone.kind === 'token'
    ? zone.token
    : zone.kind === 'offset'
      ? offsetToken(zone.offset)
      : zone.kind === 'standards'
        ? zone.text
        : ''

export const tokenOf = (one: Named): string => (one.kind === 'place' ? one.text : tokenOfZone(one.zone))

const sourceOf = (one: Named): Source =>
  one.kind === 'place'
    ? { kind: 'place', text: one.text }
    : { kind: 'zones', zones: [one.zone], isPair: false, places: [] }

/** Which names are the clock of the time, and which are where its answer is wanted. Null: it is said to be from two places. */
export function planOf(times: readonly Timed[], loose: readonly Role[]): Plan | null {
  const { index, zones } = times[0] ?? { index: 0, zones: [] }
  const targets = loose.filter(({ link }) => link === 'to').map(({ one }) => tokenOf(one))
  const rest = loose.filter(({ link }) => link !== 'to')
  const from = rest.filter(({ link }) => link === 'from')
  const places = rest.filter(({ one, link }) => one.kind === 'place' && link !== 'from')
  const others = rest.filter(({ one, link }) => one.kind === 'zone' && link !== 'from')
  const bareZones = others.filter(({ link }) => link === null)
  const inZones = others.filter(({ link }) => link === 'in')
  const allOf = (roles: readonly Role[]): string[] => roles.map(({ one }) => tokenOf(one))
  if (times.length > 1) return { sources: [], places: [], targets: [...targets, ...allOf(rest)], asks: [] }
  if (from.length > 1) return null
  if (zones.length > 0) {
    const contradicting = [...bareZones, ...from]
    const asks = contradicting.map(
      ({ one }) =>
        `“${zones.map(({ zone }) => zone.text).join(' ')}” and “${tokenOf(one)}” are two clocks for one time.`,
    )
    return {
      sources: contradicting.map(({ one }) => sourceOf(one)),
      places: allOf(places),
      targets: [...targets, ...allOf(inZones)],
      asks,
    }
  }
  const [source] = from
  if (source !== undefined) {
    const contradicting = bareZones
    const asks = contradicting.map(
      ({ one }) => `“${tokenOf(source.one)}” and “${tokenOf(one)}” are two clocks for one time.`,
    )
    return {
      sources: [source, ...contradicting].map(({ one }) => sourceOf(one)),
      places: [],
      targets: [...targets, ...allOf(places), ...allOf(inZones)],
      asks,
    }
  }
  const [first, second] = bareZones
  if (
    bareZones.length === 2 &&
    first?.one.kind === 'zone' &&
    second?.one.kind === 'zone' &&
    second.index === first.index + 2
  )
    // "CET/CEST", away from its time.
    return {
      sources: [
        { kind: 'zones', zones: [first.one.zone, second.one.zone], isPair: true, places: allOf(places) },
      ],
      places: [],
      targets: [...targets, ...allOf(inZones)],
      asks: [],
    }
  if (bareZones.length > 0) {
    const behind = places.filter(
      (one) => one.link !== 'to' && one.index > index && one.index < (bareZones[0]?.index ?? 0),
    )
    const asked = [...bareZones, ...behind]
    const asks =
      asked.length === 1
        ? []
        : [`${asked.map(({ one }) => `“${tokenOf(one)}”`).join(' and ')} can each be the clock of the time.`]
    const zone = bareZones[0]
    if (behind.length > 0 && bareZones.length === 1 && zone !== undefined)
      // "3pm New York EST" is one clock, and "3pm London EST" may be two.
      return {
        sources: [
          {
            kind: 'zones',
            zones: zone.one.kind === 'zone' ? [zone.one.zone] : [],
            isPair: false,
            places: allOf(behind),
            rivals: allOf(behind),
          },
        ],
        places: [],
        targets: [...targets, ...allOf(places.filter((one) => !behind.includes(one)))],
        asks: [],
      }
    return {
      sources: asked.map(({ one }) => sourceOf(one)),
      places: asked.length === 1 ? allOf(places) : [],
      targets: [...targets, ...allOf(inZones)],
      asks,
    }
  }
  return planOfPlaces([...places, ...inZones], index, targets)
}

/** The plan of a time without a zone: which of the places around it is its clock. */
function planOfPlaces(roles: readonly Role[], index: number, targets: readonly string[]): Plan {
  const allOf = (some: readonly Role[]): string[] => some.map(({ one }) => tokenOf(one))
  const all = roles.toSorted((one, other) => one.index - other.index)
  const [before, behind] = [all.filter((one) => one.index < index), all.filter((one) => one.index > index)]
  const bareBefore = before.filter(({ link }) => link === null)
  const [next, further] = behind
  const plan = (sources: readonly Role[], wanted: readonly Role[], ask = ''): Plan => ({
    sources: sources.map(({ one }) => sourceOf(one)),
    places: [],
    targets: [...targets, ...allOf(wanted)],
    asks: ask === '' ? [] : [ask],
  })
  if (next === undefined) {
    if (before.length < 2) return plan(before, [])
    return plan(
      before,
      [],
      `The time can be on the clock of ${before.map(({ one }) => `“${tokenOf(one)}”`).join(' or ')}.`,
    )
  }
  if (before.length > 0) {
    if (next.link === 'in' && bareBefore.length === 1 && before.length === 1) return plan(before, behind)
    const sources = [before.at(-1) ?? next, next]
    return plan(
      sources,
      [...before, ...behind],
      `The time can be on the clock of ${sources.map(({ one }) => `“${tokenOf(one)}”`).join(' or ')}.`,
    )
  }
  if (next.link === 'in' && further?.isJoined === true && further.link === 'in')
    return {
      sources: [sourceOf(next.one), { kind: 'own' }],
      places: [],
      targets: [...targets, ...allOf(behind)],
      asks: [`The time can be on the clock of “${tokenOf(next.one)}”, or on your own.`],
    }
  return plan([next], behind.slice(1))
}
