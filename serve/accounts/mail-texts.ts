// The mails of the service, each as plain text and as HTML with the same words.
import { type Month, resetOf } from '#serve/access/month.ts'
import { servedPerMonth, type Plan } from '#serve/access/plans.ts'

export interface MailText {
  readonly subject: string
  readonly text: string
  readonly html: string
}

// Lines have at most 76 characters. So mail systems do not re-encode the text, and the link can be copied from the source too.

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** Text as HTML. Each address in it becomes a link. */
const pressable = (text: string): string =>
  escaped(text).replace(/https?:\/\/\S+/g, (address) => `<a\nhref="${address}"\n>${address}</a>`)

/** A mail of paragraphs. The paragraph that equals `link` also becomes a button. */
function mail(subject: string, paragraphs: readonly string[], link?: string): MailText {
  const body = paragraphs.map((text) =>
    text === link
      ? `<p><a class="button"\nhref="${escaped(text)}"\n>Open the page</a></p>\n<p class="quiet">\n${pressable(text)}\n</p>`
      : `<p>\n${pressable(text)}\n</p>`,
  )
  return {
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>
:root { color-scheme: light dark; background: canvas; color: canvastext }
body { font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
body { max-width: 34em; margin: 0 auto; padding: 1.5em 1em }
h1 { font-size: 1.35em; line-height: 1.25; margin: 0 0 1em }
.button { display: inline-block; padding: .6em 1.2em; border-radius: 8px }
.button { background: #14549e; color: #fff; text-decoration: none }
.quiet { font-size: .875em }
</style>
</head>
<body>
<main>
<h1>${escaped(subject)}</h1>
${body.join('\n')}
</main>
</body>
</html>
`,
  }
}

/** `Tue, 24 Nov 2026, 10:00 UTC` */
function when(atMs: number): string {
  const text = new Date(atMs).toUTCString()
  return `${text.slice(0, 16)}, ${text.slice(17, 22)} UTC`
}

/** The mail for a sign-up. Its link creates or verifies the account, and the reader chooses the password there. */
export const welcomeMail = (link: string, expiresAtMs: number): MailText =>
  mail(
    'Choose a password for your account',
    [
      `Somebody, most likely you, wants an account for this address at a time zone
reference service. Open this page and choose a password:`,
      link,
      `It works once, and until ${when(expiresAtMs)}. Without it there is no
account.`,
      'If it was not you, there is nothing to do.',
    ],
    link,
  )

/** For an address that has an account, when someone signs up with it again. */
export const signUpAgainMail = (signInUrl: string, forgotUrl: string): MailText =>
  mail('You have an account already', [
    `Somebody, most likely you, wanted an account for this address. There is one
already: nothing was made and nothing was changed.`,
    `Sign in:
${signInUrl}`,
    `If you do not know its password any more:
${forgotUrl}`,
    'If it was not you, there is nothing to do.',
  ])

/** The mail with the link that sets a new password. */
export const resetMail = (link: string, expiresAtMs: number): MailText =>
  mail(
    'Choose a new password',
    [
      `Somebody, most likely you, wants a new password for the account of this
address. Choose it here:`,
      link,
      `It works once, and until ${when(expiresAtMs)}.`,
      'If it was not you, there is nothing to do: the password stays as it is.',
    ],
    link,
  )

/** The mail to a new address. Its link gives the account that address. */
export const changeEmailMail = (link: string, expiresAtMs: number): MailText =>
  mail(
    'Verify your new e-mail address',
    [
      `An account is to have this e-mail address. Open this page and press its
button to make it count:`,
      link,
      `It works once, and until ${when(expiresAtMs)}.`,
      'If this is no account of yours, there is nothing to do.',
    ],
    link,
  )

/** Explains the link in the two mails to an old address. */
const stopping = (link: string, expiresAtMs: number): string[] => [
  `If it was not you, open this page and freeze the account: all its sessions
end, and its address, password and keys stay as they are. With the password
that you had before, you can take your address back on the same page.`,
  link,
  `The page works until ${when(expiresAtMs)}, whatever happens to the account
until then. Without the password, write to the operator of the service.`,
]

/** To the address of an account, when another address is asked for. */
export const emailChangeAskedMail = (link: string, expiresAtMs: number): MailText =>
  mail(
    'A change of your e-mail address was asked for',
    [
      `Somebody who is signed in to your account, most likely you, asked for another
e-mail address. It counts once the link in a mail to it was followed.`,
      ...stopping(link, expiresAtMs),
    ],
    link,
  )

/** To the old address, after a change of address. */
export const emailChangedMail = (link: string, expiresAtMs: number): MailText =>
  mail(
    'Your e-mail address was changed',
    [
      `The account that had this e-mail address has another one now. Mails about it
go there, and this address is forgotten after seven days.`,
      ...stopping(link, expiresAtMs),
    ],
    link,
  )

/** To the address of an account that was frozen. */
export const frozenMail = (untilMs: number): MailText =>
  mail('Your account is frozen', [
    `Its address and password stay as they are, and no keys are made, until
${when(untilMs)}. All sessions have ended; you can sign in, and the keys that
there are go on working.`,
    `This was done by a link that was mailed to an address which the account had
before, or by the operator of the service. Write to the operator, who can
lift it at once.`,
  ])

/** To both addresses, when the old one was restored. */
export const takenBackMail = (): MailText =>
  mail('The e-mail address of your account was taken back', [
    `A change of the e-mail address of an account was undone, by the link that was
mailed to the address of before and with the password of before. A new
password was chosen, and all sessions have ended.`,
    'If it was not you, write to the operator of the service.',
  ])

export const passwordChangedMail = (forgotUrl: string): MailText =>
  mail('Your password was changed', [
    `The password of your account was set just now. All other sessions have
ended; keys go on working.`,
    `If it was not you, choose another at once:
${forgotUrl}`,
  ])

export const keyCreatedMail = (name: string, keysUrl: string): MailText =>
  mail('A new API key was made', [
    `A key with this name was made for your account:
${name}`,
    `If it was not you, revoke it and change your password:
${keysUrl}`,
  ])

/** `key` and `old` are the parts of the keys' texts that are stored. `endsAtMs` null: the old key has ended. */
export const keyRolledMail = (
  { name, old, endsAtMs }: { name: string; old: string | null; endsAtMs: number | null },
  keysUrl: string,
): MailText =>
  mail('An API key was rolled', [
    `A new key was made in place of the key with this name:
${name}`,
    `The old key${old === null ? '' : ` (${old})`} ${endsAtMs === null ? 'has ended.' : `ends on ${when(endsAtMs)}.`}`,
    `If it was not you, revoke both and change your password:
${keysUrl}`,
  ])

export const keyRevokedMail = (name: string, forgotUrl: string): MailText =>
  mail('An API key was revoked', [
    `The key of your account with this name was revoked, and is refused within
five seconds:
${name}`,
    `If it was not you, choose another password at once:
${forgotUrl}`,
  ])

export const sessionsEndedMail = (forgotUrl: string): MailText =>
  mail('You were signed out everywhere', [
    `All sessions of your account have ended, as was asked for on its settings
page. Keys go on working.`,
    `If it was not you, choose another password at once:
${forgotUrl}`,
  ])

/** To the address of an account that was deleted. */
export const accountDeletedMail = (): MailText =>
  mail('Your account was deleted', [
    `Your account is deleted. Its keys are refused within five seconds, and this
address is no longer stored.`,
    'If it was not you, write to the operator of the service at once.',
  ])

/** The mail at 80 or 100 percent of a month's quota. */
export function quotaMail(plan: Plan, month: Month, percent: number): MailText {
  const served = servedPerMonth(plan)
  const beyond =
    served > plan.requestsPerMonth
      ? `Requests above the quota are served up to ${served} (${plan.headroomPercent} % more);
those beyond are answered with 429.`
      : 'Requests above the quota are answered with 429.'
  return mail(`${percent} % of the ${plan.name} quota for ${month.id} is used`, [
    `Your account has used ${percent} % of its requests for ${month.id}:
the ${plan.name} plan has ${plan.requestsPerMonth} in a month.`,
    beyond,
    `The quota resets on ${resetOf(month)}. For more requests in this
month, change to a larger plan.`,
  ])
}
