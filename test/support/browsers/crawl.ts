// Follows the site's links from its first page, as a search engine does, and reports what is wrong.
import { pathOf } from '#serve/urls.ts'
import { listening } from '../servers/loopback.ts'
import { type Service, WEB } from '../worlds/service.ts'

/** Of the addresses that match, every nth is visited. All are collected. */
export type Sampled = readonly (readonly [pattern: RegExp, nth: number])[]

export interface Crawled {
  /** Every address of a link, below the site's root. */
  readonly known: ReadonlySet<string>
  readonly visited: number
  /** One line each: a link that leads nowhere, something loaded from another host, or a page that names another address as its own. */
  readonly wrong: readonly string[]
}

/** A copy: a part of a string keeps the whole in memory, which was 7 GB of pages. */
const unescaped = (text: string): string =>
  Buffer.from(text).toString().replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')

/** Visits the first page and all pages that its links reach, except the account area, on a port of loopback. */
export async function crawl({ app }: Service, sampled: Sampled): Promise<Crawled> {
  // Injected requests are not forgotten: 70 kB of each page stayed in memory.
  const port = await listening(app)
  const known = new Set(['/'])
  const waiting = ['/']
  const met = new Map<RegExp, number>()
  const wrong: string[] = []
  let visited = 0
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    })
    const body = await answer.text()
    visited += 1
    if (answer.status !== 200) wrong.push(`${answer.status} ${path}`)
    if (answer.headers.get('content-type')?.startsWith('text/html') !== true) continue
    const [, canonical] = /<link rel="canonical" href="([^"]*)"/.exec(body) ?? []
    // A query may narrow a list. An answer to a question has no permanent address.
    const [plain = ''] = path.split('?')
    const addresses = [path, plain].map((address) => WEB + address)
    if (
      canonical === undefined
        ? plain === path && !/^\/t\/|\/sun$/.test(plain)
        : !addresses.includes(unescaped(canonical))
    )
      wrong.push(`${path}: its address is ${canonical}`)
    for (const [, name = '', value = ''] of body.matchAll(/ (href|src|action)="([^"]*)"/g)) {
      const target = unescaped(value)
      if (target.startsWith('#')) {
        if (!body.includes(`id="${target.slice(1)}"`)) wrong.push(`${path}: nothing has the id ${target}`)
        continue
      }
      // A link may lead to another site, but the parts of a page may not come from one.
      if (!target.startsWith('/')) {
        const before = body.slice(0, body.indexOf(value)).slice(-200)
        if (name !== 'href' || !/<(?:a|link rel="canonical")\s[^>]*$/.test(before))
          wrong.push(`${path}: ${name} ${target}`)
        continue
      }
      const [address = ''] = target.split('#')
      if (known.has(address) || address.startsWith('/account')) continue
      known.add(address)
      const found = sampled.find(([pattern]) => pattern.test(address))
      if (found !== undefined) {
        const [pattern, nth] = found
        const count = met.get(pattern) ?? 0
        met.set(pattern, count + 1)
        if (count % nth !== 0) continue
      }
      waiting.push(address)
    }
  }
  return { known, visited, wrong }
}

/** The addresses of zones, countries, standards and cities that are not in `known`. */
export function unreached({ catalogue: { almanac } }: Service, known: ReadonlySet<string>): string[] {
  return [
    ...almanac.zones.listed.map(({ iana }) => `/timezones/${pathOf(iana)}`),
    ...almanac.countries.all.map(({ slug }) => `/countries/${slug}`),
    ...almanac.standards.all.map(({ slug }) => `/abbreviations/${slug}`),
    ...almanac.cities().byName.map(({ slug }) => `/cities/${slug}`),
  ].filter((path) => !known.has(path))
}
