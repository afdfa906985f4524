// Reads `If-None-Match`: whether a client already has the answer with a given entity tag.
import { MOST_CODINGS } from '../admission/numbers.ts'

/** Compares a tag with an `If-None-Match` list, by the weak comparison. False without a list. */
export function namesTag(list: string | undefined, etag: string): boolean {
  if (list === undefined) return false
  if (list.trim() === '*') return true
  const opaque = etag.slice(2)
  return list.split(',', MOST_CODINGS).some((tag) => tag.trim().replace(/^W\//, '') === opaque)
}
