// E-mail addresses: which texts are valid, and the one spelling that an account stores.

/** One spelling for one mailbox. No mail system in use distinguishes the case of the local part. */
export const normalEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/**
 * Letters, digits and the signs that need no quotes. It excludes characters that only look like one of them, are invisible, or change the
 * direction of the text.
 */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~]+)*$/u
/** In ASCII. A name in other letters is written `xn--…`, so that each domain has one spelling. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/**
 * Whether a text can be a working e-mail address. It goes into mail headers, so spaces and control characters are refused. A text that a
 * mail system would read as another address is refused too.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at).normalize('NFC'), text.slice(at + 1)]
  return (
    at > 0 &&
    text.length <= 254 &&
    local.length <= 64 &&
    LOCAL.test(local) &&
    local.normalize('NFKC') === local &&
    DOMAIN.test(domain.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
  )
}
