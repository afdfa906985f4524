// Finds the row of a route table for a path, for the API and the site.

/**
 * Finds the row for a decoded path: its pattern is the path, or the pattern's part before its `{name}` begins the path. `prefix` is that part;
 * null for a pattern without a name. Undefined: there is no row.
 */
export function createRouter<Route extends { readonly pattern: string }>(table: readonly Route[]) {
  const rows = table.map((route) => ({ route, prefix: /^[^{]*(?=\{)/.exec(route.pattern)?.[0] ?? null }))
  const whole = new Map(rows.filter(({ prefix }) => prefix === null).map((row) => [row.route.pattern, row]))
  const begun = rows.filter(({ prefix }) => prefix !== null)
  return (path: string) => whole.get(path) ?? begun.find(({ prefix }) => path.startsWith(prefix ?? ''))
}
