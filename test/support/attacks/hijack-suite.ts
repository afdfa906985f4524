// Attempts to take over an account, before or after it exists: the same tests for one process and for a fleet.
import { beforeAll, afterAll, expect, test } from 'vitest'
import { headingOf, type Visitor } from '../worlds/account-area.ts'

/** The place of the attempts. */
export interface HijackPlace {
  /** A new browser. */
  browser(): Visitor
  /** The path of the link in the newest mail with this subject to an address. Waits for the mail. */
  linkTo(email: string, subject: string): Promise<string>
  /** The subjects of all mails to an address, after all waiting mails are sent. */
  subjectsTo(email: string): Promise<string[]>
  end(): Promise<void>
}

const OWN = 'seven quiet lamps by night'
const THEIRS = 'what a stranger would choose'
const NEW = 'nine loud bells at noon'

const WELCOME = 'Choose a password for your account'
const RESET = 'Choose a new password'
const NEW_ADDRESS = 'Verify your new e-mail address'
const ASKED = 'A change of your e-mail address was requested'
const CHANGED = 'Your e-mail address was changed'
const SESSION = /tzref_session$/

let people = 0

/** Adds the attempts as tests to the current block. */
export function hijackSuite(open: () => Promise<HijackPlace>): void {
  let place: HijackPlace
  beforeAll(async () => {
    place = await open()
  })
  afterAll(() => place.end())

  const address = (name: string): string => `${name}-${++people}@example.org`
  const signIn = async (email: string, password: string, browser = place.browser()): Promise<Visitor> => {
    await browser.send('/account/sign-in', { email, password })
    return browser
  }
  const isIn = async (browser: Visitor): Promise<boolean> =>
    headingOf(await browser.open('/account')) === 'Your account'
  /** Whether a password signs in from an unknown browser. */
  const opens = async (email: string, password: string): Promise<boolean> =>
    isIn(await signIn(email, password))
  async function member(): Promise<{ email: string; browser: Visitor }> {
    const email = address('owner')
    const browser = place.browser()
    await browser.send('/account/sign-up', { email })
    await browser.send(await place.linkTo(email, WELCOME), { password: OWN })
    expect(await isIn(browser)).toBe(true)
    return { email, browser }
  }
  const resetBy = async (email: string): Promise<Visitor> => {
    const browser = place.browser()
    await browser.send('/account/forgot', { email })
    await browser.send(await place.linkTo(email, RESET), { password: NEW })
    return browser
  }
  /** A copy of a browser's cookies, as a thief has it. */
  function stolen(of: Visitor): Visitor {
    const thief = place.browser()
    for (const [name, value] of of.cookies) thief.cookies.set(name, value)
    return thief
  }

  test('an unexpired session: whoever signs up first with another person’s address gets nothing and keeps nothing', async () => {
    const email = address('victim')
    const stranger = place.browser()
    await stranger.send('/account/sign-up', { email, password: THEIRS })
    expect(await isIn(stranger)).toBe(false)
    expect(await opens(email, THEIRS)).toBe(false)
    const link = await place.linkTo(email, WELCOME)
    // The owner uses the link of the stranger's mail, or asks for one. Only the owner chooses the password.
    const owner = place.browser()
    await owner.send(link, { password: OWN })
    expect(await isIn(owner)).toBe(true)
    expect(await isIn(stranger)).toBe(false)
    expect(await opens(email, THEIRS)).toBe(false)
    expect(await opens(email, OWN)).toBe(true)
    // The used link no longer works.
    expect((await stranger.send(link, { password: THEIRS }, '/account/sign-in')).status).toBe(404)
  })

  test('a mail scanner that opens every link does not make an account, set a password, change an address or freeze anything', async () => {
    const scanner = place.browser()
    const scan = async (link: string): Promise<void> => {
      for (let times = 0; times < 2; times++) expect((await scanner.open(link)).status, link).toBe(200)
    }
    const wanted = address('scanned')
    await place.browser().send('/account/sign-up', { email: wanted })
    await scan(await place.linkTo(wanted, WELCOME))
    expect(await opens(wanted, OWN)).toBe(false)
    const { email, browser } = await member()
    await place.browser().send('/account/forgot', { email })
    await scan(await place.linkTo(email, RESET))
    const other = address('scanned')
    await browser.send('/account/settings', { do: 'email', email: other, current: OWN })
    await scan(await place.linkTo(other, NEW_ADDRESS))
    await scan(await place.linkTo(email, ASKED))
    expect(await isIn(scanner)).toBe(false)
    const overview = await browser.open('/account')
    expect(overview.body).toContain(email)
    expect(overview.body).not.toContain('frozen')
  })

  test.each([
    ['resets it by mail', (email: string) => resetBy(email)],
    [
      'changes it',
      async (email: string) => {
        const browser = await signIn(email, OWN)
        await browser.send('/account/settings', { do: 'password', current: OWN, password: NEW })
        return browser
      },
    ],
    [
      'signs out everywhere',
      async (email: string) => {
        const browser = await signIn(email, OWN)
        await browser.send('/account/settings', { do: 'sessions' })
        return browser
      },
    ],
  ])(
    'an unexpired change of address: a stranger’s request, made with the password, ends when the owner %s',
    async (what, change) => {
      const { email } = await member()
      const theirs = address('stranger')
      const stranger = await signIn(email, OWN)
      expect(
        (await stranger.send('/account/settings', { do: 'email', email: theirs, current: OWN })).status,
      ).toBe(200)
      const link = await place.linkTo(theirs, NEW_ADDRESS)
      expect(await place.subjectsTo(email)).toContain(ASKED)
      await change(email)
      expect(await isIn(stranger)).toBe(false)
      expect(headingOf(await stranger.send(link, {}))).toBe('Unknown link')
      expect(headingOf(await place.browser().send(link, {}))).toBe('Unknown link')
      expect(await opens(theirs, OWN)).toBe(false)
      expect(await opens(theirs, NEW)).toBe(false)
      expect(await opens(email, what === 'signs out everywhere' ? OWN : NEW)).toBe(true)
      expect(await place.subjectsTo(theirs)).toEqual([NEW_ADDRESS])
    },
  )

  test('a trojan identifier: an address that a stranger added to another account still belongs to its owner', async () => {
    const victim = address('victim')
    const theirs = await member()
    await theirs.browser.send('/account/settings', { do: 'email', email: victim, current: OWN })
    const trap = await place.linkTo(victim, NEW_ADDRESS)
    // An address that is not verified belongs to nobody. So the owner can sign up and get an own account.
    await place.browser().send('/account/sign-up', { email: victim })
    const owner = place.browser()
    await owner.send(await place.linkTo(victim, WELCOME), { password: NEW })
    expect(await isIn(owner)).toBe(true)
    // A later press of the button joins no accounts.
    expect(headingOf(await place.browser().send(trap, {}))).toBe('This address has an account')
    expect((await theirs.browser.open('/account')).body).toContain(theirs.email)
    expect(await opens(victim, OWN)).toBe(false)
    expect(await opens(victim, NEW)).toBe(true)
  })

  test('every change ends forgotten and stolen sessions; the session that made it gets a new secret', async () => {
    const { email, browser } = await member()
    const forgotten = await signIn(email, OWN)
    const thief = stolen(browser)
    expect(await isIn(thief)).toBe(true)
    await browser.send('/account/settings', { do: 'password', current: OWN, password: NEW })
    expect(await isIn(browser)).toBe(true)
    expect([await isIn(forgotten), await isIn(thief)]).toEqual([false, false])
    const again = stolen(browser)
    const next = address('moved')
    await browser.send('/account/settings', { do: 'email', email: next, current: NEW })
    await place.browser().send(await place.linkTo(next, NEW_ADDRESS), {})
    expect([await isIn(browser), await isIn(again)]).toEqual([false, false])
    expect(await opens(next, NEW)).toBe(true)
    expect(await opens(email, NEW)).toBe(false)
    // The thief's browser keeps a session cookie, but it opens nothing.
    expect([...again.cookies.keys()].some((name) => SESSION.test(name))).toBe(true)
  })

  test('an old mailbox in a stranger’s hands gives no access, and the owner never loses access', async () => {
    const { email: old, browser } = await member()
    const made = await browser.send('/account/keys', { do: 'create', name: 'before', expires: 'never' })
    expect(made.body).toMatch(/tzr_\w{36}/)
    // The old mailbox still has a reset link from before the change.
    await place.browser().send('/account/forgot', { email: old })
    const reset = await place.linkTo(old, RESET)
    const next = address('moved')
    await browser.send('/account/settings', { do: 'email', email: next, current: OWN })
    await place.browser().send(await place.linkTo(next, NEW_ADDRESS), {})
    const stranger = place.browser()
    expect((await stranger.send(reset, { password: THEIRS }, '/account/sign-in')).status).toBe(404)
    const before = (await place.subjectsTo(old)).length
    await stranger.send('/account/forgot', { email: old })
    await stranger.send('/account/verify', { email: old })
    expect((await place.subjectsTo(old)).length).toBe(before)
    const link = await place.linkTo(old, CHANGED)
    // The owner has signed in with the new address. The stranger freezes the account and guesses passwords.
    const owner = await signIn(next, OWN)
    expect(await isIn(owner)).toBe(true)
    expect((await stranger.send(link, { do: 'freeze' })).body).toContain('is frozen until')
    expect(await isIn(owner)).toBe(false)
    for (const guess of [THEIRS, NEW, 'another guess of theirs']) {
      const answer = await stranger.send(link, { do: 'back', current: guess, password: THEIRS })
      expect(answer.status, guess).toBe(422)
    }
    expect(await isIn(stranger)).toBe(false)
    // The owner signs in at once. Everything works except the blocked changes.
    expect(await isIn(await signIn(next, OWN, owner))).toBe(true)
    expect((await owner.open('/account/keys')).body).toContain('before')
    expect((await owner.open('/account')).body).toContain('This account is frozen until')
    for (const [path, fields] of [
      ['/account/settings', { do: 'password', current: OWN, password: NEW }],
      ['/account/settings', { do: 'email', email: address('x'), current: OWN }],
      ['/account/settings', { do: 'delete', current: OWN }],
      ['/account/keys', { do: 'create', name: 'held', expires: 'never' }],
    ] as const) {
      expect(headingOf(await owner.send(path, fields)), JSON.stringify(fields)).toBe('This account is frozen')
    }
    // A second press of the button while the freeze lasts neither ends sessions nor makes the freeze longer.
    const until = /datetime="([^"]+)"/.exec((await owner.open('/account')).body)?.[1]
    await stranger.send(link, { do: 'freeze' })
    expect(await isIn(owner)).toBe(true)
    expect(/datetime="([^"]+)"/.exec((await owner.open('/account')).body)?.[1]).toBe(until)
  })

  test('an account that was taken over can be recovered: with the link to the old address and the old password', async () => {
    const { email, browser } = await member()
    const thief = await signIn(email, OWN)
    const [second, third] = [address('thief'), address('thief')]
    await thief.send('/account/settings', { do: 'email', email: second, current: OWN })
    await place.browser().send(await place.linkTo(second, NEW_ADDRESS), {})
    await signIn(second, OWN, thief)
    await thief.send('/account/settings', { do: 'password', current: OWN, password: THEIRS })
    await thief.send('/account/settings', { do: 'email', email: third, current: THEIRS })
    await place.browser().send(await place.linkTo(third, NEW_ADDRESS), {})
    await signIn(third, THEIRS, thief)
    // The mails are read now, because a mail is not sent after its link has ended.
    const theirLinks = [await place.linkTo(second, ASKED), await place.linkTo(second, CHANGED)]
    expect(await isIn(thief)).toBe(true)
    expect(await isIn(browser)).toBe(false)
    // The mail about the request protects the owner as well as the mail about the change.
    const link = await place.linkTo(email, ASKED)
    await browser.send(link, { do: 'freeze' })
    expect(await isIn(thief)).toBe(false)
    await signIn(third, THEIRS, thief)
    const tried = await thief.send('/account/settings', { do: 'password', current: THEIRS, password: NEW })
    expect(headingOf(tried)).toBe('This account is frozen')
    const taken = await browser.send(link, { do: 'back', current: OWN, password: NEW })
    expect(headingOf(taken)).toBe('Your account')
    expect(taken.body).toContain(email)
    expect(taken.body).not.toContain('frozen')
    expect(await isIn(thief)).toBe(false)
    for (const [who, password] of [
      [third, THEIRS],
      [second, THEIRS],
      [second, OWN],
      [email, OWN],
    ] as const) {
      expect(await opens(who, password), `${who} ${password}`).toBe(false)
    }
    expect(await opens(email, NEW)).toBe(true)
    // The thief's mailboxes had links to undo later changes. The owner's older link ended them.
    for (const theirs of theirLinks) {
      expect((await thief.send(theirs, { do: 'freeze' })).status).toBe(404)
      expect((await thief.send(theirs, { do: 'back', current: THEIRS, password: THEIRS })).status).toBe(404)
    }
    expect((await place.browser().send(link, { do: 'back', current: OWN, password: THEIRS })).status).toBe(
      404,
    )
    expect(await isIn(browser)).toBe(true)
  })

  test('two devices that change the account at once: one succeeds, the other is told, and one password is valid', async () => {
    const { email, browser: one } = await member()
    const two = await signIn(email, OWN)
    await place.browser().send('/account/forgot', { email })
    const link = await place.linkTo(email, RESET)
    const three = place.browser()
    const passwords = ['first of two at once', 'second of two at once', 'by the link at once']
    await Promise.all([
      one.send('/account/settings', { do: 'password', current: OWN, password: passwords[0] ?? '' }),
      two.send('/account/settings', { do: 'password', current: OWN, password: passwords[1] ?? '' }),
      three.send(link, { password: passwords[2] ?? '' }),
    ])
    const opened: string[] = []
    for (const password of [OWN, ...passwords]) if (await opens(email, password)) opened.push(password)
    expect(opened).toHaveLength(1)
    expect(passwords).toContain(opened[0])
    // The later of the two requests is signed out and gets no success.
    const stillIn = [await isIn(one), await isIn(two)]
    expect(stillIn).toEqual([opened[0] === passwords[0], opened[0] === passwords[1]])
  })
}
