// Which row of a route table a path belongs to, for the interface and for the site.

/** A row of a route table. */
export interface Row {
  /** A path. A `{name}` at its end stands for the rest of the path, slashes included. */
  readonly pattern: string
}

/** A row that was found. */
export interface Found<Route extends Row> {
  readonly route: Route
  /** What stands before the `{name}` of its pattern; null where it has none. */
  readonly prefix: string | null
}

/** Finds the row of a decoded path: the one whose pattern it is, or whose prefix it begins with. Undefined: there is none. */
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
