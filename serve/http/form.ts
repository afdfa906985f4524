// Reads the form in the body of a request.
import type { Readable } from 'node:stream'
import { FORM_WITHIN_MS, MOST_OF_FORM, MOST_PARAMETERS } from '../admission/numbers.ts'
import type { RequestFields } from './exchange.ts'
import { afterParameters } from './request-text.ts'

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/** What the header fields of a POST say of its body: a form that is read, a body of another kind, or why the form is not read. */
type Announced = 'form' | 'other' | 'too-long' | 'no-length'

function announced(headers: RequestFields['headers']): Announced {
  if (!FORM.test(headers['content-type'] ?? '')) return 'other'
  if (headers['transfer-encoding'] !== undefined) return 'no-length'
  return Number(headers['content-length']) > MOST_OF_FORM ? 'too-long' : 'form'
}

/** Whether `readForm` would read the body of a request. */
export const readsBody = ({ method, headers }: RequestFields): boolean =>
  method === 'POST' && announced(headers) === 'form'

/** Why there is no form. `gone`: the client left before the end of the body. */
export type NoForm = 'too-long' | 'no-length' | 'late' | 'gone'

/**
 * Reads a form from the body of a request. A body of any other type is not read, and the form is empty. `no-length`: it does not say how long
 * it is, as every browser does: to find its end could cost more than to read it. `late`: it was not there in time.
 */
export function readForm(
  { headers }: RequestFields,
  body: Readable,
): Promise<URLSearchParams | NoForm> | URLSearchParams | NoForm {
  const is = announced(headers)
  if (is === 'other') return new URLSearchParams()
  if (is !== 'form') return is
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    const late = setTimeout(() => resolve('late'), FORM_WITHIN_MS)
    body.on('data', (piece: Buffer) => pieces.push(piece))
    body.once('end', () => {
      const text = Buffer.concat(pieces).toString()
      resolve(afterParameters(text, MOST_PARAMETERS) === null ? new URLSearchParams(text) : 'too-long')
    })
    body.once('close', () => {
      clearTimeout(late)
      resolve('gone')
    })
  })
}
