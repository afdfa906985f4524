// Absolute addresses of resources under the configured base URL and web URL; the Host header is never used.

export interface Urls {
  /** Ends with `/v1`, without a trailing slash. */
  readonly base: string
  /** The website's root, without a trailing slash. */
  readonly web: string
  /** Whether the website's root was configured. Only then may search engines index the pages. */
  readonly isPublic?: boolean
  /** The address where visitors get their keys: a path of the site, or an operator's own portal. Absent when there is neither. */
  readonly account?: string
}

/** An identifier as part of a path: slashes stay; a plus and everything else that could be misread is escaped. */
export const pathOf = (identifier: string): string => identifier.split('/').map(encodeURIComponent).join('/')

/** The path of the site's root in a browser, without a slash at its end. Empty for the root of a host. */
export const rootOf = ({ web }: Pick<Urls, 'web'>): string => new URL(web).pathname.replace(/\/$/, '')
