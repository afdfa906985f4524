// Query text → typed values by an endpoint's parameter table, or every fault, keyed by parameter.
import { microdegreesFromText } from '#core/geo/microdegrees.ts'
import { lowerAscii } from '#core/text/fold.ts'
import { parseMoment, type Moment, type MomentFault } from '#core/time/moment.ts'
import { parseOffsetFilter } from '#core/time/offset.ts'
import type { OffsetSeconds } from '#core/time/units.ts'
import type { Parameter, ParameterKind } from '#schemas/wire/parameter.ts'
import { MOST_ITEMS, MOST_PARAMETERS } from '../admission/numbers.ts'
import {
  afterParameters,
  decodePart,
  hasMoreItems,
  queryPairs,
  restoreLeadingPlus,
  restorePlusInMoment,
  restorePlusInNumber,
  type QueryPair,
} from '../http/request-text.ts'

type ValueOfKind<Kind extends ParameterKind> = {
  text: string
  exact: string
  location: string
  locations: readonly string[]
  flag: boolean
  choice: Kind extends { of: readonly (infer Choice)[] } ? Choice : never
  choices: Kind extends { of: readonly (infer Choice)[] } ? readonly Choice[] : never
  integer: number
  degrees: number
  moment: Moment
  offset: OffsetSeconds
  reserved: never
}[Kind['kind']]

/** The values of a parameter table. A value that is neither required nor has a default may be undefined. */
export type Values<Table extends readonly Parameter[]> = {
  readonly [Row in Table[number] as Row['name']]:
    | ValueOfKind<Row['type']>
    | (Row extends { required: true } | { default: string | number } ? never : undefined)
}

/** Parameter name → messages, in the order of the endpoint's table. */
export type Faults = ReadonlyMap<string, readonly string[]>

/** Values that were read. `sent` has the known, non-empty parameters as they were understood, for links that repeat the request. */
export interface ReadValues<Table extends readonly Parameter[]> {
  readonly values: Values<Table>
  readonly sent: ReadonlyMap<string, string>
}

/** Reads a query string by a parameter table. Unknown parameters are ignored. */
export function readParameters<Table extends readonly Parameter[]>(
  table: Table,
  rawQuery: string,
): ReadValues<Table> | { readonly faults: Faults } {
  const tooMany = afterParameters(rawQuery, MOST_PARAMETERS)
  if (tooMany !== null) return { faults: new Map([[nameOf(tooMany), [TOO_MANY]]]) }
  const values: Record<string, unknown> = {}
  const sent = new Map<string, string>()
  const faults = new Map<string, string[]>()
  const pairs = rawQuery === '' ? NO_PAIRS : queryPairs(rawQuery)
  const hasBrackets = pairs.some(({ name }) => name.includes('['))
  for (const parameter of table) {
    const { name } = parameter
    let count = 0
    let rawValue = ''
    for (const pair of pairs) if (pair.name === name && count++ === 0) ({ rawValue } = pair)
    const mostItems = mostItemsOf(parameter.type)
    const isLong = mostItems !== null && hasMoreItems(rawValue, mostItems)
    const text = rawValue === '' || isLong ? '' : decodePart(rawValue)
    let fault: string | null = null
    if (hasBrackets && pairs.some((pair) => pair.name.startsWith(`${name}[`)))
      fault = `must be sent as ${name}=…, without brackets.`
    else if (count > 1) fault = `must be sent once; it was sent ${count} times.`
    else if (isLong) fault = `must not have more than ${mostItems} items.`
    else if (text === null) fault = 'must be percent-encoded UTF-8.'
    else {
      const understood = text === '' ? '' : restored(parameter.type.kind, text)
      const read = understood === '' ? null : readValue(parameter.type, understood)
      if (read === null) {
        if (parameter.required || isMissing(parameter, pairs)) fault = 'is required.'
        else values[name] = parameter.default
      } else if ('fault' in read) fault = read.fault
      else {
        values[name] = read.value
        sent.set(name, understood)
      }
    }
    if (fault !== null) faults.set(name, [`${field(name)} ${fault}`])
  }
  if (faults.size > 0) return { faults }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loop has read every row of the table by its kind
  return { values: values as Values<Table>, sent }
}

const TOO_MANY = `A request must not have more than ${MOST_PARAMETERS} parameters.`

/** The name of the parameter with which a text begins, at most its first hundred characters. An empty one stands for the query. */
function nameOf(rawQuery: string): string {
  const [raw = ''] = rawQuery.slice(0, 100).split(/[=&]/, 1)
  return (decodePart(raw) ?? raw) || 'query'
}

/** The most items of a list. Null: it is no list. */
function mostItemsOf(type: ParameterKind): number | null {
  if (type.kind === 'locations') return type.max
  return type.kind === 'choices' ? MOST_ITEMS : null
}

const NO_PAIRS: readonly QueryPair[] = []

const field = (name: string): string => `The ${name.replaceAll('_', ' ')} field`

/** The text as the client meant it: free text is trimmed, and a plus that decoding turned into a space is restored. */
function restored(kind: ParameterKind['kind'], text: string): string {
  if (kind === 'text') return text.trim()
  // The space before a location may be the plus of an offset. So the reader of the location trims it.
  if (kind === 'location' || kind === 'locations') return text.trim() === '' ? '' : text
  if (kind === 'moment') return restorePlusInMoment(text)
  if (kind === 'degrees') return restorePlusInNumber(text)
  return kind === 'offset' ? restoreLeadingPlus(text) : text
}

/** Whether neither the parameter nor its replacement was sent. */
const isMissing = ({ requiredUnless }: Parameter, pairs: readonly QueryPair[]): boolean =>
  requiredUnless !== undefined &&
  !pairs.some(({ name, rawValue }) => name === requiredUnless && rawValue !== '')

type ReadValue = { readonly value: unknown } | { readonly fault: string }

/** The value if it is good, otherwise the fault. */
const readIf = (isGood: boolean, value: unknown, fault: string): ReadValue => (isGood ? { value } : { fault })

function readValue(type: ParameterKind, text: string): ReadValue {
  switch (type.kind) {
    case 'text':
      return readIf(codePoints(text) <= type.max, text, `must not be greater than ${type.max} characters.`)
    case 'location':
      return { value: text }
    case 'locations': {
      const items = text.split(',')
      return readIf(!items.some((item) => item.trim() === ''), items, 'must not have a blank item.')
    }
    case 'exact':
      return readIf(codePoints(text) === type.length, text, `must be ${type.length} characters.`)
    case 'flag':
      if (text === 'true' || text === '1') return { value: true }
      if (text === 'false' || text === '0') return { value: false }
      return { fault: 'must be one of: true, false, 1, 0.' }
    case 'choice': {
      const isAnyCase = type.anyCase !== undefined
      const wanted = isAnyCase ? lowerAscii(text) : text
      const choice = type.of.find((allowed) => (isAnyCase ? allowed.toLowerCase() : allowed) === wanted)
      return readIf(choice !== undefined, choice, `must be one of: ${type.of.join(', ')}.`)
    }
    case 'choices': {
      const items = text.split(',')
      return items.every((item) => type.of.includes(item))
        ? { value: [...new Set(items)] }
        : { fault: `must be a comma-separated list of: ${type.of.join(', ')}.` }
    }
    case 'integer':
      if (!/^\d{1,9}$/.test(text)) return { fault: 'must be an integer.' }
      if (Number(text) < type.min) return { fault: `must be at least ${type.min}.` }
      if (type.max !== undefined && Number(text) > type.max) {
        return { fault: `must not be greater than ${type.max}.` }
      }
      return { value: Number(text) }
    case 'moment': {
      const moment = parseMoment(text)
      return moment.kind === 'fault' ? { fault: MOMENT_FAULTS[moment.reason] } : { value: moment }
    }
    case 'offset': {
      const offset = parseOffsetFilter(text)
      return offset === null
        ? { fault: 'must be a UTC offset within ±14:00: ±HH:MM or minutes, like +05:30 or -210.' }
        : { value: offset }
    }
    case 'degrees': {
      const read = microdegreesFromText(text, type.limit)
      if ('value' in read) return { value: read.value }
      return read.fault === 'not-a-number'
        ? { fault: 'must be a number of degrees, like 52.52 or -1.5e-3.' }
        : { fault: `must be between -${type.limit} and ${type.limit}.` }
    }
    case 'reserved':
      return { fault: 'is reserved for a later version and must not be sent.' }
  }
}

const DATE_TIME = 'an ISO 8601 date-time like 2026-03-29T02:30:00+01:00'
const FORM = `${DATE_TIME}, or Unix seconds`

const MOMENT_FAULTS: Readonly<Record<MomentFault, string>> = {
  form: `must be ${FORM}.`,
  date: `must be a date that exists, in ${FORM}.`,
  time: `must have a time from 00:00:00 to 23:59:59, in ${FORM}.`,
  offset: `must have an offset of at most ±23:59, in ${FORM}.`,
  years: `must be in the years 0001–9999, in UTC and in every local time of the answer: ${FORM}.`,
  'unix-range': `must be Unix seconds within the years 2000–2100 (946684800–4133980799); write other moments in ISO 8601, like 1969-07-20T20:17:40Z.`,
  'unix-milliseconds': `looks like milliseconds; it must be Unix seconds (10 digits), or ${DATE_TIME}.`,
  'unix-form': `must be whole, unsigned Unix seconds like 1774748400, or ${DATE_TIME}.`,
}

/** The fault of a moment whose local date is outside the years 0001–9999. */
export const YEARS_FAULT: Faults = new Map([['at', [`${field('at')} ${MOMENT_FAULTS.years}`]]])

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}
