// Limits of the account area prefer known visitors (decision 0018): strangers cannot lock an owner out, and no network takes all places.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswords } from '#apps/accounts/store/passwords.ts'
import { headingOf, type Shown, type Visitor, visitor } from '../../../support/worlds/account-area.ts'
import { type AreaWorld, openArea, pathIn } from '../../../support/worlds/open-area.ts'

const OWN = 'seven quiet lamps by night'
const NEW = 'nine loud bells at noon'
const RESET = 'Choose a new password'

let area: AreaWorld
beforeAll(async () => {
  area = await openArea()
})
afterAll(() => area.service.close())

let networks = 0
/** A browser in a network of its own. */
const elsewhere = (world = area): Visitor => {
  const address = `10.${Math.floor(++networks / 250)}.${networks % 250}.7`
  return visitor(world.askFrom(address))
}
let people = 0
/** A person with an account, and the browser that signed in to it. */
async function owner(world = area): Promise<{ email: string; browser: Visitor }> {
  const email = `owner-${++people}@example.org`
  const browser = elsewhere(world)
  await browser.send('/account/sign-up', { email })
  const welcomed = await browser.send(pathIn(await world.letterTo(email)), { password: OWN })
  if (headingOf(welcomed) !== 'Your account') throw new Error(`${email}: ${headingOf(welcomed)}`)
  await browser.send('/account/sign-out', {}, '/account')
  await browser.open('/account/sign-in')
  browser.cookies.delete('__Host-tzref_session')
  return { email, browser }
}
const signIn = (browser: Visitor, email: string, password: string): Promise<Shown> =>
  browser.send('/account/sign-in', { email, password })

test('ten wrong passwords from anywhere lock out only strangers: the owner’s browser and a mailed link still work', async () => {
  const { email, browser } = await owner()
  const statuses: number[] = []
  for (let guess = 0; guess < 30; guess++) {
    statuses.push((await signIn(elsewhere(), email, `guess number ${guess}`)).status)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(422), ...Array<number>(20).fill(429)])
  expect(headingOf(await signIn(browser, email, OWN))).toBe('Your account')
  // On a new browser the right password does not help either. The page shows the way out.
  const fresh = elsewhere()
  const held = await signIn(fresh, email, OWN)
  expect(held.status).toBe(429)
  expect(held.body).toContain('href="/account/forgot"')
  await fresh.send('/account/forgot', { email })
  await area.outbox.deliver(area.nowMs())
  await fresh.send(pathIn(area.letters.findLast(({ to, subject }) => to === email && subject === RESET)), {
    password: NEW,
  })
  expect(headingOf(await signIn(fresh, email, NEW))).toBe('Your account')
})

test('attempts of a known browser are counted too, and it is known only to its own account', async () => {
  const [one, two] = [await owner(), await owner()]
  const statuses: number[] = []
  for (let guess = 0; guess < 11; guess++)
    statuses.push((await signIn(one.browser, one.email, `no ${guess}`)).status)
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429])
  // For another person's account this browser is a stranger. Strangers have used up their ten tries, and no cookie changes that.
  for (let guess = 0; guess < 10; guess++) await signIn(elsewhere(), two.email, `no ${guess}`)
  expect((await signIn(one.browser, two.email, OWN)).status).toBe(429)
  const forged = elsewhere()
  forged.cookies.set('__Host-tzref_device', 'x'.repeat(32))
  expect((await signIn(forged, two.email, OWN)).status).toBe(429)
  expect(headingOf(await signIn(two.browser, two.email, OWN))).toBe('Your account')
})

test('requests for mails in another’s name keep no mail from the owner: the owner’s next request works', async () => {
  const { email } = await owner()
  for (let asked = 0; asked < 40; asked++) await elsewhere().send('/account/forgot', { email })
  const fresh = elsewhere()
  expect((await fresh.send('/account/forgot', { email })).status).toBe(202)
  await area.outbox.deliver(area.nowMs())
  const mails = area.letters.filter(({ to, subject }) => to === email && subject === RESET)
  // One mail in five minutes, however many people ask.
  expect(mails).toHaveLength(1)
  expect((await fresh.send(pathIn(mails[0]), { password: NEW })).status).toBe(200)
  expect(headingOf(await signIn(fresh, email, NEW))).toBe('Your account')
})

test('networks are counted as a whole: 60 attempts a minute for a /64, 120 for a /56, 240 for a /48 and for a /24', async () => {
  const world = await openArea()
  // Longer than any password, so the server refuses it without hashing.
  const tried = async (address: string, guess: number): Promise<number> => {
    const browser = visitor(world.askFrom(address))
    return (await signIn(browser, `g${guess}@example.org`, 'x'.repeat(1025))).status
  }
  async function passed(addressOf: (guess: number) => string, tries: number): Promise<number> {
    let granted = 0
    for (let guess = 0; guess < tries; guess++)
      if ((await tried(addressOf(guess), ++people)) === 422) granted++
    return granted
  }
  expect(await passed((guess) => `2001:db8:1:1::${guess.toString(16)}`, 70)).toBe(60)
  expect(await passed((guess) => `2001:db8:2:${(guess % 16).toString(16)}::1`, 130)).toBe(120)
  expect(await passed((guess) => `2001:db8:3:${((guess % 20) * 0x100).toString(16)}::1`, 250)).toBe(240)
  expect(await passed((guess) => `192.0.2.${guess % 200}`, 250)).toBe(240)
  expect(await passed(() => '198.51.100.1', 70)).toBe(60)
  await world.service.close()
})

test(
  'twenty networks of one /48 at once leave places to others, and known browsers have a queue of their own',
  { timeout: 120_000 },
  async () => {
    const world = await openArea({ passwords: createPasswords({ atOnce: 1 }) })
    // One after the other. Each waits for its mail, which another delivery could still be sending.
    const known: Awaited<ReturnType<typeof owner>>[] = []
    for (let count = 0; count < 4; count++) known.push(await owner(world))
    const flood = Array.from({ length: 100 }, (_, at) => {
      const browser = visitor(world.askFrom(`2001:db8:9:${(at % 20).toString(16)}::1`))
      return signIn(browser, `flood-${at}@example.org`, OWN)
    })
    const others = [1, 2, 3].map((at) => signIn(elsewhere(world), `other-${at}@example.org`, OWN))
    const owners = known.map(({ browser, email }) => signIn(browser, email, OWN))
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([422, 422, 422])
    expect((await Promise.all(owners)).map(headingOf)).toEqual(Array<string>(4).fill('Your account'))
    // One check runs and four wait. The server refuses all others before any work.
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(90)
    expect(statuses.every((status) => status === 503 || status === 422)).toBe(true)
    await world.service.close()
  },
)

test('if the account store cannot be written the pages say 503, and a later attempt works', async () => {
  let isFull = true
  const errors: unknown[] = []
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  const world = await openArea({
    onError: (error) => void errors.push(error),
    outbox: {
      service: 'tzref',
      ask: (...mail) => (isFull ? Promise.reject(full) : area.outbox.ask(...mail)),
    },
  })
  const browser = elsewhere(world)
  for (const path of ['/account/sign-up', '/account/forgot', '/account/verify']) {
    const answer = await browser.send(path, { email: 'full@example.org' })
    expect([answer.status, headingOf(answer), answer.headers['retry-after']]).toEqual([503, 'Not now', '60'])
  }
  expect(errors).toEqual([full, full, full])
  isFull = false
  expect((await browser.send('/account/sign-up', { email: 'full@example.org' })).status).toBe(202)
  await world.service.close()
})
