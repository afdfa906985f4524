// Time-based one-time codes (RFC 6238): their length and period, how early or late one counts, the shared secret and its address for an app.
import { timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** The form that every authenticator app understands: six digits, a new code each half minute, HMAC-SHA-1 with a secret of 160 bits. */
const CODES = { digits: 6, period: 30, algorithm: 'SHA1' }
const SECRET_BYTES = 20
/** A code is accepted one step early and one late: clocks differ, and people type slowly. */
const WINDOW = 1

const SECRET = /^[A-Z2-7]{32}$/

/** Whether a text can be a secret, as `mintTotpSecret` makes it. */
export const isTotpSecret = (text: string): boolean => SECRET.test(text)

/** A new secret, in base32. */
export const mintTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const totp = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({ ...CODES, issuer, label, secret: Secret.fromBase32(secret) })

/** The address (`otpauth://…`) that gives an app the secret. The app shows the issuer and the label. */
export const totpAddress = (secret: string, issuer: string, label: string): string =>
  totp(secret, issuer, label).toString()

/** The number of the half minute of an instant, since 1970. */
const stepAt = (nowMs: number): number => Math.floor(nowMs / 1000 / CODES.period)

/** The code of a step. */
export const codeOf = (secret: string, step: number): string =>
  totp(secret).generate({ timestamp: step * CODES.period * 1000 })

/** The steps around an instant whose code this is, the earliest first. None: the code is wrong, too old or of too far ahead. */
export function stepsOf(secret: string, code: string, nowMs: number): number[] {
  const now = stepAt(nowMs)
  const given = Buffer.from(code)
  const steps: number[] = []
  for (let step = now - WINDOW; step <= now + WINDOW; step++) {
    const right = Buffer.from(codeOf(secret, step))
    if (right.length === given.length && timingSafeEqual(right, given)) steps.push(step)
  }
  return steps
}
