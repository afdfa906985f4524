// The site: pages, the account area and documents, on Fastify with one route for each row of the table, so that its plugins work.
import cookie from '@fastify/cookie'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { FastifyReply, FastifyRequest, RawServerDefault } from 'fastify'
import { METHODS, type IncomingMessage, type RequestListener } from 'node:http'
import { epochSeconds } from '#core/time/units.ts'
import type { Catalogue } from '../catalogue.ts'
import { clientAddress, type Trust } from '../http/client-address.ts'
import type { Exchange } from '../http/exchange.ts'
import { allowOf, notSupported, READ } from '../http/methods.ts'
import {
  FAILED,
  JSON_TYPE,
  outgoingProblem,
  problem,
  type HeaderFields,
  type Outgoing,
  type Problem,
} from '../http/problem.ts'
import { decodePath } from '../http/target.ts'
import type { Urls } from '../urls.ts'
import { nearestNames } from '#ask/nearest-names.ts'
import { html } from './html.ts'
import { searchBox } from './parts.ts'
import { suggestions } from './search-page.ts'
import { cookieOptions } from './account/cookies.ts'
import type { AccountDesk } from './account/desk.ts'
import type { AccountAnswer, Page, ShowPage, SiteDocument, SiteRoute, Visit } from './page.ts'
import { answered, keepAnswers, publicAnswer } from './public-answer.ts'
import { outgoingDownload, outgoingPage, PRIVATE, publicPage } from './shell.ts'
import { createTurns } from './turns.ts'
import { tooOften, type VisitorLimit } from './visitors.ts'

export interface SiteOptions {
  readonly catalogue: () => Catalogue
  readonly urls: Urls
  /** Milliseconds since 1970; the server's only clock. */
  readonly nowMs: () => number
  /** Null: there is no account area here. */
  readonly desk: AccountDesk | null
  readonly trust: Trust
  /** Null: no client address asks too often. */
  readonly visitors: VisitorLimit | null
  readonly logger: FastifyBaseLogger | undefined
  /** The exchange that a request belongs to. */
  readonly exchangeOf: (request: IncomingMessage) => Exchange
  /** Makes a server of a listener; the site is one of those that it answers with. */
  readonly serverFactory: (site: RequestListener) => RawServerDefault
}

/** Bytes of the longest form. */
const LONGEST_FORM = 16_384

/** Answers of one minute that are kept: some ten megabytes. */
const MOST_KEPT = 300

/** Pages and files that are made in one round of the event loop: a page is some milliseconds of work. */
const MADE_IN_A_ROUND = 1

/**
 * Between two requests of the account area that begin, of which each is half a millisecond of work: five hundred a second. Connections
 * are taken one in each round of the loop, so those of the API would wait in one line with a crowd if each round began a page too.
 */
const ACCOUNT_EVERY_MS = 2

/** Builds the site over its rows of the route table. */
export function createSite(table: readonly SiteRoute[], options: SiteOptions): FastifyInstance {
  const { catalogue, urls, desk, visitors, exchangeOf } = options
  /** Where the site's root is for a browser: links are absolute, redirects stay on the host that was asked. */
  const root = new URL(urls.web).pathname.replace(/\/$/, '')

  const served = table.filter(({ kind }) => kind !== 'account' || desk !== null)
  const kept = keepAnswers(MOST_KEPT)
  const turn = createTurns(1, ACCOUNT_EVERY_MS)
  const turnToMake = createTurns(MADE_IN_A_ROUND)

  const app = Fastify({
    ...(options.logger === undefined ? { logger: false } : { loggerInstance: options.logger }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: (raw: IncomingMessage) => exchangeOf(raw).id,
    serverFactory: (handler) => options.serverFactory(handler),
    // The server has one already.
    clientErrorHandler: () => undefined,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    bodyLimit: LONGEST_FORM,
    frameworkErrors(_error, request, reply) {
      const answer: FastifyReply = reply
      answer.send(nothing(request, reply))
    },
  })
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  if (desk !== null) app.register(cookie)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  // No page reads another body, so none is parsed and no content type is refused.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  /** The names nearest to the last part of the path that was asked for. */
  function namesNear(request: FastifyRequest): readonly string[] {
    const path = decodePath(exchangeOf(request.raw).target.rawPath) ?? ''
    return nearestNames(path.replace(/\/+$/, '').split('/').at(-1) ?? '', catalogue().almanac.names(), 3)
  }

  /** An error: a page for browsers, JSON for everyone else. */
  function refusal(request: FastifyRequest, reply: FastifyReply, refused: Problem): string {
    if (!wantsHtml(request)) return say(reply, outgoingProblem(refused))
    const page: Page = {
      kind: 'page',
      status: refused.status,
      title: TITLES[refused.status] ?? 'This did not work',
      content: html`<p>${refused.body.message}</p>
        ${refused.status === 404 ? html`${suggestions(namesNear(request))} ${searchBox('', 'large')}` : null}
        ${
          refused.status === 500
            ? html`<p>
                Try again in a moment. If it stays so, tell whoever runs this service the number of this
                request: <code>${request.id}</code>.
              </p>`
            : null
        }`,
      ...(refused.status === 404 ? { hasOwnSearch: true } : {}),
      headers: refused.headers ?? {},
    }
    return say(reply, outgoingPage(page, 'page', catalogue()))
  }

  function nothing(request: FastifyRequest, reply: FastifyReply): string {
    const exchange = exchangeOf(request.raw)
    exchange.route ||= '(none)'
    const message = `Nothing is at "${exchange.target.rawPath}". The interface is described at /openapi.json.`
    return refusal(request, reply, problem(404, message))
  }

  /** The way to the page that is meant where it was asked for in another case, or with a slash at its end. */
  function elsewhere(request: FastifyRequest, reply: FastifyReply): string {
    const { rawPath, rawQuery } = exchangeOf(request.raw).target
    const path = READ.includes(request.method) ? addressOf(served, rawPath) : null
    if (path === null) return nothing(request, reply)
    exchangeOf(request.raw).route ||= '(none)'
    const location = `${root}${path}${rawQuery === '' ? '' : `?${rawQuery}`}`
    reply.code(308).headers({ location, 'cache-control': 'no-cache' })
    return ''
  }

  /** What everybody gets at an address; made once a minute, and only when the API has been answered. */
  async function sayPublic(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: Visit,
    show: ShowPage,
  ): Promise<string | Uint8Array> {
    const { rawPath, rawQuery } = exchangeOf(request.raw).target
    const address = `${rawPath}?${rawQuery}`
    if (!kept.has(address, visit.nowMs, visit.catalogue)) await turnToMake()
    const shown = kept.of(address, visit.nowMs, visit.catalogue, () => {
      const made = show(visit) ?? missing(visit, wantsJson(request))
      if (made.kind === 'page') return made.status === 200 ? publicPage(made, visit.catalogue) : made
      if (made.kind === 'redirect' || made.maxAge === null || made.status === 404) return made
      return publicAnswer(documentHeaders(made), made.body, made.maxAge)
    })
    if ('etag' in shown) {
      const { 'if-none-match': ifNoneMatch, 'accept-encoding': accepted } = request.headers
      const acceptEncoding = typeof accepted === 'string' ? accepted : undefined
      const { status, headers, body } = answered(shown, { nowMs: visit.nowMs, ifNoneMatch, acceptEncoding })
      reply.code(status).headers(headers)
      return body
    }
    if (shown.kind === 'redirect') {
      reply.code(308).headers({ location: root + shown.path, 'cache-control': 'no-cache' })
      return ''
    }
    if (shown.kind === 'page') return say(reply, outgoingPage(shown, 'page', visit.catalogue))
    reply.code(shown.status ?? 200).headers({ ...documentHeaders(shown), 'cache-control': 'no-store' })
    return shown.body
  }

  /** Refuses whoever asks for public pages and files too often. */
  async function limit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (visitors === null) return
    const refused = await tooOften(visitors, clientAddress(request.raw, options.trust), options.nowMs())
    if (refused !== null) await reply.send(refusal(request, reply, refused))
  }

  function sayAccount(
    reply: FastifyReply,
    answer: AccountAnswer,
    { secure }: AccountDesk,
  ): string | Uint8Array {
    if (answer.kind === 'download') return say(reply, outgoingDownload(answer))
    for (const { name, value, maxAgeSeconds } of answer.cookies ?? []) {
      const maxAge = value === null ? 0 : maxAgeSeconds
      reply.setCookie(name, value ?? '', {
        ...cookieOptions(secure),
        ...(maxAge === undefined ? {} : { maxAge }),
      })
    }
    if (answer.kind === 'page') return say(reply, outgoingPage(answer, 'account', catalogue()))
    reply.code(303).headers({ location: root + answer.path, ...PRIVATE })
    return ''
  }

  // What a row has no method for comes here, where Fastify knows nothing of it: a route for each of the thirty other methods of each
  // row took a fifth of a second of every start. It is refused before a body is looked at.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const exchange = exchangeOf(request.raw)
    const route = rowAt(served, exchange.target.rawPath)
    if (route === undefined) return
    exchange.route = route.pattern
    const methods = methodsOf(route)
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', allowOf(methods)).send()
    return reply.send(refusal(request, reply, notSupported(request.method, methods)))
  })

  for (const route of served) {
    const brace = route.pattern.indexOf('{')
    const prefix = brace < 0 ? route.pattern : route.pattern.slice(0, brace)
    const url = brace < 0 ? prefix : `${prefix}*`

    const identifierOf = (request: FastifyRequest): string | null =>
      decodePath(exchangeOf(request.raw).target.rawPath)?.slice(prefix.length) ?? null
    const noteRoute = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
      exchangeOf(request.raw).route = route.pattern
      done()
    }
    app.route({
      method: [...methodsOf(route)],
      url,
      onRequest: [noteRoute, route.kind === 'account' ? turn : limit],
      async handler(request, reply) {
        const identifier = identifierOf(request)
        if (identifier === null) return nothing(request, reply)
        if (brace >= 0 && identifier === '') return elsewhere(request, reply)
        const ms = options.nowMs()
        const visit: Visit = {
          catalogue: catalogue(),
          now: epochSeconds(Math.floor(ms / 1000)),
          nowMs: ms,
          identifier,
          hasAccounts: desk !== null,
          query: new URLSearchParams(exchangeOf(request.raw).target.rawQuery),
        }
        switch (route.kind) {
          case 'document':
            return sayPublic(request, reply, visit, route.document)
          case 'page':
            return sayPublic(request, reply, visit, route.show)
          case 'account': {
            const show = route.methods[request.method === 'POST' ? 'POST' : 'GET']
            if (show === undefined || desk === null) return nothing(request, reply)
            const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
            const address = clientAddress(request.raw, options.trust)
            const { cookies } = request
            const answer = await show({ ...visit, desk, form, cookies, address })
            return sayAccount(reply, answer, desk)
          }
        }
      },
    })
  }

  // A page that says which names are near is work, as every other page is.
  const limitPages = async (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    wantsHtml(request) ? limit(request, reply) : undefined
  app.setNotFoundHandler({ preHandler: limitPages }, (request, reply) =>
    reply.send(elsewhere(request, reply)),
  )
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const { raw } = request
    const status = error.statusCode ?? 500
    // A client that went away in the middle of its form is no failure of ours, and hears nothing.
    if (raw.destroyed && !raw.complete) return reply.hijack()
    if (status === 413) return reply.send(refusal(request, reply, problem(413, 'The form is too long.')))
    if (status < 500) return reply.send(refusal(request, reply, problem(400, 'The form cannot be read.')))
    request.log.error({ err: error, route: exchangeOf(raw).route }, 'a request failed unexpectedly')
    return reply.send(refusal(request, reply, FAILED))
  })
  return app
}

/** Sets status and fields; what it returns is the body. */
function say(reply: FastifyReply, { status, headers, body }: Outgoing): string {
  reply.code(status).headers(headers)
  return body
}

/** Where a page is that was asked for in another case, or with a slash at its end; null where none is. */
function addressOf(table: readonly SiteRoute[], rawPath: string): string | null {
  const path = rawPath.replace(/\/+$/, '')
  for (const { kind, pattern } of table) {
    const [prefix = '', more] = pattern.split('{', 2)
    const isIt =
      kind !== 'document' &&
      path.slice(0, prefix.length).toLowerCase() === prefix &&
      (more === undefined ? path.length === prefix.length : path.length > prefix.length)
    if (isIt) return prefix + path.slice(prefix.length)
  }
  return null
}

const wantsHtml = (request: FastifyRequest): boolean => request.headers.accept?.includes('text/html') === true

const TITLES: Readonly<Record<number, string>> = {
  400: 'This cannot be read',
  404: 'Not found',
  405: 'Method not supported',
  413: 'Too long',
  429: 'Too many requests',
  500: 'Something went wrong',
}

const methodsOf = (route: SiteRoute): readonly string[] =>
  route.kind !== 'account'
    ? READ
    : [
        ...(route.methods.GET === undefined ? [] : READ),
        ...(route.methods.POST === undefined ? [] : ['POST']),
      ]

/** The row that a path belongs to, whatever the method; the path is read as Fastify's router reads it. */
function rowAt(rows: readonly SiteRoute[], rawPath: string): SiteRoute | undefined {
  let path: string
  try {
    path = decodeURI(rawPath.replaceAll('%25', '%2525'))
  } catch {
    return undefined
  }
  const isAt = ({ pattern }: SiteRoute): boolean =>
    pattern.includes('{') && path.startsWith(pattern.slice(0, pattern.indexOf('{')))
  return rows.find(({ pattern }) => pattern === path) ?? rows.find(isAt)
}

const wantsJson = (request: FastifyRequest): boolean =>
  !wantsHtml(request) && request.headers.accept?.includes('application/json') === true

/** Nothing has the name of a path: what is spelt like it, and a search. */
function missing({ identifier, catalogue: { almanac } }: Visit, isForPrograms: boolean): Page | SiteDocument {
  const nearest = nearestNames(identifier.split('/').at(-1) ?? '', almanac.names(), 3)
  if (isForPrograms) {
    const hint = nearest.length === 0 ? '' : ` The nearest names: ${nearest.join(', ')}.`
    return {
      kind: 'document',
      status: 404,
      type: JSON_TYPE,
      body: JSON.stringify({ message: `Nothing is called "${identifier}" here.${hint}` }),
      maxAge: null,
    }
  }
  return {
    kind: 'page',
    status: 404,
    title: 'Not found',
    hasOwnSearch: true,
    content: html`<p>Nothing is called “${identifier}” here.</p>
      ${suggestions(nearest)} ${searchBox('', 'large')}`,
  }
}

const documentHeaders = ({ type, headers }: SiteDocument): HeaderFields => ({
  'content-type': type,
  'x-content-type-options': 'nosniff',
  ...headers,
})
