// The cookies of the account area, and how long each is kept: session, known browser, sign-in that waits for its code, form tokens (csrf.ts).
import type { Cookie } from '#apps/site/frame/page.ts'
import { type AccountVisit, isSecret } from './parts.ts'

/**
 * Seconds for which a browser keeps each cookie. `session`: the visitor is signed in. `device`: a browser that has signed in before; no
 * browser keeps a cookie for longer than that. `known`: the account of such a browser, signed; it has the account's share of this server, and
 * not its network's. `factor`: the password was right, and the code of the second factor is still to come. `form`:
 * a browser that was shown a form, until it is closed.
 */
export const LASTS_S = {
  session: 14 * 86_400,
  device: 400 * 86_400,
  known: 400 * 86_400,
  factor: 600,
  form: undefined,
}
type Kind = keyof typeof LASTS_S

/** Browsers accept a name with `__Host-` only from this host and over TLS. Over http they reject it. */
const nameOf = (kind: Kind, secure: boolean): string => `${secure ? '__Host-' : ''}tzref_${kind}`

/** The secret in a visitor's cookie. Null when there is none of the right form. */
export function secretOf({ cookies, backend }: AccountVisit, kind: Kind): string | null {
  const secret = cookies[nameOf(kind, backend.secure)]
  return secret !== undefined && isSecret(secret) ? secret : null
}

/** A cookie with a secret. With null it deletes the cookie. */
export const cookieOf = ({ backend }: AccountVisit, kind: Kind, value: string | null): Cookie => ({
  name: nameOf(kind, backend.secure),
  value,
  maxAgeSeconds: value === null ? undefined : LASTS_S[kind],
})
