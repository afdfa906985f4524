// Answers for the site by its route table: the order of checks, redirects, error pages or JSON, other sites' forms, and which requests wait for their turn.
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Readable } from 'node:stream'
import { epochSeconds } from '#core/time/units.ts'
import { MOST_PARAMETERS } from '#serve/admission/numbers.ts'
import { send, type RequestFields, type Body, type Exchange } from '#serve/http/exchange.ts'
import { linesOf, type Fields } from '#serve/http/field-lines.ts'
import { readForm, readsBody } from '#serve/http/form.ts'
import { allowOf, notSupported, READ } from '#serve/http/methods.ts'
import { FAILED, outgoingProblem, problem, type Outgoing, type Problem } from '#serve/http/problem.ts'
import { createRouter } from '#serve/http/router.ts'
import { afterParameters } from '#serve/http/request-text.ts'
import { decodePath } from '#serve/http/target.ts'
import type { AnswerOtherPath, OtherPathsOptions } from '#serve/other-paths.ts'
import { rootOf } from '#serve/urls.ts'
import { html } from './html.ts'
import { jsonDocument } from './made-documents.ts'
import { searchBox, suggestions } from './parts.ts'
import type {
  Cookie,
  Page,
  SeeOther,
  ShowPage,
  SiteDocument,
  SiteRoute,
  Suggest,
  Suggestion,
  Visit,
} from './page.ts'
import { NotDrawnError, Pictures } from '../pictures/pictures.ts'
import { Query } from './query.ts'
import { answered, bodyOf, createAnswerCache, isMade, publicAnswer, UNFRAMED } from './public-answer.ts'
import { outgoingDownload, outgoingPage, publicPage, UNCACHED } from './shell.ts'
import { firstCookies, isNobody, NOBODY, textOf, visitorOf } from './visitor.ts'

const NOT_DRAWN_YET = problem(503, 'This picture is not drawn yet; try again in a moment.', {
  'retry-after': '2',
})

/** The connection ends: the rest of the form may still be on its way. */
const CLOSE = { connection: 'close' }
const NO_FORM = {
  'too-long': problem(413, 'The form is too long.', CLOSE),
  'no-length': problem(411, 'A form must say its length.', CLOSE),
  late: problem(408, 'The form did not arrive in time.', CLOSE),
}
const TOO_MANY_PARAMETERS = problem(422, `An address must not have more than ${MOST_PARAMETERS} parameters.`)

/** An answer of the site. */
type Out = Outgoing<Body, Fields>

/** Builds the site over its rows. It answers one request, and reads its body when a form is expected. `suggest` finds pages for a 404. */
export function createSite(
  table: readonly SiteRoute[],
  suggest: Suggest,
  options: OtherPathsOptions,
  pictures = new Pictures(),
): AnswerOtherPath {
  const site = new Site(table, suggest, options, pictures)
  return (exchange, body) =>
    void site
      .answer(exchange, body)
      .catch((error: unknown) => {
        options.onFailure(exchange, error)
        return site.refusal(exchange, FAILED)
      })
      // The error page could not be made either.
      .catch(() => outgoingProblem(FAILED))
      .then((out) => out === null || options.admission.resume(exchange, () => send(exchange, out)))
}

class Site {
  readonly #suggest: Suggest
  readonly #options: OtherPathsOptions
  /** Whether this server has an account area. */
  readonly #hasAccounts: boolean
  /** The path of the site's root in a browser. Links are absolute; redirects stay on the host that was asked. */
  readonly #root: string
  readonly #routeOf: ReturnType<typeof createRouter<SiteRoute>>
  readonly #cached = createAnswerCache()
  readonly #pictures: Pictures

  constructor(table: readonly SiteRoute[], suggest: Suggest, options: OtherPathsOptions, pictures: Pictures) {
    this.#suggest = suggest
    this.#pictures = pictures
    this.#options = options
    this.#hasAccounts = table.some(({ kind }) => kind === 'account')
    this.#root = rootOf(options.urls)
    this.#routeOf = createRouter(table)
  }

  /** Checks row, method, form and page, in this order. Null: the client left before its request was complete. */
  async answer(exchange: Exchange, body: Readable): Promise<Out | null> {
    const { request, target } = exchange
    const { admission } = this.#options
    // Node would parse it for as long as the request waits: 130 kB of chunks were read of a form that is then refused.
    if (!readsBody(request)) exchange.writer.leaveBody(exchange)
    // All that follows is work: to read a long query takes longer than to answer from the cache.
    const asked = admission.ask(exchange, admission.payerOf(exchange))
    const isFree = !(asked instanceof Promise)
    const verdict = isFree ? asked : await asked
    if (verdict !== 'go') return outgoingProblem(verdict)
    const path = decodeEscapes(target.rawPath)
    const found = path === null ? undefined : this.#routeOf(path)
    exchange.route = found?.route.pattern ?? '(none)'
    if (found === undefined) {
      // A page that suggests similar names is work, like every other page.
      if (wantsHtml(request) && isFree) {
        const turn = await admission.wait(exchange)
        if (turn !== 'go') return outgoingProblem(turn)
      }
      return path === null ? this.#nothing(exchange) : this.#elsewhere(exchange)
    }
    const { route, prefix } = found
    const { method = '' } = request
    const methods = methodsOf(route)
    if (method === 'OPTIONS') return { status: 204, headers: { allow: allowOf(methods) }, body: '' }
    if (!methods.includes(method)) return this.refusal(exchange, notSupported(method, methods))
    const form = method === 'POST' ? await readForm(request, body) : new URLSearchParams()
    if (form === 'gone') return null
    if (typeof form === 'string') return this.refusal(exchange, NO_FORM[form])
    if (afterParameters(target.rawQuery, MOST_PARAMETERS) !== null)
      return this.refusal(exchange, TOO_MANY_PARAMETERS)
    const isPublic = route.kind !== 'account' && method !== 'POST'
    if (!isPublic && (isFree || method === 'POST')) {
      const turn = await admission.wait(exchange)
      if (turn !== 'go') return outgoingProblem(turn)
    }
    const identifier = decodePath(target.rawPath)?.slice(prefix?.length)
    if (identifier === undefined) return this.#nothing(exchange)
    if (prefix !== null && /(?:^|\/)$/.test(identifier)) return this.#elsewhere(exchange)
    const ms = this.#options.nowMs()
    const visit: Visit = {
      ...this.#currently(exchange, route.kind),
      now: epochSeconds(Math.floor(ms / 1000)),
      nowMs: ms,
      identifier: prefix === null ? '' : identifier,
      hasAccounts: this.#hasAccounts,
      query: new Query(target.rawQuery, route.parameters),
    }
    if (route.kind === 'document') return this.#sayPublic(exchange, visit, route.document, 'document', isFree)
    if (route.kind === 'page') {
      if (method !== 'POST' || route.choose === undefined)
        return this.#sayPublic(exchange, visit, route.show, 'page', isFree)
      // Another site's form chooses nothing.
      if (request.headers['sec-fetch-site'] === 'cross-site')
        return outgoingProblem(problem(403, 'This form was sent by another site.'))
      const made = route.choose(visit, form, this.#cameFrom(request.headers.referer))
      return this.#sayUncached(made, 'page', visit, this.#options.urls.web.startsWith('https:'))
    }
    const show = route.methods[method === 'POST' ? 'POST' : 'GET']
    if (show === undefined) return this.#nothing(exchange)
    const cookies = parseCookie(firstCookies(request.headers.cookie ?? ''))
    const address = exchange.address
    const onGone = (leave: () => void): void => exchange.holds(leave)
    const userAgent = request.headers['user-agent']
    const said = await show({ ...visit, form, cookies, address, userAgent, onGone })
    return said.kind === 'download'
      ? outgoingDownload(said)
      : this.#sayUncached(said, 'account', { ...visit, catalogue: this.#options.catalogue() }, route.isSecure)
  }

  /** An error: a page for browsers, JSON for all other clients. */
  refusal({ request, target, id }: Exchange, refused: Problem): Out {
    if (!wantsHtml(request)) return outgoingProblem(refused)
    const now = epochSeconds(Math.floor(this.#options.nowMs() / 1000))
    const asked = {
      catalogue: this.#options.catalogue(),
      now,
      hasAccounts: this.#hasAccounts,
      visitor: NOBODY,
    }
    const { status, body, headers = {} } = refused
    const words = wordsIn(decodePath(target.rawPath) ?? '')
    const page: Page =
      status === 404
        ? notFound(body.message, this.#suggest(words, asked))
        : {
            kind: 'page',
            status,
            title: TITLES[status] ?? 'This did not work',
            content: html`<p>${body.message}</p>
              ${status === 500 ? html`<p>Try again in a moment. If it happens again, give this number to the people who run this service: <code>${id}</code>.</p>` : null}`,
          }
    return outgoingPage({ ...page, headers }, 'page', asked)
  }

  #nothing(exchange: Exchange): Out {
    const { request, target } = exchange
    const words = wantsHtml(request)
      ? `There is no page at “${target.rawPath}”.`
      : `There is no page at "${target.rawPath}". /openapi.json describes the interface.`
    return this.refusal(exchange, problem(404, words))
  }

  /** A redirect to the intended page, when the request has another case or a slash at its end. */
  #elsewhere(exchange: Exchange): Out {
    const { rawPath, rawQuery } = exchange.target
    const path = withoutSlashes(rawPath)
    const found = READ.includes(exchange.request.method ?? '') ? this.#routeOf(path.toLowerCase()) : undefined
    if (found === undefined || found.route.kind === 'document') return this.#nothing(exchange)
    const { route, prefix } = found
    const meant = prefix === null ? route.pattern : prefix + path.slice(prefix.length)
    return this.#redirect(`${meant}${rawQuery === '' ? '' : `?${rawQuery}`}`)
  }

  #redirect(path: string): Out {
    return {
      status: 308,
      headers: { location: this.#root + path, 'cache-control': 'no-cache' },
      body: '',
    }
  }

  /**
   * The public answer of an address. It is made once a minute, when it is the request's turn. Without `isFree` it is: the
   * request has waited.
   */
  async #sayPublic(
    exchange: Exchange,
    asked: Visit,
    show: ShowPage,
    kind: 'page' | 'document',
    isFree: boolean,
  ): Promise<Out> {
    const { request, route } = exchange
    const { identifier, query } = asked
    // All that a page may depend on, and nothing else. Only the last part can have line ends.
    const address = [route, query, textOf(asked.visitor), identifier].join('\n')
    const path = route.replace(/\{.*$/, () => identifier)
    const known = this.#cached.get(address, asked.nowMs, asked.catalogue)
    const isDone = known !== undefined && isMade(known, request.headers)
    if (!isDone && isFree) {
      const turn = await this.#options.admission.wait(exchange)
      if (turn !== 'go') return outgoingProblem(turn)
    }
    // During the wait another artifact may have become current, and the earlier one is closed.
    const visit = { ...asked, ...this.#currently(exchange, kind) }
    const { visitor, nowMs } = visit
    let found = this.#cached.get(address, nowMs, visit.catalogue)
    if (found === undefined) {
      const made = show(visit) ?? missing(visit, this.#suggest, wantsJson(request))
      if (made.kind === 'redirect') return this.#redirect(made.path)
      if (made.kind === 'drawing') {
        const drawn = await this.#pictures.drawn(made, exchange.sender).catch((error: unknown) => {
          if (!(error instanceof NotDrawnError)) throw error
          this.#options.onFailure(exchange, error)
          return null
        })
        if (drawn === null) return this.refusal(exchange, NOT_DRAWN_YET)
        if (exchange.sender !== null) this.#options.admission.senders.charge(exchange.sender, drawn.ms)
        return answered(drawn.answer, nowMs, request.headers, 'all')
      }
      if (made.kind === 'page') {
        if (made.status !== 200) return outgoingPage(made, 'page', visit, path)
        found = publicPage(made, visit, path)
      } else {
        const { type, status = 200, body, maxAge } = made
        const headers = {
          'content-type': type,
          'x-content-type-options': 'nosniff',
          ...UNFRAMED,
          ...(made.isForOtherOrigins === true && this.#options.cors
            ? { 'access-control-allow-origin': '*' }
            : {}),
          ...made.headers,
        }
        if (maxAge === null)
          return { status, headers: { ...headers, 'cache-control': 'no-store' }, body: bodyOf(body) }
        found = publicAnswer(headers, body, maxAge)
      }
      this.#cached.add(address, found)
    }
    const audience = kind === 'document' ? 'all' : isNobody(visitor) ? 'without-choice' : 'one'
    return answered(found, nowMs, request.headers, audience)
  }

  /** The data that are current now, and what the visitor chose of them. */
  #currently({ request }: Exchange, kind: SiteRoute['kind']): Pick<Visit, 'catalogue' | 'visitor'> {
    const current = this.#options.catalogue()
    const visitor = kind === 'document' ? NOBODY : visitorOf(request.headers.cookie, current.almanac)
    return { catalogue: current, visitor }
  }

  /** The path, below the site's root, of the page that a form is on. */
  #cameFrom(referer: string | undefined): string {
    if (referer === undefined || !URL.canParse(referer)) return '/'
    const { pathname, search } = new URL(referer)
    return pathname.startsWith(`${this.#root}/`) ? pathname.slice(this.#root.length) + search : '/'
  }

  /** A page or redirect that must not be cached, with its cookies. */
  #sayUncached(
    said: Page | SeeOther,
    kind: 'page' | 'account',
    current: Pick<Visit, 'catalogue' | 'visitor'>,
    isSecure: boolean,
  ): Out {
    const { status, headers, body } =
      said.kind === 'page'
        ? outgoingPage(said, kind, current)
        : { status: 303, headers: { location: this.#root + said.path, ...UNCACHED[kind] }, body: '' }
    return { status, headers: linesOf(headers) + cookieLines(said.cookies ?? [], isSecure), body }
  }
}

/** Attributes of every cookie: no script can read it, and from other sites browsers send it only when a link is followed. */
const COOKIE = { path: '/', httpOnly: true, sameSite: 'lax' } as const

const cookieLines = (cookies: readonly Cookie[], isSecure: boolean): string =>
  cookies
    .map(({ name, value, maxAgeSeconds }) => {
      const maxAge = value === null ? 0 : maxAgeSeconds
      const cookie = { name, value: value ?? '', ...COOKIE, secure: isSecure }
      return `set-cookie: ${stringifySetCookie(maxAge === undefined ? cookie : { ...cookie, maxAge })}\r\n`
    })
    .join('')

const wantsHtml = ({ headers }: RequestFields): boolean => headers.accept?.includes('text/html') === true

const TITLES: Readonly<Record<number, string>> = {
  400: 'This cannot be read',
  405: 'Method not supported',
  408: 'Too late',
  411: 'This cannot be read',
  413: 'Too long',
  422: 'Too long',
  429: 'Too many requests',
  500: 'Something went wrong',
}

function methodsOf(route: SiteRoute): readonly string[] {
  if (route.kind === 'document') return READ
  const { GET, POST } = route.kind === 'account' ? route.methods : { GET: route.show, POST: route.choose }
  return [...(GET === undefined ? [] : READ), ...(POST === undefined ? [] : ['POST'])]
}

/** A path with decoded escapes, except those of characters that separate parts of an address. Null when an escape is broken. */
function decodeEscapes(rawPath: string): string | null {
  try {
    return decodeURI(rawPath.replaceAll('%25', '%2525'))
  } catch {
    return null
  }
}

const wantsJson = (request: RequestFields): boolean =>
  !wantsHtml(request) && request.headers.accept?.includes('application/json') === true

/** A path without the slashes at its end, escaped ones too. Of many slashes before another character only the first is tried. */
const withoutSlashes = (path: string): string => path.replace(/(?<!\/|%2F)(?:\/|%2F)+$/i, '')

/** The meanings of a part of an address: its last part, but of the zones of Etc, whose signs are the other way round, both. */
const wordsIn = (path: string): string =>
  /(?:^|\/)(etc\/[^/]+)\/*$/i.exec(path)?.[1] ?? withoutSlashes(path).split('/').at(-1) ?? ''

/** The answer for a name that no page has: the page of a 404, for programs a message. */
function missing(visit: Visit, suggest: Suggest, isForPrograms: boolean): Page | SiteDocument {
  const { identifier } = visit
  const meant = suggest(wordsIn(identifier), visit)
  if (isForPrograms) {
    const hint = meant.length === 0 ? '' : ` The nearest pages: ${meant.map(({ path }) => path).join(', ')}.`
    return { ...jsonDocument({ message: `There is no page for "${identifier}".${hint}` }, null), status: 404 }
  }
  return notFound(`There is no page for “${identifier}”.`, meant)
}

/** The page of a 404: pages that may be meant, and a search box. */
const notFound = (message: string, meant: readonly Suggestion[]): Page => ({
  kind: 'page',
  status: 404,
  title: 'Not found',
  hasOwnSearch: true,
  content: html`<p>${message}</p>
    ${suggestions(meant)} ${searchBox('', 'large')}`,
})
