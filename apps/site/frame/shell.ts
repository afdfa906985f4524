// The common part of all pages: the document around their content, whether search engines may index it, and the header fields.
import type { HeaderFields, Outgoing } from '#serve/http/problem.ts'
import { rootOf } from '#serve/urls.ts'
import { assetPath } from './assets.ts'
import { attributes, html, Html } from './html.ts'
import { MARK } from './mark.ts'
import { inTwelveHours, withTimes, type Hours } from './hours.ts'
import type { Download, Page, SiteDocument, Visit } from './page.ts'
import { link, searchBox } from './parts.ts'
import { FOOT, NAVIGATION } from './navigation.ts'
import { publicAnswer, type PublicAnswer } from './public-answer.ts'
import { hoursSwitch } from './visitor.ts'

/** The owner of a page: anybody's, or a visitor's own in the account area. */
type Kind = 'page' | 'account'

/** The data that are current, and what the visitor chose. */
type Current = Pick<Visit, 'catalogue' | 'visitor'>

/** The policy of a page: all its files come from this site. Who may frame it, and where its forms go. */
const policy = (ancestors: string, forms: string): string =>
  `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action ${forms}; frame-ancestors ${ancestors}; base-uri 'none'`

/** Fields of every page but those made for frames: no site may frame it, and forms go only to this site. */
const HEADERS: HeaderFields = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy("'none'", "'self'"),
  'x-content-type-options': 'nosniff',
}
/** More fields of pages that must not be cached. Those of the account area are private, and their addresses may contain the secrets of links. */
export const UNCACHED: Readonly<Record<Kind, HeaderFields>> = {
  page: { 'cache-control': 'no-store' },
  account: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' },
}

/** The menu marks this page, or the section that the page lies in: a form that was filled in lies in that of its own path, `here`. */
const markOf = (path: string, { canonicalPath, crumbs = [] }: Page, here: string): string | null =>
  path === canonicalPath ? 'page' : path === here || crumbs.some(([step]) => step === path) ? 'true' : null

/** The top of every page. On a phone the same menu is behind a word, which opens without a script. */
function header(page: Page, account: string | undefined, here: string): Html {
  const menu = (label: string): Html =>
    html`<nav aria-label="${label}">
      <ul>
        ${NAVIGATION.map(
          ([path, words]) =>
            html`<li><a${attributes({ href: path, 'aria-current': markOf(path, page, here) })}>${words}</a></li>`,
        )}
        ${account === undefined ? null : html`<li><a${attributes({ href: account, 'aria-current': account === here ? 'true' : null })}>Account</a></li>`}
      </ul>
    </nav>`
  return html`<header>
    <div class="top">
      <a class="brand" href="/">${MARK}<span>tzref</span></a>
      ${menu('Site')} ${page.hasOwnSearch ? null : searchBox('')}
      <details class="menu">
        <summary>Menu</summary>
        ${menu('Menu')}
      </details>
    </div>
  </header>`
}

/**
 * The first step of the path to every page. Its word tells where it leads, because screen readers also read links without their context.
 */
const HOME = ['/', 'Home'] as const

const crumbsOf = ({ crumbs }: Page): Html | null =>
  crumbs === undefined
    ? null
    : html`<nav aria-label="Breadcrumb">
        <ol class="crumbs">
          ${[HOME, ...crumbs].map(([path, words]) => html`<li>${link(path, words)}</li>`)}
        </ol>
      </nav>`

/** The picture of a page in previews of its link: the map, never a clock. */
const cardPicture = (address: string): Html =>
  html`<meta property="og:image" content="${address}" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="A map of time zones." />
    <meta name="twitter:card" content="summary_large_image" />`

/** The subject of a page and its place on the site, for machines: JSON-LD, which is data and no script. */
function linkedData({ crumbs, title, about, canonicalPath = '' }: Page, web: string): Html | null {
  const way = [HOME, ...(crumbs ?? []), [canonicalPath, title] as const]
  const list = crumbs && {
    '@type': 'BreadcrumbList',
    itemListElement: way.map(([path, name], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${web}${path}`,
    })),
  }
  const found = [about, list].filter((one) => one !== undefined)
  if (found.length === 0) return null
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': found })
  return new Html(`<script type="application/ld+json">${text.replaceAll('<', '\\u003c')}</script>`)
}

/** The whole document of a page. Inside it, all paths begin at the site's root, at whatever path that root is for a browser. */
function documentOf(page: Page, { catalogue, visitor }: Current, here: string, kind: Kind): string {
  const { artifact, urls } = catalogue
  const { title, heading = withTimes(title), description, canonicalPath, content, scripts = [] } = page
  const canonical = canonicalPath === undefined ? null : `${urls.web}${canonicalPath}`
  const isIndexed = canonical !== null && urls.isPublic !== false
  const root = rootOf(urls)
  const text = html`<!doctype html>
    <html
      lang="en"
      ${attributes({ 'data-root': root, 'data-hours': visitor.hours, 'data-zone': visitor.zone?.iana })}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${
          description === undefined
            ? null
            : html`<meta name="description" content="${description}" />
                <meta property="og:title" content="${title}" />
                <meta property="og:description" content="${description}" />
                <meta property="og:type" content="website" />
                <meta property="og:site_name" content="tzref" />`
        }
        ${isIndexed ? null : html`<meta name="robots" content="noindex" />`}
        ${
          canonical === null
            ? null
            : html`<link rel="canonical" href="${canonical}" />
                <meta property="og:url" content="${canonical}" />
                ${cardPicture(`${urls.web}/preview.png`)} ${linkedData(page, urls.web)}`
        }
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#11151f" />
        <link
          rel="alternate"
          type="application/atom+xml"
          title="News of the world’s clocks"
          href="/news.atom"
        />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${assetPath('style.css')}" />
        ${['clock.js' as const, 'search.js' as const, ...scripts].map(
          (name) => html`<script type="module" src="${assetPath(name)}"></script>`,
        )}
      </head>
      <body>
        <a class="skip" href="#content">To the content</a>
        ${header(page, urls.account, here)}
        <div class="frame">
          ${crumbsOf(page)}
          <main id="content">
            <h1>${heading}</h1>
            ${content}
          </main>
        </div>
        <footer class="foot">
          <div>
            <nav aria-label="About">
              <ul>
                ${FOOT.map(([path, words]) => html`<li>${link(path, words)}</li>`)}
              </ul>
            </nav>
            ${kind === 'account' ? null : hoursSwitch(visitor)}
            <p>
              Time zone data: tz release ${artifact.manifest.tz}. City names: GeoNames (CC BY 4.0). Maps and
              zones of cities: © OpenStreetMap contributors (ODbL 1.0).
            </p>
          </div>
        </footer>
      </body>
    </html> `.text
  return finished(text, visitor.hours, root)
}

/** A document with its times in the reader's hours, and its paths below the site's root. */
function finished(text: string, hours: Hours | null, root: string): string {
  const shown = hours === '12' ? inTwelveHours(text) : text
  // No text of a page can look like an attribute: inserted values have no quotation marks left.
  return root === '' ? shown : shown.replace(/([ \n](?:href|src|action)=")\/(?!\/)/g, `$1${root}/`)
}

/**
 * A page for frames on other sites, the only kind that may be framed. It has no header and no form, its links open outside, and it is the same
 * for everybody: it knows nothing but its address.
 */
export function embeddedPage(
  { title, content, scripts = [] }: Pick<Page, 'title' | 'content' | 'scripts'>,
  hours: Hours | null,
  root: string,
): SiteDocument {
  const text = html`<!doctype html>
    <html lang="en" ${attributes({ 'data-root': root, 'data-hours': hours })}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="robots" content="noindex" />
        <noscript><meta http-equiv="refresh" content="60" /></noscript>
        <link rel="stylesheet" href="${assetPath('style.css')}" />
        ${scripts.map((name) => html`<script type="module" src="${assetPath(name)}"></script>`)}
      </head>
      <body class="embedded">
        <main>${content}</main>
      </body>
    </html> `.text
  return {
    kind: 'document',
    type: 'text/html; charset=utf-8',
    body: finished(text, hours, root),
    maxAge: undefined,
    headers: { 'content-security-policy': policy('*', "'none'") },
  }
}

/** A file with the visitor's own data, as an answer. */
export const outgoingDownload = ({ name, type, body }: Download): Outgoing => ({
  status: 200,
  headers: {
    ...HEADERS,
    ...UNCACHED.account,
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
  },
  body,
})

/** A public page with status 200. It shows hours and minutes; the script adds the seconds. */
export const publicPage = (page: Page, current: Current, path: string): PublicAnswer =>
  publicAnswer({ ...HEADERS, ...page.headers }, documentOf(page, current, path, 'page'), page.maxAge)

/** A page that must not be cached: one of the account area, or an error. It is not compressed, as it may contain a secret. */
export const outgoingPage = (
  page: Page,
  kind: Kind,
  current: Current,
  here = kind === 'account' ? (current.catalogue.urls.account ?? '') : '',
): Outgoing => ({
  status: page.status,
  headers: { ...HEADERS, ...UNCACHED[kind], ...page.headers },
  body: documentOf(page, current, here, kind),
})
