// Finds the row of a route table for a path, for the API and the site.

/** A row of a route table. */
export interface Row {
  /** A path. A `{name}` at its end stands for the rest of the path, slashes included. */
  readonly pattern: string
}

/** A row that was found. */
export interface Found<Route extends Row> {
  readonly route: Route
  /** The part of the pattern before its `{name}`. Null when it has none. */
  readonly prefix: string | null
}

/** Finds the row for a decoded path: its pattern is the path, or its prefix begins the path. Undefined: there is none. */
export function createRouter<Route extends Row>(
  table: readonly Route[],
): (path: string) => Found<Route> | undefined {
  const whole = new Map<string, Found<Route>>()
  const begun: (Found<Route> & { readonly prefix: string })[] = []
  for (const route of table) {
    const brace = route.pattern.indexOf('{')
    if (brace < 0) whole.set(route.pattern, { route, prefix: null })
    else begun.push({ route, prefix: route.pattern.slice(0, brace) })
  }
  return (path) => whole.get(path) ?? begun.find(({ prefix }) => path.startsWith(prefix))
}
