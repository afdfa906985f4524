// E-mail addresses: which texts can be one, and the one spelling under which an account has it.

/** One spelling for one mailbox: the local part's case matters to no mail system in use. */
export const normalEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/** Letters, digits and the signs that need no quotes. Nothing that only looks like one of them, is not seen, or turns the text around. */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~]+)*$/u
/** In ASCII: a name in other letters is written `xn--…`, so that no two spellings are one domain. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/**
 * Whether a text can be the e-mail address of somebody who can be written to. It goes into mail headers, so neither spaces nor
 * control characters pass; and what a mail system would read as another address is none.
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
