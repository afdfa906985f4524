// Finds the row of a route table for a path, for the API and the site.

/**
 * Finds the row for a decoded path: its pattern is the path, or the pattern's part before its `{name}` begins the path. `prefix` is that part;
 * null for a pattern without a name. Undefined: there is no row.
 */
export function createRouter<Route extends { readonly pattern: string }>(table: readonly Route[]) {
  const named = table.filter(({ pattern }) => pattern.includes('{'))
  const begun = named.map((route) => ({ route, prefix: route.pattern.slice(0, route.pattern.indexOf('{')) }))
  const plain = table.filter((route) => !named.includes(route))
  const whole = new Map(plain.map((route) => [route.pattern, { route, prefix: null }]))
  return (path: string) => whole.get(path) ?? begun.find(({ prefix }) => path.startsWith(prefix))
}
