// Forms that are sent twice, as by a double click: the browser has only the last answer, and it is as good as the first.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headingOf, type Shown, visitor, type Visitor } from '../../../support/worlds/account-area.ts'
import { codeAt } from '../../../support/servers/authenticator.ts'
import { type AreaWorld, openArea, pathIn } from '../../../support/worlds/open-area.ts'

const PASSWORD = 'seven quiet lamps by night'
const NEW = 'nine loud bells at noon'
const [FACTOR, SETTINGS] = ['/account/second-factor', '/account/settings']

let area: AreaWorld
beforeAll(async () => {
  area = await openArea()
})
afterAll(() => area.service.close())

const wordsIn = ({ body }: Shown): string => body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const valueOf = (name: string, { body }: Shown): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? ''
const codesIn = ({ body }: Shown): string[] =>
  body.match(/(?<=<code>)(?:[a-z2-9]{4}-){3}[a-z2-9]{4}(?=<)/g) ?? []
let people = 0

/** A person with a mailed link for an account. */
async function invited(): Promise<{ email: string; browser: Visitor; link: string }> {
  const email = `twice-${++people}@example.org`
  const browser = visitor(area.ask)
  await browser.send('/account/sign-up', { email })
  return { email, browser, link: pathIn(await area.letterTo(email)) }
}

async function member(): Promise<{ email: string; id: string; browser: Visitor }> {
  const { link, ...one } = await invited()
  await one.browser.send(link, { password: PASSWORD })
  return { ...one, id: (await area.store.findAccount(one.email))?.id ?? '' }
}

/** A member with a second factor. */
async function guarded(): Promise<Awaited<ReturnType<typeof member>> & { secret: string }> {
  const one = await member()
  const secret = valueOf('secret', await one.browser.open(FACTOR))
  await one.browser.send(FACTOR, { do: 'add', secret, code: nextCode(secret), current: PASSWORD })
  return { ...one, secret }
}

function nextCode(secret: string): string {
  area.setNow(area.nowMs() + 30_000)
  return codeAt(secret, area.nowMs())
}

const actions = async (id: string): Promise<string[]> =>
  (await area.store.audit(id)).map(({ action }) => action)

/** When the second request is sent: while the first is worked on, or after its answer, which the browser did not read. */
const TIMES = ['at once', 'later'] as const

/** Sends one form twice. Returns the browser as it is after the second answer alone, and what that answer leads to. */
async function twice(
  browser: Visitor,
  path: string,
  fields: Record<string, string>,
  when: (typeof TIMES)[number],
): Promise<{ browser: Visitor; shown: Shown; where: string }> {
  const page = await browser.open(path)
  const sent = { csrf: valueOf('csrf', page), once: valueOf('once', page), ...fields }
  const [first, second] = [visitor(area.ask), visitor(area.ask)]
  for (const [name, value] of browser.cookies)
    for (const copy of [first, second]) copy.cookies.set(name, value)
  const earlier = first.post(path, sent)
  if (when === 'later') await earlier
  const [, last] = await Promise.all([earlier, second.post(path, sent)])
  const where = String(last.headers['location'])
  return { browser: second, where, shown: last.status === 303 ? await second.open(where) : last }
}

describe.each(TIMES)('sent again %s', (when) => {
  test('the second factor is turned on once, and its recovery codes are shown to the signed-in visitor', async () => {
    const { id, browser: old } = await member()
    const secret = valueOf('secret', await old.open(FACTOR))
    const fields = { do: 'add', secret, code: nextCode(secret), current: PASSWORD }
    const { browser, shown, where } = await twice(old, FACTOR, fields, when)
    expect(where).toMatch(/^\/account\/second-factor\?codes=\w{32}$/)
    expect(new Set(codesIn(shown)).size).toBe(10)
    expect(headingOf(await browser.open('/account'))).toBe('Your account')
    // Both answers have one session, and the one of before has ended.
    expect(await area.store.sessions(id, area.nowMs())).toHaveLength(1)
    expect((await actions(id)).slice(-2)).toEqual(['factor.add', 'session.create'])
    expect(headingOf(await old.open('/account'))).toBe('Sign in')
  })

  test('new recovery codes are made once and shown; the code was used once, and no refusal is in the log', async () => {
    const { id, browser: old, secret } = await guarded()
    const before = await actions(id)
    const fields = { do: 'codes', code: nextCode(secret), current: PASSWORD }
    const { shown, where, browser } = await twice(old, FACTOR, fields, when)
    expect(where).toMatch(/^\/account\/second-factor\?codes=\w{32}$/)
    expect(new Set(codesIn(shown)).size).toBe(10)
    expect((await actions(id)).slice(before.length)).toEqual(['factor.make-recovery-codes'])
    // These codes count.
    const off = { do: 'remove', code: codesIn(shown)[0] ?? '', current: PASSWORD }
    expect(wordsIn(await browser.send(FACTOR, off))).toContain('The second factor is off.')
  })

  test('the second factor is turned off once, and the visitor stays signed in', async () => {
    const { id, browser, secret } = await guarded()
    const before = await actions(id)
    const fields = { do: 'remove', code: nextCode(secret), current: PASSWORD }
    expect(wordsIn((await twice(browser, FACTOR, fields, when)).shown)).toContain('The second factor is off.')
    expect((await actions(id)).slice(before.length)).toEqual(['factor.remove', 'session.create'])
  })

  test('the password is changed once, with a second factor too, and the visitor stays signed in', async () => {
    for (const { id, browser: old, secret } of [{ secret: null, ...(await member()) }, await guarded()]) {
      const before = await actions(id)
      const code = secret === null ? {} : { code: nextCode(secret) }
      const fields = { do: 'password', current: PASSWORD, password: NEW, ...code }
      const { browser, shown } = await twice(old, SETTINGS, fields, when)
      expect(wordsIn(shown)).toContain('Your password is changed.')
      expect(headingOf(await browser.open('/account'))).toBe('Your account')
      expect((await actions(id)).slice(before.length)).toEqual(['account.set-password', 'session.create'])
      expect(await area.store.sessions(id, area.nowMs())).toHaveLength(1)
    }
  })

  test('the link of a sign-up makes one account and one session, which the visitor has', async () => {
    const { email, browser: old, link } = await invited()
    const { browser, shown } = await twice(old, link, { password: PASSWORD }, when)
    expect(headingOf(shown)).toBe('Your account')
    const id = (await area.store.findAccount(email))?.id ?? ''
    expect(await actions(id)).toEqual(['account.create', 'session.create'])
    // The used link does nothing else: not for another browser, and not for this one once it has signed out.
    const stranger = visitor(area.ask)
    expect(headingOf(await usedAgain(stranger, link))).toBe('Unknown link')
    await browser.send('/account/sign-out', {}, '/account')
    expect(headingOf(await usedAgain(old, link))).toBe('Unknown link')
  })

  test('the old address is taken back once, and the visitor is signed in', async () => {
    const { email, id, browser: old } = await member()
    await old.send(SETTINGS, { do: 'email', email: `new-${email}`, current: PASSWORD })
    const link = pathIn(await area.letterTo(email))
    const before = await actions(id)
    const fields = { do: 'back', current: PASSWORD, password: NEW }
    expect(headingOf((await twice(visitor(area.ask), link, fields, when)).shown)).toBe('Your account')
    expect((await actions(id)).slice(before.length)).toEqual(['account.take-back', 'session.create'])
  })

  test('the link of a reset sets one password; the second answer says so, or is signed in where a code was typed too', async () => {
    const { email, id, browser: old } = await member()
    await old.send('/account/forgot', { email })
    const { shown } = await twice(old, pathIn(await area.letterTo(email)), { password: NEW }, when)
    // Of two at once either can be the one that sets it.
    const first = when === 'later' ? [] : ['Your password is changed. Sign in with it.']
    const said = ['If you have just chosen a password with it, sign in with that one.', ...first]
    expect(said.filter((words) => wordsIn(shown).includes(words))).toHaveLength(1)
    expect((await actions(id)).filter((action) => action === 'account.set-password')).toHaveLength(1)
    const other = await guarded()
    await other.browser.send('/account/forgot', { email: other.email })
    const link = pathIn(await area.letterTo(other.email))
    const fields = { password: NEW, code: nextCode(other.secret) }
    expect(headingOf((await twice(other.browser, link, fields, when)).shown)).toBe('Your account')
    expect((await actions(other.id)).filter((action) => action === 'account.set-password')).toHaveLength(1)
  })
})

/** The answer to a form of a used link, with the token of another page. */
const usedAgain = (browser: Visitor, link: string): Promise<Shown> =>
  browser.send(link, { password: PASSWORD }, '/account/sign-in')

test('another form is not the same one: without its part, with other content, or of another page', async () => {
  const { id, browser } = await member()
  const page = await browser.open(SETTINGS)
  const old = new Map(browser.cookies)
  const sent = {
    csrf: valueOf('csrf', page),
    once: valueOf('once', page),
    do: 'password',
    current: PASSWORD,
    password: NEW,
  }
  expect((await browser.post(SETTINGS, sent)).status).toBe(303)
  for (const [name, value] of Object.entries({ once: 'x', password: `${NEW}!`, current: NEW })) {
    const thief = visitor(area.ask)
    for (const [cookie, secret] of old) thief.cookies.set(cookie, secret)
    const answer = await thief.post(SETTINGS, { ...sent, [name]: value })
    expect(String(answer.headers['location']), name).toBe('/account/sign-in?next=/account/settings')
  }
  expect(await area.store.sessions(id, area.nowMs())).toHaveLength(1)
})
