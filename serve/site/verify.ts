// The pages of e-mail verification: follow a mail's link, and ask for the mail again.
import { createRefusalGuard } from '../access/guard.ts'
import type { HeaderFields } from '../access/limit-headers.ts'
import { type Outbox, VERIFY_PATH } from '../accounts/outbox.ts'
import { isEmail } from '../accounts/email.ts'
import type { AccountStore } from '../accounts/store.ts'

export interface PageRequest {
  readonly method: string
  /** As sent, without query. */
  readonly path: string
  /** The body of a POST, read on demand; null where it is longer than any form of ours. */
  readonly body: () => Promise<string | null>
  readonly address: string
  readonly nowMs: number
}

export interface Page {
  readonly status: number
  readonly headers: HeaderFields
  readonly body: string
  /** For the log: the path without the secret. */
  readonly route: string
}

export interface VerifyPagesOptions {
  readonly store: Pick<AccountStore, 'confirm' | 'findAccount'>
  readonly outbox: Pick<Outbox, 'queueVerification'>
  /** Hears of a mail that could not be queued: the page says the same in any case. */
  readonly onError: (error: unknown) => void
}

/** The pages under one path; null for a path that is not theirs. */
export type Pages = (request: PageRequest) => Promise<Page> | null

/** Requests for mails that one address may make in ten seconds. */
const RESENDS = 10
const SECRET = /^[0-9A-Za-z]{32}$/

const HEADERS: HeaderFields = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  // The address of the page holds the secret of the link.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Nothing that was sent is ever repeated on a page, so there is nothing to escape. */
const html = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main><h1>${title}</h1>
${content}
</main></body>
</html>
`

const FORM = `<form method="post" action="${VERIFY_PATH}">
<p><label for="email">E-mail address of the account</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254"></p>
<p><button>Send the verification e-mail again</button></p>
</form>`

const page = (
  status: number,
  title: string,
  content: string,
  route: string,
  more: HeaderFields = {},
): Page => ({
  status,
  headers: { ...HEADERS, ...more },
  body: html(title, content),
  route,
})

/** The verification pages. */
export function createVerifyPages({ store, outbox, onError }: VerifyPagesOptions): Pages {
  const guard = createRefusalGuard(RESENDS)

  async function confirm(secret: string, nowMs: number): Promise<Page> {
    const route = `${VERIFY_PATH}/{link}`
    const found = SECRET.test(secret) ? await store.confirm(secret, nowMs) : { kind: 'unknown' as const }
    switch (found.kind) {
      case 'confirmed':
        return page(
          200,
          'Address verified',
          '<p>Your e-mail address is verified. Tokens of the account work within five seconds.</p>',
          route,
        )
      case 'expired':
        return page(410, 'Link expired', `<p>This link has expired. Ask for another:</p>${FORM}`, route)
      case 'unknown':
        return page(
          404,
          'Unknown link',
          `<p>This link is not one of ours. Ask for another:</p>${FORM}`,
          route,
        )
    }
  }

  async function queue(email: string, nowMs: number): Promise<void> {
    const account = await store.findAccount(email)
    if (account !== null && !account.verified && !account.disabled) {
      await outbox.queueVerification(account, nowMs)
    }
  }

  async function resend(request: PageRequest): Promise<Page> {
    const { address, nowMs } = request
    if (guard.isFlooding(address, nowMs)) {
      const retry = { 'retry-after': `${guard.retryAfter(nowMs)}` }
      return page(429, 'Too many requests', '<p>Try again in a moment.</p>', VERIFY_PATH, retry)
    }
    guard.refused(address, nowMs)
    const body = await request.body()
    const email = new URLSearchParams(body ?? '').get('email')?.trim() ?? ''
    if (!isEmail(email)) {
      const content = `<p>Give the e-mail address of the account.</p>${FORM}`
      return page(422, 'Not an e-mail address', content, VERIFY_PATH)
    }
    // Not waited for: neither the words nor the time of the answer say whether there is such an account.
    queue(email, nowMs).catch(onError)
    return page(
      202,
      'On its way',
      '<p>If an account with this address waits for verification, a mail is on its way to it. It is sent at most once in five minutes.</p>',
      VERIFY_PATH,
    )
  }

  return (request) => {
    const { method, path, nowMs } = request
    if (path !== VERIFY_PATH && !path.startsWith(`${VERIFY_PATH}/`)) return null
    const isReading = method === 'GET' || method === 'HEAD'
    if (path !== VERIFY_PATH) {
      const route = `${VERIFY_PATH}/{link}`
      return isReading ? confirm(path.slice(VERIFY_PATH.length + 1), nowMs) : notAllowed('GET, HEAD', route)
    }
    if (isReading) return Promise.resolve(page(200, 'Verify your e-mail address', FORM, VERIFY_PATH))
    return method === 'POST' ? resend(request) : notAllowed('GET, HEAD, POST', VERIFY_PATH)
  }
}

const notAllowed = (allow: string, route: string): Promise<Page> =>
  Promise.resolve(page(405, 'Method not allowed', '<p>This page is read.</p>', route, { allow }))
