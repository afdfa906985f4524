// What everybody gets at an address of the site, made once a minute and sent to all who ask within it: tagged, compressed, 304 where it is known.
import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { acceptsGzip } from '../http/accept-encoding.ts'
import { namesTag } from '../http/entity-tag.ts'
import { lengthOf } from '../http/answer-text.ts'
import type { Asked, Body } from '../http/exchange.ts'
import type { HeaderFields, Outgoing } from '../http/problem.ts'

export interface PublicAnswer {
  readonly headers: HeaderFields
  readonly body: string | readonly Buffer[]
  readonly etag: string
  /** In seconds; undefined: until the minute is over. */
  readonly maxAge: number | undefined
  /** Made when the first asks for it. */
  gzip?: readonly Buffer[]
}

/** Shorter texts are sent as they are. */
const WORTH_PACKING = 1024

/** Bytes as they are written; they are not copied. */
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

/** The answer as one client gets it, by the fields of its request. */
export function answered(answer: PublicAnswer, nowMs: number, asked: Asked['headers']): Outgoing<Body> {
  const { headers, body, etag } = answer
  const maxAge = answer.maxAge ?? 60 - (Math.floor(nowMs / 1000) % 60)
  const cached = { etag, 'cache-control': `public, max-age=${maxAge}`, vary: 'accept-encoding' }
  const ifNoneMatch = asked['if-none-match']
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, etag))
    return { status: 304, headers: cached, body: '' }
  const length = typeof body === 'string' ? body.length : lengthOf(body)
  if (length < WORTH_PACKING || !acceptsGzip(asked['accept-encoding']?.toString())) {
    return { status: 200, headers: { ...headers, ...cached }, body }
  }
  answer.gzip ??= [gzipSync(typeof body === 'string' ? body : Buffer.concat(body))]
  return {
    status: 200,
    headers: { ...headers, ...cached, 'content-encoding': 'gzip' },
    body: answer.gzip,
  }
}

export interface KeptAnswers {
  /** Whether the answer of an address is kept: of this minute and of this data. */
  readonly has: (address: string, nowMs: number, data: object) => boolean
  /** The answer of an address, made if none of this minute and of this maker's data is kept. Null is not kept. */
  readonly of: <Other>(
    address: string,
    nowMs: number,
    data: object,
    make: () => PublicAnswer | Other,
  ) => PublicAnswer | Other
}

/** Keeps the answers of one minute, at most `most` of them: those asked for longest ago go first. */
export function keepAnswers(most: number): KeptAnswers {
  const kept = new Map<string, PublicAnswer>()
  let minute = Number.NaN
  let of: object | null = null
  function enter(nowMs: number, data: object): void {
    const current = Math.floor(nowMs / 60_000)
    if (current === minute && data === of) return
    kept.clear()
    minute = current
    of = data
  }
  return {
    has(address, nowMs, data) {
      enter(nowMs, data)
      return kept.has(address)
    },
    of(address, nowMs, data, make) {
      enter(nowMs, data)
      const known = kept.get(address)
      if (known !== undefined) return known
      const made = make()
      if (!isPublicAnswer(made)) return made
      if (kept.size >= most) kept.delete(kept.keys().next().value ?? '')
      kept.set(address, made)
      return made
    },
  }
}

const isPublicAnswer = (made: unknown): made is PublicAnswer =>
  typeof made === 'object' && made !== null && 'etag' in made
