// Cuts a list into pages: the rows of a page, and the links and counts around it.
import type { PaginationLinks, PaginationMeta } from '#schemas/wire/shapes.ts'

/**
 * One page of a list: its rows (none past the end), and `links` and `meta` of the answer, without the parts of `meta` about the release and
 * the clock. `path` is the list's address. `sent` has the request's known parameters: every link repeats them and ends with `page`.
 */
export function pageOf<Row>(
  all: readonly Row[],
  { page, per_page: perPage }: { readonly page: number; readonly per_page: number },
  path: string,
  sent: ReadonlyMap<string, string>,
) {
  const total = all.length
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  const kept = [...sent].filter(([name]) => name !== 'page')
  const prefix = `${path}?${kept.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}&`).join('')}page=`
  const urlOf = (target: number): string => prefix + target
  const previous = page > 1 ? Math.min(page - 1, lastPage) : null
  const next = page < lastPage ? page + 1 : null
  const first = (page - 1) * perPage
  const rows = all.slice(first, first + perPage)
  const numbered = pageWindow(page, lastPage).map((target) =>
    target === null
      ? { url: null, label: '...', active: false }
      : { url: urlOf(target), label: String(target), page: target, active: target === page },
  )
  const step = (label: string, target: number | null) => ({
    url: target === null ? null : urlOf(target),
    label,
    page: target,
    active: false,
  })
  const links: PaginationLinks = {
    first: urlOf(1),
    last: urlOf(lastPage),
    prev: previous === null ? null : urlOf(previous),
    next: next === null ? null : urlOf(next),
  }
  const meta: Omit<PaginationMeta, 'tzdb_version' | 'generated_at'> = {
    current_page: page,
    from: rows.length === 0 ? null : first + 1,
    last_page: lastPage,
    links: [step('&laquo; Previous', previous), ...numbered, step('Next &raquo;', next)],
    path,
    per_page: perPage,
    to: rows.length === 0 ? null : first + rows.length,
    total,
  }
  return { rows, links, meta }
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Page numbers to show, with null for each `...`: three pages on each side of the current one. */
function pageWindow(current: number, last: number): (number | null)[] {
  if (last < 14) return range(1, last)
  if (current <= 7) return [...range(1, 10), null, last - 1, last]
  if (current > last - 7) return [1, 2, null, ...range(last - 9, last)]
  return [1, 2, null, ...range(current - 3, current + 3), null, last - 1, last]
}
