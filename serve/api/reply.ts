// What an endpoint hands back, and how it becomes status, headers and bytes.
import { hash } from 'node:crypto'
import { formatUtc } from '#core/time/moment.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { namesTag } from '../http/entity-tag.ts'
import { JSON_TYPE, outgoingProblem, problem, type Outgoing, type Problem } from '../http/problem.ts'
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

export type Reply = Answer | Problem

export const notFound = (message: string): Problem => problem(404, message)

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

function cacheControl(freshness: Freshness, now: EpochSeconds): string {
  if (freshness.kind === 'this-second') return 'private, no-cache'
  return `private, max-age=${Math.max(0, Math.min(freshness.until - now, LONGEST_FRESHNESS))}`
}
