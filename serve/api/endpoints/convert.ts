// GET /convert: parameters → one instant on every clock, a choice, or every fault.
import { hash } from 'node:crypto'
import * as endpoints from '#schemas/wire/endpoints.ts'
import { abbreviationCandidate } from '../answer/abbreviation.ts'
import type { Clock } from '#core/ask/clock.ts'
import { convert, type Conversion, type Converted, type TokenFault } from '#core/ask/convert.ts'
import { citiesMeant, faultWords, rejectedWords } from '#core/ask/convert-words.ts'
import { conversionResource } from '../answer/conversion.ts'
import { compactOf, zoneLink } from '../answer/timezone.ts'
import { YEARS_FAULT } from '../parameters.ts'
import { choices, invalid, type Reply } from '../reply.ts'
import { momentAnswer, endpoint, identifierKey, singleBody, type EndpointRequest } from './endpoint.ts'

/** One conversion. */
export const showConversion = endpoint(endpoints.convert, (request, { values }) => {
  const { catalogue, now } = request
  const { from, to, at, resolution } = values
  const moment = at ?? { kind: 'instant' as const, at: now }
  const converted = convert({ from, to, moment, resolution }, catalogue.almanac, now)
  switch (converted.kind) {
    case 'faults':
      return invalid(faultsOf(converted.faults))
    case 'choice':
      return choiceOf(converted, request)
    case 'rejected':
      return invalid(new Map([['at', [`The at field is ambiguous: ${rejectedWords(converted.ambiguity)}`]]]))
    case 'years':
      return invalid(YEARS_FAULT)
    case 'converted': {
      const resource = conversionResource(converted.conversion, catalogue.urls)
      const body = singleBody(JSON.stringify(resource), catalogue)
      return momentAnswer(at, conversionKey(converted.conversion), body)
    }
  }
})

/** A clock as a part of a key. */
function clockKey({ clock }: { readonly clock: Clock }): string {
  switch (clock.kind) {
    case 'zone':
      return identifierKey(clock.zone.iana)
    case 'standard':
      return `_${identifierKey(clock.standard.slug)}`
    case 'offset':
      // Only offset zero has two clocks, which differ by name.
      return `__${clock.offset === 0 ? identifierKey(clock.iana) : clock.offset}`
  }
}

/** Longest key, in characters, that is part of the tag unchanged. A longer key is replaced by its digest. */
const LONGEST_KEY = 100

/** Identifies a conversion: its instant, its clocks, and the wall time that was resolved. */
function conversionKey({ at, from, to, ambiguity }: Conversion): string {
  const resolved = ambiguity === null ? '' : `-${ambiguity.kind}-${ambiguity.local}-${ambiguity.resolution}`
  const key = `${at}-${[from, ...to].map(clockKey).join('--')}${resolved}`
  return key.length > LONGEST_KEY ? hash('sha1', key, 'base64url') : key
}

/** Parameter → the faults of its tokens. */
function faultsOf(faults: readonly TokenFault[]): Map<string, string[]> {
  const byParameter = new Map<string, string[]>()
  for (const fault of faults) {
    const sentences = byParameter.get(fault.parameter) ?? []
    byParameter.set(fault.parameter, [...sentences, `The ${fault.parameter} field ${faultWords(fault)}`])
  }
  return byParameter
}

/** Most places that the message of a 300 names. */
const MOST_NAMED = 5

/** 300 for one token: the standards and zones that it can mean, with their current state. */
function choiceOf(
  { parameter, token, candidates }: Extract<Converted, { kind: 'choice' }>,
  { catalogue, now }: EndpointRequest,
): Reply {
  const { almanac, urls } = catalogue
  const { standards, zones, isZonesFirst } = candidates
  const cities = citiesMeant(candidates, almanac)
  const named = zones.flatMap((zone) => (cities.has(zone) ? `${cities.get(zone)}: ${zone.iana}` : []))
  const few = named.slice(0, MOST_NAMED).join('; ')
  const instead =
    zones.length === 0 ? 'its slug' : standards.length === 0 ? 'its identifier' : 'its slug or identifier'
  const ofStandards = standards.map((standard) => abbreviationCandidate(standard, urls))
  const ofZones = zones.map((zone) => ({
    iana: zone.iana,
    display_name: zone.displayName,
    current: compactOf(almanac.stateOf(zone, now)),
    links: { self: zoneLink(zone, urls) },
  }))
  return choices(
    `The ${parameter} token "${token.trim()}" has ${standards.length + zones.length} matches${few === '' ? '' : ` (${few}${named.length > MOST_NAMED ? '; …' : ''})`}. Name one of them by ${instead}.`,
    isZonesFirst ? [...ofZones, ...ofStandards] : [...ofStandards, ...ofZones],
  )
}
