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
import { FAILED, outgoingProblem, problem, type Outgoing, type Problem } from '../http/problem.ts'
import { decodePath } from '../http/target.ts'
import type { Urls } from '../urls.ts'
import { html } from './html.ts'
import { cookieOptions } from './account/cookies.ts'
import type { AccountDesk } from './account/desk.ts'
import type { AccountAnswer, Page, Redirect, SiteDocument, SiteRoute, Visit } from './page.ts'
import { outgoingDownload, outgoingPage, PRIVATE } from './shell.ts'

export interface SiteOptions {
  readonly catalogue: () => Catalogue
  readonly urls: Urls
  /** Milliseconds since 1970; the server's only clock. */
  readonly nowMs: () => number
  /** Null: there is no account area here. */
  readonly desk: AccountDesk | null
  readonly trust: Trust
  readonly logger: FastifyBaseLogger | undefined
  /** The exchange that a request belongs to. */
  readonly exchangeOf: (request: IncomingMessage) => Exchange
  /** Makes a server of a listener; the site is one of those that it answers with. */
  readonly serverFactory: (site: RequestListener) => RawServerDefault
}

/** Bytes of the longest form. */
const LONGEST_FORM = 16_384

/** Builds the site over its rows of the route table. */
export function createSite(table: readonly SiteRoute[], options: SiteOptions): FastifyInstance {
  const { catalogue, urls, desk, exchangeOf } = options
  /** Where the site's root is for a browser: links are absolute, redirects stay on the host that was asked. */
  const root = new URL(urls.web).pathname.replace(/\/$/, '')

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

  /** An error: a page for browsers, JSON for everyone else. */
  function refusal(request: FastifyRequest, reply: FastifyReply, refused: Problem): string {
    if (!wantsHtml(request)) return say(reply, outgoingProblem(refused))
    const page: Page = {
      kind: 'page',
      status: refused.status,
      title: TITLES[refused.status] ?? 'This did not work',
      content: html`<p>${refused.body.message}</p>`,
      headers: refused.headers ?? {},
    }
    return say(reply, outgoingPage(page, 'page', catalogue(), options.nowMs(), undefined))
  }

  function nothing(request: FastifyRequest, reply: FastifyReply): string {
    const exchange = exchangeOf(request.raw)
    exchange.route ||= '(none)'
    const message = `Nothing is at "${exchange.target.rawPath}". The interface is described at /openapi.json.`
    return refusal(request, reply, problem(404, message))
  }

  function sayPage(
    request: FastifyRequest,
    reply: FastifyReply,
    page: Page | Redirect | SiteDocument,
    kind: 'page' | 'account',
  ) {
    if (page.kind === 'document') return sayDocument(reply, page)
    if (page.kind === 'redirect') {
      reply.code(308).headers({ location: root + page.path, 'cache-control': 'no-cache' })
      return ''
    }
    return say(
      reply,
      outgoingPage(page, kind, catalogue(), options.nowMs(), request.headers['if-none-match']),
    )
  }

  function sayAccount(
    request: FastifyRequest,
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
    if (answer.kind === 'page') return sayPage(request, reply, answer, 'account')
    reply.code(303).headers({ location: root + answer.path, ...PRIVATE })
    return ''
  }

  for (const route of table) {
    if (route.kind === 'account' && desk === null) continue
    const brace = route.pattern.indexOf('{')
    const prefix = brace < 0 ? route.pattern : route.pattern.slice(0, brace)
    const url = brace < 0 ? prefix : `${prefix}*`
    const methods = methodsOf(route)

    const identifierOf = (request: FastifyRequest): string | null =>
      decodePath(exchangeOf(request.raw).target.rawPath)?.slice(prefix.length) ?? null
    const noteRoute = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
      exchangeOf(request.raw).route = route.pattern
      done()
    }
    // Refused before a body is looked at.
    const refuse = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
      request.method === 'OPTIONS'
        ? reply.code(204).header('allow', allowOf(methods)).send()
        : reply.send(refusal(request, reply, notSupported(request.method, methods)))
    app.route({
      method: app.supportedMethods.filter((method) => !methods.includes(method)),
      url,
      onRequest: [noteRoute, async (request, reply) => refuse(request, reply)],
      handler: refuse,
    })

    app.route({
      method: [...methods],
      url,
      onRequest: noteRoute,
      async handler(request, reply) {
        const identifier = identifierOf(request)
        if (identifier === null) return nothing(request, reply)
        const ms = options.nowMs()
        const visit: Visit = {
          catalogue: catalogue(),
          now: epochSeconds(Math.floor(ms / 1000)),
          nowMs: ms,
          identifier,
          query: new URLSearchParams(exchangeOf(request.raw).target.rawQuery),
        }
        switch (route.kind) {
          case 'document': {
            const document = route.document(visit)
            return document === null ? nothing(request, reply) : sayDocument(reply, document)
          }
          case 'page':
            return sayPage(request, reply, route.show(visit) ?? unknown(identifier), 'page')
          case 'account': {
            const show = route.methods[request.method === 'POST' ? 'POST' : 'GET']
            if (show === undefined || desk === null) return nothing(request, reply)
            const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
            const address = clientAddress(request.raw, options.trust)
            const { cookies } = request
            const answer = await show({ ...visit, desk, form, cookies, address })
            return sayAccount(request, reply, answer, desk)
          }
        }
      },
    })
  }

  app.setNotFoundHandler((request, reply) => reply.send(nothing(request, reply)))
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

const wantsHtml = (request: FastifyRequest): boolean => request.headers.accept?.includes('text/html') === true

const TITLES: Readonly<Record<number, string>> = {
  400: 'This cannot be read',
  404: 'Not found',
  405: 'Method not supported',
  413: 'Too long',
  500: 'Something went wrong',
}

const methodsOf = (route: SiteRoute): readonly string[] =>
  route.kind !== 'account'
    ? READ
    : [
        ...(route.methods.GET === undefined ? [] : READ),
        ...(route.methods.POST === undefined ? [] : ['POST']),
      ]

const unknown = (identifier: string): Page => ({
  kind: 'page',
  status: 404,
  title: 'Not found',
  content: html`<p>Nothing is called “${identifier}” here.</p>`,
})

/** As `say`, for a file. */
function sayDocument(
  reply: FastifyReply,
  { type, body, maxAge, headers }: SiteDocument,
): string | Uint8Array {
  reply.code(200).headers({
    'content-type': type,
    'cache-control': maxAge === null ? 'no-store' : `public, max-age=${maxAge}`,
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  return body
}
