// What a page is, and the rows that the site has in the route table.
import type { EpochSeconds } from '#core/time/units.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Problem } from '../http/problem.ts'
import type { AssetName } from './assets.ts'
import type { Html } from './html.ts'
import type { AccountDesk } from './account/desk.ts'

/** One visit to a page. */
export interface Visit {
  readonly catalogue: Catalogue
  readonly now: EpochSeconds
  /** The same instant in milliseconds. */
  readonly nowMs: number
  /** What stands behind the question mark. */
  readonly query: URLSearchParams
  /** Whether there is an account area here. */
  readonly hasAccounts: boolean
  /** What the `{name}` of the pattern stands for, decoded; empty where it has none. */
  readonly identifier: string
}

export interface Page {
  readonly kind: 'page'
  readonly status: 200 | 202 | 410 | Problem['status']
  readonly title: string
  readonly content: Html
  /** A sentence for search engines and previews. */
  readonly description?: string
  /** Below the site's root; absent for what is not to be found by search engines. */
  readonly canonicalPath?: string
  /** The path of a picture for those who show links as cards, in place of the world's. */
  readonly preview?: string
  /** What it is about, in the words of schema.org, where that is true of it. */
  readonly about?: Readonly<Record<string, unknown>>
  /** The way here from the first page: paths and words; this page itself is not among them. */
  readonly crumbs?: readonly (readonly [path: string, words: string])[]
  /** Scripts beside the clock's, which every page has. */
  readonly scripts?: readonly AssetName[]
  /** Whether it has a search box of its own, so that the one at the top is not needed. */
  readonly hasOwnSearch?: true
  /** For how long it says the truth: until the minute is over, unless told otherwise, in seconds. */
  readonly maxAge?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly Cookie[]
}

/** What the visitor's browser is to keep; null: to forget. */
export interface Cookie {
  readonly name: string
  readonly value: string | null
  /** Absent: until the browser is closed. */
  readonly maxAgeSeconds?: number
}

/** What was sent is done; go on to a page of this site, below its root. */
export interface SeeOther {
  readonly kind: 'see-other'
  readonly path: string
  readonly cookies?: readonly Cookie[]
}

/** A file of the visitor's own, to be saved. */
export interface Download {
  readonly kind: 'download'
  readonly name: string
  readonly type: string
  readonly body: string
}

/** The thing that was asked for has its page elsewhere: below the site's root. */
export interface Redirect {
  readonly kind: 'redirect'
  readonly path: string
}

/** A page for anyone, or a file of what it is about. Null: nothing has that name. */
export type ShowPage = (visit: Visit) => Page | Redirect | SiteDocument | null

/** A visit to the account area. */
export interface AccountVisit extends Visit {
  readonly desk: AccountDesk
  /** What was filled in; empty for GET. */
  readonly form: URLSearchParams
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** Of the client. */
  readonly address: string
  /** Has something done when the answer has gone out, or nobody waits for it any more. */
  readonly onGone: (leave: () => void) => void
}

export type AccountAnswer = Page | SeeOther | Download
export type AccountPage = (visit: AccountVisit) => AccountAnswer | Promise<AccountAnswer>

/** A file for programs: its text, and for how many seconds it may be kept. */
export interface SiteDocument {
  readonly kind: 'document'
  /** 200 unless told otherwise. */
  readonly status?: 200 | 404
  readonly type: string
  readonly body: string | Uint8Array
  /** Null: by nobody. */
  readonly maxAge: number | null
  readonly headers?: Readonly<Record<string, string>>
}

export type SiteRoute = { readonly pattern: string } & (
  | { readonly kind: 'page'; readonly show: ShowPage }
  /** Kept by nobody, named by no referrer, and it may have a form. */
  | { readonly kind: 'account'; readonly methods: Readonly<Partial<Record<'GET' | 'POST', AccountPage>>> }
  | { readonly kind: 'document'; readonly document: (visit: Visit) => SiteDocument | null }
)
