// The target of a request line → the path and query it asks for, still as sent.
import { decodeText } from './request-text.ts'

export type Target = Readonly<ReturnType<typeof readTarget>>

const API = '/v1'

/** Splits a request target: origin form, or absolute form without its authority, where no path means `/` (RFC 9110, 4.2.3). */
export function readTarget(target: string) {
  const origin = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
  const question = origin.indexOf('?')
  const rawPath = question < 0 ? origin : origin.slice(0, question)
  const rawQuery = question < 0 ? '' : origin.slice(question + 1)
  const path = rawPath.endsWith('/') ? rawPath.replace(/(?<=[^/])\/$/, '') : rawPath
  const isApi = path === API || path.startsWith(`${API}/`)
  return {
    /** As sent, without query. */
    rawPath,
    /** As sent, without the question mark; empty when there is none. */
    rawQuery,
    /** The path below `/v1`, without one trailing slash. Null outside `/v1`. */
    apiPath: isApi ? path.slice(API.length) : null,
  }
}

/** Decodes a part of a path. Null when it contains a broken escape, a NUL or an empty segment: no resource has such a name. */
export function decodePath(raw: string): string | null {
  const path = decodeText(raw)
  return path === null || path.includes('\0') || raw.includes('//') ? null : path
}
