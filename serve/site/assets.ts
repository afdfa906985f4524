// The stylesheet and scripts of the pages; each address contains the hash of its text, so browsers may cache it for ever.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ASSET_NAMES, type AssetName } from './asset-names.ts'
import type { SiteDocument, SiteRoute } from './page.ts'

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const
/** Seconds of a year: a file with its hash in its name never changes. */
const FOR_EVER = 31_536_000

/** Comments on lines of their own: a seventh of what browsers would load, packed. */
const COMMENTS = /^ *(?:\/\/.*|\/\*[\s\S]*?\*\/)\n/gm

interface Asset {
  readonly path: string
  readonly document: SiteDocument
}

const asset = (name: AssetName): Asset => {
  const body = readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8').replace(COMMENTS, '')
  const [stem = '', extension = ''] = name.split('.')
  const type = extension === 'css' ? TYPES.css : TYPES.js
  return {
    path: `/assets/${stem}.${hash('sha256', body, 'hex').slice(0, 12)}.${extension}`,
    document: { kind: 'document', type, body, maxAge: FOR_EVER },
  }
}

const ASSETS = new Map(ASSET_NAMES.map((name) => [name, asset(name)]))

/** The address of a file below the site's root. */
export const assetPath = (name: AssetName): string => ASSETS.get(name)?.path ?? ''

/** The routes of all these files. */
export const ASSET_ROUTES: readonly SiteRoute[] = [...ASSETS.values()].map(({ path, document }) => ({
  kind: 'document',
  pattern: path,
  document: () => document,
}))
