// The request that every endpoint gets, and what several of them share: what `at` means (UTC without an offset), filters, lists, included lists.
import { LiveWriter } from '../answer/live-text.ts'
import { isPrintable, type Moment } from '#core/time/moment.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { Catalogue } from '../../catalogue.ts'
import type { Zone } from '#core/ask/zones.ts'
import type { ZoneState } from '#core/ask/zone-state.ts'
import { bytesOf, type ByteText } from '../../http/byte-text.ts'
import { pageOf } from '../pagination.ts'
import { readParameters, YEARS_FAULT, type ReadValues } from '../parameters.ts'
import { oncePer } from '#core/once-per.ts'
import { invalid, type ShortAnswer, type Freshness, type LongAnswer, type Reply } from '../reply.ts'
import type { Parameter } from '#schemas/wire/parameter.ts'

export interface EndpointRequest {
  readonly catalogue: Catalogue
  /** The server's clock, read once for this response. */
  readonly now: EpochSeconds
  /** The query string as sent, without the question mark. */
  readonly query: string
  /** The part of the path that `{…}` stands for, decoded. Empty for a list. */
  readonly identifier: string
}

export type EndpointHandler = (request: EndpointRequest) => Reply

/** An endpoint that reads its query by a parameter table. `answer` gets what was read; a fault is a 422 without it. */
export const endpoint =
  <const Table extends readonly Parameter[]>(
    { parameters }: { readonly parameters: Table },
    answer: (request: EndpointRequest, read: ReadValues<Table>) => Reply,
  ): EndpointHandler =>
  (request) => {
    const read = readParameters(parameters, request.query)
    return 'faults' in read ? invalid(read.faults) : answer(request, read)
  }

/** The instant of a shared `at`. Now when it is absent. A date-time without offset is read as UTC. */
export const instantOf = (moment: Moment | undefined, now: EpochSeconds): EpochSeconds =>
  moment === undefined ? now : moment.kind === 'instant' ? moment.at : epochSeconds(moment.local)

/** The parameters that every list has, and those that were sent. */
interface ReadList {
  readonly values: { readonly page: number; readonly per_page: number }
  readonly sent: ReadonlyMap<string, string>
}

/**
 * The reply of a list. It depends only on the sent parameters and on data that are as fresh as said. `rowsOf` gives all rows that are asked
 * for, in order; `jsonOf` the JSON text of one of the page. `more` is added to `meta`.
 */
export const listReply = <Row>(
  path: string,
  { values, sent }: ReadList,
  freshness: Freshness,
  catalogue: Catalogue,
  rowsOf: () => readonly Row[],
  jsonOf: (row: Row) => string,
  more: object = {},
): LongAnswer => ({
  kind: 'long',
  key: JSON.stringify([path, ...sent]),
  freshness,
  make() {
    const { rows, links, meta } = pageOf(rowsOf(), values, `${catalogue.urls.base}${path}`, sent)
    return listBody(rows.map(jsonOf), links, { ...meta, ...more }, catalogue)
  },
})

/** A short answer about the instant that the parameter `at` names: true for ever; without `at`, for this second. */
export const momentAnswer = (
  moment: Moment | undefined,
  key: string,
  bodyBeforeTime: ShortAnswer['bodyBeforeTime'],
): ShortAnswer => ({
  kind: 'answer',
  bodyBeforeTime,
  key,
  freshness: moment === undefined ? 'this-second' : Infinity,
})

/**
 * A short answer about a zone's clock at the instant that the parameter `at` names, or now. 422 where its local date would be outside the
 * years 0001–9999. `key` identifies what is asked about; `dataBytes` makes the data as UTF-8 with one character for each byte.
 */
export function clockAnswer(
  { catalogue, now }: EndpointRequest,
  moment: Moment | undefined,
  zone: Zone,
  key: string,
  dataBytes: (state: ZoneState, at: EpochSeconds) => string,
  meta: (catalogue: Catalogue) => Meta = plainMeta,
): Reply {
  const at = instantOf(moment, now)
  const state = catalogue.almanac.stateOf(zone, at, now)
  if (!isPrintable(at, state.season.type.offset)) return invalid(YEARS_FAULT)
  const bytes = `{"data":${dataBytes(state, at)},"meta":${meta(catalogue).bytes}`
  return momentAnswer(moment, `${key}${at}`, { bytes })
}

/** The rows that pass every filter. A filter that was not asked for is `false`. Without any filter, the list itself. */
export function keptBy<Row>(
  rows: readonly Row[],
  filters: readonly (false | ((row: Row) => boolean))[],
): readonly Row[] {
  const asked = filters.filter((filter) => filter !== false)
  return asked.length === 0 ? rows : rows.filter((row) => asked.every((keeps) => keeps(row)))
}

/** The start of a single-resource body, up to the value of `generated_at`. */
export const singleBody = (dataJson: string, catalogue: Catalogue): string =>
  `{"data":${dataJson},"meta":${plainMeta(catalogue).text}`

interface Meta extends ByteText {
  readonly text: string
}

/** `meta` up to the value of `generated_at`, made once for a catalogue. `more` gives its additional fields. */
export const metaOf = (more: (catalogue: Catalogue) => object): ((catalogue: Catalogue) => Meta) =>
  oncePer((catalogue: Catalogue) => {
    const text = openedMeta({ tzdb_version: catalogue.artifact.manifest.tz, ...more(catalogue) })
    return { text, bytes: bytesOf(text) }
  })

const escaped = new Map<string, string>()

/** An identifier as a part of a key. */
export function identifierKey(identifier: string): string {
  let key = escaped.get(identifier)
  if (key === undefined) {
    key = identifier.replace(/[^a-zA-Z0-9-]/g, (character) => `_${character.charCodeAt(0).toString(16)}_`)
    escaped.set(identifier, key)
  }
  return key
}

/** `meta` up to the value of `generated_at`. */
const openedMeta = (meta: object): string => `${JSON.stringify(meta).slice(0, -1)},"generated_at":`

const plainMeta = metaOf(() => ({}))

/** The start of a list body, up to the value of `generated_at`. */
function listBody(rowsJson: readonly string[], links: object, meta: object, { artifact }: Catalogue): Buffer {
  // Row by row: as one text, a single letter beyond Latin-1 would double its size and make it slow to encode.
  const letters = rowsJson.reduce((sum, { length }) => sum + length, 0)
  const writer = new LiveWriter(Math.ceil(letters * 1.06) + 4096)
  writer.text('{"data":[')
  for (const [index, row] of rowsJson.entries()) {
    if (index > 0) writer.text(',')
    writer.text(row)
  }
  writer.text(
    `],"links":${JSON.stringify(links)},"meta":${openedMeta({ ...meta, tzdb_version: artifact.manifest.tz })}`,
  )
  return writer.done().bytes
}

/** JSON text of zones as an included list, in full or as rows, at an instant. */
export const includedTimezones = (
  zones: readonly Zone[],
  full: boolean,
  now: EpochSeconds,
  { almanac, texts }: Catalogue,
): string =>
  `[${zones
    .map((zone) => {
      const state = almanac.stateOf(zone, now)
      return full ? texts.zones.detail(state, now) : texts.zones.row(state)
    })
    .join(',')}]`

/** JSON text of a resource with included lists at its end, by their names. A list that was not asked for is `false`. */
export function withIncluded(resourceJson: string, lists: Readonly<Record<string, string | false>>): string {
  const included = Object.entries(lists).map(([name, list]) => (list === false ? '' : `,"${name}":${list}`))
  return `${resourceJson.slice(0, -1)}${included.join('')}}`
}
