// Every way through the account area, page by page as in a browser without scripts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePlans, type Plans, readPlans } from '#open/access/plans.ts'
import { tokenDigest } from '#open/access/token.ts'
import { TABLES } from '#apps/accounts/store/schema.ts'
import { headingOf, type Shown, visitor, type Visitor } from '../../../support/worlds/account-area.ts'
import { openArea, pathIn, type AreaWorld } from '../../../support/worlds/open-area.ts'

let area: AreaWorld
beforeAll(async () => {
  area = await openArea()
})
afterAll(() => area.service.close())

const PASSWORD = 'seven quiet lamps by night'
const keyIn = ({ body }: Shown): string => /tzr_[0-9A-Za-z]{36}/.exec(body)?.[0] ?? 'no key'
let people = 0

/** A person who has signed up and chosen a password, and so is signed in. */
async function member(): Promise<{ email: string; browser: Visitor }> {
  const email = `member-${++people}@example.org`
  const browser = visitor(area.ask)
  await browser.send('/account/sign-up', { email })
  await browser.send(pathIn(await area.letterTo(email)), { password: PASSWORD })
  return { email, browser }
}

/** The status that the API would give for a key, computed from the store. */
const statusOf = async (key: string): Promise<number> => {
  const credential = await area.store.credential(tokenDigest(key))
  if (credential === null) return 404
  return credential.revoked || (credential.expiresAtMs ?? Infinity) <= area.nowMs() ? 401 : 200
}

test('sign up, choose a password, sign in, create a key, revoke it, sign out', async () => {
  const browser = visitor(area.ask)
  const email = 'ann@example.org'
  expect(headingOf(await browser.open('/account/sign-up'))).toBe('Create an account')
  const asked = await browser.send('/account/sign-up', { email: ' Ann@Example.org ' })
  expect(asked.status).toBe(202)
  expect(headingOf(asked)).toBe('Check your e-mail')
  const link = pathIn(await area.letterTo(email))
  const shown = await browser.open(link)
  expect(headingOf(shown)).toBe('Choose a password')
  expect(shown.body).toContain('<button>Create account</button>')
  expect((await browser.send(link, { password: 'short' })).status).toBe(422)
  expect(await area.store.findAccount(email)).toBeNull()
  expect(headingOf(await browser.send(link, { password: PASSWORD }))).toBe('Your account')
  const opened = await browser.open(link)
  expect([opened.status, headingOf(opened)]).toEqual([404, 'Unknown link'])
  expect(opened.body).toContain('or was used before')
  const home = await browser.send('/account/sign-in', { email, password: PASSWORD })
  expect(headingOf(home)).toBe('Your account')
  expect(home.body).toContain('ann@example.org')
  expect(home.body).toContain('100,000 requests')
  expect(home.body).toContain('create your first key')
  const made = await browser.send('/account/keys', { do: 'create', name: 'ci', expires: '30' })
  const key = keyIn(made)
  expect(await statusOf(key)).toBe(200)
  expect((await area.letterTo(email))?.subject).toBe('A new API key was made')
  expect((await browser.open('/account')).body).not.toContain('first key')
  const keys = await browser.open('/account/keys')
  expect(headingOf(keys)).toBe('API keys')
  expect(keys.body.match(/>Revoke</g)).toHaveLength(1)
  expect(keys.body).not.toContain(key)
  expect(keys.body).toContain('2026-12-20 12:00 UTC')
  const id = /id="(tok_\w{12})"[^>]*>ci</.exec(keys.body)?.[1] ?? 'none'
  expect((await browser.send('/account/keys', { do: 'revoke', key: id })).body).toContain('is revoked')
  expect(await statusOf(key)).toBe(401)
  const revoked = await area.letterTo(email)
  expect(revoked?.subject).toBe('An API key was revoked')
  expect(revoked?.text).toContain(`\nci (tzr_…${key.slice(-4)})\n`)
  expect(headingOf(await browser.open('/account/settings'))).toBe('Settings')
  const out = await browser.post('/account/sign-out', {
    csrf: /csrf" value="([^"]+)/.exec(keys.body)?.[1] ?? '',
  })
  expect(out).toMatchObject({ status: 303, headers: { location: '/account/sign-in?done=signed-out' } })
  expect((await browser.open('/account/sign-in?done=signed-out')).body).toContain('You are signed out.')
  // A name that every object of the language has says nothing.
  const plain = await browser.open('/account/sign-in?done=constructor')
  expect(plain.status).toBe(200)
  expect(plain.body).not.toMatch(/notice good|native code/)
  expect(headingOf(await browser.open('/account'))).toBe('Sign in')
})

test('a page that was requested without a session is shown after signing in', async () => {
  const { email } = await member()
  const browser = visitor(area.ask)
  expect(headingOf(await browser.open('/account/keys'))).toBe('Sign in')
  const shown = await browser.send('/account/sign-in?next=/account/keys', { email, password: PASSWORD })
  expect(headingOf(shown)).toBe('API keys')
})

test('an address in another case or with a slash at its end redirects to the page; a form must go to the page itself', async () => {
  for (const [path, target] of [
    ['/Account/', '/account'],
    ['/ACCOUNT/Sign-In?next=/account/keys', '/account/sign-in?next=/account/keys'],
    ['/account/verify/', '/account/verify'],
    ['/Account/Verify/AbC', '/account/verify/AbC'],
  ] as const) {
    const { status, headers } = await area.ask('GET', path, { accept: 'text/html' }, '')
    expect([status, headers['location']], path).toEqual([308, target])
  }
  expect((await area.ask('POST', '/Account/sign-in', {}, '')).status).toBe(404)
  expect((await area.ask('GET', '/accounts', { accept: 'text/html' }, '')).status).toBe(404)
})

test('a new key is shown on the page after the form: once, for a minute, only to the session that made it', async () => {
  const { email, browser } = await member()
  const other = visitor(area.ask)
  await other.send('/account/sign-in', { email, password: PASSWORD })
  const csrf = /csrf" value="([^"]+)/.exec((await browser.open('/account/keys')).body)?.[1] ?? ''
  const made = async (): Promise<string> => {
    const answer = await browser.post('/account/keys', { csrf, do: 'create', name: 'k', expires: 'never' })
    expect([answer.status, answer.body]).toEqual([303, ''])
    return String(answer.headers['location'])
  }
  const address = await made()
  expect(address).toMatch(/^\/account\/keys\?made=\w{32}$/)
  const stored = JSON.stringify(await area.service.accounts.ask('select * from link'))
  const shown = await browser.open(address)
  const key = keyIn(shown)
  expect(await statusOf(key)).toBe(200)
  expect(stored).not.toContain(key)
  expect(stored).not.toContain(Buffer.from(key).toString('base64url').slice(4, -4))
  const again = await browser.open(address)
  expect(again.body).toContain('A new key is shown once')
  expect(again.body).not.toContain(key)
  // Another browser of the same account does not see the key. A minute later this browser does not see it either.
  expect(keyIn(await other.open(await made()))).toBe('no key')
  const late = await made()
  area.setNow(area.nowMs() + 60_000)
  expect(keyIn(await browser.open(late))).toBe('no key')
  expect((await browser.open('/account/keys')).body.match(/>Revoke</g)).toHaveLength(3)
})

test('a form sent four times at once makes one key, and each answer leads to the page that shows it', async () => {
  const { browser } = await member()
  const twice = async (page: string, fields: Record<string, string>) => {
    const { body } = await browser.open(page)
    const [csrf = '', once = ''] = ['csrf', 'once'].map(
      (name) => new RegExp(`name="${name}" value="([^"]+)`).exec(body)?.[1],
    )
    const send = (more = {}) => browser.post('/account/keys', { csrf, once, ...fields, ...more })
    const answers = await Promise.all(Array.from({ length: 4 }, () => send()))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    const addresses = new Set(answers.map(({ headers }) => String(headers['location'])))
    expect([...addresses]).toEqual([expect.stringMatching(/^\/account\/keys\?made=\w{32}$/)])
    const [address = ''] = addresses
    const key = keyIn(await browser.open(address))
    expect(await statusOf(key)).toBe(200)
    // Later it leads there too, which says that a key is shown once.
    expect((await send()).headers['location']).toBe(address)
    expect((await browser.open(address)).body).toContain('A new key is shown once')
    return send
  }
  const live = async () => (await browser.open('/account/keys')).body.match(/>Revoke</g)
  const send = await twice('/account/keys', { do: 'create', name: 'web', expires: 'never' })
  expect(await live()).toHaveLength(1)
  const id = /id="(tok_\w{12})"[^>]*>web</.exec((await browser.open('/account/keys')).body)?.[1] ?? ''
  await twice(`/account/keys?roll=${id}`, { do: 'roll', key: id, keep: '24' })
  expect(await live()).toHaveLength(2)
  // The page before it, opened with the browser's Back and filled in again, is another form.
  expect(keyIn(await browser.open(String((await send({ name: 'other' })).headers['location'])))).not.toBe(
    'no key',
  )
  expect(await live()).toHaveLength(3)
})

test('creating keys is limited, revoking is not', async () => {
  const { email, browser } = await member()
  const accountId = (await area.store.findAccount(email))?.id ?? ''
  const csrf = /csrf" value="([^"]+)/.exec((await browser.open('/account/keys')).body)?.[1] ?? ''
  const statuses: number[] = []
  for (let count = 0; count < 61; count++) {
    statuses.push((await browser.post('/account/keys', { csrf, do: 'create', name: '' })).status)
  }
  expect(statuses.at(0)).toBe(422)
  expect(statuses.at(-1)).toBe(429)
  const { id: key } = await area.store.createToken({ accountId, name: 'k', expiresAtMs: null, nowMs: 0 })
  expect((await browser.post('/account/keys', { csrf, do: 'revoke', key })).status).toBe(303)
})

test('a rolled key has a successor with its name, and works until the chosen hour', async () => {
  const { browser } = await member()
  const old = keyIn(await browser.send('/account/keys', { do: 'create', name: 'web', expires: 'never' }))
  const id = /id="(tok_\w{12})"[^>]*>web</.exec((await browser.open('/account/keys')).body)?.[1] ?? ''
  area.setNow(area.nowMs() + 1000)
  const fresh = keyIn(await browser.send('/account/keys', { do: 'roll', key: id, keep: '1' }))
  expect(fresh).not.toBe(old)
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([200, 200])
  expect(await area.store.credential(tokenDigest(old))).toMatchObject({
    expiresAtMs: area.nowMs() + 3_600_000,
  })
  expect(await area.store.credential(tokenDigest(fresh))).toMatchObject({ expiresAtMs: null })
  // It was made later, so it stands above the key that it replaced.
  const again = /id="(tok_\w{12})"[^>]*>web</.exec((await browser.open('/account/keys')).body)?.[1] ?? ''
  await browser.send('/account/keys', { do: 'roll', key: again, keep: '0' })
  expect(await statusOf(fresh)).toBe(401)
})

test('a key is shown by its beginning and end, and a page asks before it is revoked or rolled', async () => {
  const { email, browser } = await member()
  const accountId = (await area.store.findAccount(email))?.id ?? ''
  const made = await browser.send('/account/keys', { do: 'create', name: 'web', expires: 'never' })
  const key = keyIn(made)
  expect(words(made)).toContain('It is shown only once. Later you see its last four characters.')
  expect(words(made)).not.toContain('stored nowhere')
  const mask = `tzr_…${key.slice(-4)}`
  const before = await browser.open('/account/keys')
  expect(before.body).toContain(`${mask}</code>`)
  const [{ id } = { id: '' }] = await area.store.tokens(accountId)
  for (const [what, heading] of [
    ['revoke', 'Revoke this key?'],
    ['roll', 'Roll this key?'],
  ] as const) {
    expect(before.body).toContain(`href="/account/keys?${what}=${id}"`)
    const asked = await browser.open(`/account/keys?${what}=${id}`)
    expect(asked.body).toContain(heading)
    expect(asked.body).toMatch(/“<span class="long">web<\/span>”/)
    expect(asked.body).toContain(mask)
    // Opening the question changes nothing.
    expect(await statusOf(key)).toBe(200)
  }
  await browser.send(`/account/keys?roll=${id}`, { do: 'roll', key: id, keep: '24' })
  const rolled = (await browser.open('/account/keys')).body.replace(/\s+/g, ' ')
  expect(rolled.match(/>web</g)).toHaveLength(2)
  expect(rolled.match(/class="tag">rolled</g)).toHaveLength(1)
  const ends = new Date(area.nowMs() + 86_400_000).toISOString()
  expect(rolled).toContain(`<span class="expires"><time datetime="${ends.slice(0, 19)}Z">`)
  const letter = await area.letterTo(email)
  expect(letter?.subject).toBe('An API key was rolled')
  expect(letter?.text).toContain(mask)
  const done = await browser.send(`/account/keys?revoke=${id}`, { do: 'revoke', key: id })
  expect(done.body.replace(/\s+/g, ' ')).toMatch(/The key “<span class="long">web<\/span>” .* is revoked/)
  expect(done.body).toContain('Keys that no longer work: 1')
  expect(await statusOf(key)).toBe(401)
  const again = await browser.open(`/account/keys?revoke=${id}`)
  expect([again.status, again.body.includes('has ended already')]).toEqual([410, true])
})

test('a key can expire on any future date, and on no other', async () => {
  const { email, browser } = await member()
  const accountId = (await area.store.findAccount(email))?.id ?? ''
  const send = (until: string, expires = 'date') =>
    browser.send('/account/keys', { do: 'create', name: 'dated', expires, until })
  for (const until of ['', '2026-11-20', '1999-01-01', '2027-02-30', '2027-1-3', '3027-13-01', 'soon']) {
    const answer = await send(until)
    expect([until, answer.status]).toEqual([until, 422])
    expect(answer.body).toContain('Give a future date')
    expect(answer.body).toContain('value="dated"')
  }
  expect((await send('2027-01-31', 'when I say so')).status).toBe(422)
  await send('2028-02-29')
  const unused = await send('2028-02-29', 'never')
  expect([unused.status, unused.body.includes('Choose “on a date”')]).toEqual([422, true])
  await send('', 'never')
  const ends = (await area.store.tokens(accountId)).map(({ expiresAtMs }) => expiresAtMs)
  expect(new Set(ends)).toEqual(new Set([Date.UTC(2028, 1, 29), null]))
})

test('a forgotten password: the link of the mail sets a new one, once, and all sessions end', async () => {
  const { email, browser } = await member()
  const other = visitor(area.ask)
  expect(headingOf(await other.open('/account/forgot'))).toBe('Reset your password')
  const known = await other.send('/account/forgot', { email })
  const unknown = await other.send('/account/forgot', { email: 'nobody@example.org' })
  expect(unknown.body).toBe(known.body)
  const link = pathIn(await area.letterTo(email))
  expect(link).toContain('/account/reset?link=')
  expect(headingOf(await other.open(link))).toBe('Choose a new password')
  expect((await other.send(link, { password: 'short' })).status).toBe(422)
  const done = await other.send(link, { password: 'another good password' })
  expect(done.body).toContain('Your password is changed')
  expect(headingOf(await other.open(link))).toBe('Unknown link')
  expect(headingOf(await browser.open('/account'))).toBe('Sign in')
  expect((await other.send('/account/sign-in', { email, password: PASSWORD })).status).toBe(422)
  const back = await other.send('/account/sign-in', { email, password: 'another good password' })
  expect(headingOf(back)).toBe('Your account')
  expect((await area.letterTo(email))?.subject).toBe('Your password was changed')
})

test('settings: a new password ends all other sessions and the secret of this one, and needs the current one', async () => {
  const { email, browser } = await member()
  const other = visitor(area.ask)
  await other.send('/account/sign-in', { email, password: PASSWORD })
  const wanted = { do: 'password', password: 'another good password' }
  const wrong = await browser.send('/account/settings', { ...wanted, current: 'not this one' })
  expect(wrong.status).toBe(422)
  expect(wrong.body).toContain('This is not the password of this account.')
  const before = browser.cookies.get('__Host-tzref_session') ?? ''
  const right = await browser.send('/account/settings', { ...wanted, current: PASSWORD })
  expect(right.body).toContain('Your password is changed.')
  expect(browser.cookies.get('__Host-tzref_session')).not.toBe(before)
  expect(await area.store.sessionAccount(before, area.nowMs())).toBeNull()
  expect(headingOf(await browser.open('/account'))).toBe('Your account')
  expect(headingOf(await other.open('/account'))).toBe('Sign in')
})

test('settings: a new address counts once the button behind its mail is pressed, and the old one is told', async () => {
  const { email, browser } = await member()
  const wanted = { do: 'email', email: 'new-address@example.org', current: PASSWORD }
  expect((await browser.send('/account/settings', wanted)).body).toContain('A mail is on its way')
  const letter = await area.letterTo('new-address@example.org')
  expect(letter?.subject).toBe('Verify your new e-mail address')
  expect((await browser.open('/account')).body).toContain(email)
  // Of two requests at the same time, only the first counts.
  const stranger = visitor(area.ask)
  const path = pathIn(letter)
  await stranger.open(path)
  const answers = await Promise.all([stranger.send(path, {}), stranger.send(path, {})])
  expect(answers.map(headingOf).toSorted()).toEqual(['Address verified', 'Unknown link'])
  expect(headingOf(await browser.open('/account'))).toBe('Sign in')
  const fields = { email: 'new-address@example.org', password: PASSWORD }
  expect((await browser.send('/account/sign-in', fields)).body).toContain('new-address@example.org')
  await area.letterTo(email)
  expect(area.letters.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
    'Choose a password for your account',
    'A change of your e-mail address was requested',
    'Your e-mail address was changed',
  ])
  expect(JSON.stringify(await area.service.accounts.ask('select * from mail'))).not.toContain(email)
})

test('settings: the address that the account has is no new one, however it is written, and no mail is sent', async () => {
  const { email, browser } = await member()
  for (const same of [email, ` ${email.toUpperCase()} `]) {
    const answer = await browser.send('/account/settings', { do: 'email', email: same, current: PASSWORD })
    expect([answer.status, answer.body.includes('This is your address already.')]).toEqual([422, true])
  }
  const before = area.letters.length
  await area.letterTo(email)
  expect(area.letters.slice(before)).toEqual([])
})

test('settings: only its owner is told that an address already has an account', async () => {
  const [one, other] = [await member(), await member()]
  const taken = { do: 'email', email: other.email, current: PASSWORD }
  const free = { ...taken, email: 'free-address@example.org' }
  // Each answer adds one line to the log, whatever the address is. Each form has a part of its own.
  const withoutLog = ({ body, ...shown }: Shown): string =>
    body
      .replace(/<div\s+class="scroll[^>]*Security log[^]*?<\/table>/, `${shown.status}`)
      .replace(/name="once" value="\w{16}"/g, '')
  const answers = [await one.browser.send('/account/settings', free)]
  await area.letterTo(other.email)
  answers.push(await one.browser.send('/account/settings', taken))
  const [known, unknown] = answers.map(withoutLog)
  expect(known).toContain('Security log')
  expect(known).toBe(unknown)
  const path = pathIn(await area.letterTo(other.email))
  expect(headingOf(await one.browser.send(path, {}))).toBe('This address has an account')
  expect((await area.store.findAccount(other.email))?.email).toBe(other.email)
})

test('settings: sign out everywhere, download, delete', async () => {
  const { email, browser } = await member()
  const other = visitor(area.ask)
  await other.send('/account/sign-in', { email, password: PASSWORD })
  const key = keyIn(await browser.send('/account/keys', { do: 'create', name: 'mine', expires: 'never' }))
  await browser.send('/account/forgot', { email })
  await area.letterTo(email)
  const data = await browser.send('/account/settings', { do: 'data' })
  expect(data.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="account.json"',
    'cache-control': 'no-store',
  })
  const stored = JSON.parse(data.body)
  expect(stored).toMatchObject({ account: { email, verified: true }, keys: [{ name: 'mine' }] })
  expect(stored.sessions).toHaveLength(2)
  expect(stored.devices).toHaveLength(2)
  // Everything stored: each table with rows of the account has its part.
  expect(stored.mails.map((mail: { kind: string }) => mail.kind)).toEqual(['key-created', 'reset'])
  expect(stored.mails[0].sent_at).toMatch(/^2026-11-20T/)
  expect(stored.links).toMatchObject([{ purpose: 'reset' }])
  const id = stored.account.id
  const parts: Readonly<Record<string, string>> = {
    account: 'account',
    token: 'keys',
    usage: 'usage',
    usage_day: 'usage',
    session: 'sessions',
    factor: 'factor',
    recovery_code: 'factor',
    mail: 'mails',
    link: 'links',
    device: 'devices',
    audit: 'audit',
  }
  for (const [table, columns] of Object.entries(TABLES)) {
    if ('account_id' in columns) expect(Object.keys(stored), table).toContain(parts[table])
  }
  const kept = await area.service.accounts.ask(`select count(*) as n from audit where account_id = '${id}'`)
  expect(stored.audit).toHaveLength(Number(kept[0]?.['n']))
  expect(data.body).not.toContain(key)
  expect(data.body).not.toContain('scrypt')
  expect(headingOf(await browser.send('/account/settings', { do: 'sessions' }))).toBe('Sign in')
  expect((await area.letterTo(email))?.subject).toBe('You were signed out everywhere')
  expect(headingOf(await other.open('/account'))).toBe('Sign in')
  await browser.send('/account/sign-in', { email, password: PASSWORD })
  expect((await browser.send('/account/settings', { do: 'delete', current: 'wrong' })).status).toBe(422)
  const gone = await browser.send('/account/settings', { do: 'delete', current: PASSWORD })
  expect(gone.body).toContain('Your account is deleted.')
  expect(await statusOf(key)).toBe(401)
  expect((await area.letterTo(email))?.subject).toBe('Your account was deleted')
  expect((await browser.send('/account/sign-in', { email, password: PASSWORD })).status).toBe(422)
  for (const table of ['account', 'mail', 'session', 'link', 'device']) {
    expect(JSON.stringify(await area.service.accounts.ask(`select * from ${table}`))).not.toContain(email)
  }
})

/** An account with two keys, and their answers of three months. */
async function used(nameOfOther = '=1+1, "two"') {
  const { email, browser } = await member()
  const accountId = (await area.store.findAccount(email))?.id ?? ''
  const make = (name: string) => area.store.createToken({ accountId, name, expiresAtMs: null, nowMs: 0 })
  const [key, other] = [await make('<i>k</i>'), await make(nameOfOther)]
  const day = { accountId, tokenId: key.id, status: 200, lastMs: Date.UTC(2026, 10, 20, 11, 59, 59) }
  await area.store.addUsage(
    {
      writer: accountId,
      sequence: 1,
      rows: [
        { accountId, month: '2026-11', requests: 12_345 },
        { accountId, month: '2026-10', requests: 99 },
        { accountId, month: '2024-05', requests: 4321 },
      ],
      days: [
        { ...day, day: '2026-11-19', requests: 12_000 },
        { ...day, day: '2026-11-20', requests: 305 },
        { ...day, day: '2026-11-20', requests: 40, status: 404, tokenId: other.id },
        { ...day, day: '2026-11-20', requests: 20, status: 429 },
        { ...day, day: '2026-11-20', requests: 3, status: 403 },
        { ...day, day: '2026-11-20', requests: 2, status: 503 },
        { ...day, day: '2026-10-31', requests: 99 },
      ],
    },
    0,
  )
  return { browser, key, other, accountId }
}
const words = ({ body }: Shown): string => body.replace(/\s+/g, ' ')

test('usage: this month in figures and as a picture with a scale; refused requests are separate and do not count', async () => {
  const { browser } = await used()
  for (const path of ['/account', '/account/usage']) {
    const page = words(await browser.open(path))
    expect(page).toContain('<strong>12,345</strong> of 100,000 requests')
    expect(page).toContain('<title>2026-11-19: 12,000</title>')
    expect(page).toContain('aria-label="Requests on each day of 2026-11, at most 12,000"')
    expect(page).toContain('aria-label="Refused requests on each day of 2026-11, at most 23"')
    expect(page.match(/class="f-used"/g)).toHaveLength(30)
    // Each picture has its own scale: 12,000 is below 20,000, and 23 is below 50.
    const marks = Array.from(page.matchAll(/class="t-quiet end" ?> ?(\S+?) ?</g), ([, mark]) => mark)
    expect(marks).toEqual(['0', '10k', '20k', '0', '25', '50'])
  }
  const keys = words(await browser.open('/account/keys'))
  expect(keys).toContain('2026-11-20 11:59 UTC')
  expect(keys).toMatch(/&lt;i&gt;k&lt;\/i&gt;<\/span.*?<td class="n" ?>12,305</)
})

test('usage: by key and by status, for one key, for an earlier month, and for a month whose days are deleted', async () => {
  const { browser, key, other } = await used()
  const all = words(await browser.open('/account/usage'))
  expect(all).toMatch(
    /&lt;i&gt;k&lt;\/i&gt;<\/span> ?<code class="short">tzr_….{4}<\/code><\/th> ?<td class="n" ?>12,305<\/td> ?<td class="n" ?>23<\/td>/,
  )
  expect(all).toMatch(/<strong>23<\/strong> were refused.*<strong>2<\/strong> failed/)
  for (const [status, answers, counts] of [
    ['200', '12,305', 'yes'],
    ['403', '3', 'no'],
    ['404', '40', 'yes'],
    ['429', '20', 'no'],
    ['503', '2', 'no'],
  ]) {
    expect(all).toMatch(new RegExp(`>${status}</th> ?<td>${counts}</td> ?<td class="n" ?>${answers}<`))
  }
  const one = words(await browser.open(`/account/usage?month=2026-11&key=${other.id}`))
  expect(one).toContain('<strong>40</strong>')
  expect(one).not.toContain('12,305')
  const october = words(await browser.open(`/account/usage?month=2026-10&key=${key.id}`))
  expect(october).toContain('<strong>99</strong>')
  expect(october).toContain('<title>2026-10-31: 99</title>')
  const old = words(await browser.open('/account/usage?month=2024-05'))
  expect(old).toContain('<strong>4,321</strong>')
  expect(old).toContain('Of 4,321 of them the days, keys and statuses are no longer stored')
  expect(old).not.toContain('class="pic usage"')
  for (const month of ['2026-13', '2026-1', 'x', '../..']) {
    expect((await browser.open(`/account/usage?month=${month}`)).status).toBe(404)
  }
})

test('usage as CSV has every stored row, and no text that a spreadsheet would compute', async () => {
  const { browser, key, other } = await used()
  const all = await browser.open('/account/usage.csv')
  expect(all.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="usage.csv"',
    'cache-control': 'no-store',
  })
  const lines = [
    `2026-10-31,${key.id},<i>k</i>,200,99,yes`,
    `2026-11-19,${key.id},<i>k</i>,200,12000,yes`,
    `2026-11-20,${key.id},<i>k</i>,200,305,yes`,
    `2026-11-20,${key.id},<i>k</i>,403,3,no`,
    `2026-11-20,${key.id},<i>k</i>,429,20,no`,
    `2026-11-20,${key.id},<i>k</i>,503,2,no`,
    `2026-11-20,${other.id},"'=1+1, ""two""",404,40,yes`,
  ]
  const [head, ...rows] = all.body.trimEnd().split('\r\n')
  expect(head).toBe('day,key,name,status,requests,counted')
  expect(rows).toHaveLength(lines.length)
  expect(new Set(rows)).toEqual(new Set(lines))
  const some = await browser.open(`/account/usage.csv?month=2026-11&key=${other.id}`)
  expect(some.body).toBe(`${head}\r\n${lines.at(-1)}\r\n`)
  expect(some.headers['content-disposition']).toBe('attachment; filename="usage-2026-11.csv"')
})

test.each([
  [';=1+1', ";'=1+1"],
  ['a;+1', "a;'+1"],
  ['a; -1', "a;' -1"],
  ['=a;@b;c', "'=a;'@b;c"],
  [';"=1+1"', `";'""=1+1"""`],
  ['"=1+1"', `"'""=1+1"""`],
  ['a;b - c', 'a;b - c'],
  ['a-b', 'a-b'],
])(
  'a key called %s is no formula where a spreadsheet separates by semicolons either',
  async (name, written) => {
    const { browser } = await used(name)
    const { body } = await browser.open('/account/usage.csv')
    expect(body).toContain(written)
  },
)

test('plans are the operator’s: names, prices, promises and a contact come from the plans file, or are absent', async () => {
  const plan = { requestsPerMonth: 5000, requestsPerSecond: 5, headroomPercent: 0 }
  const offers = {
    all: { ...plan, id: 'free', name: 'Hobby', priceUsd: 0, extras: [] },
    more: { ...plan, id: 'pro', name: 'Pro', priceUsd: 7, extras: ['answers on workdays'] },
  }
  const shown = async (plans: Plans) => {
    const world = await openArea({ plans })
    const email = 'shown@example.org'
    await world.store.createAccount({ email, plan: 'free', verified: true, nowMs: 0 })
    const browser = visitor(world.ask)
    await browser.send('/account/forgot', { email })
    await browser.send(pathIn(await world.letterTo(email)), { password: PASSWORD })
    const page = words(await browser.send('/account/sign-in', { email, password: PASSWORD }))
    await world.service.close()
    return page
  }
  const parse = (file: unknown) => parsePlans(JSON.stringify(file), 'p.json')
  const offer = await shown(parse({ plans: [offers.all, offers.more], contact: 'help@example.org' }))
  for (const text of ['Hobby', '$7 a month, plus taxes', 'answers on workdays', '5,000']) {
    expect(offer).toContain(text)
  }
  expect(offer).toContain(
    'Write to <a href="mailto:help@example.org">help@example.org</a> and name the e-mail address of your account.',
  )
  const bare = await shown(parse({ plans: [{ ...plan, id: 'free', name: 'Hobby' }] }))
  expect(bare).toContain('Hobby')
  for (const text of ['Price', '$', 'Besides', 'mailto:']) expect(bare).not.toContain(text)
  const none = await shown(readPlans())
  expect(none).toContain('100,000 requests a month')
  expect(none).toContain('Write to the operator of this service and name the e-mail address of your account.')
  for (const text of ['Free', 'Developer', 'Business', 'Price', '$', 'uptime', '<h2>Plans</h2>', 'mailto:']) {
    expect(none).not.toContain(text)
  }
})

test('closed sign-up says so, and makes no account', async () => {
  const closed = await openArea({ signUp: 'closed' })
  const browser = visitor(closed.ask)
  const page = await browser.open('/account/sign-up')
  expect([page.status, headingOf(page)]).toEqual([403, 'Create an account'])
  const before = await closed.store.accounts()
  const { body } = await browser.open('/account/sign-in')
  const csrf = /csrf" value="([^"]+)/.exec(body)?.[1] ?? ''
  const fields = { csrf, email: 'x@example.org' }
  expect((await browser.post('/account/sign-up', fields)).status).toBe(403)
  expect(await closed.store.accounts()).toEqual(before)
  expect(body).not.toContain('sign-up')
  await closed.service.close()
})

test('who searches for an API key is led to the keys, and to a new account', async () => {
  const { body } = await visitor(area.ask).open('/search?q=api+key')
  expect(body).toMatch(/href="\/account\/keys">API keys<[\s\S]*href="\/account\/sign-up">Create an account</)
})
