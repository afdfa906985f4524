// Files that search engines read before the pages: the site map and robots.txt.
import { pathOf, rootOf } from '#serve/urls.ts'
import { escapeHtml } from '../frame/html.ts'
import { LISTED_PATHS } from '../frame/navigation.ts'
import { documentPaths } from './docs.ts'
import { newsIn, pathOfRelease } from './news.ts'
import { dayDocument, xmlDocument } from '../frame/made-documents.ts'
import type { SiteDocument, Visit } from '../frame/page.ts'
import { yearOf } from '../words/times.ts'

/** Addresses in one file. The protocol's limit is 50,000. */
const PER_FILE = 20_000

/** Every page of the site, below its root. */
function pathsOf(visit: Visit): string[] {
  const { catalogue, now } = visit
  const { almanac } = catalogue
  const year = yearOf(now)
  return [
    ...new Set([...LISTED_PATHS, ...documentPaths(visit)]),
    `/dst/${year}`,
    `/dst/${year + 1}`,
    ...newsIn(catalogue).map(({ release }) => pathOfRelease(release)),
    ...almanac.zones.listed.map(({ iana }) => `/timezones/${pathOf(iana)}`),
    ...almanac.countries.all.map(({ slug }) => `/countries/${slug}`),
    ...almanac.standards.all.map(({ slug }) => `/abbreviations/${slug}`),
    ...almanac.cities().byName.map(({ slug }) => `/cities/${slug}`),
  ]
}

/** The index of the site map. */
export function sitemapIndex(visit: Visit): SiteDocument {
  const { urls, artifact } = visit.catalogue
  const count = Math.ceil(pathsOf(visit).length / PER_FILE)
  const files = Array.from(
    { length: count },
    (_, index) =>
      `<sitemap><loc>${urls.web}/sitemap/${index + 1}.xml</loc><lastmod>${artifact.manifest.reference_date}</lastmod></sitemap>`,
  )
  return xmlDocument(
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${files.join('\n')}</sitemapindex>\n`,
  )
}

/** One file of the site map, by its number from 1. */
export function sitemapFile(visit: Visit): SiteDocument | null {
  const number = Number(/^([1-9]\d?)\.xml$/.exec(visit.identifier)?.[1] ?? 0)
  const paths = number === 0 ? [] : pathsOf(visit).slice((number - 1) * PER_FILE, number * PER_FILE)
  if (paths.length === 0) return null
  const { web } = visit.catalogue.urls
  return xmlDocument(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>${escapeHtml(web + path)}</loc></url>`).join('\n')}</urlset>\n`,
  )
}

/** Allows everything to be read. A copy without a configured web URL asks search engines to ignore it in its pages, not here. */
export const robotsDocument = ({ catalogue: { urls } }: Visit): SiteDocument =>
  dayDocument(
    'text/plain; charset=utf-8',
    `User-agent: *\nDisallow: ${rootOf(urls)}/account\nDisallow: ${rootOf(urls)}/search\nDisallow: ${rootOf(urls)}/v1\n\nSitemap: ${urls.web}/sitemap.xml\n`,
  )
