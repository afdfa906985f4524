// Every sample of the library: those in its documents, and the `@example` of each function that users can call.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ROOT } from '#open/program/root.ts'

export interface Sample {
  readonly name: string
  /** A word behind `js` for what it needs next to the packages: a `server`, others of `npm`, a `page`. Else empty. */
  readonly needs: string
  /** A whole module. A line with ` // → ` gives the value of its expression. */
  readonly source: string
  /** The number of such values. */
  readonly shown: number
}

const sampleOf = (name: string, source: string, needs = ''): Sample => ({
  name,
  needs,
  source,
  shown: source.match(/ \/\/ → /g)?.length ?? 0,
})

const FENCE = /^```js(?: (\w+))?\n([\s\S]*?)^```$/gm

/** The samples in a document of the checkout, or at another path. */
export const samplesOf = (document: string): Sample[] =>
  [...readFileSync(resolve(ROOT, document), 'utf8').matchAll(FENCE)].map(([, needs, source = ''], number) =>
    sampleOf(`${document}, ${number}`, source, needs),
  )

/** Errors that users meet but that are defined elsewhere. */
const ELSEWHERE = ['core/artifact/artifact-error.ts', 'apps/moved/event-text.ts']

/** A comment and the declaration after it; or the beginning of a class or an interface. */
const DESCRIBED =
  /^(?:(?<indent> *)\/\*\*(?<words>(?:(?!\*\/)[\s\S])*)\*\/\n)?(?: *(?:export )?(?:abstract )?(?:class|interface) (?<owner>\w+)|export (?:async )?(?:function\*? |const )(?<name>\w+)|  (?:readonly |override |async )*(?<member>\w+)[<(:])/gm

/** The `@example` of each function of apps/library/, by `file.function` or `Class.method`. Null: it has none. */
export function examples(): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>()
  const files = readdirSync(join(ROOT, 'apps/library')).filter((file) => file.endsWith('.ts'))
  for (const file of [...files.map((name) => `apps/library/${name}`), ...ELSEWHERE]) {
    const entry = file.replace(/^.*\/|\.ts$/g, '')
    let inside = ''
    for (const { groups = {} } of readFileSync(join(ROOT, file), 'utf8').matchAll(DESCRIBED)) {
      const { words = '', owner, name, member } = groups
      if (owner !== undefined) inside = owner
      const [, fenced] = /@example\n *\* ```js\n([\s\S]*?) *\* ```/.exec(words) ?? []
      const example = fenced?.replaceAll(/^ *\* ?/gm, '') ?? null
      const key = member === undefined ? `${entry}.${owner ?? name}` : `${inside}.${member}`
      if (example !== null || !found.has(key)) found.set(key, example)
    }
  }
  return found
}

/** Class → the function whose example comes before those of its methods, because it makes their object. */
const BEFORE: Readonly<Record<string, string>> = {
  Boundaries: 'boundaries.openBoundaries',
  Client: 'client.createClient',
  Clock: 'Clocks.zone',
  Clocks: 'clocks.openClocks',
  GeoTz: 'geo-tz.geoTz',
  History: 'history.openHistory',
  LuxonZone: 'luxon.LuxonZone',
  Moved: 'moved.openMoved',
  Tzref: 'tzref.openTzref',
  WebTzref: 'web.openWeb',
}

/** The examples as modules: one for each function, and one for all methods of a class. */
export function exampleSamples(): Sample[] {
  const all = examples()
  const before = (owner: string): string => {
    const row = BEFORE[owner] ?? ''
    const example = all.get(row) ?? ''
    const [other = ''] = row.split('.')
    return BEFORE[other] === undefined ? example : `${before(other)}${example}`
  }
  const methods = new Map<string, string>()
  const samples: Sample[] = []
  for (const [row, example] of all) {
    if (example === null) continue
    const [owner = ''] = row.split('.')
    if (BEFORE[owner] === undefined) samples.push(sampleOf(`the example of ${row}`, example))
    else methods.set(owner, `${methods.get(owner) ?? before(owner)}{\n${example}}\n`)
  }
  for (const [owner, source] of methods) samples.push(sampleOf(`the examples of ${owner}`, source))
  return samples
}
