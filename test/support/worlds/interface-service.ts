// The interface for tests: application, credentials and artifact, asked without a port, with a clock that the test sets.
import ask, { type InjectOptions, type Response } from 'light-my-request'
import { inject } from 'vitest'
import { openArtifact, type Artifact } from '#open/artifact.ts'
import { Access } from '#serve/access/access.ts'
import { parsePlans } from '#open/access/plans.ts'
import { Senders } from '#serve/admission/senders.ts'
import { createApp, type App, type AppOptions } from '#serve/app.ts'
import { openCatalogue, type Catalogue } from '#serve/catalogue.ts'
import type { CredentialSource } from '#serve/access/credential-cache.ts'
import type { UsageStore } from '#serve/access/monthly.ts'
import { Credentials, newToken } from '../children/credentials.ts'

export const BASE = 'https://api.example.org/v1'
export const WEB = 'https://example.org'

/** 2026-11-20T12:00:00Z */
export const NOON = Date.UTC(2026, 10, 20, 12) / 1000

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** The parsed body. Undefined if it is empty. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of many shapes; the contract test checks the shapes
  readonly body: any
}

/** Accounts that a test makes: each with one token. */
export interface Accounts {
  readonly store: CredentialSource & UsageStore
  /** A token of a new account on a plan; the account is verified unless told otherwise. */
  readonly make: (
    plan: string,
    options?: { verified?: boolean },
  ) => Promise<{ readonly token: { readonly text: string } }>
  readonly close: () => Promise<void>
}

/** Accounts in memory. */
function accountsInMemory(): Accounts {
  const store = new Credentials()
  return {
    store,
    async make(plan, { verified = true } = {}) {
      const token = { text: newToken() }
      store.add(token.text, plan, verified)
      return { token }
    },
    close: () => Promise.resolve(),
  }
}

export interface Service<Of extends Accounts = Accounts> {
  readonly app: App & {
    /** Asks for any path, without a port. */
    readonly inject: (request: InjectOptions) => Promise<Response>
  }
  readonly catalogue: Catalogue
  readonly accounts: Of
  readonly token: string
  /** Sets the clock, in seconds since 1970. */
  readonly setNow: (seconds: number) => void
  /** Asks for a path below /v1, with the token unless told otherwise. */
  readonly ask: (path: string, options?: InjectOptions & { token?: string | null }) => Promise<Answered>
  readonly close: () => Promise<void>
}

/** A plan with limits that no test reaches. */
const TEST_PLANS = JSON.stringify({
  plans: [
    {
      id: 'test',
      name: 'Test',
      priceUsd: 0,
      requestsPerMonth: 1_000_000_000,
      requestsPerSecond: 1_000_000,
      headroomPercent: 0,
      extras: [],
    },
  ],
})

/** The same artifact without boundaries. */
export const withoutBoundaries = (artifact: Artifact): Artifact => ({ ...artifact, boundaries: () => null })

const URLS = { base: BASE, web: WEB }
const unchanged = (artifact: Artifact): Artifact => artifact

function open(directory: string, changed: typeof unchanged) {
  const artifact = changed(openArtifact(directory))
  return { artifact, catalogue: openCatalogue(artifact, URLS) }
}

/** The embedded release, opened once in a worker: its files would each read 36,000 cities. */
let shared: ReturnType<typeof open> | undefined

/** Options of a server with more work than it can do: each request waits for its turn, and none gets it. */
export const overloaded = (): Partial<AppOptions> => ({
  senders: Object.assign(new Senders(), { isTurnLong: () => true }),
  longestWaitMs: -1,
})

/** Opens the service on an artifact, by default that of the embedded tz release. `changed` may give it other boundaries. */
export const openService = async (
  directory: string = inject('embeddedArtifact'),
  options: Partial<AppOptions> = {},
  changed = unchanged,
): Promise<Service> => openServiceOver(accountsInMemory(), directory, options, changed)

/** Opens the service over accounts of a test's own, which are closed with it. */
export async function openServiceOver<Of extends Accounts>(
  accounts: Of,
  directory: string = inject('embeddedArtifact'),
  options: Partial<AppOptions> = {},
  changed = unchanged,
): Promise<Service<Of>> {
  const isShared = directory === inject('embeddedArtifact') && changed === unchanged
  const { artifact, catalogue } = isShared ? (shared ??= open(directory, changed)) : open(directory, changed)
  const { token } = await accounts.make('test')
  let nowSeconds = NOON
  const served = createApp({
    catalogue: () => catalogue,
    urls: URLS,
    access: new Access({
      store: accounts.store,
      plans: parsePlans(TEST_PLANS, 'plans of the test'),
      resendUrl: `${WEB}/account/verify`,
    }),
    nowMs: () => nowSeconds * 1000,
    cors: true,
    trustedProxies: [],
    metrics: { answered: () => undefined },
    logger: undefined,
    ...options,
  })
  const app = {
    ...served,
    inject: (request: InjectOptions) =>
      ask((incoming, outgoing) => served.server.emit('request', incoming, outgoing), request),
  }
  return {
    app,
    catalogue,
    accounts,
    token: token.text,
    setNow: (seconds) => (nowSeconds = seconds),
    async ask(path, { token: sent = token.text, ...request } = {}) {
      const response = await app.inject({
        method: 'GET',
        url: `/v1${path}`,
        ...request,
        headers: {
          host: 'localhost',
          ...(sent === null ? {} : { authorization: `Bearer ${sent}` }),
          ...request.headers,
        },
      })
      return {
        status: response.statusCode,
        headers: Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [
            name,
            value === undefined ? value : String(value),
          ]),
        ),
        text: response.body,
        body: response.body === '' ? undefined : JSON.parse(response.body),
      }
    },
    async close() {
      await app.close()
      await accounts.close()
      if (!isShared) artifact.close()
    },
  }
}
