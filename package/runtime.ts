// `tzref/runtime`: which tz release the runtime's own Intl carries, and which zones it gets wrong. It needs no file and no other entry.
import { carriedBy, type Carried } from '#core/runtime/probes.ts'

export type { Carried } from '#core/runtime/probes.ts'

const forms = new Map<string, Intl.DateTimeFormat | null>()

function formOf(zone: string): Intl.DateTimeFormat | null {
  const known = forms.get(zone)
  if (known !== undefined) return known
  let form: Intl.DateTimeFormat | null = null
  try {
    form = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  } catch {
    // A RangeError: the runtime has no such zone.
  }
  forms.set(zone, form)
  return form
}

/** What the runtime adds to UTC in a zone at an instant (milliseconds), in seconds; null where it does not know the zone. */
export function runtimeOffset(zone: string, at: number): number | null {
  const form = formOf(zone)
  if (form === null) return null
  const [, sign, hours, minutes, seconds = 0] = /GMT([+-])(\d+):(\d+):?(\d+)?/.exec(form.format(at)) ?? []
  return sign === undefined
    ? 0
    : (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
}

/** Which tz release the runtime carries, by a few instants at which releases differ. */
export const runtimeRelease = (): Carried => carriedBy((zone, at) => runtimeOffset(zone, at * 1000))

/** A zone that the runtime shows wrongly from an instant (milliseconds) on; `shown` is null where it does not know the zone. Offsets in seconds. */
export interface WrongZone {
  readonly zone: string
  readonly from: number
  readonly shown: number | null
  readonly right: number
}

/** The zones that the runtime gets wrong, by a table of right answers: what a server's /check.json says, or `{ zone: [[second, offset], …] }`. */
export function wrongZones(
  table: Readonly<Record<string, readonly (readonly [at: number, offset: number])[]>>,
): WrongZone[] {
  return Object.entries(table).flatMap(([zone, answers]) => {
    for (const [at, right] of answers) {
      const shown = runtimeOffset(zone, at * 1000)
      if (shown !== right) return [{ zone, from: at * 1000, shown, right }]
    }
    return []
  })
}
