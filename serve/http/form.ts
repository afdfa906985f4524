// Reads the form in the body of a request.
import type { Readable } from 'node:stream'
import type { RequestFields } from './exchange.ts'

/** Longest form, in bytes. */
const LONGEST = 16_384

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/**
 * Reads a form from the body of a request. A body of any other type is not read, and the form is empty. `too-long`: the form is longer than
 * LONGEST; answered as soon as that is known. `gone`: the client left before the end of the body.
 */
export function readForm(
  { headers }: RequestFields,
  body: Readable,
): Promise<URLSearchParams | 'too-long' | 'gone'> | URLSearchParams | 'too-long' {
  if (!FORM.test(headers['content-type'] ?? '')) return new URLSearchParams()
  if (Number(headers['content-length']) > LONGEST) return 'too-long'
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let bytes = 0
    body.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > LONGEST) resolve('too-long')
      else pieces.push(piece)
    })
    body.once('end', () => resolve(new URLSearchParams(Buffer.concat(pieces).toString())))
    body.once('close', () => resolve('gone'))
  })
}
