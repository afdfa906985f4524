// Measures each row of the route table by its dearest request with a cold cache, and what one network without a token can take of a core by it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ask from 'light-my-request'
import { openArtifact } from '#open/artifact.ts'
import type { Access } from '#serve/access/access.ts'
import { createMemoryBurst } from '#serve/admission/burst.ts'
import { readPlans } from '#open/access/plans.ts'
import { knownBrowsers } from '#apps/accounts/store/known-browsers.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { createPasswords } from '#apps/accounts/store/passwords.ts'
import { createApp } from '#serve/app.ts'
import { openCatalogue } from '#serve/catalogue.ts'
import { API_ROUTES } from '#serve/routes.ts'
import { accountRoutes } from '#apps/accounts/area/area.ts'
import { siteWith } from '#apps/site/open-site.ts'
import { SITE_ROUTES } from '#apps/site/routes.ts'
import { createAccountBackend } from '#apps/accounts/area/backend.ts'
import { buildIn } from './artifact.ts'
import { WORST_OF_ACCOUNT, WORST_OF_API, WORST_OF_SITE, type Worst } from './worst-requests.ts'

/** API requests a second of a Free token. */
const FREE = 5
/** The part of the work of a process that a network has while others wait. */
const TENTH = 0.1
const ROUNDS = 9
/** Public answers are cached for a minute, and pictures for as long as they show the same. */
const MINUTE_MS = 60_000

const admitted: Pick<Access, 'admit'> = {
  admit: () => ({ kind: 'admitted', accountId: '', tokenId: '', requestsPerSecond: 5, settle: () => ({}) }),
}
const never = (): never => {
  throw new Error('the bench sends no form')
}

/** The share of a core, by milliseconds of each second. */
const share = (msInSecond: number): string => `${Math.min(100, msInSecond / 10).toFixed(1)} %`

/** How many requests of a network are made in a second. */
const perSecond = (ms: number): string =>
  `a network gets ${((TENTH * 1000) / ms).toFixed(0)} a second while others wait (${TENTH * 100} % of a core), else all`

/** Prints one line for each row, the dearest first. */
export async function benchRoutes(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-bench-'))
  try {
    const directory = await buildIn(folder, { withoutBoundaries: false })
    const artifact = openArtifact(directory)
    const urls = { base: 'http://127.0.0.1:8080/v1', web: 'http://127.0.0.1:8080' }
    const catalogue = openCatalogue(artifact, urls)
    const store = await openAccountStore(join(folder, 'accounts.sqlite'), 'create')
    let nowMs = Date.UTC(2026, 10, 20, 12)
    const wanted = { email: 'bench@example.org', plan: 'free', verified: true, nowMs }
    const account = await store.createAccount(wanted)
    if (account === null) throw new Error('the account store is not new')
    const session = await store.createSession(account.id, nowMs + 30 * 86_400_000, nowMs)
    const backend = createAccountBackend({
      store,
      outbox: { ask: never, service: 'the bench' },
      passwords: createPasswords(),
      browsers: knownBrowsers(await store.signingKey()),
      limits: createMemoryBurst(),
      plans: readPlans(),
      enforcesMonth: false,
      signUp: 'open',
      secure: false,
    })
    const ofAccounts = accountRoutes(backend)
    const app = createApp({
      catalogue: () => catalogue,
      urls,
      access: admitted,
      openOtherPaths: siteWith(ofAccounts),
      nowMs: () => nowMs,
      cors: true,
      trustedProxies: [],
      metrics: { answered: () => undefined },
      logger: undefined,
    })
    const get = (url: string): Promise<ask.Response> =>
      ask((incoming, outgoing) => app.server.emit('request', incoming, outgoing), {
        url,
        headers: {
          host: 'localhost',
          accept: url.startsWith('/v1') ? 'application/json' : 'text/html',
          'accept-encoding': 'gzip',
          cookie: url.startsWith('/account') ? `tzref_session=${session}` : '',
        },
      })

    /** Processor time of one request in milliseconds: the median, with all threads of this process. */
    async function cost(addresses: (round: number) => string): Promise<number> {
      const rounds: number[] = []
      for (let round = -2; round < ROUNDS; round++) {
        const url = addresses(round + 2)
        const before = process.cpuUsage()
        const { statusCode } = await get(url)
        const { user, system } = process.cpuUsage(before)
        if (statusCode >= 500) throw new Error(`${url}: ${statusCode}`)
        // The first rounds make what later ones reuse.
        if (round >= 0) rounds.push((user + system) / 1000)
      }
      return rounds.toSorted((one, other) => one - other)[ROUNDS >> 1] ?? 0
    }
    const cold = (prefix: string, { path }: Worst): Promise<number> =>
      cost((round) => {
        nowMs += MINUTE_MS
        return prefix + path(round)
      })

    const lines: { readonly ms: number; readonly words: string }[] = []
    const line = (route: string, ms: number, words: string): void =>
      void lines.push({ ms, words: `${ms.toFixed(1).padStart(7)} ms  ${route.padEnd(32)} ${words}` })
    for (const { pattern } of API_ROUTES) {
      const worst = WORST_OF_API[pattern]
      if (worst === undefined) throw new Error(`no dearest request is known for /v1${pattern}`)
      const ms = await cold('/v1', worst)
      line(`/v1${pattern}`, ms, `nothing without a token; ${share(ms * FREE)} by a Free one`)
    }
    for (const { pattern, kind } of [...SITE_ROUTES, ...ofAccounts]) {
      const isAsset = pattern.startsWith('/assets/')
      const own = { path: () => pattern, answers: 1 }
      const worst = isAsset ? own : kind === 'account' ? WORST_OF_ACCOUNT[pattern] : WORST_OF_SITE[pattern]
      if (worst === undefined) throw new Error(`no dearest request is known for ${pattern}`)
      const ms = await cold('', worst)
      if (kind === 'account') {
        line(pattern, ms, `with a session; ${perSecond(ms)}`)
        continue
      }
      const again = await cost(() => worst.path(0))
      // Answers that exist are made once a minute each. All other requests find them.
      const made = (worst.answers ?? Infinity) / (MINUTE_MS / 1000)
      const most = Math.min(1, (made * ms) / 1000)
      const limit = most < 1 ? `${share(most * 1000)} of a core by all its answers` : perSecond(ms)
      line(pattern, ms, `${again.toFixed(2)} ms when cached; ${limit}`)
    }
    for (const { words } of lines.toSorted((one, other) => other.ms - one.ms)) console.log(words)
    await app.close()
    await store.close()
    artifact.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
