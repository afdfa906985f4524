// Entity tags: whether the tag of an answer is one of those that a client says it keeps.

/** Weak comparison of an `If-None-Match` list with a tag. */
export function namesTag(list: string, etag: string): boolean {
  if (list.trim() === '*') return true
  const opaque = etag.slice(2)
  return list.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque)
}
