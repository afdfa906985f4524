// Caches public answers of the site for one minute, with tags, compression and 304.
import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { acceptsGzip } from '../http/accept-encoding.ts'
import { namesTag } from '../http/if-none-match.ts'
import type { Asked, Body } from '../http/exchange.ts'
import type { HeaderFields, Outgoing } from '../http/problem.ts'

export interface PublicAnswer {
  readonly headers: HeaderFields
  readonly body: string | readonly Buffer[]
  readonly etag: string
  /** In seconds. Undefined: until the minute ends. */
  readonly maxAge: number | undefined
  /** The text, compressed. Made when a client first asks for it; never of bytes. */
  gzip?: readonly Buffer[]
}

/** Shorter texts are not compressed. */
const WORTH_PACKING = 1024

/** Bytes as they are written, without copying them. */
export const bodyOf = (body: string | Uint8Array): string | readonly Buffer[] =>
  typeof body === 'string' ? body : [Buffer.from(body.buffer, body.byteOffset, body.byteLength)]

/** An answer that may be cached. */
export const publicAnswer = (
  headers: HeaderFields,
  body: string | Uint8Array,
  maxAge: number | undefined,
): PublicAnswer => ({
  headers,
  body: bodyOf(body),
  maxAge,
  etag: `W/"${hash('sha1', body, 'base64url')}"`,
})

/** Whom an answer is for: `all`, those `without-choice` (visitors who set their own time get another), or `one` visitor alone. */
export type Audience = 'all' | 'without-choice' | 'one'

/** The answer for one client, by the fields of its request. */
export function answered(
  answer: PublicAnswer,
  nowMs: number,
  asked: Asked['headers'],
  audience: Audience,
): Outgoing<Body> {
  const { headers, body, etag } = answer
  const maxAge = answer.maxAge ?? 60 - (Math.floor(nowMs / 1000) % 60)
  const cached = {
    etag,
    'cache-control': `${audience === 'one' ? 'private' : 'public'}, max-age=${maxAge}`,
    vary: audience === 'all' ? 'accept-encoding' : 'accept-encoding, cookie',
  }
  const ifNoneMatch = asked['if-none-match']
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, etag))
    return { status: 304, headers: cached, body: '' }
  // Bytes are pictures, which are compressed already, and small binary files.
  const isWorthPacking = typeof body === 'string' && body.length >= WORTH_PACKING
  if (!isWorthPacking || !acceptsGzip(asked['accept-encoding']?.toString())) {
    return { status: 200, headers: { ...headers, ...cached }, body }
  }
  answer.gzip ??= [gzipSync(body)]
  return {
    status: 200,
    headers: { ...headers, ...cached, 'content-encoding': 'gzip' },
    body: answer.gzip,
  }
}

export interface AnswerCache {
  /** Whether the answer of an address is cached: for this minute and this data. */
  readonly has: (address: string, nowMs: number, data: object) => boolean
  /** The answer of an address. Makes it when none is cached for this minute and this data. An answer of another type is not cached. */
  readonly of: <Other>(
    address: string,
    nowMs: number,
    data: object,
    make: () => PublicAnswer | Other,
  ) => PublicAnswer | Other
}

/** Caches the answers of one minute, at most `most` of them. The one that was added first is dropped first. */
export function cacheAnswers(most: number): AnswerCache {
  const cached = new Map<string, PublicAnswer>()
  let minute = Number.NaN
  let of: object | null = null
  function enter(nowMs: number, data: object): void {
    const current = Math.floor(nowMs / 60_000)
    if (current === minute && data === of) return
    cached.clear()
    minute = current
    of = data
  }
  return {
    has(address, nowMs, data) {
      enter(nowMs, data)
      return cached.has(address)
    },
    of(address, nowMs, data, make) {
      enter(nowMs, data)
      const known = cached.get(address)
      if (known !== undefined) return known
      const made = make()
      if (!isPublicAnswer(made)) return made
      if (cached.size >= most) cached.delete(cached.keys().next().value ?? '')
      cached.set(address, made)
      return made
    },
  }
}

const isPublicAnswer = (made: unknown): made is PublicAnswer =>
  typeof made === 'object' && made !== null && 'etag' in made
