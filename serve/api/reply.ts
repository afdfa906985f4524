// What an endpoint hands back, and how it becomes status, headers and bytes.
import { hash } from 'node:crypto'
import { formatUtc } from '#core/time/moment.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { Faults } from './parameters.ts'

/** How long a body stays true. */
export type Freshness =
  /** It shows the time of day: true for this second alone. */
  | { readonly kind: 'this-second' }
  /** True until an instant; `Infinity` when only another release can change it. */
  | { readonly kind: 'until'; readonly until: number }

export interface Answer {
  readonly kind: 'answer'
  /** JSON text of the whole body up to the value of `meta.generated_at`, which is always last. */
  readonly bodyStart: string
  readonly freshness: Freshness
}

export interface Problem {
  readonly kind: 'problem'
  readonly status: 300 | 400 | 401 | 403 | 404 | 405 | 408 | 413 | 417 | 422 | 429 | 431 | 500 | 503
  /** `message`, and beside it `errors` for 422 and `candidates` for 300. */
  readonly body: { readonly message: string; readonly [field: string]: unknown }
  readonly headers?: Readonly<Record<string, string>>
}

export type Reply = Answer | Problem

export const notFound = (message: string): Problem => ({ kind: 'problem', status: 404, body: { message } })

/** 300: the identifier has several meanings, and these are they. */
export const choices = (message: string, candidates: readonly object[]): Problem => ({
  kind: 'problem',
  status: 300,
  body: { message, candidates },
})

/** 422 with every fault; the message is the first one and says how many more there are. */
export function invalid(faults: Faults): Problem {
  const messages = [...faults.values()].flat()
  const more = messages.length - 1
  const rest = more === 0 ? '' : ` (and ${more} more error${more === 1 ? '' : 's'})`
  return {
    kind: 'problem',
    status: 422,
    body: { message: `${messages[0] ?? ''}${rest}`, errors: Object.fromEntries(faults) },
  }
}

/** What goes out: a body, or none for 304. */
export interface Outgoing {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

const JSON_TYPE = 'application/json; charset=utf-8'
const LONGEST_FRESHNESS = 3600

/** Status, headers and body of an endpoint's reply; 304 where `If-None-Match` names the answer's tag. */
export function outgoing(
  reply: Reply,
  now: EpochSeconds,
  artifactId: string,
  ifNoneMatch: string | undefined,
): Outgoing {
  if (reply.kind === 'problem') return outgoingProblem(reply)
  const etag = `W/"${hash('sha1', `${artifactId}\n${reply.bodyStart}`, 'base64url')}"`
  const headers = { etag, 'cache-control': cacheControl(reply.freshness, now) }
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, etag)) return { status: 304, headers, body: '' }
  return {
    status: 200,
    headers: { 'content-type': JSON_TYPE, ...headers },
    body: `${reply.bodyStart}"${formatUtc(now)}"}}`,
  }
}

/** Status, headers and body of a problem; nobody keeps it. */
export const outgoingProblem = ({ status, body, headers }: Problem): Outgoing => ({
  status,
  headers: { 'content-type': JSON_TYPE, 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
})

function cacheControl(freshness: Freshness, now: EpochSeconds): string {
  if (freshness.kind === 'this-second') return 'private, no-cache'
  return `private, max-age=${Math.max(0, Math.min(freshness.until - now, LONGEST_FRESHNESS))}`
}

/** Weak comparison of an `If-None-Match` list with a tag. */
function namesTag(list: string, etag: string): boolean {
  if (list.trim() === '*') return true
  const opaque = etag.slice(2)
  return list.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque)
}
