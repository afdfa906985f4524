// Turns the reply of an endpoint, also the 422 with all faults, into status, ETag, caching time (at most an hour), other fields and bytes.
import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { oncePer } from '#core/once-per.ts'
import { formatUtc } from '#core/time/moment.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { Catalogue } from '../catalogue.ts'
import { acceptsGzip } from '../http/accept-encoding.ts'
import type { ByteText } from '../http/byte-text.ts'
import { namesTag } from '../http/if-none-match.ts'
import type { Body } from '../http/exchange.ts'
import { linesOf, type Fields } from '../http/field-lines.ts'
import { JSON_TYPE, outgoingProblem, problem, type Outgoing, type Problem } from '../http/problem.ts'
import type { Faults } from './parameters.ts'
import { isCompressed, type openPrepared, type Pieces } from './prepared.ts'

/**
 * How long a body stays true: until an instant, or for this second only, because it shows the time of day. `Infinity`: only another release
 * can change it.
 */
export type Freshness = number | 'this-second'

export interface ShortAnswer {
  readonly kind: 'answer'
  /** JSON text of the whole body up to the value of `meta.generated_at`, which is always last. */
  readonly bodyBeforeTime: string | ByteText
  /**
   * Identifies the body, together with the catalogue: letters, digits, `_` and `-`. Answers at one address with the same key have the same body.
   */
  readonly key: string
  readonly freshness: Freshness
}

/** An answer that may be long. It is made only when needed, and once for all clients while it is true. */
export interface LongAnswer {
  readonly kind: 'long'
  /** Identifies the body, together with the catalogue and how long it stays true. Answers with the same key have the same body. */
  readonly key: string
  readonly freshness: Freshness
  /** Makes the body, as UTF-8, up to the value of `meta.generated_at`. It reads the artifact at once, not later. */
  readonly make: () => Buffer | Promise<Buffer>
}

export type Reply = ShortAnswer | LongAnswer | Problem

export const notFound = (message: string): Problem => problem(404, message)

/** 300: the identifier has several meanings, given as candidates. */
export const choices = (message: string, candidates: readonly object[]): Problem =>
  problem(300, message, {}, { candidates })

/** 422 with every fault. The message is the first fault and the number of others. */
export function invalid(faults: Faults): Problem {
  const messages = [...faults.values()].flat()
  const more = messages.length - 1
  const rest = more === 0 ? '' : ` (and ${more} more error${more === 1 ? '' : 's'})`
  return problem(422, `${messages[0] ?? ''}${rest}`, {}, { errors: Object.fromEntries(faults) })
}

const CONTENT_TYPE = linesOf({ 'content-type': JSON_TYPE })

const LONGEST_FRESHNESS = 3600

/** The other facts that an answer depends on. */
export interface Asking {
  readonly now: EpochSeconds
  readonly catalogue: Catalogue
  readonly prepared: ReturnType<typeof openPrepared>
  readonly headers: IncomingHttpHeaders
}

/** An answer that is ready to be sent. */
export type Made = Outgoing<Body, Fields>

/** Status, headers and body of an endpoint's reply. 304 when `If-None-Match` contains the answer's tag. */
export function outgoing(reply: Reply, asking: Asking): Made | Promise<Made> {
  if (reply.kind === 'problem') return outgoingProblem(reply)
  if (reply.kind === 'long') return outgoingLong(reply, asking)
  const { now, catalogue, headers: sent } = asking
  const { key, bodyBeforeTime } = reply
  const etag = tagOf(catalogue, key)
  const headers = `etag: ${etag}\r\ncache-control: ${cacheControl(reply.freshness, now)}\r\n`
  if (namesTag(sent['if-none-match'], etag)) return { status: 304, headers, body: '' }
  return {
    status: 200,
    headers: CONTENT_TYPE + headers,
    body:
      typeof bodyBeforeTime === 'string'
        ? bodyBeforeTime + endOf(now)
        : { bytes: bodyBeforeTime.bytes + endOf(now) },
  }
}

/** The same for a long answer. Its tag is made from its key, so that a 304 needs no body. */
function outgoingLong(
  { key, freshness, make }: LongAnswer,
  { now, catalogue, prepared, headers: sent }: Asking,
): Made | Promise<Made> {
  const until = freshness === 'this-second' ? now + 1 : freshness
  const tag = tagOfLong(catalogue, key, freshness === 'this-second' ? freshness : 'until', until)
  // The plain and the compressed body share one tag. It is weak, which means that their content is equivalent.
  const headers = `etag: ${tag}\r\ncache-control: ${cacheControl(freshness, now)}\r\nvary: Accept-Encoding\r\n`
  if (namesTag(sent['if-none-match'], tag)) return { status: 304, headers, body: '' }
  const ready = (body: Pieces): Made => ({
    status: 200,
    headers: `${CONTENT_TYPE}${headers}${isCompressed(body) ? 'content-encoding: gzip\r\n' : ''}`,
    body,
  })
  const isGzip = acceptsGzip(sent['accept-encoding'])
  const body = prepared({ tag, now, until, isGzip, end: endOf(now), make })
  return body instanceof Promise ? body.then(ready) : ready(body)
}

/** The inputs of all answers: the artifact, this program, and the addresses in links. */
const common = ({ artifact, urls }: Catalogue): readonly string[] => [
  artifact.manifest.id,
  packageJson.version,
  urls.base,
  urls.web,
]

const tagStart = oncePer((catalogue: Catalogue) =>
  hash('sha1', common(catalogue).join('\n'), 'base64url').slice(0, 12),
)

/** The tag of a short answer. `key` identifies the answer in its catalogue. */
const tagOf = (catalogue: Catalogue, key: string): string => `W/"${tagStart(catalogue)}-${key}"`

/** The tag of a list, or of another long answer. It also depends on how long the answer stays true. */
const tagOfLong = (catalogue: Catalogue, key: string, freshness: string, until: number): string =>
  `W/"${hash('sha1', [...common(catalogue), key, freshness, until].join('\n'), 'base64url')}"`

/** The end of every body, from the value of `meta.generated_at`. */
function endOf(now: EpochSeconds): string {
  if (end.now !== now) end = { now, text: `"${formatUtc(now)}"}}` }
  return end.text
}

let end: { readonly now: number; readonly text: string } = { now: Number.NaN, text: '' }

const cacheControl = (freshness: Freshness, now: EpochSeconds): string =>
  freshness === 'this-second'
    ? 'private, no-cache'
    : `private, max-age=${Math.max(0, Math.min(freshness - now, LONGEST_FRESHNESS))}`
