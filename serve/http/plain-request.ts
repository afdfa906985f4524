// A plain request: one that is whole in one piece, has no body, and has nothing about it that would change how Node reads its connection.
import { LRUCache } from 'lru-cache'
import type { IncomingHttpHeaders } from 'node:http'

/** Longer requests are rare, and Node's. */
const LONGEST = 4096

export interface Plain {
  readonly method: 'GET' | 'HEAD'
  readonly target: string
  readonly headers: IncomingHttpHeaders
  /** The header fields as they were sent; null where they were known. */
  readonly newFields: string | null
}

const VERSION = ' HTTP/1.1'
/** Characters that every reader of addresses reads alike. */
const TARGET = /^\/[\w/.~%?&=+,:;@!$'()*-]*$/

/** The only request of a piece, which is all of it, with nothing about it that would change how Node reads a connection; else null. */
export function readPlain(chunk: Buffer, known: KnownFields): Plain | null {
  if (chunk.length > LONGEST) return null
  const text = chunk.toString('latin1')
  const method = text.startsWith('GET /') ? 'GET' : text.startsWith('HEAD /') ? 'HEAD' : null
  const end = text.indexOf('\r\n')
  if (method === null || !text.endsWith(VERSION, end)) return null
  const target = text.slice(method.length + 1, end - VERSION.length)
  if (!TARGET.test(target)) return null
  const fields = text.slice(end + 2)
  const found = known.get(fields)
  if (found !== undefined) return { method, target, headers: found, newFields: null }
  const headers = readHeaders(fields)
  return headers === null ? null : { method, target, headers, newFields: fields }
}

/** Header fields as they were sent → what they say. In memory alone: who sees them sees tokens. */
export interface KnownFields {
  readonly get: (text: string) => IncomingHttpHeaders | undefined
  /** To be called for fields that belong to an account alone: nobody else can have something put here. */
  readonly add: (text: string, headers: IncomingHttpHeaders) => void
}

const MOST_KNOWN = 4096
const MOST_CHARACTERS = 2 ** 20

/** Remembers the fields that clients send again and again: those used last, so many, and so many characters of them. */
export function rememberFields(): KnownFields {
  const known = new LRUCache<string, IncomingHttpHeaders>({
    max: MOST_KNOWN,
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (_headers, text) => text.length,
  })
  return {
    get: (text) => known.get(text),
    add(text, headers) {
      // With these they are others each time.
      if (headers['x-request-id'] === undefined && headers['traceparent'] === undefined)
        known.set(text, headers)
    },
  }
}

const FIELD = /([\w!#$%&'*+.^`|~-]+):[ \t]*((?:[!-~]+(?: +[!-~]+)*)?)[ \t]*\r\n/y
/** With these, what follows the fields is no new request, or the connection ends. */
const NOT_PLAIN = ['content-length', 'transfer-encoding', 'upgrade', 'expect', 'trailer', 'proxy-connection']

/** The fields of a request up to the empty line behind them; null where one is not plain, is there twice, or where Host is missing. */
function readHeaders(text: string): IncomingHttpHeaders | null {
  // Those of usual clients have few shapes, and are read as fast as any object. What every object has is no name of a plain field.
  const headers: IncomingHttpHeaders = {}
  let at = 0
  while (at !== text.length - 2) {
    FIELD.lastIndex = at
    const match = FIELD.exec(text)
    if (match === null) return null
    const name = (match[1] ?? '').toLowerCase()
    const value = match[2] ?? ''
    if (name in headers || NOT_PLAIN.includes(name)) return null
    if (name === 'connection' && value.toLowerCase() !== 'keep-alive') return null
    headers[name] = value
    at = FIELD.lastIndex
  }
  return text.endsWith('\r\n') && headers.host !== undefined ? headers : null
}
