// Facts about every mail in the catalogue: service, time, what to do, a contact; short lines; the same words in HTML.
import { expect, test } from 'vitest'
import { monthAt } from '#open/access/month.ts'
import { parsePlans } from '#open/access/plans.ts'
import * as catalogue from '#apps/accounts/mail/mail-texts.ts'
import { MORNING } from '../../../support/worlds/account-world.ts'

const AT = 'https://tz.example.org/account'
const LINK = `${AT}/welcome/${'x'.repeat(32)}`
const UNTIL = MORNING + 86_400_000
const plan = parsePlans(
  JSON.stringify({
    plans: [
      { id: 'a', name: 'A', requestsPerMonth: 1_000_000, requestsPerSecond: 5, headroomPercent: 10 },
      { id: 'b', name: 'B', requestsPerMonth: 1000, requestsPerSecond: 5, headroomPercent: 0 },
    ],
  }),
  'p.json',
)
const planOf = (id: string) => {
  const found = plan.get(id)
  if (found === undefined) throw new Error(id)
  return found
}
const key = { name: 'the website', key: 'tzr_…1a2B' }
/** A name with the greatest length that looks like markup. */
const odd = { name: `<b>&"${'long name '.repeat(10)}`.slice(0, 100), key: null }

/** The values of mails whose text depends on them. */
const DETAILS: Readonly<Record<string, readonly unknown[]>> = {
  'key-created': [key, odd],
  'key-rolled': [
    { ...key, old: 'tzr_…9zZ0', endsAtMs: UNTIL },
    { ...key, old: null, endsAtMs: null },
  ],
  'key-revoked': [key, odd],
  'recovery-code-used': [{ left: 3 }],
}

/** Each mail in the catalogue, by the name of its function or its kind. */
const MAILS: Readonly<Record<string, readonly catalogue.MailText[]>> = {
  welcomeMail: [catalogue.welcomeMail(LINK, UNTIL)],
  signUpAgainMail: [catalogue.signUpAgainMail(`${AT}/sign-in`, `${AT}/forgot`)],
  resetMail: [catalogue.resetMail(LINK, UNTIL)],
  changeEmailMail: [1, 2].map((links) =>
    catalogue.changeEmailMail(
      Array.from({ length: links }, () => ({ link: LINK, atMs: MORNING })),
      UNTIL,
    ),
  ),
  emailChangeAskedMail: [catalogue.emailChangeAskedMail(LINK, UNTIL)],
  emailChangedMail: [catalogue.emailChangedMail(LINK, UNTIL)],
  frozenMail: [catalogue.frozenMail(UNTIL)],
  accountDeletedMail: [catalogue.accountDeletedMail()],
  quotaMail: ['a', 'b'].map((id) => catalogue.quotaMail(planOf(id), monthAt(MORNING), 80)),
  ...Object.fromEntries(
    Object.entries(catalogue.EVENT_MAILS).map(([kind, textOf]) => [
      kind,
      (DETAILS[kind] ?? [{}]).map((detail) => textOf((path) => `${AT}/${path}`, detail)),
    ]),
  ),
}
const ALL = Object.entries(MAILS).flatMap(([name, mails]) =>
  mails.map((mail, at) => [`${name} ${at + 1}`, mail] as const),
)
const SENDER = { service: 'Example Zeit & Co', contact: 'help@example.org' }

/** The words of HTML, without its head. */
const wordsOf = (html: string): string =>
  html
    .replace(/^[^]*<body>/, '')
    .replace(/<h1>.*<\/h1>/, '')
    .replace(/>Open the page</g, '><')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()

test('this test reads every mail of the catalogue', () => {
  const made = Object.keys(catalogue).filter((name) => name.endsWith('Mail') && name !== 'renderMail')
  expect(Object.keys(MAILS).toSorted()).toEqual([...made, ...Object.keys(catalogue.EVENT_MAILS)].toSorted())
  expect(Object.keys(catalogue.EVENT_MAILS)).toHaveLength(12)
})

test.each(ALL)('%s names the service, the time, what to do and a contact', (name, mail) => {
  const { subject, text, html } = catalogue.renderMail(mail, SENDER, MORNING)
  expect(subject).toMatch(/^\S.{5,60}$/)
  expect(text).toContain(
    '\n-- \nFrom Example Zeit & Co. Time: Fri, 20 Nov 2026, 10:00 UTC.\nQuestions? Write to help@example.org and name this e-mail address.\n',
  )
  // A mail about a limit is not about another person's action.
  if (!name.startsWith('quotaMail'))
    expect(text).toMatch(/\b(?:[Ii]f it was not|If this is no account of yours)\b|Not you\?|by the operator/)
  expect(text).not.toMatch(/undefined|null|NaN|\[object|=>/)
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(76)
  expect(wordsOf(html)).toBe(text.replace('-- ', '').replace(/\s+/g, ' ').trim())
  expect(html).not.toContain('<b>')
  for (const address of text.match(/https:\/\/\S+/g) ?? []) expect(html).toContain(`href="${address}"`)
})

test.each(ALL)('%s names no contact if there is none', (_, mail) => {
  const { text } = catalogue.renderMail(mail, { service: 'tzref', contact: null }, MORNING)
  expect(text).toContain(
    '\n-- \nFrom tzref. Time: Fri, 20 Nov 2026, 10:00 UTC.\nQuestions? Write to the operator of this service and name this e-mail\naddress.\n',
  )
  expect(text).not.toContain('@')
})

test('a rolled key: which one ends and when; a deletion: the contact', () => {
  const [rolled, ended] = (MAILS['key-rolled'] ?? []).map(
    (mail) => catalogue.renderMail(mail, SENDER, MORNING).text,
  )
  expect(rolled).toContain('\nthe website (tzr_…9zZ0)\n')
  expect(rolled).toContain('The old key ends on Sat, 21 Nov 2026, 10:00 UTC. Until then both keys work.')
  expect(rolled).toContain('The new key:\ntzr_…1a2B\n')
  expect(ended).toContain('The old key has ended')
  const deleted = catalogue.renderMail(catalogue.accountDeletedMail(), SENDER, MORNING).text
  expect(deleted).toContain('If it was not you, write to help@example.org at once.')
})
