// Reads plain requests: whole in one piece, without a body, and with no field that changes how Node reads the connection.
import { LRUCache } from 'lru-cache'
import type { IncomingHttpHeaders } from 'node:http'

/** Longest plain request in bytes. Longer ones are rare, and Node reads them. */
const LONGEST = 4096

const VERSION = ' HTTP/1.1'
/** Characters that all URL parsers read the same. */
const TARGET = /^\/[\w/.~%?&=+,:;@!$'()*-]*$/

const OWN_ID = /^(?:x-request-id|traceparent):/im

/**
 * The request that fills the whole piece. Null when there is more than one, or when a field changes how Node reads the connection. `newFields`
 * has the header fields as they were sent, when they are worth remembering; otherwise null.
 */
export function readPlain(chunk: Buffer, known: KnownFields) {
  if (chunk.length > LONGEST) return null
  const text = chunk.toString('latin1')
  const method = text.startsWith('GET /') ? 'GET' : text.startsWith('HEAD /') ? 'HEAD' : null
  const end = text.indexOf('\r\n')
  if (method === null || !text.endsWith(VERSION, end)) return null
  const target = text.slice(method.length + 1, end - VERSION.length)
  if (!TARGET.test(target)) return null
  const fields = text.slice(end + 2)
  // Fields with a request's own id are different each time: looking for them would cost more than finding them saves.
  const mayRepeat = !OWN_ID.test(fields)
  const found = mayRepeat ? known.get(fields) : undefined
  const headers = found ?? readHeaders(fields)
  if (headers === null) return null
  return { method, target, headers, newFields: found === undefined && mayRepeat ? fields : null }
}

const MOST_KNOWN = 4096
const MOST_CHARACTERS = 2 ** 20

type KnownFields = ReturnType<typeof rememberFields>

/**
 * Header fields as sent → their parsed values. Remembers the fields that clients send again and again: the most recently used ones, limited in
 * number and in characters. In memory only: they contain tokens. Set only fields that belong to an account: others must not fill the memory.
 */
export const rememberFields = () =>
  new LRUCache<string, IncomingHttpHeaders>({
    max: MOST_KNOWN,
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (_headers, text) => text.length,
  })

/**
 * All fields of a request and the empty line after them. Every text matches in one way at most: blanks before the line's end belong to the
 * value's part, or to the part before it if there is no value. Otherwise many empty fields before a fault would take for ever.
 */
const FIELDS = /^(?:[\w!#$%&'*+.^`|~-]+:[ \t]*(?:[!-~]+(?: +[!-~]+)*[ \t]*)?\r\n)+\r\n$/
/** With one of these, the bytes after the fields are not a new request, or the connection ends. */
const NOT_PLAIN = new Set([
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'trailer',
  'proxy-connection',
])

/** The fields of a request up to its empty line. Null when one is not plain or occurs twice, or when Host is missing. */
function readHeaders(text: string): IncomingHttpHeaders | null {
  if (!FIELDS.test(text)) return null
  // Usual clients send few different sets of fields, so V8 reads these objects quickly.
  const headers: IncomingHttpHeaders = {}
  for (let at = 0; at < text.length - 2;) {
    const colon = text.indexOf(':', at)
    const end = text.indexOf('\r\n', colon)
    const name = text.slice(at, colon).toLowerCase()
    const value = text.slice(colon + 1, end).trim()
    // No plain field has the name of a property that every object has.
    if (headers[name] !== undefined || NOT_PLAIN.has(name)) return null
    if (name === 'connection' && value.toLowerCase() !== 'keep-alive') return null
    headers[name] = value
    at = end + 2
  }
  return headers.host === undefined ? null : headers
}
