// Finds the row of a route table for a path, for the API and the site.

/**
 * Finds the row for a decoded path: its pattern is the path, or the pattern's parts before and behind its `{name}` begin and end the path.
 * `prefix` and `suffix` are these parts; `prefix` is null for a pattern without a name. Rows with a suffix come first. Undefined: there is no
 * row.
 */
export function createRouter<Route extends { readonly pattern: string }>(table: readonly Route[]) {
  const named = table.filter(({ pattern }) => pattern.includes('{'))
  const begun = named
    .map((route) => {
      const [prefix = '', suffix = ''] = route.pattern.split(/\{\w+\}/)
      return { route, prefix, suffix }
    })
    .toSorted((one, other) => other.suffix.length - one.suffix.length)
  const plain = table.filter((route) => !named.includes(route))
  const whole = new Map(plain.map((route) => [route.pattern, { route, prefix: null, suffix: '' }]))
  return (path: string) =>
    whole.get(path) ??
    begun.find(
      ({ prefix, suffix }) =>
        path.startsWith(prefix) &&
        (suffix === '' || (path.endsWith(suffix) && path.length > prefix.length + suffix.length)),
    )
}
