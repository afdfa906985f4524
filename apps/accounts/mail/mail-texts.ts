// The catalogue of the service's mails, each rendered as plain text and as HTML with the same words.
import { figure } from '#core/text/figure.ts'
import { type Month, resetOf } from '#open/access/month.ts'
import { servedPerMonth, type Plan } from '#open/access/plans.ts'
import { numberIn, textIn } from '../store/detail.ts'
import type { MailKind } from '../store/mails.ts'

/**
 * A part of a mail. A function gets the words for whom to write to: an address, or "the operator of this service". A link also becomes a
 * button.
 */
export type Paragraph = string | ((operator: string) => string) | { readonly link: string }

/** The words of one mail. `renderMail` adds what all mails have. */
export type MailText = Readonly<ReturnType<typeof mail>>

/** The facts that stand in all mails of a service. */
export interface Sender {
  /** The name of the service. */
  readonly service: string
  /** An e-mail address or a web address. Null: none is known. */
  readonly contact: string | null
}

/** A mail as it is sent: the same words twice. */
export type RenderedMail = Readonly<ReturnType<typeof renderMail>>

/** Lines of the text are not longer, unless one word is. So mail systems do not re-encode it, and a link can be copied from the source. */
const MOST_COLUMNS = 76

/** Text in lines. Its own line breaks stay: a name or an address behind a colon is on a line of its own. */
const folded = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      let [whole, column] = ['', 0]
      for (const word of line.split(' ')) {
        const isBroken = column > 0 && column + 1 + word.length > MOST_COLUMNS
        whole += `${isBroken ? '\n' : column > 0 ? ' ' : ''}${word}`
        column = isBroken || column === 0 ? word.length : column + 1 + word.length
      }
      return whole
    })
    .join('\n')

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** Text as HTML. Each address in it becomes a link. A full stop after an address is none of it. */
const pressable = (text: string): string =>
  escaped(text)
    .replace(/:\n/g, ':<br>\n')
    .replace(/https?:\/\/\S+?(?=\.?(?:\s|$))/g, (address) => `<a\nhref="${address}"\n>${address}</a>`)

const mail = (subject: string, paragraphs: readonly Paragraph[]) => ({ subject, paragraphs })

const wordsOf = (part: Paragraph, operator: string): string =>
  typeof part === 'string' ? part : typeof part === 'function' ? part(operator) : part.link

/** A mail as text and as HTML. It names the service, the time of what it reports, and whom to write to. */
export function renderMail({ subject, paragraphs }: MailText, sender: Sender, atMs: number) {
  const { service, contact } = sender
  const operator = contact ?? 'the operator of this service'
  const words = paragraphs.map((part) => folded(wordsOf(part, operator)))
  const foot = [
    folded(`From ${service}. Time: ${when(atMs)}.`),
    folded(`Questions? Write to ${operator} and name this e-mail address.`),
  ]
  const body = words.map((text, index) =>
    typeof paragraphs[index] === 'object'
      ? `<p><a class="button"\nhref="${escaped(text)}"\n>Open the page</a></p>\n<p class="quiet">\n${pressable(text)}\n</p>`
      : `<p>\n${pressable(text)}\n</p>`,
  )
  return {
    subject,
    text: `${[...words, `-- \n${foot.join('\n')}`].join('\n\n')}\n`,
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
footer { border-top: 1px solid #888; margin-top: 2em; padding-top: .5em }
</style>
</head>
<body>
<main>
<h1>${escaped(subject)}</h1>
${body.join('\n')}
</main>
<footer class="quiet">
${foot.map((text) => `<p>\n${pressable(text)}\n</p>`).join('\n')}
</footer>
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
  mail('Choose a password for your account', [
    'Somebody, most likely you, wants an account for this address with this time zone service. Open this page and choose a password:',
    { link },
    `It works once, and until ${when(expiresAtMs)}. The account is created only when you open this link.`,
    'Not you? Ignore this mail.',
  ])

/** For an address that has an account, when someone signs up with it again. */
export const signUpAgainMail = (signInUrl: string, forgotUrl: string): MailText =>
  mail('You have an account already', [
    'Somebody, most likely you, wanted an account for this address. There is one already: nothing was made and nothing was changed.',
    `Sign in:\n${signInUrl}`,
    `If you do not know its password any more:\n${forgotUrl}`,
    'If it was not you, there is nothing to do.',
  ])

/** The mail with the link that sets a new password. */
export const resetMail = (link: string, expiresAtMs: number): MailText =>
  mail('Choose a new password', [
    'Somebody, most likely you, wants a new password for the account of this address. Choose it here:',
    { link },
    `It works once, and until ${when(expiresAtMs)}.`,
    'If it was not you, there is nothing to do: the password stays as it is.',
  ])

/** A link, and when it was requested. */
export interface RequestedLink {
  readonly link: string
  readonly atMs: number
}

/** The mail to a new address. Each of its links gives one account that address. */
export const changeEmailMail = (links: readonly RequestedLink[], expiresAtMs: number): MailText =>
  mail('Verify your new e-mail address', [
    ...(links.length === 1
      ? [
          'Somebody, most likely you, wants to use this e-mail address for an account. Open this page and press its button to confirm it:',
        ]
      : [
          `This e-mail address was requested for ${links.length} accounts. Choose the link of your own request, and press the button on its page:`,
        ]),
    ...links.flatMap(({ link, atMs }) => [
      ...(links.length === 1 ? [] : [`Requested on ${when(atMs)}:`]),
      { link },
    ]),
    `${links.length === 1 ? 'It works' : 'Each works'} once, and until ${when(expiresAtMs)}.`,
    'If this is no account of yours, there is nothing to do.',
  ])

/** Explains the link in the two mails to an old address. */
const stopping = (link: string, expiresAtMs: number): Paragraph[] => [
  'If it was not you, open this page and freeze the account: all its sessions end, and its address, password and keys stay as they are. With the password that you had before, you can take your address back on the same page.',
  { link },
  (operator) =>
    `The page works until ${when(expiresAtMs)}, whatever happens to the account until then. Without the password, write to ${operator}.`,
]

/** To the address of an account, when another address is requested. */
export const emailChangeAskedMail = (link: string, expiresAtMs: number): MailText =>
  mail('A change of your e-mail address was requested', [
    'Somebody who is signed in to your account, most likely you, requested another e-mail address. It counts once the link in the mail to that address is used.',
    ...stopping(link, expiresAtMs),
  ])

/** To the old address, after a change of address. */
export const emailChangedMail = (link: string, expiresAtMs: number): MailText =>
  mail('Your e-mail address was changed', [
    'The account that had this e-mail address has another one now. Mails about it go there, and this address is deleted after seven days.',
    ...stopping(link, expiresAtMs),
  ])

/** To the address of an account that was frozen. */
export const frozenMail = (untilMs: number): MailText =>
  mail('Your account is frozen', [
    `Its address and password stay as they are, and no keys are made, until ${when(untilMs)}. All sessions have ended; you can sign in, and existing keys still work.`,
    (operator) =>
      `This was done by a link that was mailed to an earlier address of the account, or by the operator of this service. To end the freeze, write to ${operator}.`,
  ])

const notYouAtOnce: Paragraph = (operator) => `If it was not you, write to ${operator} at once.`

/** To the address of an account that was deleted. */
export const accountDeletedMail = (): MailText =>
  mail('Your account was deleted', [
    'Your account is deleted. Its keys are refused within five seconds, and this address is no longer stored.',
    notYouAtOnce,
  ])

/** A key of a mail: its name, and the part of its text that is stored (`tzr_…1a2B`) when it is. */
const keyIn = (detail: unknown, part: 'key' | 'old' = 'key'): string => {
  const [name, key] = [textIn(detail, 'name') ?? '', textIn(detail, part)]
  return key === null ? name : `${name} (${key})`
}

/** The last paragraph of mails about the second factor. */
const notYou =
  (at: AddressOf): Paragraph =>
  (operator) =>
    `If it was not you, write to ${operator}, and choose another password at once:\n${at('forgot')}`

/** The address of a page of the account area. */
type AddressOf = (path: 'forgot' | 'keys' | 'second-factor' | 'settings') => string

type EventMail = (at: AddressOf, detail: unknown) => MailText
/** The kinds about the security of an account whose mails need no more than the account and the queued values. */
type EventKind = Exclude<
  MailKind<'none'>,
  'email-change-asked' | 'email-changed' | 'frozen' | 'account-deleted'
>

/** Mails about what was done to an account, by their kind. Their texts need the addresses of pages and the values that were queued. */
export const EVENT_MAILS: Readonly<Record<string, EventMail>> = {
  /** To both addresses, when the old one was restored. */
  'taken-back': () =>
    mail('The e-mail address of your account was restored', [
      'A change of the e-mail address of an account was undone, with the link that was mailed to the earlier address and with the earlier password. A new password was chosen, and all sessions have ended.',
      notYouAtOnce,
    ]),
  'password-changed': (at) =>
    mail('Your password was changed', [
      'The password of your account was set just now. All other sessions have ended; keys still work.',
      `If it was not you, choose another at once:\n${at('forgot')}`,
    ]),
  'key-created': (at, detail) =>
    mail('A new API key was made', [
      `This key was made for your account:\n${keyIn(detail)}`,
      `If it was not you, revoke it and change your password:\n${at('keys')}`,
    ]),
  /** The replaced key has the name of the new one. It ends at `endsAtMs`; null: it has ended. */
  'key-rolled': (at, detail) => {
    const [made, endsAtMs] = [textIn(detail, 'key'), numberIn(detail, 'endsAtMs')]
    return mail('An API key was rolled', [
      `This key of your account was replaced by a new one:\n${keyIn(detail, 'old')}`,
      endsAtMs === null
        ? 'The old key has ended: it is refused within five seconds.'
        : `The old key ends on ${when(endsAtMs)}. Until then both keys work.`,
      ...(made === null ? [] : [`The new key:\n${made}`]),
      `If it was not you, revoke both and change your password:\n${at('keys')}`,
    ])
  },
  'key-revoked': (at, detail) =>
    mail('An API key was revoked', [
      `This key of your account was revoked, and is refused within five seconds:\n${keyIn(detail)}`,
      `If it was not you, choose another password at once:\n${at('forgot')}`,
    ]),
  'sessions-ended': (at) =>
    mail('You were signed out everywhere', [
      'Somebody who was signed in to your account, most likely you, ended all its sessions. Keys still work.',
      `If it was not you, choose another password at once:\n${at('forgot')}`,
    ]),
  'other-sessions-ended': (at) =>
    mail('Your other sessions have ended', [
      'All sessions of your account but one have ended, as requested in that one. Keys still work.',
      `If it was not you, change your password at once:\n${at('settings')}`,
    ]),
  'factor-added': (at) =>
    mail('A second factor was turned on', [
      'Signing in to your account now takes a code too, from an authenticator app or from the recovery codes. All other sessions have ended.',
      notYou(at),
    ]),
  'factor-removed': (at) =>
    mail('The second factor was turned off', [
      'The second factor of your account was turned off with one of its codes. The password alone opens the account now. All other sessions have ended.',
      notYou(at),
    ]),
  'factor-reset': (at) =>
    mail('The operator turned your second factor off', [
      'The operator of the service turned the second factor of your account off. The password alone opens the account now. All sessions have ended. Sign in, and turn a second factor on again.',
      notYou(at),
    ]),
  'recovery-code-used': (at, detail) =>
    mail('A recovery code was used', [
      `A recovery code was used instead of a code of the authenticator app. Recovery codes that are left: ${numberIn(detail, 'left') ?? 0}. New ones are made here:\n${at('second-factor')}`,
      notYou(at),
    ]),
  'recovery-codes-made': (at) =>
    mail('New recovery codes were made', [
      'New recovery codes were made for your account. The earlier ones no longer work.',
      notYou(at),
    ]),
} satisfies Record<EventKind, EventMail>

/** The mail at 80 or 100 percent of a month's quota. */
export function quotaMail(plan: Plan, month: Month, percent: number): MailText {
  const served = servedPerMonth(plan)
  return mail(`${percent} % of your requests for ${month.id} are used`, [
    `Your account has used ${percent} % of its ${figure(plan.requestsPerMonth)} requests for ${month.id}.`,
    served > plan.requestsPerMonth
      ? `Up to ${figure(served)} are served (${plan.headroomPercent} % more). Those beyond are answered with 429.`
      : 'Requests beyond that are answered with 429.',
    (operator) =>
      `The count begins again on ${resetOf(month)}. If you need more requests in this month, write to ${operator}.`,
  ])
}
