// Sending mails: a real SMTP conversation on loopback, and a private folder without a mail server.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type MailText, quotaMail, renderMail, welcomeMail } from '#apps/accounts/mail/mail-texts.ts'
import { openMailer, type Letter } from '#apps/accounts/mail/mailer.ts'
import { monthAt } from '#open/access/month.ts'
import { readPlans } from '#open/access/plans.ts'
import { MORNING } from '../../../support/worlds/account-world.ts'
import { readMail, smtpServer } from '../../../support/servers/smtp.ts'

const link = `https://tz.example.org/account/verify/${'x'.repeat(32)}`
const plan = readPlans().get('business')
if (plan === undefined) throw new Error('no plan')
const SENDER = { service: 'Zeit & Co', contact: 'help@tz.example.org' }
const letterOf = (text: MailText, id: string): Letter => ({
  ...renderMail(text, SENDER, MORNING),
  ...SENDER,
  to: 'ann@example.org',
  messageId: `<${id}@tz.example.org>`,
  atMs: MORNING,
})
const LETTERS = [
  letterOf(welcomeMail(link, MORNING), 'one'),
  letterOf(quotaMail(plan, monthAt(MORNING), 80), 'two'),
  letterOf(quotaMail(plan, monthAt(MORNING), 100), 'three'),
]

test('each of the three mails goes through an SMTP server and reads as it was written', async () => {
  const server = await smtpServer()
  const mailer = openMailer({ smtp: server.address, from: 'tz <noreply@tz.example.org>', folder: '' })
  for (const letter of LETTERS) await mailer.send(letter)
  expect(server.mails).toHaveLength(3)
  for (const [index, mail] of server.mails.entries()) {
    const { headers, text } = readMail(mail.source)
    expect(mail).toMatchObject({ from: 'noreply@tz.example.org', to: ['ann@example.org'] })
    expect(text.trimEnd()).toBe(LETTERS[index]?.text.trimEnd())
    expect(headers.get('subject')).toBe(LETTERS[index]?.subject)
    expect(headers.get('from')).toContain('tz <noreply@tz.example.org>')
    expect(headers.get('reply-to')).toBe('help@tz.example.org')
    expect(headers.get('message-id')).toBe(LETTERS[index]?.messageId)
    expect(headers.get('date')).toBe('Fri, 20 Nov 2026 10:00:00 +0000')
    expect(headers.get('auto-submitted')).toBe('auto-generated')
  }
  expect(readMail(server.mails[0]?.source ?? '').text).toContain(`\n${link}\n`)
  mailer.close()
  await server.close()
})

test('a refused recipient and a missing server are errors', async () => {
  const server = await smtpServer({ refuse: true })
  const settings = { smtp: server.address, from: 'a@b', folder: '' }
  const [letter] = LETTERS
  if (letter === undefined) throw new Error('no letter')
  await expect(openMailer(settings).send(letter)).rejects.toThrow(/550/)
  await server.close()
  await expect(openMailer(settings).send(letter)).rejects.toThrow(/ECONNREFUSED/)
})

test('without a mail server, mails are files that only their owner can read', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'tzref-mail-'))
  const folder = join(parent, 'mail')
  const mailer = openMailer({ smtp: null, from: 'tzref@localhost', folder })
  for (const letter of LETTERS) await mailer.send(letter)
  expect(mailer.destination).toBe(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  // A folder that was there keeps its mode: it may be one that everybody uses.
  chmodSync(parent, 0o755)
  const [letter] = LETTERS
  if (letter !== undefined) await openMailer({ smtp: null, from: 'a@b', folder: parent }).send(letter)
  expect(statSync(parent).mode & 0o777).toBe(0o755)
  const files = readdirSync(folder)
  expect(files).toHaveLength(3)
  for (const file of files) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  const sources = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  // The link is unbroken in the mail's source, so that a person can use it from there.
  expect(sources.some((source) => source.includes(`\r\n${link}\r\n`))).toBe(true)
  rmSync(parent, { recursive: true })
})

test('an SMTP address with another scheme is misuse, and the error does not show its password', () => {
  expect(() => openMailer({ smtp: 'http://a:secret@h', from: 'a@b', folder: '' })).toThrow(
    /found "http:\/\/a:\*\*\*@h\/", expected smtp/,
  )
  const mailer = openMailer({ smtp: 'smtp://a:secret@h', from: 'a@b', folder: '' })
  expect(mailer.destination).toBe('smtp://a:***@h')
})
