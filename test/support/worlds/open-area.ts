// The account area over a test's store: real limits, cheaper passwords, and mails that stay in the test.
import { createMemoryBurst } from '#serve/admission/burst.ts'
import { readPlans } from '#open/access/plans.ts'
import { knownBrowsers } from '#apps/accounts/store/known-browsers.ts'
import type { Letter, Mailer } from '#apps/accounts/mail/mailer.ts'
import { Outbox } from '#apps/accounts/mail/outbox.ts'
import { createPasswords } from '#apps/accounts/store/passwords.ts'
import type { AccountStore } from '#apps/accounts/store/store.ts'
import { accountRoutes } from '#apps/accounts/area/area.ts'
import { type AccountBackend, createAccountBackend } from '#apps/accounts/area/backend.ts'
import { siteWith } from '#apps/site/open-site.ts'
import type { Ask } from './account-area.ts'
import { openService, type Service, WEB } from './service.ts'

export interface AreaWorld {
  readonly service: Service
  readonly store: AccountStore
  readonly outbox: Outbox
  /** The sent mails, oldest first. */
  readonly letters: readonly Letter[]
  /** Sends all mails that are due. Returns the last mail to an address. */
  letterTo(email: string): Promise<Letter | undefined>
  /** Asks the area, each time from another address unless one is given. */
  readonly ask: Ask
  readonly askFrom: (address: string) => Ask
  /** Sets the area's clock, in milliseconds since 1970. */
  setNow(nowMs: number): void
  nowMs(): number
}

/** Opens the service with an account area. Closing its service closes everything. */
export async function openArea(options: Partial<AccountBackend> = {}): Promise<AreaWorld> {
  const letters: Letter[] = []
  const mailer: Mailer = {
    destination: 'this test',
    send: async (letter) => void letters.push(letter),
    close: () => undefined,
  }
  const plans = readPlans()
  let nowMs = Date.UTC(2026, 10, 20, 12)
  const late: { store?: AccountStore } = {}
  // The backend needs the store, but the service makes the store and needs the backend. So calls are passed on.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each call goes to that store
  const store = new Proxy({} as AccountStore, {
    get: (_, name) => (late.store === undefined ? undefined : Reflect.get(late.store, name)),
  })
  const outbox = new Outbox({ store, mailer, plans, accountUrl: `${WEB}/account` })
  const backend = createAccountBackend({
    store,
    outbox,
    passwords: createPasswords({ atOnce: 2, waiting: 100, ofOneNetwork: 100, log2: 10 }),
    browsers: knownBrowsers('a key of the tests'),
    limits: createMemoryBurst(),
    plans,
    enforcesMonth: false,
    signUp: 'open',
    secure: true,
    ...options,
  })
  const service = await openService(undefined, {
    openOtherPaths: siteWith(accountRoutes(backend)),
    browserOf: backend.browsers.accountIn,
    nowMs: () => nowMs,
  })
  late.store = service.accounts.store
  let visitors = 0
  const askFrom =
    (address: string): Ask =>
    async (method, url, headers, payload) => {
      const answered = await service.app.inject({
        method,
        url,
        payload,
        remoteAddress: address === '' ? `10.0.${Math.floor(++visitors / 250)}.${visitors % 250}` : address,
        headers: { host: 'localhost', ...headers },
      })
      return { status: answered.statusCode, headers: answered.headers, body: answered.body }
    }
  return {
    service,
    store,
    outbox,
    letters,
    async letterTo(email) {
      await outbox.deliver(nowMs)
      return letters.findLast((letter) => letter.to === email)
    },
    ask: askFrom(''),
    askFrom,
    setNow: (ms) => (nowMs = ms),
    nowMs: () => nowMs,
  }
}

/** The path of the link in a mail. */
export const pathIn = (letter: Letter | undefined): string =>
  /^https?:\/\/[^/\s]+(\/account\/(?:welcome\/|verify\/|freeze\/|reset\?(?:code&)?link=)[0-9A-Za-z]{32})$/m.exec(
    letter?.text ?? '',
  )?.[1] ?? 'no link'
