// Pages below the first one. A page at its own address: requests by an alias, a code or in another case are redirected there.
import type { Page, Redirect } from './page.ts'
import { LINKS } from './navigation.ts'

export interface Content extends Pick<Page, 'title' | 'content' | 'scripts' | 'about'> {
  readonly description: string
}

/** A page of the site below the first one, with status 200; it may say otherwise of both. */
export const sitePage = (page: Omit<Page, 'kind' | 'status'> & Partial<Pick<Page, 'status'>>): Page => ({
  kind: 'page',
  status: 200,
  crumbs: [],
  ...page,
})

export const redirect = (path: string): Redirect => ({ kind: 'redirect', path })

/** The page at a path that begins with its list. When the request had another path, a redirect to it. */
export function pageAt(path: string, isHere: boolean, make: () => Content): Page | Redirect {
  if (!isHere) return redirect(path)
  const crumbs = LINKS.filter(([list]) => path.startsWith(`${list}/`))
  return sitePage({ ...make(), canonicalPath: path, crumbs })
}
