// Absolute addresses of resources under the configured base URL and web URL, never from the Host header.

export interface Urls {
  /** Ends with `/v1`, without a trailing slash. */
  readonly base: string
  /** The website's root, without a trailing slash. */
  readonly web: string
  /** Whether the website's root was said: search engines are to find the pages only there. */
  readonly isPublic?: boolean
  /** Where visitors have their keys: a path of the site, or the address of an operator's own portal; absent where there is neither. */
  readonly account?: string
}

/** An identifier as it stands in a path: slashes stay, a plus and all else that could be misread is escaped. */
export const pathOf = (identifier: string): string => identifier.split('/').map(encodeURIComponent).join('/')
