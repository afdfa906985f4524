// A port for a server of a test.
import { createServer } from 'node:net'

/** A port that was free a moment ago, on loopback. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  if (address === null || typeof address === 'string') throw new Error('not bound to a port')
  return address.port
}
