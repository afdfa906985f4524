// E-mail addresses: which texts can be one, and the one spelling under which an account has it.

/** One spelling for one mailbox: the local part's case matters to no mail system in use. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/** Whether a text can be an e-mail address. It goes into mail headers, so neither spaces nor control characters pass. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/iu.test(text)
