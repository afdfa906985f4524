// The cookies of the account area: who is signed in, which browser signed in before, and whose forms are believed.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AccountVisit, Cookie } from '../page.ts'

/** `session`: of whoever is signed in. `form`: of any browser that was shown a form. `device`: of one that has signed in before. */
type Kind = 'session' | 'form' | 'device'

/** Browsers keep a name that begins so only from this very host, over TLS; over http they keep none. */
const nameOf = (kind: Kind, secure: boolean): string => `${secure ? '__Host-' : ''}tzref_${kind}`

const SECRET = /^[0-9A-Za-z]{32}$/

/** Attributes of every cookie: for no script, and sent along from other sites only where their links are followed. */
export const cookieOptions = (secure: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const

/** The secret that a visitor's cookie holds; null where there is none of the right form. */
export function secretOf({ cookies, desk }: AccountVisit, kind: Kind): string | null {
  const secret = cookies[nameOf(kind, desk.secure)]
  return secret !== undefined && SECRET.test(secret) ? secret : null
}

/** A cookie that holds a secret, or ends it. */
export const cookieOf = (
  kind: Kind,
  secure: boolean,
  value: string | null,
  maxAgeSeconds?: number,
): Cookie => ({
  name: nameOf(kind, secure),
  value,
  ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
})

/** What a form of the holder of a secret carries: other sites can neither read nor make it. */
export const formToken = (secret: string): string =>
  createHmac('sha256', secret).update('tzref form').digest('base64url')

/** Whether a form was made for the holder of a secret. */
export function isFormOf(secret: string, token: string | null): boolean {
  const [expected, found] = [Buffer.from(formToken(secret)), Buffer.from(token ?? '')]
  return expected.length === found.length && timingSafeEqual(expected, found)
}
