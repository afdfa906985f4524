// `tzref/client`: the typed HTTP interface. It reads lists page by page, returns choices as results, and waits as the server asks.
import { checkForm, checkFunction, checkObject, checkSize, checkText, shown } from './check.ts'
import type { Paths, Schemas } from './wire.ts'

export type { Paths, Schemas } from './wire.ts'

export type Path = keyof Paths
/** The parameters of a path, by the names of the interface. A list of texts may be an array. */
export type Parameters<Of extends Path> = {
  readonly [Name in keyof Paths[Of]['parameters']]:
    Paths[Of]['parameters'][Name] | ListOf<Paths[Of]['parameters'][Name]>
}
type ListOf<Value> = Extract<Value, string> extends never ? never : readonly string[]

type Body<Of extends Path> = Paths[Of]['answers'][200]
/** Paths that answer page by page. */
export type ListPath = { [Of in Path]: Body<Of> extends { readonly links: unknown } ? Of : never }[Path]
/** The type of a row in the pages of a list. */
export type RowOf<Of extends ListPath> = Body<Of>['data'][number]
/** Paths that may answer with a choice between several meanings. */
type ChoicePath = { [Of in Path]: 300 extends keyof Paths[Of]['answers'] ? Of : never }[Path]

/** An answer. `kind` is `choice` when the name that was sent could mean several things: ask again with one of the candidates. */
export type Answer<Of extends Path> =
  | (Body<Of> & { readonly kind: 'answer' })
  | (Of extends ChoicePath ? Schemas['MultipleChoices'] & { readonly kind: 'choice' } : never)

/**
 * An answer with an error status, after all waiting.
 *
 * @example
 * ```js
 * import { createClient, TzrefError } from 'tzref/client'
 *
 * const client = createClient({ baseUrl: 'https://api.example.org/v1', token: 'tzr_…' })
 * const error = await client.get('/timezones/{iana}', { iana: 'Mars/Base' }).catch((reason) => reason)
 * error instanceof TzrefError && error.status // → 404
 * ```
 */
export class TzrefError extends Error {
  readonly status: number
  /** The messages of each wrong parameter, by its name; empty for other errors. */
  readonly errors: Schemas['ValidationError']['errors']
  /** Seconds after which the server promises an answer; null when it does not say. */
  readonly retryAfter: number | null
  /** The request's id in the server's log, to be given to its operators. */
  readonly requestId: string | null

  constructor(
    status: number,
    message: string,
    facts: Pick<TzrefError, 'errors' | 'retryAfter' | 'requestId'>,
  ) {
    super(message)
    this.name = 'TzrefError'
    this.status = status
    this.errors = facts.errors
    this.retryAfter = facts.retryAfter
    this.requestId = facts.requestId
  }
}

/** The part of `fetch` that is used here. */
export type Fetch = (
  address: string,
  init: { readonly headers: Readonly<Record<string, string>>; readonly signal?: AbortSignalLike },
) => Promise<{
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly json: () => Promise<unknown>
}>
/** The part of an `AbortSignal` that is used here. */
export interface AbortSignalLike {
  readonly aborted: boolean
}

export interface ClientOptions {
  /** Address of the interface, with its version: `https://api.example.org/v1`. */
  readonly baseUrl: string
  readonly token: string
  /** The most seconds that one question may wait when the server asks for it (429 and 503). The default is 30; 0 never waits. */
  readonly patience?: number
  /** The default is the runtime's `fetch`. */
  readonly fetch?: Fetch
  /** Resolves after so many seconds. The default is a timer. */
  readonly sleep?: (seconds: number) => Promise<void>
  /** The present in milliseconds, used to read a `Retry-After` that is a date. The default is `Date.now`. */
  readonly now?: () => number
}

export interface Client {
  /**
   * Asks a path. Rejects with a TzrefError for an error status, and as `fetch` does when there is no answer.
   *
   * @example
   * ```js
   * const answer = await client.get('/convert', { from: 'CST', to: ['Asia/Tokyo'] })
   * answer.kind === 'choice' && answer.candidates.length > 1 // → true
   * ```
   */
  readonly get: <Of extends Path>(
    path: Of,
    parameters: Parameters<Of>,
    signal?: AbortSignalLike,
  ) => Promise<Answer<Of>>
  /**
   * The rows of a list, from its first page on. Each page is fetched when its rows are needed.
   *
   * @example
   * ```js
   * const names = []
   * for await (const { name } of client.rows('/cities', { is_capital: true, country: 'NP' })) names.push(name)
   * names // → ['Kathmandu']
   * ```
   */
  readonly rows: <Of extends ListPath>(
    path: Of,
    parameters: Parameters<Of>,
    signal?: AbortSignalLike,
  ) => AsyncGenerator<RowOf<Of>, void>
}

declare const fetch: Fetch
declare function setTimeout(done: () => void, milliseconds: number): unknown

const PATIENCE = 30

const checkParameters = (parameters: unknown): void =>
  checkObject(parameters, 'parameters', 'an object of parameters by their names')

/**
 * Creates a client for one server and one token.
 *
 * @example
 * ```js
 * import { createClient } from 'tzref/client'
 *
 * const client = createClient({ baseUrl: 'https://api.example.org/v1', token: 'tzr_…' })
 * const { data } = await client.get('/timezones/{iana}', { iana: 'Europe/Berlin' })
 * data.iana // → 'Europe/Berlin'
 * ```
 */
export function createClient(options: ClientOptions): Client {
  checkObject(options, 'options', '{ baseUrl, token }')
  const {
    baseUrl,
    token,
    patience = PATIENCE,
    fetch: ask = (...given) => fetch(...given),
    sleep = (seconds) => new Promise((resolve) => void setTimeout(() => resolve(), seconds * 1000)),
    now = Date.now,
  } = options
  // On a page, an address may begin with a slash.
  checkForm(
    baseUrl,
    'baseUrl',
    /^(?:https?:\/\/[^/]|\/)/i,
    'where the interface is, such as "https://api.example.org/v1"',
  )
  // Header fields have only ASCII, and what a document shows as a token does not.
  checkForm(
    token,
    'token',
    /^[!-~]+$/,
    'the token of an account: "tzr_" and what follows it, in ASCII without spaces',
  )
  checkSize(patience, 'patience', 'seconds, 0 or more')
  for (const [name, given] of Object.entries({ fetch: ask, sleep, now }))
    checkFunction(given, name, 'a function')
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' }

  async function get<Of extends Path>(
    path: Of,
    parameters: Parameters<Of>,
    signal?: AbortSignalLike,
  ): Promise<Answer<Of>> {
    checkText(path, 'path', 'a path of the interface, such as "/timezones"')
    checkParameters(parameters)
    const address = addressOf(baseUrl, path, parameters)
    for (let left = patience; ;) {
      const response = await ask(address, signal === undefined ? { headers } : { headers, signal })
      const { status } = response
      const body = await response.json().catch(() => null)
      if (status === 200 || status === 300) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server keeps to its interface
        return { ...(body as object), kind: status === 200 ? 'answer' : 'choice' } as Answer<Of>
      }
      const retryAfter = secondsOf(response.headers.get('retry-after'), now)
      if ((status !== 429 && status !== 503) || retryAfter === null || retryAfter > left) {
        throw errorOf(status, body, retryAfter, response.headers.get('x-request-id'))
      }
      left -= retryAfter
      await sleep(retryAfter)
    }
  }

  async function* rows<Of extends ListPath>(
    path: Of,
    parameters: Parameters<Of>,
    signal?: AbortSignalLike,
  ): AsyncGenerator<RowOf<Of>, void> {
    checkParameters(parameters)
    for (let page = 1; ; page++) {
      const answer = await get(path, { ...parameters, page }, signal)
      if (answer.kind !== 'answer') return
      yield* answer.data
      if (page >= answer.meta.last_page) return
    }
  }
  return { get, rows }
}

/** A text that is not empty and has no part that is `.` or `..`, which may be written as `%2e`. */
const NO_DOTS = /^(?!(?:.*\/)?(?:\.|%2e){1,2}(?:\/|$))./is

/** Puts parameters that are part of the path there, each part escaped. The others go into the query, with lists joined by commas. */
function addressOf(baseUrl: string, path: string, parameters: object): string {
  const query: string[] = []
  let filled = path
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    const text = textOf(value, name)
    const escaped = encodeURIComponent(text)
    const place = `{${name}}`
    if (path.includes(place)) {
      // Every reader of addresses resolves dots, and the question would go to another path.
      checkForm(text, name, NO_DOTS, 'an identifier, without "." or ".." between its slashes')
      // Identifiers of zones have slashes, which stay.
      filled = filled.replace(place, () => escaped.replaceAll('%2F', '/'))
    } else query.push(`${name}=${escaped}`)
  }
  const missing = /\{(\w+)\}/.exec(filled)?.[1]
  if (missing !== undefined) throw new TypeError(`${missing}: found undefined, expected a value for ${path}`)
  return `${baseUrl.replace(/\/$/, '')}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`
}

/** The text that is sent for a parameter's value. Throws for a value that cannot be sent. */
function textOf(value: unknown, name: string): string {
  if (Array.isArray(value)) return value.map((one) => textOf(one, name)).join(',')
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return String(value)
  throw new TypeError(
    `${name}: found ${shown(value)}, expected a text, a number, true, false, or an array of texts`,
  )
}

/** `Retry-After` in seconds, at least one; null when it is missing or unreadable. */
function secondsOf(value: string | null, now: () => number): number | null {
  if (value === null) return null
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now()) / 1000)
  return Number.isNaN(seconds) ? null : Math.max(1, seconds)
}

function errorOf(
  status: number,
  body: unknown,
  retryAfter: number | null,
  requestId: string | null,
): TzrefError {
  const isBody = typeof body === 'object' && body !== null
  const message = isBody && 'message' in body ? String(body.message) : `the server answered ${status}`
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server keeps to its interface
  const errors = isBody && 'errors' in body ? (body.errors as TzrefError['errors']) : {}
  return new TzrefError(status, message, { errors, retryAfter, requestId })
}
