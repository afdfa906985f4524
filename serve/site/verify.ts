// The pages of e-mail verification: press the button behind a mail's link, and ask for the mail again.
import { createFloodGuard, type FloodGuard } from '../access/guard.ts'
import { type Outbox, VERIFY_PATH } from '../accounts/outbox.ts'
import { isEmail } from '../accounts/email.ts'
import type { Confirmation } from '../accounts/links.ts'
import type { AccountStore } from '../accounts/store.ts'
import { html, type Html } from './html.ts'
import type { AccountVisit, Page } from './page.ts'

export interface VerifyDesk {
  /** Follows a link; `busy` while too many are followed. */
  confirm(secret: string, nowMs: number): Promise<Confirmation | { kind: 'busy' }>
  readonly outbox: Pick<Outbox, 'askForVerification'>
  /** Counts what one address sends to these pages. */
  readonly guard: FloodGuard
}

/** Forms that one address may send in ten seconds. */
const SENDINGS = 10
const SECRET = /^[0-9A-Za-z]{32}$/

/** Links followed at one time: many of them, from wherever, must not crowd out the tokens of requests. */
const AT_ONCE = 4

/** What the pages work with. */
export function createVerifyDesk({
  store,
  outbox,
}: {
  store: Pick<AccountStore, 'confirm'>
  outbox: VerifyDesk['outbox']
}): VerifyDesk {
  let followed = 0
  return {
    outbox,
    guard: createFloodGuard(SENDINGS),
    async confirm(secret, nowMs) {
      if (followed >= AT_ONCE) return { kind: 'busy' }
      followed++
      try {
        return await store.confirm(secret, nowMs)
      } finally {
        followed--
      }
    },
  }
}

const FORM = html`<form method="post" action="${VERIFY_PATH}">
  <p>
    <label for="email">E-mail</label>
    <input id="email" name="email" type="email" autocomplete="email" required maxlength="254" />
  </p>
  <p><button>Send again</button></p>
</form>`

const page = (status: Page['status'], title: string, content: Html, headers = {}): Page => ({
  kind: 'page',
  status,
  title,
  content,
  headers,
})

/** Asks for the address of an account whose mail is to be sent again. */
export const showVerifyForm = (): Page =>
  page(
    200,
    'Verify your e-mail',
    html`<p>The address of an account counts once the button behind the link in its mail was pressed.</p>
      ${FORM}`,
  )

/**
 * What a mail's link leads to. It only shows a button and asks the account store nothing: programs that look into mails follow
 * links, and must verify nobody.
 */
export const showVerifyButton = ({ identifier }: AccountVisit): Page =>
  SECRET.test(identifier)
    ? page(
        200,
        'Verify your e-mail',
        html`<form method="post">
          <p><button>Verify this address</button></p>
        </form>`,
      )
    : unknown()

const unknown = (): Page =>
  page(
    404,
    'Unknown link',
    html`<p>This link is not one of ours, or was used before. Ask for another:</p>
      ${FORM}`,
  )

/** Null while the address may send; the refusal where it has sent too much. */
function tooMuch({ desk: { guard }, address, nowMs }: AccountVisit): Page | null {
  if (guard.isFlooding(address, nowMs)) {
    const headers = { 'retry-after': `${guard.retryAfter(nowMs)}` }
    return page(429, 'Too many requests', html`<p>Try again in a moment.</p>`, headers)
  }
  guard.count(address, nowMs)
  return null
}

/** The button was pressed: verifies the address that the link was mailed to. */
export async function confirmLink(visit: AccountVisit): Promise<Page> {
  const { identifier, desk, nowMs } = visit
  if (!SECRET.test(identifier)) return unknown()
  const refusal = tooMuch(visit)
  if (refusal !== null) return refusal
  const found = await desk.confirm(identifier, nowMs)
  switch (found.kind) {
    case 'confirmed':
      return page(
        200,
        'Address verified',
        html`<p>Your e-mail address is verified. Tokens of the account work within five seconds.</p>`,
      )
    case 'expired':
      return page(
        410,
        'Link expired',
        html`<p>This link has expired. Ask for another:</p>
          ${FORM}`,
      )
    case 'unknown':
      return unknown()
    case 'busy':
      return page(503, 'Busy', html`<p>Try again in a moment.</p>`, { 'retry-after': '1' })
  }
}

/** Queues the mail again; says the same, as fast, whether or not there is such an account. */
export function sendAgain(visit: AccountVisit): Page {
  const refusal = tooMuch(visit)
  if (refusal !== null) return refusal
  const email = visit.form.get('email')?.trim() ?? ''
  if (!isEmail(email)) {
    return page(
      422,
      'Not an e-mail address',
      html`<p>Give the e-mail address of the account.</p>
        ${FORM}`,
    )
  }
  // Looked into later: neither the words nor the time of this answer or the next say whether there is such an account.
  visit.desk.outbox.askForVerification(email)
  return page(
    202,
    'On its way',
    html`<p>
      If an account with this address waits for verification, a mail is on its way to it. It is sent at most
      once in five minutes.
    </p>`,
  )
}
