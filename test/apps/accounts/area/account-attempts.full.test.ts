// Attacks on the account area that must fail: forms of other sites, planted and stolen secrets, used links, guesses, floods, injections.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMemoryBurst } from '#serve/admission/burst.ts'
import { tokenDigest } from '#open/access/token.ts'
import { AT_HAND, createPasswords } from '#apps/accounts/store/passwords.ts'
import { TABLES } from '#apps/accounts/store/schema.ts'
import { mintTotpSecret } from '#apps/accounts/store/totp.ts'
import { csrfIn, headingOf, type Shown, visitor, type Visitor } from '../../../support/worlds/account-area.ts'
import { codeAt } from '../../../support/servers/authenticator.ts'
import { type AreaWorld, openArea, pathIn } from '../../../support/worlds/open-area.ts'

let area: AreaWorld
beforeAll(async () => {
  area = await openArea()
})
afterAll(() => area.service.close())

const PASSWORD = 'seven quiet lamps by night'
const COOKIE = '__Host-tzref_session'
const HALF = '__Host-tzref_factor'
let people = 0

async function member(world = area): Promise<{ email: string; browser: Visitor; id: string }> {
  const email = `attempt-${++people}@example.org`
  const hash = (await createPasswords({ log2: 10 }).hash(PASSWORD, AT_HAND)) ?? ''
  const wanted = { email, plan: 'free', verified: true, password: hash, nowMs: world.nowMs() }
  const account = await world.store.createAccount(wanted)
  const browser = visitor(world.ask)
  await browser.send('/account/sign-in', { email, password: PASSWORD })
  return { email, browser, id: account?.id ?? '' }
}

const FORMS = [
  ['/account/sign-up', { email: 'forged@example.org' }],
  [`/account/welcome/${'x'.repeat(32)}`, { password: PASSWORD }],
  [`/account/freeze/${'x'.repeat(32)}`, { do: 'freeze' }],
  ['/account/verify', { email: 'forged@example.org' }],
  [`/account/verify/${'x'.repeat(32)}`, {}],
  ['/account/sign-in', { email: 'forged@example.org', password: PASSWORD }],
  ['/account/forgot', { email: 'forged@example.org' }],
  [`/account/reset?link=${'x'.repeat(32)}`, { password: PASSWORD }],
  ['/account/keys', { do: 'create', name: 'forged' }],
  ['/account/keys?revoke=tok_000000000000', { do: 'revoke', key: 'tok_000000000000' }],
  ['/account/settings', { do: 'sessions' }],
  ['/account/settings', { do: 'others' }],
  ['/account/settings', { do: 'session', session: 'ses_x' }],
  ['/account/sign-in/code', { code: '000000' }],
  ['/account/second-factor', { do: 'add', secret: 'A'.repeat(32), code: '000000', current: PASSWORD }],
  ['/account/second-factor', { do: 'remove', code: '000000', current: PASSWORD }],
  ['/account/sign-out', {}],
] as const

/** Pages whose forms only a signed-in visitor can send. */
const OWN = new Set([
  '/account/keys',
  '/account/keys?revoke=tok_000000000000',
  '/account/second-factor',
  '/account/settings',
  '/account/sign-out',
])

test.each(FORMS)(
  '%s without its form token, or with another visitor’s, does nothing',
  async (path, fields) => {
    const { browser, id } = await member()
    const foreign = await member()
    const tokens = [
      undefined,
      '',
      csrfIn(await foreign.browser.open('/account/keys')),
      csrfIn(await foreign.browser.open('/account/sign-in')),
    ]
    const before = await area.store.audit(id)
    for (const csrf of tokens) {
      const answer = await browser.post(path, csrf === undefined ? fields : { ...fields, csrf })
      expect([answer.status, headingOf(answer)], `${path} ${csrf}`).toEqual([403, 'This form has expired'])
    }
    // The audit has only the attempts themselves: those with the session's cookie at pages that need a session.
    const after = await area.store.audit(id)
    expect(after.filter(({ action }) => action !== 'refused.form')).toEqual(before)
    expect(after.length - before.length).toBe(OWN.has(path) ? tokens.length : 0)
    expect(await area.store.findAccount('forged@example.org')).toBeNull()
    expect(headingOf(await browser.open('/account'))).toBe('Your account')
  },
)

test('the page about a form that has expired leads back to the form, with its query, below any root', async () => {
  const { browser } = await member()
  const links = []
  for (const [path] of FORMS) {
    const { body } = await browser.post(path, {})
    links.push([path, /<a href="([^"]*)">Open it again/.exec(body)?.[1]])
  }
  // An empty reference is the address itself with its query. Only the form of every page has none of its own.
  const home = (path: string): string => (path === '/account/sign-out' ? '/account' : '')
  expect(links).toEqual(FORMS.map(([path]) => [path, home(path)]))
})

test('a form token from before signing in does not count afterwards', async () => {
  const { email } = await member()
  const browser = visitor(area.ask)
  const csrf = csrfIn(await browser.open('/account/sign-in'))
  expect((await browser.post('/account/sign-in', { csrf, email, password: PASSWORD })).status).toBe(303)
  expect((await browser.post('/account/keys', { csrf, do: 'create', name: 'x' })).status).toBe(403)
})

test('a planted session is useless: each sign-in has a new secret', async () => {
  const attacker = await member()
  const planted = attacker.browser.cookies.get(COOKIE) ?? ''
  for (const secret of [planted, 'x'.repeat(32)]) {
    const victim = await member()
    victim.browser.cookies.set(COOKIE, secret)
    await victim.browser.send('/account/sign-in', { email: victim.email, password: PASSWORD })
    expect(victim.browser.cookies.get(COOKIE)).not.toBe(secret)
    const spy = visitor(area.ask)
    spy.cookies.set(COOKIE, secret)
    expect(headingOf(await spy.open('/account'))).toBe('Sign in')
  }
})

test('cookies are only for TLS and this host, and closed to scripts and other sites; without TLS only for http on loopback', async () => {
  const { browser } = await member()
  const signedIn = await browser.open('/account/sign-in')
  const { body } = signedIn
  const { email } = await member()
  const fresh = await browser.post('/account/sign-in', {
    csrf: csrfIn({ ...signedIn, body }),
    email,
    password: PASSWORD,
  })
  expect([fresh.headers['set-cookie']].flat()).toEqual([
    expect.stringMatching(
      /^__Host-tzref_session=[0-9A-Za-z]{32}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
    expect.stringMatching(
      /^__Host-tzref_device=[0-9A-Za-z]{32}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
    expect.stringMatching(
      /^__Host-tzref_known=acc_\w+\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ])
  const first = await visitor(area.ask).open('/account/sign-in')
  expect([first.headers['set-cookie']].flat().join('\n')).toMatch(
    /^__Host-tzref_form=[0-9A-Za-z]{32}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const local = await openArea({ secure: false })
  const shown = await visitor(local.ask).open('/account/sign-in')
  expect([shown.headers['set-cookie']].flat().join('\n')).toMatch(
    /^tzref_form=[0-9A-Za-z]{32}; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  await local.service.close()
})

test('no page of the area may be cached or framed, and none sends a referrer', async () => {
  const { browser } = await member()
  for (const path of [
    '/account',
    '/account/keys',
    '/account/settings',
    '/account/second-factor',
    '/account/log',
    '/account/sign-in',
    '/account/sign-up',
    '/account/forgot',
    '/account/verify',
    `/account/reset?link=${'x'.repeat(32)}`,
  ]) {
    const { status, headers } = await browser.open(path)
    expect([path, status]).toEqual([path, path.includes('?link=') ? 404 : 200])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    expect(headers['content-security-policy']).not.toContain('unsafe-inline')
    expect(headers['etag']).toBeUndefined()
  }
  const outside = await area.ask('GET', '/account/keys', {}, '')
  expect(outside).toMatchObject({ status: 303, headers: { 'cache-control': 'no-store' } })
})

test('signing in leads only to pages of this area', async () => {
  const { email } = await member()
  for (const next of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/account/../evil',
    '/account/keys@evil.example',
    'javascript:alert(1)',
    '/account/keys\r\nset-cookie: a=b',
  ]) {
    const browser = visitor(area.ask)
    const path = `/account/sign-in?next=${encodeURIComponent(next)}`
    const csrf = csrfIn(await browser.open(path))
    const answer = await browser.post(path, { csrf, email, password: PASSWORD })
    expect(answer).toMatchObject({ status: 303, headers: { location: '/account' } })
  }
})

test('links of mails: opening one changes nothing; expired, tampered and used ones do nothing', async () => {
  const { email, id } = await member()
  const browser = visitor(area.ask)
  await browser.send('/account/forgot', { email })
  const link = pathIn(await area.letterTo(email))
  const kept = await area.store.passwordOf(email)
  for (const method of ['HEAD', 'GET', 'GET'] as const) {
    expect((await area.ask(method, link, {}, '')).status).toBe(200)
  }
  expect(await area.store.passwordOf(email)).toEqual(kept)
  const fields = { password: 'another good password' }
  const tampered = link.slice(0, -1) + (link.endsWith('a') ? 'b' : 'a')
  // The page says so before anybody types a password, and so does the answer to a form.
  expect((await browser.open(tampered)).status).toBe(404)
  expect((await browser.send(tampered, fields, link)).status).toBe(404)
  const now = area.nowMs()
  const form = csrfIn(await browser.open(link))
  area.setNow(now + 3_600_000)
  expect((await browser.open(link)).status).toBe(410)
  expect((await browser.post(link, { csrf: form, ...fields })).status).toBe(410)
  area.setNow(now)
  expect(await area.store.passwordOf(email)).toEqual(kept)
  const csrf = csrfIn(await browser.open(link))
  const uses = await Promise.all([1, 2, 3].map(() => browser.post(link, { csrf, ...fields })))
  expect(uses.map((use) => use.status).toSorted((a, b) => a - b)).toEqual([303, 404, 404])
  const opened = await browser.open(link)
  expect([opened.status, opened.body.includes('was used before')]).toEqual([404, true])
  expect(opened.body).not.toContain('type="password"')
  const audit = await area.store.audit(id)
  expect(audit.filter((entry) => entry.action === 'account.set-password')).toHaveLength(1)
})

test('another account’s keys cannot be seen, revoked or rolled, and their usage cannot be seen', async () => {
  const [owner, other] = [await member(), await member()]
  const key = await area.store.createToken({
    accountId: owner.id,
    name: 'theirs',
    expiresAtMs: null,
    nowMs: 0,
  })
  for (const what of ['revoke', 'roll']) {
    const answer = await other.browser.send('/account/keys', { do: what, key: key.id, keep: '0' })
    expect(answer.status).toBe(404)
    expect(answer.body).not.toContain('theirs')
    const asked = await other.browser.open(`/account/keys?${what}=${key.id}`)
    expect([asked.status, asked.body.includes('theirs')]).toEqual([404, false])
  }
  for (const path of ['/account/usage', '/account/usage.csv']) {
    const answer = await other.browser.open(`${path}?key=${key.id}`)
    expect([answer.status, answer.body.includes('theirs')], path).toEqual([404, false])
  }
  const audit = await area.store.audit(other.id)
  // Only forms write there. Reading a page does not.
  expect(audit.filter(({ action }) => action === 'refused.key')).toHaveLength(2)
  // The owner's audit does not show the attempt. No audit holds a key's name that the stranger invented.
  expect((await area.store.audit(owner.id)).some(({ action }) => action.startsWith('refused'))).toBe(false)
  expect(JSON.stringify(audit)).not.toContain(key.id)
  expect(await area.store.credential(tokenDigest(key.text))).toMatchObject({ revoked: false })
})

test('typed text stays text: in pages, in mails and in header fields', async () => {
  const { browser, email } = await member()
  const name = '"><script>alert(1)</script>&amp;'
  const made = await browser.send('/account/keys', { do: 'create', name, expires: 'never' })
  expect(made.body).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;')
  expect(made.body).not.toContain('<script>')
  const letter = await area.letterTo(email)
  expect(letter?.html).toContain('&lt;script&gt;')
  expect(letter?.html).not.toContain('<script')
  const turned = ['\u202E', '\u2066', '\u200F', '\u061C'].map((sign) => `web${sign}etis`)
  for (const bad of ['a\r\nBcc: b@example.org', 'tab\u0000', ' ', '😀'.repeat(101), ...turned]) {
    const answer = await browser.send('/account/keys', { do: 'create', name: bad })
    expect([answer.status, answer.body.includes('If you have pasted it, type it')]).toEqual([422, true])
  }
  const most = '😀'.repeat(100)
  expect((await browser.send('/account/keys', { do: 'create', name: most })).body).toContain(most)
  // Browsers count in UTF-16.
  expect((await browser.open('/account/keys')).body).toContain('maxlength="200"')
  expect((await browser.open('/account/usage')).body).toContain(`${'😀'.repeat(39)}… (`)
  await area.outbox.deliver(area.nowMs())
  const before = area.letters.length
  for (const address of [
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org, b@example.org',
    '<script>@example.org',
    `${'a'.repeat(65)}@example.org`,
  ]) {
    const fields = { email: address, password: PASSWORD }
    expect((await visitor(area.ask).send('/account/sign-up', fields)).status).toBe(422)
    expect((await visitor(area.ask).send('/account/forgot', fields)).status).toBe(422)
    const change = { do: 'email', email: address, current: PASSWORD }
    expect((await browser.send('/account/settings', change)).status).toBe(422)
  }
  await area.outbox.deliver(area.nowMs())
  expect(area.letters).toHaveLength(before)
})

test('a password of a megabyte and a body that is not a form are refused before any work', async () => {
  const browser = visitor(area.ask)
  const csrf = csrfIn(await browser.open('/account/sign-in'))
  const long = { csrf, email: 'a@example.org', password: 'x'.repeat(1_000_000) }
  expect((await browser.post('/account/sign-in', long)).status).toBe(413)
  expect((await browser.post('/account/sign-up', long)).status).toBe(413)
  const { email } = await member()
  // Longer than any password, but not too long for a form.
  const answer = await browser.send('/account/sign-in', { email, password: 'x'.repeat(10_000) })
  expect(answer.status).toBe(422)
})

test('the words, the status and the length of an answer do not show whether an address has an account', async () => {
  const { email } = await member()
  const unknown = 'nobody-here@example.org'.padStart(email.length, 'n').slice(-email.length)
  const said = (answer: Shown, address: string): string =>
    `${answer.status} ${answer.body.replaceAll(address, 'ADDRESS').replace(/value="[^"]*"/g, '')}`
  for (const [path, fields] of [
    ['/account/sign-in', { password: 'not the right one' }],
    ['/account/sign-up', {}],
    ['/account/verify', {}],
    ['/account/forgot', {}],
  ] as const) {
    const answers = await Promise.all(
      [email, unknown].map(async (address) =>
        said(await visitor(area.ask).send(path, { email: address, ...fields }), address),
      ),
    )
    expect(answers[0], path).toBe(answers[1])
  }
  // Only the mailbox shows the difference.
  await area.outbox.deliver(area.nowMs())
  const subjects = area.letters.filter((letter) => letter.to === email).map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual(['Choose a new password', 'You have an account already'])
})

test('guesses are limited for each account from all addresses, and for each address over all accounts', async () => {
  const { email } = await member()
  const statuses: number[] = []
  for (let tries = 0; tries < 12; tries++) {
    statuses.push((await visitor(area.ask).send('/account/sign-in', { email, password: 'wrong one' })).status)
  }
  expect(statuses).toEqual([...Array<number>(9).fill(422), 429, 429, 429])
  // The right password now gets the same answer, so guessing shows nothing.
  const late = await visitor(area.ask).send('/account/sign-in', { email, password: PASSWORD })
  expect(late).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
  const one = await openArea({
    limits: createMemoryBurst(),
    passwords: createPasswords({ atOnce: 1, waiting: 0 }),
  })
  const browser = visitor(one.askFrom('192.0.2.1'))
  const codes = new Map<number, number>()
  await browser.open('/account/sign-in')
  for (let tries = 0; tries < 65; tries++) {
    const csrf = csrfIn(await browser.open('/account/sign-in'))
    const fields = { csrf, email: `guess-${tries}@example.org`, password: 'x'.repeat(1025) }
    const { status } = await browser.post('/account/sign-in', fields)
    codes.set(status, (codes.get(status) ?? 0) + 1)
  }
  expect(Object.fromEntries(codes)).toEqual({ 422: 60, 429: 5 })
  await one.service.close()
})

test('most of a crowd that signs in at once is refused; some get through', async () => {
  const crowded = await openArea({ passwords: createPasswords({ atOnce: 1, waiting: 2 }) })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      visitor(crowded.ask).send('/account/sign-in', { email: `c${number}@example.org`, password: PASSWORD }),
    ),
  )
  const busy = answers.filter((answer) => answer.status === 503)
  expect(busy.length).toBeGreaterThanOrEqual(1)
  expect(answers.filter((answer) => answer.status === 422).length).toBeGreaterThanOrEqual(3)
  expect(busy[0]?.headers['retry-after']).toBe('2')
  await crowded.service.close()
})

test(
  'a stolen store opens nothing: no value of any table is a password, a session, a key or a link',
  { timeout: 60_000 },
  async () => {
    const robbed = await openArea()
    const { email, browser, id } = await member(robbed)
    await browser.send('/account/forgot', { email })
    const link = pathIn(await robbed.letterTo(email)).slice(-32)
    // Adds a waiting mail, and a key that nobody has seen yet.
    await browser.send('/account/settings', { do: 'email', email: 'other@example.org', current: PASSWORD })
    const csrf = csrfIn(await browser.open('/account/keys'))
    const { text: key } = await robbed.store.createToken({
      accountId: id,
      name: 'k',
      expiresAtMs: null,
      nowMs: robbed.nowMs(),
    })
    // Adds an account with a second factor, and a sign-in that waits for its code.
    const guarded = await member(robbed)
    const secretOfApp = mintTotpSecret()
    const account = await robbed.store.findAccount(guarded.id)
    if (account === null) throw new Error(guarded.email)
    const code = codeAt(secretOfApp, robbed.nowMs())
    const codes = await robbed.store.addFactor(account, { secret: secretOfApp, code, nowMs: robbed.nowMs() })
    const waiting = visitor(robbed.ask)
    await waiting.send('/account/sign-in', { email: guarded.email, password: PASSWORD })
    const half = waiting.cookies.get(HALF) ?? ''
    const unseen = await browser.post('/account/keys', { csrf, do: 'create', name: 'unseen' })
    const session = browser.cookies.get(COOKIE) ?? ''

    const stolen = new Set<string>()
    const take = (value: unknown): void => {
      if (typeof value === 'object' && value !== null) Object.values(value).forEach(take)
      else for (const part of [String(value), ...String(value).split(/[^\w-]+/)]) stolen.add(part)
    }
    for (const table of Object.keys(TABLES)) {
      const rows = await robbed.service.accounts.ask(`select * from ${table}`)
      // The key signs cookies that give no access. It is made when a server starts.
      if (!['usage', 'usage_day', 'usage_writer', 'signing_key'].includes(table)) {
        expect(rows.length, table).toBeGreaterThan(0)
      }
      rows.forEach(take)
    }
    const whole = [...stolen].join('\n')
    const secrets = [PASSWORD, key, session, link, String(unseen.headers['location']).slice(-32), csrf, half]
    for (const recovery of codes) expect(whole).not.toContain(recovery)
    // The server computes codes from this secret, so the store must have it. Without the password it opens nothing.
    expect(whole).toContain(secretOfApp)
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20)
      expect(whole).not.toContain(secret)
      expect(whole).not.toContain(Buffer.from(secret).toString('base64').slice(0, 16))
    }
    // Stored digests are cut to the length that each form reads, because a whole digest would have a wrong form.
    const fit = (value: string): string => value.replace(/[^0-9A-Za-z]/g, '').slice(0, 32)
    const before = await robbed.store.passwordOf(email)
    const thief = visitor(robbed.ask)
    const form = csrfIn(await thief.open('/account/sign-in'))
    const values = [...stolen].filter((value) => value.length >= 16)
    expect(values.length).toBeGreaterThan(15)
    for (const [index, value] of values.entries()) {
      const stolenSecret = fit(value)
      // Each from another address, because many guesses from one address soon get 429.
      const remoteAddress = `10.9.${Math.floor(index / 250)}.${index % 250}`
      const token = value.replace(/[^!-~]/g, '')
      const { status } = await robbed.service.ask('/timezones/UTC', { token, remoteAddress })
      expect([value, status]).toEqual([value, 401])
      const asSession = visitor(robbed.ask)
      asSession.cookies.set(COOKIE, stolenSecret)
      expect(headingOf(await asSession.open('/account')), value).toBe('Sign in')
      // The code itself is right here, so only the secret is tested.
      const asHalf = visitor(robbed.askFrom(`10.8.${index}.7`))
      for (const [name, kept] of thief.cookies) asHalf.cookies.set(name, kept)
      asHalf.cookies.set(HALF, stolenSecret)
      const right = codeAt(secretOfApp, robbed.nowMs() + 30_000)
      const { headers } = await asHalf.post('/account/sign-in/code', { csrf: form, code: right })
      expect(headers['location'], value).toBe('/account/sign-in?done=late')
      // Asks the store as the page does, but without hashing a new password.
      const { kind } = await robbed.store.resetPassword(stolenSecret, 'theirs', robbed.nowMs())
      expect(kind, value).toBe('unknown')
      expect((await thief.post(`/account/verify/${stolenSecret}`, { csrf: form })).status, value).toBe(404)
      expect((await browser.open(`/account/keys?made=${stolenSecret}`)).body, value).not.toMatch(/tzr_\w{36}/)
    }
    const kept = before?.password ?? ''
    expect(kept).toMatch(/^scrypt\$/)
    expect(await createPasswords().matches(kept, kept, AT_HAND)).toBe('no')
    expect(await robbed.store.passwordOf(email)).toEqual(before)
    // The real secrets of the unseen key and the link still work.
    expect((await browser.open(String(unseen.headers['location']))).body).toMatch(/tzr_\w{36}/)
    expect((await thief.post(`/account/reset?link=${link}`, { csrf: form, password: PASSWORD })).status).toBe(
      303,
    )
    await robbed.service.close()
  },
)
