// A page at its own address: requests by an alias, a code or in another case are redirected there.
import type { Page, Redirect } from './page.ts'

export interface Content extends Pick<Page, 'title' | 'content' | 'scripts' | 'preview' | 'about'> {
  readonly description: string
}

/** Path of a list → its name. */
const LISTS: Readonly<Record<string, string>> = {
  timezones: 'Time zones',
  abbreviations: 'Abbreviations',
  countries: 'Countries',
  cities: 'Cities',
}

export const redirect = (path: string): Redirect => ({ kind: 'redirect', path })

/** The page at a path that begins with its list. When the request had another path, a redirect to it. */
export function pageAt(path: string, isHere: boolean, make: () => Content): Page | Redirect {
  if (!isHere) return redirect(path)
  const list = path.split('/')[1] ?? ''
  return {
    kind: 'page',
    status: 200,
    ...make(),
    canonicalPath: path,
    crumbs: [[`/${list}`, LISTS[list] ?? '']],
  }
}
