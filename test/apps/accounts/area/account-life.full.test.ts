// The life of an account on one process: attempts to take it over, and what time does to links and freezes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headingOf, type Visitor, visitor } from '../../../support/worlds/account-area.ts'
import { type AreaWorld, openArea, pathIn } from '../../../support/worlds/open-area.ts'
import { hijackSuite } from '../../../support/attacks/hijack-suite.ts'

const OWN = 'seven quiet lamps by night'
const NEW = 'nine loud bells at noon'
const DAY = 86_400_000

describe('attempts on one process', () => {
  hijackSuite(async () => {
    const area = await openArea()
    const mailTo = async (email: string, subject: string) => {
      await area.outbox.deliver(area.nowMs())
      return area.letters.findLast((letter) => letter.to === email && letter.subject === subject)
    }
    return {
      browser: () => visitor(area.ask),
      linkTo: async (email, subject) => pathIn(await mailTo(email, subject)),
      async subjectsTo(email) {
        await area.outbox.deliver(area.nowMs())
        return area.letters.filter(({ to }) => to === email).map(({ subject }) => subject)
      },
      end: () => area.service.close(),
    }
  })
})

describe('over time', () => {
  let area: AreaWorld
  let email = ''
  let browser: Visitor
  let people = 0
  beforeAll(async () => {
    area = await openArea()
  })
  afterAll(() => area.service.close())
  const linkTo = async (to: string, subject: string): Promise<string> => {
    await area.outbox.deliver(area.nowMs())
    return pathIn(area.letters.findLast((letter) => letter.to === to && letter.subject === subject))
  }
  async function moved(): Promise<{ next: string; link: string }> {
    email = `timed-${++people}@example.org`
    browser = visitor(area.ask)
    await browser.send('/account/sign-up', { email })
    await browser.send(await linkTo(email, 'Choose a password for your account'), { password: OWN })
    const next = `moved-${people}@example.org`
    await browser.send('/account/settings', { do: 'email', email: next, current: OWN })
    await browser.send(await linkTo(next, 'Verify your new e-mail address'), {})
    return { next, link: await linkTo(email, 'Your e-mail address was changed') }
  }

  test('the link to the old address works for seven days, whatever happens in between', async () => {
    const { next, link } = await moved()
    await browser.send('/account/sign-in', { email: next, password: OWN })
    await browser.send('/account/settings', { do: 'password', current: OWN, password: NEW })
    await browser.send('/account/settings', { do: 'sessions' })
    const changed = area.nowMs()
    area.setNow(changed + 7 * DAY - 1000)
    await area.store.prune(area.nowMs())
    // Only the password from before the change counts. The newer password is refused.
    const wrong = await visitor(area.ask).send(link, {
      do: 'back',
      current: NEW,
      password: 'a third good one',
    })
    expect(wrong.status).toBe(422)
    const back = visitor(area.ask)
    expect(headingOf(await back.send(link, { do: 'back', current: OWN, password: 'a third good one' }))).toBe(
      'Your account',
    )
    expect((await back.open('/account')).body).toContain(email)
  })

  test('after seven days it does nothing, and the old password’s hash is deleted', async () => {
    const { link } = await moved()
    area.setNow(area.nowMs() + 7 * DAY)
    expect((await visitor(area.ask).send(link, { do: 'freeze' })).status).toBe(410)
    await area.store.prune(area.nowMs() + 1)
    expect((await visitor(area.ask).send(link, { do: 'back', current: OWN, password: NEW })).status).toBe(404)
    const links = JSON.stringify(await area.service.accounts.ask('select * from link'))
    expect(links).not.toContain(email)
    expect(links).not.toContain('scrypt')
  })

  test('a freeze ends by itself after 14 days, or when the operator lifts it', async () => {
    const { next, link } = await moved()
    const stranger = visitor(area.ask)
    await stranger.send(link, { do: 'freeze' })
    await browser.send('/account/sign-in', { email: next, password: OWN })
    const change = () => browser.send('/account/settings', { do: 'password', current: OWN, password: NEW })
    expect(headingOf(await change())).toBe('This account is frozen')
    // A reset by mail is blocked too, and a mail tells the owner why.
    await stranger.send('/account/forgot', { email: next })
    await area.outbox.deliver(area.nowMs())
    const told = area.letters.filter(({ to }) => to === next).map(({ subject }) => subject)
    expect(told.filter((subject) => subject === 'Your account is frozen')).toHaveLength(2)
    expect(told).not.toContain('Choose a new password')
    const began = area.nowMs()
    area.setNow(began + 14 * DAY)
    await browser.send('/account/sign-in', { email: next, password: OWN })
    expect((await change()).body).toContain('Your password is changed')
    area.setNow(began)
    const again = await moved()
    await stranger.send(again.link, { do: 'freeze' })
    const account = await area.store.findAccount(again.next)
    await area.store.setFrozen(account?.id ?? '', null, area.nowMs())
    await browser.send('/account/sign-in', { email: again.next, password: OWN })
    expect((await change()).body).toContain('Your password is changed')
  })

  test('guesses at the old password are limited for the account, wherever they come from', async () => {
    const { link } = await moved()
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess++) {
      const fields = { do: 'back', current: `guess number ${guess}`, password: NEW }
      statuses.push((await visitor(area.ask).send(link, fields)).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429])
  })

  test('an account made by an operator, or left unverified by an older version, cannot be used before a password is chosen', async () => {
    const wanted = { email: 'made@example.org', plan: 'free', verified: false, nowMs: area.nowMs() }
    const account = await area.store.createAccount(wanted)
    await area.store.setPassword(account?.id ?? '', 'scrypt$of it', area.nowMs())
    const session = await area.store.createSession(account?.id ?? '', area.nowMs() + DAY, area.nowMs())
    expect(await area.store.sessionAccount(session, area.nowMs())).toBeNull()
    await visitor(area.ask).send('/account/verify', { email: wanted.email })
    const link = await linkTo(wanted.email, 'Choose a password for your account')
    const owner = visitor(area.ask)
    expect(headingOf(await owner.open(link))).toBe('Choose a password')
    expect(headingOf(await owner.send(link, { password: OWN }))).toBe('Your account')
    expect(await area.store.sessionAccount(session, area.nowMs())).toBeNull()
  })
})
