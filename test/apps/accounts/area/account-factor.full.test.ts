// Sessions, the security log and the second factor, page by page as in a browser without scripts; and attacks that must fail.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeQR } from 'qr/decode.js'
import { AT_HAND, createPasswords } from '#apps/accounts/store/passwords.ts'
import { browserOf } from '#apps/accounts/area/browser.ts'
import { qrPicture } from '#apps/accounts/area/second-factor.ts'
import { headingOf, type Shown, visitor, type Visitor } from '../../../support/worlds/account-area.ts'
import { codeAt } from '../../../support/servers/authenticator.ts'
import { type AreaWorld, openArea, pathIn } from '../../../support/worlds/open-area.ts'

const PASSWORD = 'seven quiet lamps by night'
const NEW = 'nine loud bells at noon'
const [FACTOR, SETTINGS] = ['/account/second-factor', '/account/settings']
const [SESSION, HALF] = ['__Host-tzref_session', '__Host-tzref_factor']
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' }

let area: AreaWorld
beforeAll(async () => {
  area = await openArea()
})
afterAll(() => area.service.close())

const wordsIn = ({ body }: Shown): string => body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
let people = 0

interface Member {
  readonly email: string
  readonly id: string
  readonly browser: Visitor
}

/** A person who is signed in. */
async function member(): Promise<Member> {
  const email = `factor-${++people}@example.org`
  const password = (await createPasswords({ log2: 10 }).hash(PASSWORD, AT_HAND)) ?? ''
  const account = await area.store.createAccount({
    email,
    plan: 'free',
    verified: true,
    password,
    nowMs: area.nowMs(),
  })
  const browser = visitor(area.ask, FIREFOX)
  await browser.send('/account/sign-in', { email, password: PASSWORD })
  return { email, id: account?.id ?? '', browser }
}

/** Sets the clock half a minute later, and returns the code of that step. Each step counts only once. */
function nextCode(secret: string): string {
  area.setNow(area.nowMs() + 30_000)
  return codeAt(secret, area.nowMs())
}
const codesIn = ({ body }: Shown): string[] =>
  body.match(/(?<=<code>)(?:[a-z2-9]{4}-){3}[a-z2-9]{4}(?=<)/g) ?? []

/** A person who has turned on the second factor. */
async function guarded(): Promise<Member & { secret: string; codes: string[] }> {
  const one = await member()
  const secret = /name="secret" value="([A-Z2-7]{32})"/.exec((await one.browser.open(FACTOR)).body)?.[1] ?? ''
  const code = nextCode(secret)
  const shown = await one.browser.send(FACTOR, { do: 'add', secret, code, current: PASSWORD })
  return { ...one, secret, codes: codesIn(shown) }
}
/** The page after the password, in a browser that is new to the server. */
async function halfway(email: string, password = PASSWORD): Promise<{ browser: Visitor; shown: Shown }> {
  const browser = visitor(area.ask, FIREFOX)
  return { browser, shown: await browser.send('/account/sign-in?next=/account/keys', { email, password }) }
}
const CODE = '/account/sign-in/code'
const actions = async (id: string, part = 'refused'): Promise<string[]> =>
  (await area.store.audit(id))
    .filter(({ action }) => action.includes(part))
    .map(({ action, detail }) => `${action} ${Object.values(Object(detail)).join()}`.trim())
const subjects = async (email: string): Promise<string[]> => {
  await area.outbox.deliver(area.nowMs())
  return area.letters.filter(({ to }) => to === email).map(({ subject }) => subject)
}

test('a browser is named only by its family and system', () => {
  const chrome = (system: string, more = ''): string =>
    `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36${more}`
  for (const [said, name] of [
    [FIREFOX['user-agent'], 'Firefox on Linux'],
    [chrome('Windows NT 10.0; Win64; x64'), 'Chrome on Windows'],
    [chrome('Windows NT 10.0; Win64; x64', ' Edg/142.0'), 'Edge on Windows'],
    [chrome('X11; CrOS x86_64 14541.0.0'), 'Chrome on ChromeOS'],
    [chrome('Linux; Android 10; K'), 'Chrome on Android'],
    [chrome('Macintosh; Intel Mac OS X 10_15_7', ' OPR/124.0'), 'Opera on macOS'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) <script>alert(1)</script>', 'A browser on Linux'],
    ['curl/8.14.1', null],
    ['', null],
    [undefined, null],
    [`${'x'.repeat(5000)} Firefox/1`, null],
  ] as const) {
    expect(browserOf(said)).toBe(name)
  }
})

test('sessions: time, browser and which is this one; one is ended, then all others, and a mail says so', async () => {
  const { email, browser } = await member()
  const others = []
  for (let made = 0; made < 3; made++) {
    area.setNow(area.nowMs() + 1000)
    const other = visitor(area.ask)
    await other.send('/account/sign-in', { email, password: PASSWORD })
    others.push(other)
  }
  const page = await browser.open(SETTINGS)
  expect(page.body.match(/>this one</g)).toHaveLength(1)
  expect(wordsIn(page)).toContain('Firefox on Linux')
  expect(wordsIn(page)).toContain('A browser that is not known')
  const ids = page.body.match(/(?<=name="session" value=")ses_\w{16}(?=")/g) ?? []
  expect(ids).toHaveLength(3)
  const ended = await browser.send(SETTINGS, { do: 'session', session: ids[0] ?? '' })
  expect(wordsIn(ended)).toContain('The session has ended.')
  // The newest session is listed first.
  expect(headingOf((await others[2]?.open('/account')) ?? page)).toBe('Sign in')
  expect(headingOf((await others[1]?.open('/account')) ?? page)).toBe('Your account')
  expect(wordsIn(await browser.send(SETTINGS, { do: 'others' }))).toContain('All other sessions have ended.')
  for (const other of others) expect(headingOf(await other.open('/account'))).toBe('Sign in')
  expect(headingOf(await browser.open('/account'))).toBe('Your account')
  expect(await subjects(email)).toEqual(['Your other sessions have ended'])
})

test('another account’s session counts as unknown: it stays, and the attempt is in the log of the account that tried', async () => {
  const [one, other] = [await member(), await member()]
  const [theirs] = await area.store.sessions(other.id, area.nowMs())
  const answers: Shown[] = []
  for (const session of [theirs?.id ?? '', 'ses_0000000000000000', '']) {
    answers.push(await one.browser.send(SETTINGS, { do: 'session', session }))
  }
  const [known, unknown] = answers.map(({ status, body }) => [
    status,
    /<p>There is no such[^<]*/.exec(body)?.[0],
  ])
  expect(known).toEqual([404, '<p>There is no such session of this account.'])
  expect(unknown).toEqual(known)
  expect(headingOf(await other.browser.open('/account'))).toBe('Your account')
  expect(await actions(one.id)).toEqual(Array<string>(3).fill('refused.session'))
  expect(await actions(other.id)).toEqual([])
  const log = wordsIn(await one.browser.open('/account/log'))
  expect(log).toContain('Refused: the end of a session that is not one of this account')
  // A limit stops people who try many ids, so they cannot fill the log.
  let last = 0
  for (let tried = 3; tried < 62; tried++) {
    last = (await one.browser.send(SETTINGS, { do: 'session', session: 'ses_1' })).status
  }
  expect(last).toBe(429)
  expect(await actions(one.id)).toHaveLength(60)
})

test('the log says in words what was done, when and in which browser, page by page, newest first', async () => {
  const { id, browser } = await member()
  await browser.send('/account/keys', { do: 'create', name: 'web <b>site</b>', expires: 'never' })
  const [key] = await area.store.tokens(id)
  await browser.send('/account/keys', { do: 'roll', key: key?.id ?? '', keep: '24' })
  await browser.send('/account/keys', { do: 'revoke', key: key?.id ?? '' })
  await browser.send('/account/keys', { do: 'revoke', key: 'tok_0' })
  await browser.send(SETTINGS, { do: 'password', current: PASSWORD, password: NEW })
  await area.store.setDisabled(id, true, area.nowMs())
  await area.store.setDisabled(id, false, area.nowMs())
  const log = await browser.open('/account/log')
  expect(headingOf(log)).toBe('Security log')
  const rows = (log.body.match(/<th scope="row"[^]*?<\/tr>/g) ?? []).map((row) =>
    wordsIn({ ...log, body: row }).trim(),
  )
  expect(rows).toEqual([
    expect.stringMatching(/^The operator enabled the account again .* —$/),
    expect.stringMatching(/^The operator disabled the account .* —$/),
    expect.stringMatching(/^Signed in 2026-11-20 \d\d:\d\d UTC Firefox on Linux$/),
    expect.stringMatching(/^The password was changed .* Firefox on Linux$/),
    expect.stringMatching(/^Refused: a change of a key .* Firefox on Linux$/),
    expect.stringMatching(/^The key “web &lt;b&gt;site&lt;\/b&gt;” was revoked .* Firefox on Linux$/),
    expect.stringMatching(/^The key “web &lt;b&gt;site&lt;\/b&gt;” was rolled .* Firefox on Linux$/),
    expect.stringMatching(/^The key “web &lt;b&gt;site&lt;\/b&gt;” was made .* Firefox on Linux$/),
    expect.stringMatching(/^Signed in .* Firefox on Linux$/),
    expect.stringMatching(/^The account was made .* —$/),
  ])
  for (let more = 0; more < 100; more++) await area.store.setPlan(id, `plan-${more}`, area.nowMs())
  const [first, last] = [await browser.open('/account/log'), await browser.open('/account/log?page=3')]
  expect(wordsIn(first)).toContain('The plan was changed to “plan-99”')
  expect([first.body.includes('>Newer<'), first.body.includes('>Older<')]).toEqual([false, true])
  expect([last.body.includes('>Newer<'), last.body.includes('>Older<')]).toEqual([true, false])
  expect(wordsIn(last)).toContain('The account was made')
  for (const odd of ['0', '-1', 'x', '1e9', '999999999999']) {
    expect((await browser.open(`/account/log?page=${odd}`)).body).toContain('plan-99')
  }
})

test('the picture is a QR code of the address: an independent reader decodes its pixels', () => {
  const address =
    'otpauth://totp/tz.example.org:a%40example.org?issuer=tz.example.org&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const { text } = qrPicture(address, 'a picture')
  const size = Number(/viewBox="0 0 (\d+) /.exec(text)?.[1])
  const scale = 4
  const width = size * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, x, y, run] of text.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      data.fill(
        0,
        (row * width + Number(x) * scale) * 4,
        (row * width + (Number(x) + Number(run)) * scale) * 4,
      )
    }
  }
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255
  expect(decodeQR({ width, height: width, data })).toBe(address)
})

test('turned on: picture, key and link have the same secret; a code and the password turn it on; recovery codes are shown once', async () => {
  const { email, id, browser } = await member()
  const other = visitor(area.ask)
  await other.send('/account/sign-in', { email, password: PASSWORD })
  const page = await browser.open(FACTOR)
  const secret = /name="secret" value="([A-Z2-7]{32})"/.exec(page.body)?.[1] ?? ''
  expect(wordsIn(page)).toContain(secret.match(/.{4}/g)?.join(' '))
  expect(page.body).toContain(`&amp;secret=${secret}&amp;`)
  const add = (fields: Record<string, string>) =>
    browser.send(FACTOR, {
      do: 'add',
      secret,
      code: codeAt(secret, area.nowMs()),
      current: PASSWORD,
      ...fields,
    })
  for (const [fields, said] of [
    [{ code: '000000' }, 'This code is wrong or too old.'],
    [{ current: 'wrong password' }, 'This is not the password of this account.'],
  ] as const) {
    const answer = await add(fields)
    expect(answer.status).toBe(422)
    expect(wordsIn(answer)).toContain(said)
    // The page shows the same secret again, because the app already has it.
    expect(answer.body).toContain(`name="secret" value="${secret}"`)
  }
  expect((await add({ secret: 'short' })).status).toBe(422)
  expect(await area.store.factor(id)).toBeNull()
  const old = browser.cookies.get(SESSION)
  const csrf = /csrf" value="([^"]+)/.exec(page.body)?.[1] ?? ''
  const code = codeAt(secret, area.nowMs())
  const done = await browser.post(FACTOR, { csrf, do: 'add', secret, code, current: PASSWORD })
  const where = String(done.headers['location'])
  const shown = await browser.open(where)
  const codes = codesIn(shown)
  expect(new Set(codes).size).toBe(10)
  const file = decodeURIComponent(/href="data:text\/plain;charset=utf-8,([^"]*)"/.exec(shown.body)?.[1] ?? '')
  expect(file.split('\n').filter((line) => codes.includes(line))).toHaveLength(10)
  const again = await browser.open(where)
  expect(codesIn(again)).toEqual([])
  expect(wordsIn(again)).toContain('Recovery codes are shown once.')
  // The browser has a new session, and all other sessions have ended.
  expect(browser.cookies.get(SESSION)).not.toBe(old)
  expect(headingOf(await other.open('/account'))).toBe('Sign in')
  expect(await subjects(email)).toEqual(['A second factor was turned on'])
  expect(wordsIn(await browser.open(SETTINGS))).toContain('Recovery codes left: 10.')
})

test('signing in takes the password, then a code; the session begins only after both', async () => {
  const { id, email, secret, codes } = await guarded()
  const { browser, shown } = await halfway(email)
  expect(headingOf(shown)).toBe('Enter your code')
  expect(browser.cookies.has(SESSION)).toBe(false)
  expect(headingOf(await browser.open('/account'))).toBe('Sign in')
  // The content of the cookie alone opens nothing.
  const thief = visitor(area.ask)
  thief.cookies.set(SESSION, browser.cookies.get(HALF) ?? '')
  expect(headingOf(await thief.open('/account'))).toBe('Sign in')
  const wrong = await browser.send(CODE, { code: '000 000' })
  expect([wrong.status, headingOf(wrong)]).toEqual([422, 'Enter your code'])
  expect(headingOf(await browser.send(CODE, { code: nextCode(secret).replace(/^.../, '$& ') }))).toBe(
    'API keys',
  )
  expect(browser.cookies.has(HALF)).toBe(false)
  expect(headingOf(await browser.open('/account'))).toBe('Your account')
  // A recovery code works too.
  const second = await halfway(email)
  expect(headingOf(await second.browser.send(CODE, { code: codes[0] ?? '' }))).toBe('API keys')
  const mails = await subjects(email)
  expect(mails.at(-1)).toBe('A recovery code was used')
  expect(area.letters.findLast(({ to }) => to === email)?.text).toContain('Recovery codes that are left: 9.')
  // With a wrong password the page for the code does not appear.
  expect(headingOf((await halfway(email, 'wrong password')).shown)).toBe('Sign in')
  expect(await actions(id)).toEqual(['refused.code wrong'])
})

test('the wait for the code ends after ten minutes, with a change of the account, and with its use', async () => {
  const { email, secret, browser: owner } = await guarded()
  const late = await halfway(email)
  area.setNow(area.nowMs() + 600_000)
  const answer = await late.browser.send(CODE, { code: nextCode(secret) })
  expect(headingOf(answer)).toBe('Sign in')
  expect(wordsIn(answer)).toContain('That took too long.')
  const overtaken = await halfway(email)
  await owner.send(SETTINGS, { do: 'password', current: PASSWORD, password: NEW, code: nextCode(secret) })
  expect(headingOf(await overtaken.browser.send(CODE, { code: nextCode(secret) }))).toBe('Sign in')
  const twice = await halfway(email, NEW)
  const half = twice.browser.cookies.get(HALF) ?? ''
  expect(headingOf(await twice.browser.send(CODE, { code: nextCode(secret) }))).toBe('API keys')
  const thief = visitor(area.ask)
  thief.cookies.set(HALF, half)
  expect(headingOf(await thief.send(CODE, { code: nextCode(secret) }))).toBe('Sign in')
  expect(headingOf(await visitor(area.ask).open(CODE))).toBe('Sign in')
})

test('an old code is refused: used before, older than the last one, or before the window; each attempt is in the log', async () => {
  const { id, email, secret } = await guarded()
  const code = nextCode(secret)
  const first = await halfway(email)
  expect(headingOf(await first.browser.send(CODE, { code }))).toBe('API keys')
  const second = await halfway(email)
  const replayed = await second.browser.send(CODE, { code })
  expect(wordsIn(replayed)).toContain('This code was used already. Wait for the next one.')
  const before = codeAt(secret, area.nowMs() - 30_000)
  expect((await second.browser.send(CODE, { code: before })).status).toBe(422)
  area.setNow(area.nowMs() + 300_000)
  const old = codeAt(secret, area.nowMs() - 60_000)
  expect((await second.browser.send(CODE, { code: old })).status).toBe(422)
  expect(await actions(id)).toEqual(['refused.code used', 'refused.code used', 'refused.code wrong'])
  expect(wordsIn(await first.browser.open('/account/log'))).toContain(
    'Refused: a code of the second factor that was used before',
  )
})

test('guesses are limited for the account over all browsers and sign-ins; the owner’s own browser is not blocked', async () => {
  const { id, email, secret, browser } = await guarded()
  const statuses: number[] = []
  for (let guess = 0; guess < 13; guess++) {
    const thief = await halfway(email)
    // The limit of sign-ins also stops strangers. The owner's first sign-in was one of the ten.
    if (headingOf(thief.shown) !== 'Enter your code') {
      statuses.push(thief.shown.status)
      continue
    }
    statuses.push((await thief.browser.send(CODE, { code: String(guess).padStart(6, '0') })).status)
  }
  expect(statuses).toEqual([...Array<number>(9).fill(422), 429, 429, 429, 429])
  // A new sign-in does not give more guesses of the code.
  const { browser: other, email: second, id: secondId } = await guarded()
  await other.send('/account/sign-out', {}, '/account')
  expect(await actions(secondId, 'sign-out')).toEqual(['session.sign-out'])
  const thief = await halfway(second)
  const guesses: number[] = []
  for (let guess = 0; guess < 12; guess++) {
    guesses.push((await thief.browser.send(CODE, { code: String(guess).padStart(6, '0') })).status)
  }
  expect(guesses).toEqual([...Array<number>(10).fill(422), 429, 429])
  expect((await actions(id, 'refused.code')).filter((line) => line === 'refused.code wrong')).toHaveLength(9)
  // One line for each wrong code, and one line for all codes after the limit. Those were not checked.
  expect(await actions(secondId, 'refused.code')).toEqual([
    ...Array<string>(10).fill('refused.code wrong'),
    'refused.code-limit',
  ])
  await browser.send('/account/sign-out', {}, '/account')
  await browser.send('/account/sign-in', { email, password: PASSWORD })
  expect(headingOf(await browser.send(CODE, { code: nextCode(secret) }))).toBe('Your account')
})

test('strangers have at most fifty guesses a day', async () => {
  const { id, email } = await guarded()
  let guesses = 0
  for (let round = 0; round < 8; round++) {
    area.setNow((Math.floor(area.nowMs() / 600_000) + 1) * 600_000)
    const thief = await halfway(email)
    for (let guess = 0; guess < 10; guess++) {
      const { status } = await thief.browser.send(CODE, { code: String(round * 10 + guess).padStart(6, '0') })
      if (status === 422) guesses++
    }
  }
  expect(guesses).toBe(50)
  expect(await actions(id)).toEqual([
    ...Array<string>(50).fill('refused.code wrong'),
    ...Array<string>(3).fill('refused.code-limit'),
  ])
})

test('changes of password, address and factor, and deletion, need a code besides session and password', async () => {
  const { id, email, secret, codes, browser } = await guarded()
  const before = await area.store.passwordOf(email)
  const changes = [
    [SETTINGS, { do: 'password', password: NEW }],
    [SETTINGS, { do: 'email', email: 'thief@example.org' }],
    [SETTINGS, { do: 'delete' }],
    [FACTOR, { do: 'remove' }],
    [FACTOR, { do: 'codes' }],
  ] as const
  for (const [path, fields] of changes) {
    for (const code of ['', '000000']) {
      const answer = await browser.send(path, { ...fields, current: PASSWORD, code })
      expect([path, fields.do, answer.status]).toEqual([path, fields.do, 422])
      expect(wordsIn(answer)).toContain(code === '' ? 'type a code of it too' : 'wrong or too old')
    }
  }
  // The code alone does not do it either. A wrong password does not use up the code.
  area.setNow(area.nowMs() + 600_000)
  const code = nextCode(secret)
  const half = await browser.send(SETTINGS, {
    do: 'password',
    password: NEW,
    current: 'wrong password',
    code,
  })
  expect(wordsIn(half)).toContain('This is not the password of this account.')
  expect(await area.store.passwordOf(email)).toEqual(before)
  expect(await area.store.factor(id)).toMatchObject({ recoveryCodesLeft: 10 })
  expect(await actions(id)).toEqual(changes.flatMap(() => ['refused.code missing', 'refused.code wrong']))
  const changed = await browser.send(SETTINGS, {
    do: 'password',
    password: NEW,
    current: PASSWORD,
    code: nextCode(secret),
  })
  expect(wordsIn(changed)).toContain('Your password is changed.')
  const fresh = codesIn(await browser.send(FACTOR, { do: 'codes', current: NEW, code: codes[0] ?? '' }))
  expect(fresh).toHaveLength(10)
  const off = await browser.send(FACTOR, { do: 'remove', current: NEW, code: fresh[0] ?? '' })
  expect(wordsIn(off)).toContain('The second factor is off.')
  expect(headingOf((await halfway(email, NEW)).shown)).toBe('API keys')
  expect((await subjects(email)).slice(1).toSorted()).toEqual([
    'A recovery code was used',
    'A recovery code was used',
    'New recovery codes were made',
    'The second factor was turned off',
    'Your password was changed',
  ])
})

test('a mailed reset needs the factor too: without a code the password and the link stay; with one it signs in', async () => {
  const { id, email, secret } = await guarded()
  const before = await area.store.passwordOf(email)
  const browser = visitor(area.ask)
  await browser.send('/account/forgot', { email })
  const link = pathIn(await area.letterTo(email))
  expect(link).toMatch(/^\/account\/reset\?code&link=/)
  expect((await browser.open(link)).body).toContain('name="code"')
  const reset = (code?: string) =>
    browser.send(link, { password: NEW, ...(code === undefined ? {} : { code }) })
  expect(wordsIn(await reset())).toContain('type a code of it too')
  // The page also asks for the code when the address lacks `code&`.
  const bare = await browser.send(link.replace('code&', ''), { password: NEW })
  expect([bare.status, bare.body.includes('name="code"')]).toEqual([422, true])
  expect((await reset('000000')).status).toBe(422)
  expect(await area.store.passwordOf(email)).toEqual(before)
  expect(browser.cookies.has('__Host-tzref_device')).toBe(false)
  for (let guess = 0; guess < 10; guess++) await reset(String(guess).padStart(6, '0'))
  expect((await reset(nextCode(secret))).status).toBe(429)
  expect(await actions(id)).toHaveLength(11)
  area.setNow(area.nowMs() + 600_000)
  expect(headingOf(await reset(nextCode(secret)))).toBe('Your account')
  expect(headingOf((await halfway(email, NEW)).shown)).toBe('Enter your code')
})

test('recovering an address needs a code too', async () => {
  const { email, secret, browser } = await guarded()
  const fields = { do: 'email', email: `moved-${email}`, current: PASSWORD, code: nextCode(secret) }
  await browser.send(SETTINGS, fields)
  await area.outbox.deliver(area.nowMs())
  const link = pathIn(
    area.letters.findLast(({ to, text }) => to === email && text.includes('/account/freeze/')),
  )
  const stranger = visitor(area.ask)
  const back = (code?: string) =>
    stranger.send(link, {
      do: 'back',
      current: PASSWORD,
      password: NEW,
      ...(code === undefined ? {} : { code }),
    })
  expect((await stranger.open(link)).body).not.toContain('name="code"')
  const asked = await back()
  expect([asked.status, asked.body.includes('name="code"')]).toEqual([422, true])
  expect((await back('000000')).status).toBe(422)
  expect(headingOf(await back(nextCode(secret)))).toBe('Your account')
})

test('without the app and the codes no page gives access; the operator turns the factor off, and a mail says so', async () => {
  const { id, email } = await guarded()
  const before = await area.store.factor(id)
  const lost = await halfway(email)
  expect(wordsIn(lost.shown)).toContain('Write to the operator of this service')
  for (const path of [CODE, FACTOR, SETTINGS, '/account/keys']) {
    for (const what of ['remove', 'codes', 'add', 'reset', 'sessions', 'delete']) {
      const fields = {
        do: what,
        current: PASSWORD,
        secret: 'A'.repeat(32),
        code: codeAt('A'.repeat(32), area.nowMs()),
      }
      expect(headingOf(await lost.browser.send(path, fields))).toMatch(
        /^(?:Enter your code|Sign in|Too many requests)$/,
      )
    }
  }
  await lost.browser.send('/account/forgot', { email })
  const link = pathIn(await area.letterTo(email))
  expect((await lost.browser.send(link, { password: NEW })).status).toBeGreaterThanOrEqual(422)
  expect(await area.store.factor(id)).toEqual(before)
  expect(await actions(id)).not.toEqual([])
  expect(await area.store.resetFactor(id, area.nowMs())).toBe(true)
  expect((await subjects(email)).at(-1)).toBe('The operator turned your second factor off')
  expect(headingOf((await halfway(email)).shown)).toBe('API keys')
  expect((await area.store.audit(id)).map(({ action }) => action)).toContain('factor.reset')
})

test('while the account is frozen the factor cannot change', async () => {
  const { id, email, secret } = await guarded()
  await area.store.setFrozen(id, area.nowMs() + 86_400_000, area.nowMs())
  const { browser } = await halfway(email)
  await browser.send(CODE, { code: nextCode(secret) })
  for (const what of ['remove', 'codes']) {
    const answer = await browser.send(FACTOR, { do: what, current: PASSWORD, code: nextCode(secret) })
    expect(headingOf(answer)).toBe('This account is frozen')
  }
  expect(await area.store.factor(id)).not.toBeNull()
})
