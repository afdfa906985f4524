// Facts about the mails of an account: which are sent, only once, to whom, and what happens when one cannot be sent.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { monthAt } from '#open/access/month.ts'
import { readPlans } from '#open/access/plans.ts'
import type { Letter, Mailer } from '#apps/accounts/mail/mailer.ts'
import { MAIL_KINDS, type MailKind } from '#apps/accounts/store/mails.ts'
import { Outbox } from '#apps/accounts/mail/outbox.ts'
import { createMemoryBurst } from '#serve/admission/burst.ts'
import { knownBrowsers } from '#apps/accounts/store/known-browsers.ts'
import { createPasswords } from '#apps/accounts/store/passwords.ts'
import type { AccountStore } from '#apps/accounts/store/store.ts'
import { accountRoutes } from '#apps/accounts/area/area.ts'
import { siteWith } from '#apps/site/open-site.ts'
import { createAccountBackend } from '#apps/accounts/area/backend.ts'
import { BELIEVED } from '../../../support/worlds/account-area.ts'
import { accountWorld, MORNING, type AccountWorld } from '../../../support/worlds/account-world.ts'
import { openService, type Service } from '../../../support/worlds/service.ts'

let world: AccountWorld
let letters: Letter[]
let failing: boolean
const mailer: Mailer = {
  destination: 'this test',
  async send(letter) {
    if (failing) throw new Error('no route to mail server')
    letters.push(letter)
  },
  close: () => undefined,
}
const plans = readPlans()
const outbox = (): Outbox =>
  new Outbox({ store: world.store, mailer, plans, accountUrl: 'https://tz.example.org/account' })
const planOf = (id: string) => {
  const plan = plans.get(id)
  if (plan === undefined) throw new Error(id)
  return plan
}
/** The pages. They use the store of the current test's world. */
let service: Service
let nowOfPages = MORNING
let visitors = 0
/** The outbox that the pages use. */
let asked: Outbox
beforeAll(async () => {
  const backend = createAccountBackend({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each call goes to the store of the world
    store: new Proxy({} as AccountStore, { get: (_, name) => Reflect.get(world.store, name) }),
    outbox: { service: 'tzref', ask: (...mail) => asked.ask(...mail) },
    passwords: createPasswords(),
    browsers: knownBrowsers('a key of the tests'),
    limits: createMemoryBurst(),
    plans,
    enforcesMonth: false,
    signUp: 'open',
    secure: false,
  })
  service = await openService(undefined, {
    openOtherPaths: siteWith(accountRoutes(backend)),
    nowMs: () => nowOfPages,
  })
})
afterAll(() => service.close())

/** Opens a page, each time as another visitor unless an address is given. */
async function open(
  method: 'GET' | 'HEAD' | 'POST' | 'DELETE',
  url: string,
  payload = '',
  nowMs = MORNING,
  remoteAddress = `192.0.2.${++visitors}`,
) {
  nowOfPages = nowMs
  const headers = {
    host: 'localhost',
    'content-type': 'application/x-www-form-urlencoded',
    cookie: BELIEVED.cookie,
  }
  const sent = method === 'POST' ? `csrf=${BELIEVED.csrf}&${payload}` : payload
  const answered = await service.app.inject({ method, url, payload: sent, remoteAddress, headers })
  const { 'x-request-id': _, ...fields } = answered.headers
  return { status: answered.statusCode, headers: fields, body: answered.body }
}
const linkIn = (letter: Letter | undefined): string =>
  /https:\/\/tz\.example\.org(\/account\/welcome\/[0-9A-Za-z]{32})\n/.exec(letter?.text ?? '')?.[1] ??
  'no link'

beforeEach(async () => {
  world = await accountWorld()
  asked = outbox()
  letters = []
  failing = false
})
afterEach(() => world.close())

const PASSWORD = 'seven quiet lamps by night'

test('choosing a password at the link of the mail verifies the account, and the link works once', async () => {
  const { account } = await world.make('free', { verified: false })
  await outbox().ask({ kind: 'verification', email: account.email }, MORNING)
  expect(await outbox().deliver(MORNING)).toEqual({ sent: 1, errors: [] })
  expect(letters).toMatchObject([{ to: account.email, subject: 'Choose a password for your account' }])
  const presses = await Promise.all(
    [1, 2, 3].map((at) => open('POST', linkIn(letters[0]), `password=${PASSWORD}`, MORNING + at)),
  )
  expect(presses.map((press) => press.status).toSorted((a, b) => a - b)).toEqual([303, 404, 404])
  expect((await world.store.findAccount(account.id))?.verified).toBe(true)
  const audit = await world.store.audit(account.id)
  expect(audit.filter((entry) => entry.action === 'account.confirm')).toHaveLength(1)
})

test('opening the link verifies nobody: it shows a form, which is not cached and sends no referrer', async () => {
  const { account } = await world.make('free', { verified: false })
  await outbox().ask({ kind: 'verification', email: account.email }, MORNING)
  await outbox().deliver(MORNING)
  for (const method of ['HEAD', 'GET', 'GET'] as const) {
    const page = await open(method, linkIn(letters[0]))
    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    if (method === 'GET') expect(page.body).toContain('<button>Create account</button>')
  }
  expect((await world.store.findAccount(account.id))?.verified).toBe(false)
  expect((await open('POST', linkIn(letters[0]), `password=${PASSWORD}`)).status).toBe(303)
  expect((await world.store.findAccount(account.id))?.verified).toBe(true)
})

test('a link works for two days, and no other link works at all', async () => {
  const { account } = await world.make('free', { verified: false })
  await outbox().ask({ kind: 'verification', email: account.email }, MORNING)
  await outbox().deliver(MORNING)
  const link = linkIn(letters[0])
  const press = async (path: string, nowMs = MORNING): Promise<number> =>
    (await open('POST', path, `password=${PASSWORD}`, nowMs)).status
  const changed = link.slice(0, -1) + (link.endsWith('x') ? 'y' : 'x')
  for (const wrong of [
    changed,
    link.slice(0, -1),
    `${link}x`,
    '/account/welcome/',
    '/account/welcome/../x',
  ]) {
    expect(await press(wrong), wrong).toBe(404)
  }
  expect(await press(link, MORNING + 2 * 86_400_000)).toBe(410)
  expect((await world.store.findAccount(account.id))?.verified).toBe(false)
  expect(await press(link, MORNING + 2 * 86_400_000 - 1)).toBe(303)
})

test('the secret of a link is nowhere in the store', async () => {
  const { account } = await world.make('free', { verified: false })
  await outbox().ask({ kind: 'verification', email: account.email }, MORNING)
  await outbox().deliver(MORNING)
  const secret = linkIn(letters[0]).split('/').at(-1) ?? ''
  expect(await world.store.linkState(secret, 'welcome', MORNING)).toBe('good')
  expect(await world.store.linkState(secret.slice(0, -1), 'welcome', MORNING)).toBe('unknown')
  for (const table of ['audit', 'link', 'mail']) {
    expect(JSON.stringify(await world.ask(`select * from ${table}`))).not.toContain(secret)
  }
})

test('a mail goes to the address that it was queued for, even if the account has another by then', async () => {
  const { account } = await world.make('free')
  await world.store.setPassword(account.id, 'scrypt$of it', MORNING)
  await world.store.setEmail(account.id, 'thief@example.org', MORNING)
  failing = true
  await outbox().deliver(MORNING)
  failing = false
  await outbox().deliver(MORNING + 3_600_000)
  expect(letters.map(({ to }) => to)).toEqual([account.email, account.email])
  expect(new Set(letters.map(({ subject }) => subject))).toEqual(
    new Set(['Your e-mail address was changed', 'Your password was changed']),
  )
})

test('a reset that was requested for an address is not sent once the account has another', async () => {
  const { account } = await world.make('free')
  await asked.ask({ kind: 'reset', email: account.email }, MORNING)
  await world.store.setEmail(account.id, 'new@example.org', MORNING)
  await asked.deliver(MORNING)
  expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
    [account.email, 'Your e-mail address was changed'],
  ])
})

test('the mail is sent again on request, once in five minutes, and the page never says who has an account', async () => {
  const { account } = await world.make('free', { verified: false })
  const known = await open('POST', '/account/verify', `email=${encodeURIComponent(` ${account.email} `)}`)
  const unknown = await open('POST', '/account/verify', 'email=nobody%40example.org')
  expect(known.status).toBe(202)
  const withoutDate = ({ headers, ...rest }: typeof known): object => ({
    ...rest,
    headers: { ...headers, date: null },
  })
  expect(withoutDate(unknown)).toEqual(withoutDate(known))
  expect((await asked.deliver(MORNING)).sent).toBe(1)
  await open('POST', '/account/verify', `email=${account.email}`)
  expect((await asked.deliver(MORNING)).sent).toBe(0)
  // The next one waits for five minutes after the last.
  expect((await asked.deliver(MORNING + 299_999)).sent).toBe(0)
  expect((await asked.deliver(MORNING + 300_000)).sent).toBe(1)
  expect((await asked.deliver(MORNING + 900_000)).sent).toBe(0)
})

test('the page refuses texts that are not addresses, floods and other methods, and never shows what was sent as HTML', async () => {
  const script = encodeURIComponent('"><script>alert(1)</script>@b.example')
  const refused = await open('POST', '/account/verify', `email=${script}`)
  expect(refused.status).toBe(422)
  expect(refused.body).not.toContain('<script>')
  expect((await open('GET', '/account/verify')).body).toContain(
    '<form method="post" action="/account/verify">',
  )
  expect(await open('DELETE', '/account/verify')).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD, POST, OPTIONS' },
  })
  const statuses: number[] = []
  for (let count = 0; count < 11; count++) {
    statuses.push((await open('POST', '/account/verify', 'email=a%40b.example', MORNING, '192.0.3.1')).status)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(202), 429])
})

test('one address can look up links only so often', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 11; count++) {
    const link = `/account/verify/${'x'.repeat(31)}${count % 10}`
    statuses.push((await open('POST', link, '', MORNING, '192.0.3.2')).status)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(404), 429])
})

test('a quota mail is sent once for each month and share, whichever server reports it', async () => {
  const { account } = await world.make('developer')
  const [november, december] = [monthAt(MORNING), monthAt(Date.UTC(2026, 11, 5))]
  const plan = planOf('developer')
  const queued: boolean[] = []
  for (const server of [outbox(), outbox()]) {
    for (const percent of [80, 100])
      queued.push(await server.queueQuota(account.id, plan, november, percent, MORNING))
  }
  queued.push(await outbox().queueQuota(account.id, plan, december, 80, MORNING))
  expect(queued).toEqual([true, true, false, false, true])
  const [one, two] = await Promise.all([outbox().deliver(MORNING), outbox().deliver(MORNING)])
  expect(one.sent + two.sent).toBe(3)
  expect(letters.map((letter) => letter.subject).toSorted()).toEqual([
    '100 % of your requests for 2026-11 are used',
    '80 % of your requests for 2026-11 are used',
    '80 % of your requests for 2026-12 are used',
  ])
  const text = letters.find((letter) => letter.subject.startsWith('80 % of your requests for 2026-11'))?.text
  expect(text).toContain('80 % of its 1,000,000 requests for 2026-11.')
  expect(text).toContain('Up to 1,100,000 are served (10 % more)')
  expect(text).toContain('begins again on 2026-12-01 at 00:00 UTC')
})

test('a mail that cannot be sent waits, is tried again with growing pauses, and is given up after three days', async () => {
  const { account } = await world.make('free')
  await outbox().queueQuota(account.id, planOf('free'), monthAt(MORNING), 100, MORNING)
  failing = true
  let tries = 0
  for (let nowMs = MORNING; nowMs < MORNING + 3_600_000; nowMs += 10_000) {
    tries += (await outbox().deliver(nowMs)).errors.length
  }
  expect(tries).toBe(7) // Tries come after 0, 30, 90, 210, 450, 930 and 1890 seconds.
  failing = false
  expect((await outbox().deliver(MORNING + 86_400_000)).sent).toBe(1)
  expect((await outbox().deliver(MORNING + 86_400_000)).sent).toBe(0)
  expect(letters[0]?.text).toContain('Requests beyond that are answered with 429.')
  const other = await world.make('free')
  await outbox().queueQuota(other.account.id, planOf('free'), monthAt(MORNING), 100, MORNING)
  expect((await outbox().deliver(MORNING + 3 * 86_400_000)).sent).toBe(0)
})

test('an account that has been verified in the meantime gets no verification mail', async () => {
  const { account } = await world.make('free', { verified: false })
  await outbox().ask({ kind: 'verification', email: account.email }, MORNING)
  await world.store.setVerified(account.id, MORNING)
  expect(await outbox().deliver(MORNING)).toEqual({ sent: 0, errors: [] })
  expect(await outbox().deliver(MORNING + 86_400_000)).toEqual({ sent: 0, errors: [] })
})

test('a request for a mail is looked up only when the mail is sent, and many requests are written together', async () => {
  const { account } = await world.make('free', { verified: false })
  const { account: verified } = await world.make('free')
  const questions: string[] = []
  let batches = 0
  const store: AccountStore = {
    ...world.store,
    findAccount: (email) => {
      questions.push(email)
      return world.store.findAccount(email)
    },
    queueAsked: (...mails) => {
      batches++
      return world.store.queueAsked(...mails)
    },
  }
  const box = new Outbox({ store, mailer, plans, accountUrl: 'https://tz.example.org/account' })
  const emails = ['nobody@example.org', account.email, verified.email, account.email]
  await Promise.all(emails.map((email) => box.ask({ kind: 'verification', email: email }, MORNING)))
  expect(questions).toEqual([])
  expect(batches).toBeLessThan(3)
  expect(await box.deliver(MORNING)).toEqual({ sent: 1, errors: [] })
  expect(letters.map((letter) => letter.to)).toEqual([account.email])
  expect(await box.deliver(MORNING)).toEqual({ sent: 0, errors: [] })
})

test('mails to accounts go before mails to strangers who sign up, however many they are', async () => {
  const { account } = await world.make('free')
  const crowd = Array.from({ length: 30 }, (_, number) => `crowd-${number}@example.org`)
  await Promise.all(crowd.map((email) => asked.ask({ kind: 'sign-up', email: email }, MORNING)))
  await asked.ask({ kind: 'reset', email: account.email }, MORNING + 1)
  await asked.deliver(MORNING + 1)
  expect(letters).toHaveLength(31)
  expect(letters[0]?.to).toBe(account.email)
})

test('too many requests at once are told to come back, and everyone who was told to look for a mail gets one', async () => {
  const asks = Array.from({ length: 2500 }, (_, number) =>
    asked.ask({ kind: 'sign-up', email: `flood-${number}@example.org` }, MORNING).then(
      () => 'queued',
      () => 'refused',
    ),
  )
  const counts = { queued: 0, refused: 0 }
  for (const became of await Promise.all(asks)) counts[became === 'queued' ? 'queued' : 'refused']++
  expect(counts.refused).toBeGreaterThan(0)
  const [row] = await world.ask('select count(*) as n from mail')
  expect(Number(row?.['n'])).toBe(counts.queued)
})

describe('the limit of a recipient', () => {
  const victim = 'victim@example.org'
  /** What one person else can do to send a mail of a kind to the victim: `at`: when. */
  const CAUSES: Readonly<Record<MailKind<'recipient'>, (atMs: number, n: number) => Promise<unknown>>> = {
    'sign-up': (atMs) => asked.ask({ kind: 'sign-up', email: victim }, atMs),
    verification: (atMs) => asked.ask({ kind: 'verification', email: victim }, atMs),
    reset: (atMs) => asked.ask({ kind: 'reset', email: victim }, atMs),
    'change-email': async (atMs, n) => {
      const account = await world.store.findAccount(`bomber-${n % 3}@example.org`)
      if (account !== null) await world.store.askForEmail(account, victim, atMs)
    },
  }
  const toVictim = (): Letter[] => letters.filter(({ to }) => to === victim)
  /** Accounts of others, and the victim's own when a kind needs it. */
  async function people(kind: string): Promise<void> {
    const wanted = { plan: 'free', nowMs: MORNING }
    for (const n of [0, 1, 2])
      await world.store.createAccount({ ...wanted, email: `bomber-${n}@example.org`, verified: true })
    if (kind === 'reset' || kind === 'verification')
      await world.store.createAccount({ ...wanted, email: victim, verified: kind === 'reset' })
  }

  test.each(Object.entries(CAUSES))(
    '22 of %s in 47 seconds are one mail, and one later',
    async (kind, cause) => {
      await people(kind)
      for (let n = 0; n < 22; n++) {
        const atMs = MORNING + Math.round((n * 47_000) / 21)
        await cause(atMs, n)
        await asked.deliver(atMs)
      }
      expect(toVictim()).toHaveLength(1)
      await asked.deliver(MORNING + 299_999)
      expect(toVictim()).toHaveLength(1)
      await asked.deliver(MORNING + 300_000)
      expect(toVictim()).toHaveLength(2)
      await asked.deliver(MORNING + 86_400_000)
      expect(toVictim()).toHaveLength(2)
    },
  )

  test.each(Object.entries(CAUSES))(
    'however long %s is asked for, no two mails have less than five minutes between them',
    async (kind, cause) => {
      await people(kind)
      const sentAt: number[] = []
      // The mail server is away for some minutes too.
      for (let n = 0; n < 140; n++) {
        const atMs = MORNING + n * 12_000
        failing = n > 35 && n < 55
        // Now and then nobody asks, so that mails that wait are not always asked for again.
        if (n % 17 < 12) await cause(atMs, n)
        const before = toVictim().length
        await asked.deliver(atMs)
        if (toVictim().length > before) sentAt.push(atMs)
        expect(toVictim().length - before).toBeLessThan(2)
      }
      failing = false
      expect(sentAt.length).toBeGreaterThan(3)
      for (const [index, atMs] of sentAt.slice(1).entries())
        expect(atMs - (sentAt[index] ?? 0)).toBeGreaterThanOrEqual(300_000)
    },
  )

  test('a mail that is asked for while another is being sent comes five minutes after that one', async () => {
    await people('change-email')
    const slow = new Outbox({
      store: world.store,
      plans,
      accountUrl: 'https://tz.example.org/account',
      mailer: {
        ...mailer,
        async send(letter) {
          if (letters.length === 0) await CAUSES['change-email'](MORNING, 1)
          letters.push(letter)
        },
      },
    })
    await CAUSES['change-email'](MORNING, 0)
    await slow.deliver(MORNING)
    await slow.deliver(MORNING + 299_999)
    expect(toVictim()).toHaveLength(1)
    await slow.deliver(MORNING + 300_000)
    expect(toVictim()).toHaveLength(2)
  })

  test('accounts that wait for the same address have a link each, and a withdrawn request has none', async () => {
    await people('change-email')
    for (const n of [0, 1, 2]) await CAUSES['change-email'](MORNING + n, n)
    const last = await world.store.findAccount('bomber-2@example.org')
    if (last !== null) await world.store.askForEmail(last, 'elsewhere@example.org', MORNING + 3)
    await asked.deliver(MORNING + 3)
    const secrets = [...(toVictim()[0]?.text ?? '').matchAll(/\/verify\/(\w+)/g)].map(
      ([, secret = '']) => secret,
    )
    expect(secrets).toHaveLength(2)
    expect(await world.store.changeEmail(secrets[1] ?? '', MORNING + 4)).toMatchObject({ kind: 'changed' })
    expect((await world.store.findAccount(victim))?.id).not.toBe(last?.id)
    expect(letters.filter(({ to }) => to === 'elsewhere@example.org')).toHaveLength(1)
  })

  test('neither a withdrawal nor the end of the asking account opens the way for another mail', async () => {
    await people('change-email')
    for (let n = 0; n < 9; n++) {
      const account = await world.store.findAccount(`bomber-${n % 3}@example.org`)
      if (account === null) throw new Error('an account is missing')
      await CAUSES['change-email'](MORNING + n, n)
      if (n % 2 === 0) await world.store.askForEmail(account, `other-${n}@example.org`, MORNING + n)
      await asked.deliver(MORNING + n)
      await CAUSES['change-email'](MORNING + n, n)
      await asked.deliver(MORNING + n)
      if (n > 5) await world.store.deleteAccount(account.id, MORNING + n)
    }
    expect(toVictim()).toHaveLength(1)
    await asked.deliver(MORNING + 400_000)
    expect(toVictim()).toHaveLength(1)
    expect(JSON.stringify(await world.ask('select * from mail'))).not.toContain('example.org')
  })

  test("a known browser's own reset goes at once, whatever others have asked for", async () => {
    await people('reset')
    for (let n = 0; n < 22; n++) await CAUSES.reset(MORNING + n, n)
    await asked.deliver(MORNING + 22)
    expect(toVictim()).toHaveLength(1)
    await asked.ask({ kind: 'reset', email: victim, isOwn: true }, MORNING + 23)
    await asked.deliver(MORNING + 23)
    expect(toVictim()).toHaveLength(2)
    // The others' mails do not come sooner for it.
    await CAUSES.reset(MORNING + 24, 0)
    await asked.deliver(MORNING + 25)
    expect(toVictim()).toHaveLength(2)
  })

  test('mails about security go each time and at once', async () => {
    const { account } = await world.make('free')
    const securityKinds = Object.entries(MAIL_KINDS).filter(([, limit]) => limit === 'none')
    expect(securityKinds.length).toBeGreaterThan(15)
    for (let n = 0; n < 5; n++) await world.store.endSessions(account.id, MORNING + n)
    await asked.deliver(MORNING + 5)
    expect(letters).toHaveLength(5)
  })
})

test('no mail can be queued without a kind of the table, nor around the limit of its kind', async () => {
  const { id: accountId } = (await world.make('free')).account
  const refusedByTypes = (): void => {
    // @ts-expect-error -- the kind has no row in the table
    void world.store.queueMail({ kind: 'newsletter', accountId, nowMs: MORNING })
    // @ts-expect-error -- the kind has a limit of its recipient
    void world.store.queueMail({ kind: 'change-email', accountId, nowMs: MORNING })
    // @ts-expect-error -- the kind is sent once, for a key
    void world.store.queueMail({ kind: 'quota', accountId, nowMs: MORNING })
  }
  expect(refusedByTypes).toBeTypeOf('function')
  // Rows of mails are made in one file alone.
  const folder = join(ROOT, 'apps/accounts')
  const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.ts') &&
      /insertInto\('mail'\)|addRow\(\w+, 'mail'/.test(readFileSync(join(folder, name), 'utf8')),
  )
  expect(writers.map((name) => basename(name))).toEqual(['mails.ts'])
})
