// Caches public answers of the site for one minute, with tags, compression and 304.
import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { acceptsGzip } from '#serve/http/accept-encoding.ts'
import { namesTag } from '#serve/http/if-none-match.ts'
import type { RequestFields, Body } from '#serve/http/exchange.ts'
import type { HeaderFields, Outgoing } from '#serve/http/problem.ts'

export interface PublicAnswer {
  readonly headers: HeaderFields
  /** Bytes that all clients share: they are in memory once, however many read them. */
  readonly body: readonly Buffer[]
  /** Whether it is worth compressing: bytes are pictures, which are compressed already, and small binary files. */
  readonly isLongText: boolean
  readonly etag: string
  /** In seconds. Undefined: until the minute ends. */
  readonly maxAge: number | undefined
  /** The text, compressed. Made when a client first asks for it; never of bytes. */
  gzip?: readonly Buffer[]
}

/** No site may frame a file or a picture. Pages say the same with the rest of their policy. */
export const UNFRAMED: HeaderFields = { 'content-security-policy': "frame-ancestors 'none'" }

/** Shorter texts are not compressed. */
const WORTH_PACKING = 1024

/** A body as bytes, which are not copied. */
export const bodyOf = (body: string | Uint8Array): readonly Buffer[] => [
  typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
]

/** An answer that may be cached. */
export const publicAnswer = (
  headers: HeaderFields,
  body: string | Uint8Array,
  maxAge: number | undefined,
): PublicAnswer => ({
  headers,
  body: bodyOf(body),
  isLongText: typeof body === 'string' && body.length >= WORTH_PACKING,
  maxAge,
  etag: `W/"${hash('sha1', body, 'base64url')}"`,
})

const isCompressedFor = ({ isLongText }: PublicAnswer, asked: RequestFields['headers']): boolean =>
  isLongText && acceptsGzip(asked['accept-encoding']?.toString())

/** Whether nothing is left to do for one client: what it takes is compressed already. */
export const isMade = (answer: PublicAnswer, asked: RequestFields['headers']): boolean =>
  answer.gzip !== undefined || !isCompressedFor(answer, asked)

/**
 * The answer for one client, by the fields of its request. It is for `all`, for those `without-choice` (visitors who set their own time get
 * another), or for `one` visitor alone.
 */
export function answered(
  answer: PublicAnswer,
  nowMs: number,
  asked: RequestFields['headers'],
  audience: 'all' | 'without-choice' | 'one',
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
  if (!isCompressedFor(answer, asked)) return { status: 200, headers: { ...headers, ...cached }, body }
  answer.gzip ??= [gzipSync(Buffer.concat(body))]
  return { status: 200, headers: { ...headers, ...cached, 'content-encoding': 'gzip' }, body: answer.gzip }
}

/** Most cached answers of one minute: some ten megabytes. */
const MOST_CACHED = 300

/**
 * A cache of answers by address. It holds those of one minute and of the same data, and at most 300: the one that was
 * asked for longest ago is dropped first.
 */
export function createAnswerCache() {
  const cached = new LRUCache<string, PublicAnswer>({ max: MOST_CACHED })
  let minute = Number.NaN
  let of: object | null = null
  return {
    /** The answer of an address. Undefined: none was made in this minute of this data. */
    get(address: string, nowMs: number, data: object): PublicAnswer | undefined {
      const current = Math.floor(nowMs / 60_000)
      if (current !== minute || data !== of) cached.clear()
      minute = current
      of = data
      return cached.get(address)
    },
    /** Adds an answer that was asked for just now. */
    add(address: string, answer: PublicAnswer): void {
      cached.set(address, answer)
    },
  }
}
