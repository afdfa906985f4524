// The almanac's questions as tools for an assistant, with limits (10 places, 10 years, 8 hits); ambiguous ones get candidates, no guess.
import type { Almanac } from '#core/ask/almanac.ts'
import { clockId, compiledClock, type Candidate, type Clock, type Resolution } from '#core/ask/clock.ts'
import { convert, type Converted, type ConvertedSide } from '#core/ask/convert.ts'
import { citiesMeant, faultWords, resolvedWords } from '#core/ask/convert-words.ts'
import type { Candidates } from '#core/ask/choice.ts'
import type { City } from '#core/ask/cities.ts'
import { search, type Hit } from '#apps/search/search.ts'
import { momentOnClockOf } from '#apps/search/typed-moment-on.ts'
import { citySun } from '#core/ask/sun.ts'
import type { StandardsInUse } from '#core/ask/standards-in-use.ts'
import type { Zone } from '#core/ask/zones.ts'
import { microdegrees } from '#core/geo/microdegrees.ts'
import { nameKey } from '#core/text/name-key.ts'
import {
  addYears,
  formatDateTime,
  formatLocal,
  formatUtc,
  isPrintable,
  type Moment,
} from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { transitionsAfter } from '#core/zone/transitions.ts'
import { CommandError } from '#open/program/command-error.ts'
import { readMoment, zoneArgument } from '#open/program/moment-argument.ts'

/** The data that the tools use. */
export interface ToolData {
  /** The tz release. Every answer names it. */
  readonly release: string
  readonly almanac: () => Almanac
  readonly now: () => EpochSeconds
}

/**
 * `answered`. `ambiguous`: ask the person, and call again with the `say` of a candidate. `unknown`: nothing has that name, or nothing is
 * known. `invalid`: an argument is not what the tool takes.
 */
export interface ToolAnswer {
  readonly status: 'answered' | 'ambiguous' | 'unknown' | 'invalid'
  readonly [key: string]: unknown
}

type Arguments = Readonly<Record<string, unknown>>

export interface Tool {
  readonly name: string
  /** For people. */
  readonly title: string
  readonly description: string
  readonly inputSchema: {
    readonly type: 'object'
    readonly properties: Readonly<Record<string, object>>
    readonly required: string[]
  }
  readonly outputSchema: OutputSchema
  readonly answer: (given: Arguments, data: ToolData) => ToolAnswer
}

interface OutputSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, object>>
  readonly required: string[]
  readonly additionalProperties: false
}

const TEXT = { type: 'string' }
const TEXTS = { type: 'array', items: TEXT }
const TEXT_OR_NULL = { type: ['string', 'null'] }
const NUMBER = { type: 'number' }
const BOOLEAN = { type: 'boolean' }
const objectOf = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
})
const CANDIDATE = objectOf(
  {
    say: { ...TEXT, description: 'what to call again with' },
    name: TEXT_OR_NULL,
    place: { ...TEXT, description: 'the place of that name, with its state or country' },
    utc_offset: TEXT,
    resolution: TEXT,
    reason: TEXT,
  },
  ['name', 'place', 'utc_offset', 'resolution', 'reason'],
)
/** Fields that any answer may have. */
const ASKED_BACK = {
  question: TEXT,
  candidates: { type: 'array', items: CANDIDATE },
  problem: TEXT,
  problems: TEXTS,
  nearest_names: TEXTS,
}
const outputOf = (properties: Readonly<Record<string, object>>): OutputSchema => ({
  type: 'object',
  properties: {
    status: { type: 'string', enum: ['answered', 'ambiguous', 'unknown', 'invalid'] },
    release: { ...TEXT, description: 'the tz release' },
    ...properties,
    ...ASKED_BACK,
  },
  required: ['status', 'release'],
  additionalProperties: false,
})
const NAMESAKES = { smaller_places_of_that_name_in: TEXTS }
/** The time and state that a clock shows. */
const SIDE = {
  place: TEXT,
  timezone: TEXT,
  local_time: TEXT,
  utc: TEXT,
  utc_offset: TEXT,
  abbreviation: TEXT_OR_NULL,
  standard: TEXT_OR_NULL,
  is_dst: BOOLEAN,
  next_clock_change: {
    ...objectOf({ utc: TEXT, minutes: NUMBER, utc_offset_after: TEXT }),
    type: ['object', 'null'],
  },
  ...NAMESAKES,
}
const SIDE_OBJECT = objectOf(SIDE, Object.keys(NAMESAKES))
const CLOCK_CHANGE = objectOf({
  utc: TEXT,
  local_before: TEXT,
  local_after: TEXT,
  clocks_go: { type: 'string', enum: ['forward', 'back'] },
  minutes: NUMBER,
  is_dst: BOOLEAN,
})
const FOUND = objectOf(
  {
    kind: TEXT,
    name: TEXT_OR_NULL,
    say: TEXT,
    place: TEXT,
    timezone: TEXT_OR_NULL,
    timezones: TEXTS,
    utc_offset: TEXT,
    latitude: NUMBER,
    longitude: NUMBER,
    from: TEXT,
    to: TEXTS,
    at: TEXT,
    local_times: TEXTS,
    sunrise: TEXT_OR_NULL,
    sunset: TEXT_OR_NULL,
  },
  'name say place timezone timezones utc_offset latitude longitude from to at local_times sunrise sunset'.split(
    ' ',
  ),
)

const PLACE = {
  type: 'string',
  description:
    'a city ("Boston", "Paris, Texas"), country, IANA identifier, UTC offset ("UTC+5:30"), abbreviation or name of a standard',
}
const MOMENT = {
  type: 'string',
  description:
    '"2026-03-29 02:30" or "Thursday 3pm" on the clock of the place, a date-time with an offset, Unix seconds, or "now" (which it is when absent)',
}
const PERSON_ZONE = {
  type: 'string',
  description:
    'IANA identifier of the zone of the person who asks, if it is known: that of "my time", of times without a place in find_place (else UTC), and whose "today" counts',
}
const RESOLUTION = {
  type: 'string',
  enum: ['earliest', 'latest'],
  description: 'only after asking: which instant is meant by a wall time that happens twice or never',
}
const degrees = (name: string, limit: number): object => ({
  type: 'number',
  minimum: -limit,
  maximum: limit,
  description: `${name} in decimal degrees`,
})

export const TOOLS: readonly Tool[] = [
  {
    name: 'time_in',
    title: 'Time in a place',
    outputSchema: outputOf({ ...SIDE, note: TEXT }),
    description:
      'What a clock shows in a place, now or at a moment: local time, offset, daylight saving time, the next clock change.',
    inputSchema: {
      type: 'object',
      properties: { place: PLACE, at: MOMENT, resolution: RESOLUTION, person_zone: PERSON_ZONE },
      required: ['place'],
    },
    answer(given, data) {
      const place = textOf(given, 'place')
      const found = converted(data, place, [], given, 'at')
      if ('status' in found) return found
      return { status: 'answered', ...sideAnswer(found.from, found.at, place, data), ...noteOf(found) }
    },
  },
  {
    name: 'convert_time',
    title: 'Convert a time',
    outputSchema: outputOf({ from: SIDE_OBJECT, to: { type: 'array', items: SIDE_OBJECT }, note: TEXT }),
    description: 'One moment on the clocks of several places: what time is it there at a given time here?',
    inputSchema: {
      type: 'object',
      properties: {
        at: MOMENT,
        from: { ...PLACE, description: `the place whose clock shows the moment: ${PLACE.description}` },
        to: { type: 'array', items: PLACE, minItems: 1, maxItems: 10 },
        resolution: RESOLUTION,
        person_zone: PERSON_ZONE,
      },
      required: ['from', 'to'],
    },
    answer(given, data) {
      const [from, to] = [textOf(given, 'from'), textsOf(given, 'to')]
      const found = converted(data, from, to, given, 'at')
      if ('status' in found) return found
      return {
        status: 'answered',
        from: sideAnswer(found.from, found.at, from, data),
        to: found.to.map((side, index) => sideAnswer(side, found.at, to[index] ?? '', data)),
        ...noteOf(found),
      }
    },
  },
  {
    name: 'clock_changes',
    title: 'Clock changes',
    outputSchema: outputOf({
      place: TEXT,
      timezone: TEXT,
      after: TEXT,
      years: NUMBER,
      changes: { type: 'array', items: CLOCK_CHANGE },
      ...NAMESAKES,
    }),
    description:
      'When clocks are changed in a place: the changes of the next years, or of those after a moment.',
    inputSchema: {
      type: 'object',
      properties: {
        place: PLACE,
        after: MOMENT,
        years: { type: 'integer', minimum: 1, maximum: 10, description: 'how many years; 2 when absent' },
        person_zone: PERSON_ZONE,
      },
      required: ['place'],
    },
    answer(given, data) {
      const place = textOf(given, 'place')
      const years = numberOf(given, 'years', 1, 10, 2)
      if (!Number.isInteger(years)) throw new CommandError('years: expected a whole number', 2)
      const found = converted(data, place, [], given, 'after')
      if ('status' in found) return found
      const { clock, id } = found.from
      const until = addYears(found.at, years)
      const changes = []
      for (const { at, before, after } of transitionsAfter(compiledClock(clock), found.at)) {
        if (at >= until) break
        if (before.type.offset === after.type.offset || !isPrintable(at, after.type.offset)) continue
        changes.push({
          utc: formatUtc(at),
          local_before: formatDateTime(at, before.type.offset),
          local_after: formatDateTime(at, after.type.offset),
          clocks_go: after.type.offset > before.type.offset ? 'forward' : 'back',
          minutes: Math.abs(after.type.offset - before.type.offset) / 60,
          is_dst: after.type.isDst,
        })
      }
      const asked = { place, timezone: id, after: formatUtc(found.at), years }
      return { status: 'answered', ...asked, changes, ...namesakesOf(place, id, data) }
    },
  },
  {
    name: 'zone_at_point',
    title: 'Time zone at a point',
    outputSchema: outputOf({
      timezone: TEXT,
      name: TEXT,
      land_or_sea: { type: 'string', enum: ['land', 'sea'] },
      alternatives: { type: 'array', items: CANDIDATE },
      latitude: NUMBER,
      longitude: NUMBER,
      boundary_release: TEXT,
    }),
    description:
      'The time zone at a point on Earth by exact borders, at sea too. If territory is disputed or two zones overlap, it asks which zone is meant.',
    inputSchema: {
      type: 'object',
      properties: { latitude: degrees('latitude', 90), longitude: degrees('longitude', 180) },
      required: ['latitude', 'longitude'],
    },
    answer(given, data) {
      const latitude = numberOf(given, 'latitude', -90, 90)
      const longitude = numberOf(given, 'longitude', -180, 180)
      return pointAnswer(latitude, longitude, data)
    },
  },
  {
    name: 'find_place',
    title: 'Find a place',
    outputSchema: outputOf({ text: TEXT, found: { type: 'array', items: FOUND } }),
    description:
      'What a text may mean: cities, countries, zones and standards whose name is or begins with that text, the likeliest first.',
    inputSchema: {
      type: 'object',
      properties: {
        text: { type: 'string', description: 'a name, or the beginning of one' },
        person_zone: PERSON_ZONE,
      },
      required: ['text'],
    },
    answer(given, data) {
      const text = textOf(given, 'text')
      const almanac = data.almanac()
      const found = search(text, almanac, data.now(), 8, personZone(given, almanac))
      const { hits, nearest, asks, unread } = found
      if (hits.length === 0)
        return { status: 'unknown', text, nearest_names: nearest, ...(unread && { problem: unread.why }) }
      return {
        ...(asks.length === 0 ? { status: 'answered' } : { status: 'ambiguous', question: asks.join(' ') }),
        text,
        found: hits
          .filter((hit, index) => index === 0 || !isClockOfACity(hit, hits))
          .map((hit) => hitAnswer(hit, almanac)),
      }
    },
  },
]

/** Calls a tool. Wrong arguments get an answer too. */
export function askTool(tool: Tool, given: Arguments, data: ToolData): ToolAnswer {
  const { release } = data
  try {
    const unknown = Object.keys(given).find((name) => !Object.hasOwn(tool.inputSchema.properties, name))
    if (unknown !== undefined) throw new CommandError(`there is no argument "${unknown}"`, 2)
    return { ...tool.answer(given, data), release }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { status: 'invalid', problem: error.message, release }
  }
}

interface Found extends Extract<Converted, { kind: 'converted' }> {
  readonly kind: 'converted'
}

/** No counts: counting the zones of each standard reads all clocks, a quarter of a second. Only the order of candidates would use them. */
const UNCOUNTED: StandardsInUse = {
  from: epochSeconds(-Infinity),
  until: Infinity,
  zonesOf: new Map(),
  standardsOf: new Map(),
  abbreviationsOf: new Map(),
}

/** The zone of the person who asks. Null: it is not said. Throws a CommandError for an unknown identifier. */
const personZone = (given: Arguments, { zones }: Pick<Almanac, 'zones'>): Zone | null =>
  zoneArgument(
    'person_zone',
    given['person_zone'] === undefined ? undefined : textOf(given, 'person_zone'),
    (id) => zones.named(id),
  )

/** A conversion, or the answer that says why there is none yet. */
function converted(
  data: ToolData,
  from: string,
  to: readonly string[],
  given: Arguments,
  momentName: string,
): Found['conversion'] | ToolAnswer {
  const now = data.now()
  const almanac = { ...data.almanac(), standardsInUse: () => UNCOUNTED }
  const moment = readMoment(momentName, textOf(given, momentName, 'now'), now, (text) =>
    momentOnClockOf(from, text, { almanac, now, reader: personZone(given, almanac) }),
  )
  const found = convert({ from, to, moment, resolution: resolutionOf(given) }, almanac, now)
  switch (found.kind) {
    case 'converted':
      return found.conversion
    case 'faults':
      return {
        status: 'unknown',
        problems: found.faults.map(
          (fault) => `${fault.parameter === 'to' ? 'to' : 'the place'} ${faultWords(fault)}`,
        ),
        nearest_names: found.faults.flatMap(({ nearest }) => nearest),
      }
    case 'choice': {
      const candidates = candidatesAnswer(found.candidates, moment, now, almanac)
      return {
        status: 'ambiguous',
        question: `"${found.token}" has ${candidates.length} meanings: which one is meant?`,
        candidates,
      }
    }
    case 'rejected': {
      const { kind, local, clock, earlier, later } = found.ambiguity
      const wall = formatLocal(local)
      return {
        status: 'ambiguous',
        question:
          kind === 'fold'
            ? `${wall} happens twice in ${clock}: which one is meant?`
            : `${wall} never happens in ${clock}, because clocks go forward over it: which instant is meant?`,
        candidates: [
          { say: sayInstant(earlier), resolution: 'earliest' },
          { say: sayInstant(later), resolution: 'latest' },
        ],
      }
    }
    case 'years':
      throw new CommandError('a local date of the answer would leave the years 0001–9999', 2)
  }
}

const sayInstant = ({ at, offset }: Candidate): string => formatDateTime(at, offset)

/** The reading of a clock at an instant, with its next change. */
function sideAnswer(side: ConvertedSide, at: EpochSeconds, place: string, data: ToolData): object {
  const { clock, id, offset, abbreviation, name, isDst } = side
  const next = clock.kind === 'zone' ? data.almanac().stateOf(clock.zone, at, data.now()).next : null
  return {
    place,
    timezone: id,
    local_time: formatDateTime(at, offset),
    utc: formatUtc(at),
    utc_offset: formatOffset(offset),
    abbreviation,
    standard: name,
    is_dst: isDst,
    next_clock_change:
      next === null
        ? null
        : {
            utc: formatUtc(next.at),
            minutes: next.change / 60,
            utc_offset_after: formatOffset(next.offsetAfter),
          },
    ...namesakesOf(place, id, data),
  }
}

const MOST_NAMESAKES = 5

/** Zones of other places with this name that have far fewer people. The person may have meant one of them. */
function namesakesOf(token: string, id: string, data: ToolData): object {
  const meanings = data.almanac().meaningsOf(token)
  if (meanings.kind !== 'namesakes') return {}
  const { places, zones } = meanings.namesakes
  const others = new Set([...places.map(({ zone }) => zone.iana), ...zones.map(({ iana }) => iana)])
  others.delete(id)
  return others.size === 0 ? {} : { smaller_places_of_that_name_in: [...others].slice(0, MOST_NAMESAKES) }
}

const noteOf = ({ ambiguity }: Found['conversion']): object =>
  ambiguity === null ? {} : { note: resolvedWords(ambiguity) }

function candidatesAnswer(meant: Candidates, moment: Moment, now: EpochSeconds, almanac: Almanac): object[] {
  const { standards, zones } = meant
  const cities = citiesMeant(meant, almanac)
  const at = moment.kind === 'instant' ? moment.at : epochSeconds(moment.local)
  const clocks: Clock[] = zones.map((zone): Clock => ({ kind: 'zone', zone }))
  return [
    ...standards.map(({ slug, name, offset }) => ({ say: slug, name, utc_offset: formatOffset(offset) })),
    ...clocks.map((clock) => ({
      say: clockId(clock),
      name: clock.kind === 'zone' ? nameOfZone(clock.zone) : null,
      ...placeOf(clock, cities),
      utc_offset: formatOffset(
        offsetAt(compiledClock(clock), isPrintable(at, offsetAt(compiledClock(clock), at)) ? at : now),
      ),
    })),
  ]
}

/** The largest city with this name on a clock. For "Springfield", three zones are those of Illinois, Massachusetts and Oregon. */
function placeOf(clock: Clock, cities: ReadonlyMap<Zone, string>): object {
  const place = clock.kind === 'zone' ? cities.get(clock.zone) : undefined
  return place === undefined ? {} : { place }
}

const nameOfZone = ({
  displayName,
  country,
}: {
  displayName: string | null
  country: { name: string } | null
}) => inOneName(displayName, country?.name)

const inOneName = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined).join(', ')

/** Whether a hit is only the clock of a city that is found too: of one name on one clock, the city says more. */
const isClockOfACity = (hit: Hit, hits: readonly Hit[]): boolean =>
  hit.kind === 'zone' &&
  hits.some(
    (one) =>
      one.kind === 'city' &&
      one.city.zone === hit.zone &&
      nameKey(one.city.name) === nameKey(hit.area ?? hit.zone.displayName ?? ''),
  )

function pointAnswer(latitude: number, longitude: number, data: ToolData): ToolAnswer {
  const places = data.almanac().places()
  if (places === null) return { status: 'unknown', problem: 'this artifact has no boundaries' }
  const found = places.lookUp(microdegrees(longitude), microdegrees(latitude))
  if (found === null) return { status: 'unknown', problem: 'no zone of the tz release is there' }
  const { kind, zone, alternatives } = found
  const asked = { latitude, longitude, boundary_release: places.release }
  const others = alternatives.map((other) => ({ ...zoneAnswer(other.zone), reason: other.reason }))
  if (others.some(({ reason }) => reason === 'overlap')) {
    return {
      status: 'ambiguous',
      question: 'Several zones are in use or claimed there: which one is meant?',
      candidates: [zoneAnswer(zone), ...others],
      ...asked,
    }
  }
  return {
    status: 'answered',
    timezone: zone.iana,
    name: nameOfZone(zone),
    land_or_sea: kind === 'land' ? 'land' : 'sea',
    alternatives: others,
    ...asked,
  }
}

const zoneAnswer = (zone: {
  iana: string
  displayName: string | null
  country: { name: string } | null
}) => ({
  say: zone.iana,
  name: nameOfZone(zone),
})

const utcOrNull = (at: EpochSeconds | null): string | null => (at === null ? null : formatUtc(at))

/** The text that means this very city. By its bare slug alone, which is its name, another may be meant. */
function sayOf({ slug, country }: City, almanac: Almanac): string {
  const second = `${slug}-${country.iso2.toLowerCase()}`
  return almanac.cities().named(second)?.slug === slug ? second : slug
}

function hitAnswer(hit: Hit, almanac: Almanac): object {
  switch (hit.kind) {
    case 'city': {
      const { fullName, country, zone } = hit.city
      const say = sayOf(hit.city, almanac)
      return { kind: 'city', name: `${fullName}, ${country.name}`, say, timezone: zone.iana }
    }
    case 'country': {
      const { iso2, name, zones } = hit.country
      return { kind: 'country', name, say: iso2, timezones: zones.map(({ iana }) => iana) }
    }
    case 'zone': {
      const { zone, area, country } = hit
      const place = area === undefined ? {} : { place: inOneName(area, country) }
      return { kind: 'zone', name: nameOfZone(zone), say: zone.iana, ...place }
    }
    case 'standard': {
      const { slug, name, offset } = hit.standard
      return { kind: 'standard', name, say: slug, utc_offset: formatOffset(offset) }
    }
    case 'point':
      return { kind: 'point', latitude: hit.lat, longitude: hit.lon, timezone: hit.zone?.iana ?? null }
    case 'offset':
      return { kind: 'offset', say: `UTC${formatOffset(hit.offset)}` }
    case 'conversion': {
      const { at, from, to } = hit.conversion
      return {
        kind: 'conversion',
        from: hit.from,
        to: hit.to,
        at: formatDateTime(at, from.offset),
        local_times: to.map(({ offset }) => formatDateTime(at, offset)),
      }
    }
    case 'sun': {
      const { sunrise, sunset } = citySun(hit.city, hit.day)
      const { fullName, country } = hit.city
      return {
        kind: 'sun',
        name: `${fullName}, ${country.name}`,
        say: sayOf(hit.city, almanac),
        sunrise: utcOrNull(sunrise),
        sunset: utcOrNull(sunset),
      }
    }
    case 'changes':
      return { kind: 'changes', name: 'when clocks change', say: 'clock_changes' }
  }
}

/** A text argument. Throws a CommandError when it is not text. */
function textOf(given: Arguments, name: string, otherwise?: string): string {
  const value = given[name] ?? otherwise
  if (typeof value === 'string' && value.trim() !== '' && value.length <= 200) return value
  throw new CommandError(`${name}: expected a text of 1 to 200 characters`, 2)
}

function textsOf(given: Arguments, name: string): string[] {
  const value = given[name]
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (values.length >= 1 && values.length <= 10) return values.map((one) => textOf({ [name]: one }, name))
  throw new CommandError(`${name}: expected one to ten texts`, 2)
}

function numberOf(given: Arguments, name: string, least: number, most: number, otherwise?: number): number {
  const value = given[name] ?? otherwise
  if (typeof value === 'number' && value >= least && value <= most) return value
  throw new CommandError(`${name}: expected a number from ${least} to ${most}`, 2)
}

function resolutionOf({ resolution }: Arguments): Resolution {
  if (resolution === undefined) return 'reject'
  if (resolution === 'earliest' || resolution === 'latest') return resolution
  throw new CommandError('resolution: expected earliest or latest', 2)
}
