// The tokens of forms (against CSRF): made for the holder of a secret cookie, and checked when a form comes.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The token of a form for the holder of a secret. Other sites can neither read it nor make it. */
export const formToken = (secret: string): string =>
  createHmac('sha256', secret).update('tzref form').digest('base64url')

/** Whether a form's token was made for the holder of a secret. */
export function isFormOf(secret: string, token: string | null): boolean {
  const [expected, found] = [Buffer.from(formToken(secret)), Buffer.from(token ?? '')]
  return expected.length === found.length && timingSafeEqual(expected, found)
}
