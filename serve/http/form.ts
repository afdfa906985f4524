// The form that a request carries as its body.
import type { Readable } from 'node:stream'
import type { Asked } from './exchange.ts'

/** Bytes of the longest form. */
const LONGEST = 16_384

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/**
 * Reads a form from the body of a request; empty for a body of any other type, which is not read. `too-long` as soon as that is known;
 * `gone` where the client has gone before the end of it.
 */
export function readForm(
  { headers }: Asked,
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
