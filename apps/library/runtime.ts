// `tzref/runtime`: which tz release the runtime's own Intl has, and which zones are wrong in it. It needs no file and no other entry.
import { carriedBy, type Carried } from '#core/runtime/probes.ts'
import { checkInstant, checkObject, checkText, IDENTIFIER, shown as inWords } from './check.ts'

export type { Carried } from '#core/runtime/probes.ts'

const forms = new Map<string, Intl.DateTimeFormat | null>()

function formOf(zone: string): Intl.DateTimeFormat | null {
  const known = forms.get(zone)
  if (known !== undefined) return known
  let form: Intl.DateTimeFormat | null = null
  try {
    // Runtimes before 2021 have no names of offsets, so the date and the time are read instead.
    const numeric = 'numeric'
    form = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    })
  } catch {
    // A RangeError: the runtime has no such zone.
  }
  forms.set(zone, form)
  return form
}

/**
 * The offset of the runtime in a zone at an instant (milliseconds), in seconds; null when it does not know the zone.
 *
 * @example
 * ```js
 * import { runtimeOffset } from 'tzref/runtime'
 *
 * runtimeOffset('Asia/Tokyo', Date.UTC(2026, 0)) // → 32_400
 * ```
 */
export function runtimeOffset(zone: string, at: number): number | null {
  checkText(zone, 'zone', IDENTIFIER)
  checkInstant(at)
  const form = formOf(zone)
  if (form === null) return null
  const [ofMonth = 0, hour = 0, minute = 0, second = 0] = form.format(at).match(/\d+/g)?.map(Number) ?? []
  const utc = new Date(at)
  // Some runtimes write midnight as 24.
  const ahead =
    ((hour % 24) - utc.getUTCHours()) * 3600 +
    (minute - utc.getUTCMinutes()) * 60 +
    second -
    utc.getUTCSeconds()
  return ofMonth === utc.getUTCDate() ? ahead : ahead + (ahead < 0 ? 86_400 : -86_400)
}

/**
 * The tz release of the runtime, found from a few instants at which releases differ.
 *
 * @example
 * ```js
 * import { runtimeRelease } from 'tzref/runtime'
 *
 * Object.keys(runtimeRelease()).length > 0 // → true
 * ```
 */
export const runtimeRelease = (): Carried => carriedBy((zone, at) => runtimeOffset(zone, at * 1000))

/**
 * A zone that the runtime shows wrongly from an instant (milliseconds) on. `shown` is null when it does not know the zone. Offsets are in
 * seconds.
 */
export interface WrongZone {
  readonly zone: string
  readonly from: number
  readonly shown: number | null
  readonly right: number
}

const TABLE = '{ zone: [[second, offset], …] }'

/** How often the runtime is asked between two changes, in seconds. It may have a change where there is none. */
const STEP = 20 * 86_400

/**
 * The zones that the runtime gets wrong, by a table of right answers: a server's /check.json, or `{ zone: [[second, offset], …] }`. Each
 * offset holds until the next second of its zone. It is also compared at times in between.
 *
 * @example
 * ```js
 * import { wrongZones } from 'tzref/runtime'
 *
 * // Tokyo is not at UTC.
 * wrongZones({ 'Asia/Tokyo': [[0, 0]] }) // → [{ zone: 'Asia/Tokyo', from: 0, shown: 32_400, right: 0 }]
 * ```
 */
export function wrongZones(
  table: Readonly<Record<string, readonly (readonly [at: number, offset: number])[]>>,
): WrongZone[] {
  checkObject(table, 'table', TABLE)
  return Object.entries(table).flatMap(([zone, answers]) => {
    if (!Array.isArray(answers) || !answers.every((answer) => Array.isArray(answer)))
      throw new TypeError(`table: found ${inWords(answers)} for ${zone}, expected ${TABLE}`)
    for (const [i, [from, right]] of answers.entries()) {
      const until = answers[i + 1]?.[0] ?? from + 1
      for (let at = from; at < until; at = at + STEP < until || at === until - 1 ? at + STEP : until - 1) {
        const shown = runtimeOffset(zone, at * 1000)
        if (shown !== right) return [{ zone, from: at * 1000, shown, right }]
      }
    }
    return []
  })
}
