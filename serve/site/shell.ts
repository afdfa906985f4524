// What all pages have in common: the document around their content, and the header fields.
import { hash } from 'node:crypto'
import type { Catalogue } from '../catalogue.ts'
import { namesTag } from '../http/entity-tag.ts'
import type { HeaderFields, Outgoing } from '../http/problem.ts'
import { html } from './html.ts'
import type { Page } from './page.ts'

/** Fields of every page: nothing is loaded from anywhere, no page is framed, forms go to this site alone. */
const HEADERS: HeaderFields = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
}
/** A page shows the time of day: it is asked for again, and its tag says whether it has changed. */
const PUBLIC: HeaderFields = { 'cache-control': 'no-cache' }
/** Addresses of the account area hold the secrets of links. */
const PRIVATE: HeaderFields = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

const NAVIGATION: readonly (readonly [string, string])[] = [['/openapi.json', 'Interface']]

/** The whole document of a page. */
function documentOf(page: Page, { artifact, urls }: Catalogue): string {
  const { title, description, canonicalPath, content } = page
  const canonical = canonicalPath === undefined ? null : `${urls.web}${canonicalPath}`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        ${
          description === undefined
            ? null
            : html`<meta name="description" content="${description}" />
                <meta property="og:title" content="${title}" />
                <meta property="og:description" content="${description}" />`
        }
        ${
          canonical === null
            ? html`<meta name="robots" content="noindex" />`
            : html`<link rel="canonical" href="${canonical}" />
                <meta property="og:url" content="${canonical}" />`
        }
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
        <footer>
          <nav aria-label="Site">
            <ul>
              ${NAVIGATION.map(([path, name]) => html`<li><a href="${urls.web}${path}">${name}</a></li>`)}
            </ul>
          </nav>
          <p>
            Time zone data: tz release ${artifact.manifest.tz}. City names: GeoNames (CC BY 4.0). Zones of
            cities: © OpenStreetMap contributors (ODbL 1.0).
          </p>
        </footer>
      </body>
    </html> `.text
}

/** A page as it goes out; 304 where a kept one is the same. */
export function outgoingPage(
  page: Page,
  kind: 'page' | 'account',
  catalogue: Catalogue,
  ifNoneMatch: string | undefined,
): Outgoing {
  const body = documentOf(page, catalogue)
  const headers = { ...HEADERS, ...(kind === 'page' ? PUBLIC : PRIVATE), ...page.headers }
  if (page.status !== 200)
    return { status: page.status, headers: { ...headers, 'cache-control': 'no-store' }, body }
  if (kind === 'account') return { status: 200, headers, body }
  const etag = `W/"${hash('sha1', body, 'base64url')}"`
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, etag)) {
    return { status: 304, headers: { ...PUBLIC, etag }, body: '' }
  }
  return { status: 200, headers: { ...headers, etag }, body }
}
