// GET /convert: tokens and a moment → one instant on every clock, a choice, or every fault.
import type { EpochSeconds } from '#core/time/units.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import { abbreviationCandidate } from '../answer/abbreviation.ts'
import { chosen, conversion, pin, rejection } from '../answer/conversion.ts'
import { meaningsOf, resolvePool, type Candidates, type Clock, type Meanings } from '../answer/location.ts'
import type { Catalogue } from '../catalogue.ts'
import { readParameters, yearsFault } from '../http/parameters.ts'
import { choices, invalid, type Problem, type Reply } from '../http/reply.ts'
import { pathOf } from '../urls.ts'
import { singleBody, type EndpointRequest } from './endpoint.ts'

/** One conversion. Faults come first, then the choice for `from`, then for the leftmost `to`, then what `reject` rejects. */
export function showConversion({ catalogue, now, query }: EndpointRequest): Reply {
  const read = readParameters(endpoints.convert.parameters, query)
  if ('faults' in read) return invalid(read.faults)
  const { from, to, at, resolution } = read.values
  const faults = new Map<string, string[]>()
  const look = (name: string, token: string): Meanings => {
    const meanings = meaningsOf(token, catalogue)
    const text = faultOf(name, token, meanings)
    if (text !== null) faults.set(name, [...(faults.get(name) ?? []), text])
    return meanings
  }
  const fromMeanings = look('from', from)
  const toMeanings = to.map((token) => look('to', token))
  if (faults.size > 0) return invalid(faults)

  const moment = at ?? { kind: 'instant' as const, at: now }
  const usage = catalogue.usageAt(now)
  const settle = (meanings: Meanings, instantOn: (clock: Clock) => EpochSeconds): Clock | Candidates => {
    if (meanings.kind === 'clock') return meanings.clock
    if (meanings.kind !== 'pool') throw new RangeError('a token without a meaning is a fault')
    const resolved = resolvePool(
      meanings.pool,
      instantOn,
      (standard) => usage.zonesOf.get(standard)?.length ?? 0,
    )
    return resolved.kind === 'one' ? resolved.clock : resolved.candidates
  }

  const source = settle(fromMeanings, (clock) => chosen(pin(moment, clock), resolution))
  if ('zones' in source) return choiceOf('from', from, source, now, catalogue)
  const pinned = pin(moment, source)
  const instant = chosen(pinned, resolution)
  const targets: Clock[] = []
  for (const [index, meanings] of toMeanings.entries()) {
    const target = settle(meanings, () => instant)
    if ('zones' in target) return choiceOf('to', to[index] ?? '', target, now, catalogue)
    targets.push(target)
  }
  if (resolution === 'reject') {
    if (pinned.kind !== 'instant') return invalid(new Map([['at', [rejection(pinned, source)]]]))
  }
  const converted = conversion(
    source,
    targets,
    pinned,
    resolution === 'latest' ? 'latest' : 'earliest',
    catalogue,
  )
  if (converted === null) return invalid(yearsFault('at'))
  return {
    kind: 'answer',
    bodyStart: singleBody(JSON.stringify(converted), catalogue),
    freshness: at === undefined ? { kind: 'this-second' } : { kind: 'until', until: Infinity },
  }
}

function faultOf(name: string, token: string, meanings: Meanings): string | null {
  if (meanings.kind === 'unknown') {
    return `The ${name} field names "${token.trim()}", which is no time zone, shorthand, UTC offset, abbreviation, city or country.`
  }
  if (meanings.kind === 'no-zone') {
    return `The ${name} field names "${token.trim()}", but ${meanings.country.name} has no time zone.`
  }
  return null
}

/** 300 for one token: the standards and zones it can mean, as they are now. */
function choiceOf(
  name: string,
  token: string,
  { standards, zones }: Candidates,
  now: EpochSeconds,
  catalogue: Catalogue,
): Problem {
  const { urls } = catalogue
  const instead =
    zones.length === 0 ? 'its slug' : standards.length === 0 ? 'its identifier' : 'its slug or identifier'
  return choices(
    `The ${name} token "${token.trim()}" has ${standards.length + zones.length} matches. Name one of them by ${instead}.`,
    [
      ...standards.map((standard) => abbreviationCandidate(standard, urls)),
      ...zones.map((zone) => ({
        iana: zone.iana,
        display_name: zone.displayName,
        current: catalogue.timezoneAt(zone, now).compact,
        links: { self: zone.listed ? `${urls.base}/timezones/${pathOf(zone.iana)}` : null },
      })),
    ],
  )
}
