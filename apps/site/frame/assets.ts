// The stylesheet and scripts of the pages; each address contains the hash of its text, so browsers may cache it for ever.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The files in assets/. */
const NAMES = [
  'style.css',
  'clock.js',
  'clocks.js',
  'copy.js',
  'ask.js',
  'search.js',
  'map.js',
  'pointed.js',
  'moment.js',
  'reading.js',
  'meeting.js',
  'check.js',
  'try.js',
] as const

/** The stylesheet, or a script that a page may ask for. */
export type AssetName = (typeof NAMES)[number]

/** Seconds of a year: a file with its hash in its name never changes. */
const FOR_EVER = 31_536_000

/** Comments on lines of their own: a seventh of what browsers would load, packed. */
const COMMENTS = /^ *(?:\/\/.*|\/\*[\s\S]*?\*\/)\n/gm

function routeOf(name: AssetName) {
  const body = readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8').replace(COMMENTS, '')
  const [stem, extension] = name.split('.')
  const type = `text/${extension === 'css' ? 'css' : 'javascript'}; charset=utf-8`
  return {
    kind: 'document' as const,
    pattern: `/assets/${stem}.${hash('sha256', body, 'hex').slice(0, 12)}.${extension}`,
    parameters: [],
    document: () => ({ kind: 'document' as const, type, body, maxAge: FOR_EVER }),
  }
}

const ROUTES = new Map(NAMES.map((name) => [name, routeOf(name)]))

/** The one picture of previews of links: the map of the zones, without a clock. */
const PREVIEW = readFileSync(new URL('../assets/preview.png', import.meta.url))

/** The picture of previews, which changes with the program alone. */
export const previewDocument = () => ({
  kind: 'document' as const,
  type: 'image/png',
  body: PREVIEW,
  maxAge: 86_400,
})

/** The address of a file below the site's root. */
export const assetPath = (name: AssetName): string => ROUTES.get(name)?.pattern ?? ''

/** The routes of all these files. */
export const ASSET_ROUTES = [...ROUTES.values()]
