// A text → every way to cover all of it with parts of a time, zones, places and connecting words; or the word at which no way goes on.
import type { Almanac } from '#core/ask/almanac.ts'
import { Latest } from '#core/latest.ts'
import { oncePer } from '#core/once-per.ts'
import { BEFORE, isInside, LINKS, matchAt, NamesIn, type Link, type SaidZone } from './time-names.ts'
import { partsAt, secondOfDay, wholeAt, type TimePart } from './time-parts.ts'

/** One element of a cover. `start` and `end`: where it stands in the text. */
export type Element = { readonly start: number; readonly end: number } & (
  | TimePart
  | { readonly kind: 'zone'; readonly zone: SaidZone; readonly isLabel: boolean }
  | { readonly kind: 'place'; readonly text: string }
  /** A word that connects the next place or time. */
  | { readonly kind: 'link'; readonly link: Link }
  /** A word that means nothing more, and stands before what it belongs to, or (`isBehind`) behind it. */
  | { readonly kind: 'said'; readonly word: string; readonly isBehind: boolean }
  | { readonly kind: 'open' | 'close' | 'join' | 'mark' }
)

export type Of<Kind extends Element['kind']> = Extract<Element, { kind: Kind }>

export type Named = Of<'zone'> | Of<'place'>

export const isNamed = (one: Element): one is Named => one.kind === 'zone' || one.kind === 'place'

export interface Covers {
  /** Every cover of the whole text, as far as the steps go. */
  readonly covers: readonly (readonly Element[])[]
  /** The word that no cover goes beyond. Empty: the text is covered. */
  readonly unread: string
  readonly steps: number
  readonly lookUps: number
}

/** More steps has no text that anybody means; more covers no question that anybody reads. */
const [MOST_STEPS, MOST_COVERS, MOST_NAMES] = [4000, 60, 14]

const BEHIND = new Set('time sharp local please there now?'.split(' '))
const EXTENSION = /\[!?[a-z][\w-]*=[\w-]+\]/y
/** The covers of the latest texts: one search reads a text more than once. */
const latest = oncePer((_almanac: Almanac) => new Latest<string, Covers>(20))

/** Finds every cover of a text whose blanks are single. */
export function coversOf(text: string, almanac: Almanac): Covers {
  const known = latest(almanac).get(text)
  if (known !== undefined) return known
  const covers = findCovers(text, almanac)
  latest(almanac).set(text, covers)
  return covers
}

function findCovers(text: string, almanac: Almanac): Covers {
  const covers: Element[][] = []
  const names = new NamesIn(text, almanac)
  let [steps, furthest] = [0, 0]

  const walk = (from: number, elements: readonly Element[]): void => {
    if (steps++ >= MOST_STEPS || covers.length >= MOST_COVERS) return
    const at = text[from] === ' ' ? from + 1 : from
    furthest = Math.max(furthest, at)
    if (at >= text.length) {
      covers.push([...elements])
      return
    }
    const go = (...more: readonly Element[]): void => {
      const next = [...elements, ...more]
      if (isPossible(next)) walk(more.at(-1)?.end ?? at, next)
    }
    const rest = text.slice(at)
    const extension = matchAt(EXTENSION, text, at)
    if (extension !== null) return go({ kind: 'mark', start: at, end: at + extension.length })
    const sign = text[at] ?? ''
    const isApart = from < at && text[at + 1] === ' '
    if (',;'.includes(sign) || (sign === '.' && /^\.(?: |$)/.test(rest)) || (isApart && '-'.includes(sign)))
      go({ kind: 'mark', start: at, end: at + 1 })
    if ('/=|·⋅•'.includes(sign)) go({ kind: 'join', start: at, end: at + 1 })
    // Behind an offset stands a comment, and no label.
    const label = elements.findLast(({ kind }) => kind !== 'mark')?.kind === 'zone' ? null : names.labelAt(at)
    if (label?.zone != null) go({ kind: 'zone', zone: label.zone, isLabel: true, start: at, end: label.end })
    else if ('(['.includes(sign)) go({ kind: 'open', start: at, end: at + 1 })
    if (')]'.includes(sign)) go({ kind: 'close', start: at, end: at + 1 })

    const isBehind = isBehindTime(elements)
    const isWord = !isInside(text[at - 1]) || from === at
    const offsetZone = ({ offset, end }: Extract<TimePart, { kind: 'offset' }>, said: string): Element => ({
      kind: 'zone',
      zone: { kind: 'offset', offset, text: said },
      isLabel: false,
      start: at,
      end,
    })
    const whole = isWord ? wholeAt(text, at) : null
    if (whole !== null)
      return go(
        ...whole.parts.map((part): Element =>
          part.kind === 'offset' ? offsetZone(part, whole.said) : { ...part, start: at },
        ),
      )
    let hasOffset = false
    for (const part of isWord ? partsAt(text, at) : []) {
      if (part.kind === 'offset') {
        if (!fitsOffset(part, elements, /[ (]/.test(text[at - 1] ?? ''))) continue
        hasOffset = true
        go(offsetZone(part, text.slice(at, part.end)))
      } else go({ ...part, start: at })
    }
    // "3pm pst to ist": behind a time, letters that say where it is wanted count in any case too.
    const isTarget = elements.at(-1)?.kind === 'link' && elements.some(({ kind }) => kind === 'time')
    const letters = hasOffset ? null : names.lettersAt(at, isBehind, isTarget)
    if (letters !== null)
      go({ kind: 'zone', zone: letters.zone, isLabel: false, start: at, end: letters.end })
    const own = matchAt(/my (?:local )?time(?!\p{L})/iuy, text, at)
    if (own !== null)
      go({ kind: 'zone', zone: { kind: 'own', text: own }, isLabel: false, start: at, end: at + own.length })
    // Letters of a zone directly behind a time are never a place.
    const name = hasOffset || (letters !== null && !/^AT(?= )/.test(rest)) ? null : names.nameAt(at)
    if (name?.zone != null) go({ kind: 'zone', zone: name.zone, isLabel: false, start: at, end: name.end })
    else if (name != null) go({ kind: 'place', text: name.text, start: at, end: name.end })

    for (const word of wordsAt(rest, at)) go(word)
  }
  walk(0, [])
  // The word is named whole, also if a part of it was read: “2027-W28-3”.
  const start = /[\p{L}\p{N}\p{M}'’._+:-]*$/u.exec(text.slice(0, furthest))?.index ?? furthest
  const unread =
    covers.length > 0
      ? ''
      : (/^[\p{L}\p{N}\p{M}'’._+:-]+|^\S/u.exec(text.slice(start))?.[0] ?? text.slice(start))
  // Covers that were not found could mean something else.
  const isAll = steps < MOST_STEPS && covers.length < MOST_COVERS
  return { covers: isAll ? covers : [], unread: isAll ? unread : text, steps, lookUps: names.lookUps }
}

/** The connecting words, and those that mean nothing more, with which the rest of a text begins. */
function wordsAt(rest: string, start: number): Element[] {
  const word = /^(?:[@&→⇒]|[-=]>|[\p{L}'’]+[.:]?)/u.exec(rest)?.[0] ?? ''
  return [...new Set([word, word.replace(/[.:]$/, '')])].flatMap((said): Element[] => {
    const key = said.toLowerCase().replace('’', "'")
    const end = start + said.length
    const link = LINKS.get(key)
    return [
      ...(link === undefined ? [] : [{ kind: 'link' as const, link, start, end }]),
      ...(BEFORE.has(key) ? [{ kind: 'said' as const, word: said, isBehind: false, start, end }] : []),
      ...(BEHIND.has(key) ? [{ kind: 'said' as const, word: said, isBehind: true, start, end }] : []),
    ]
  })
}

/** Whether the last element is a time, or a zone directly behind one. */
function isBehindTime(elements: readonly Element[]): boolean {
  const last = elements.findLast(
    ({ kind }) => kind !== 'open' && kind !== 'join' && kind !== 'close' && kind !== 'half',
  )
  return (
    last?.kind === 'time' ||
    (last?.kind === 'instant' && last.at !== null) ||
    (last?.kind === 'zone' && !last.isLabel && elements.some(({ kind }) => kind === 'time'))
  )
}

/** Whether a bare offset stands where one can: directly behind a time, a zone, a year or Unix seconds. */
function fitsOffset(
  { offset, isBare, isRange, isShort }: Extract<TimePart, { kind: 'offset' }>,
  elements: readonly Element[],
  isApart: boolean,
): boolean {
  if (!isBare) return true
  const last = elements.findLast(({ kind }) => kind !== 'open')
  if (last === undefined) return false
  const time = elements.findLast((one) => one.kind === 'time')
  // "10:00-11:30" is a range. Where the end would lie before the start, and behind a blank, both count.
  if ((isRange || isShort) && last.kind === 'time' && !last.hasSeconds)
    return isApart || (!isShort && last.until === null && offset + secondOfDay(last.from) >= 0)
  return (
    last.kind === 'zone' ||
    last.kind === 'year' ||
    (last.kind === 'date' && time !== undefined) ||
    last.kind === 'time' ||
    (last.kind === 'instant' && last.at !== null)
  )
}

const countOf = (elements: readonly Element[], ...kinds: readonly Element['kind'][]): number =>
  elements.filter(({ kind }) => kinds.includes(kind)).length

/** Whether elements can be the beginning of a cover: each part at most once, and each word before what it belongs to. */
function isPossible(elements: readonly Element[]): boolean {
  const [last, before] = [elements.at(-1), elements.at(-2)]
  if (last === undefined) return true
  const dates = elements.filter((one) => one.kind === 'date')
  if (
    dates.length > 1 ||
    countOf(elements, 'day') > 1 ||
    countOf(elements, 'weekday') > 1 ||
    countOf(elements, 'week') > 1
  )
    return false
  if (
    countOf(elements, 'half') > 1 ||
    countOf(elements, 'time') > 3 ||
    countOf(elements, 'instant') > 1 ||
    countOf(elements, 'year') > 1
  )
    return false
  if (
    countOf(elements, 'instant') === 1 &&
    countOf(elements, 'time', 'date', 'day', 'weekday', 'week', 'half', 'year') > 0
  )
    return false
  if (countOf(elements, 'day') > 0 && countOf(elements, 'date', 'week', 'year') > 0) return false
  if (
    countOf(elements, 'place', 'zone') > MOST_NAMES ||
    countOf(elements, 'close') > countOf(elements, 'open')
  )
    return false
  // "AT" before a place is the word.
  if (last.kind === 'place' && before?.kind === 'zone' && before.zone.text === 'AT') return false
  if (before?.kind === 'said' && !before.isBehind) return mayFollow(before.word.toLowerCase(), last)
  if (before?.kind === 'link') {
    if (last.kind === 'said') return !last.isBehind
    if (last.kind === 'link') return before.link === 'when' && last.link === 'in'
    if (before.link === 'in' || before.link === 'to') return last.kind === 'place' || last.kind === 'zone'
    return (
      last.kind === 'place' ||
      last.kind === 'zone' ||
      last.kind === 'time' ||
      (before.link === 'when' && last.kind !== 'mark' && last.kind !== 'join' && last.kind !== 'close')
    )
  }
  return true
}

/** Whether a word that means nothing more stands before what it belongs to. */
function mayFollow(word: string, next: Element): boolean {
  if (next.kind === 'said') return !next.isBehind || next.word.toLowerCase() === 'time'
  if (word === 'at' || word === '@' || word === 'by')
    return ['time', 'place', 'zone', 'instant', 'half'].includes(next.kind)
  if (word === 'on' || word === 'of') return ['date', 'day', 'weekday'].includes(next.kind)
  if (word === 'the') return ['date', 'place', 'half', 'zone'].includes(next.kind)
  if (next.kind === 'link') return next.link !== 'and' && next.link !== 'to'
  return next.kind !== 'mark' && next.kind !== 'join' && next.kind !== 'close'
}

/** Whether a cover is whole: brackets in balance, and no word without what it belongs to. */
export function isWhole(elements: readonly Element[]): boolean {
  let depth = 0
  for (const { kind } of elements) {
    if (kind === 'open') depth++
    if (kind === 'close' && --depth < 0) return false
  }
  const last = elements.findLast(({ kind }) => kind !== 'mark' && kind !== 'close')
  return (
    depth === 0 &&
    last?.kind !== 'link' &&
    last?.kind !== 'join' &&
    !(last?.kind === 'said' && !last.isBehind)
  )
}
