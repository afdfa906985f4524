// Types of pages, and of the site's rows in the route table.
import type { Zone } from '#core/ask/zones.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { Catalogue } from '#serve/catalogue.ts'
import type { Problem } from '#serve/http/problem.ts'
import type { AssetName } from './assets.ts'
import type { Html } from './html.ts'
import type { Hours } from './hours.ts'
import type { Drawing } from '../pictures/pictures.ts'
import type { Parameters, Query } from './query.ts'

/** The choice of a visitor for all pages. Null: nothing was chosen. */
export interface Visitor {
  readonly zone: Zone | null
  readonly hours: Hours | null
}

/** One visit to a page. */
export interface Visit {
  readonly catalogue: Catalogue
  readonly now: EpochSeconds
  /** The same instant in milliseconds. */
  readonly nowMs: number
  /** The parameters of the address that the route declares. */
  readonly query: Query
  /** The choice of the visitor. A document never depends on it. */
  readonly visitor: Visitor
  /** Whether this server has an account area. */
  readonly hasAccounts: boolean
  /** The part of the path that `{name}` in the pattern stands for, decoded. Empty when the pattern has none. */
  readonly identifier: string
}

/** A page that may be meant by an address that has none. */
export interface Suggestion {
  readonly name: string
  /** The kind of thing, and its place. */
  readonly detail: string
  /** Path below the site's root. */
  readonly path: string
}

/** Finds the pages that a part of an address may mean. */
export type Suggest = (
  part: string,
  visit: Pick<Visit, 'catalogue' | 'now' | 'hasAccounts' | 'visitor'>,
) => readonly Suggestion[]

export interface Page {
  readonly kind: 'page'
  readonly status: 200 | 202 | 410 | Problem['status']
  readonly title: string
  /** The heading, where it is not just the title: it may have the visitor's own words, whose times stay as they were typed. */
  readonly heading?: Html
  readonly content: Html
  /** A sentence for search engines and previews. */
  readonly description?: string
  /** Path below the site's root. Absent when search engines should not list the page. */
  readonly canonicalPath?: string
  /** The subject of the page in schema.org's terms. Absent when it has none. */
  readonly about?: Readonly<Record<string, unknown>>
  /** The path from the first page to this one: paths and words, without this page itself. */
  readonly crumbs?: readonly (readonly [path: string, words: string])[]
  /** Scripts besides the clock's, which every page has. */
  readonly scripts?: readonly AssetName[]
  /** Whether it has its own search box, so that the one at the top is not needed. */
  readonly hasOwnSearch?: true
  /** Seconds for which the page may be cached. Default: until the minute ends. */
  readonly maxAge?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly Cookie[]
}

/** A cookie for the visitor's browser. A null value deletes it. */
export interface Cookie {
  readonly name: string
  readonly value: string | null
  /** Absent: until the browser is closed. */
  readonly maxAgeSeconds?: number | undefined
}

/** The form was handled. Sends the browser to another page of this site; the path is below its root. */
export interface SeeOther {
  readonly kind: 'see-other'
  readonly path: string
  readonly cookies?: readonly Cookie[]
}

/** A file with the visitor's own data, to be saved. */
export interface Download {
  readonly kind: 'download'
  readonly name: string
  readonly type: string
  readonly body: string
}

/** The resource has its page at another path, below the site's root. */
export interface Redirect {
  readonly kind: 'redirect'
  readonly path: string
}

/** Makes a public page, or a file about its subject, or says which picture is to be drawn. Null: nothing has that name. */
export type ShowPage = (visit: Visit) => Page | Redirect | SiteDocument | Drawing | null

/** A visit to a page of one visitor alone: one of the account area. */
export interface PrivateVisit extends Visit {
  /** The fields of the form. Empty for GET. */
  readonly form: URLSearchParams
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** The client's address. */
  readonly address: string
  /** The User-Agent field of its browser. */
  readonly userAgent: string | undefined
  /** Registers a function that is called when the answer has gone out, or when the client no longer waits for it. */
  readonly onGone: (leave: () => void) => void
}

export type AccountAnswer = Page | SeeOther | Download
export type PrivatePage = (visit: PrivateVisit) => AccountAnswer | Promise<AccountAnswer>

/** A file for programs, or a page for frames: its text, and the seconds for which it may be cached. It is the same for everybody. */
export interface SiteDocument {
  readonly kind: 'document'
  /** Default: 200. */
  readonly status?: 200 | 404
  readonly type: string
  readonly body: string | Uint8Array
  /** Undefined: until the minute ends. Null: it must not be cached. */
  readonly maxAge: number | null | undefined
  /** Whether pages of other origins may read it, on a server that lets them call the API. */
  readonly isForOtherOrigins?: true
  readonly headers?: Readonly<Record<string, string>>
}

export type SiteRoute = { readonly pattern: string; readonly parameters: Parameters } & (
  | {
      readonly kind: 'page'
      readonly show: ShowPage
      /** Handles a form of the page. It may set the visitor's own cookie, and nothing else. `cameFrom`: the path of the page with the form. */
      readonly choose?: (visit: Visit, form: URLSearchParams, cameFrom: string) => SeeOther | Page
    }
  /** Never cached, never named in a Referer, and may have a form. */
  | {
      readonly kind: 'account'
      readonly methods: Readonly<Partial<Record<'GET' | 'POST', PrivatePage>>>
      /** Whether its cookies are for TLS only. */
      readonly isSecure: boolean
    }
  | { readonly kind: 'document'; readonly document: (visit: Visit) => SiteDocument | Drawing | null }
)
