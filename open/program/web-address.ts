// Reads an option that is an address of the web.
import { InvalidArgumentError } from 'commander'

/** Returns an absolute http or https address without slashes at its end. */
export function webAddress(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, '')
  throw new InvalidArgumentError('Expected an absolute http or https URL.')
}
