// The body of a small form that was posted to a page.
import type { IncomingMessage } from 'node:http'

const MAX_BYTES = 4096

/** The body as text; null where it is longer than any form of ours. The rest of a longer one is not read. */
export async function readForm(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) return null
    length += chunk.length
    if (length > MAX_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
