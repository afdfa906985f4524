// Ports for a server of a test.
import { createServer, type Server } from 'node:net'

/** A port that was free a moment ago, on loopback. */
export async function freePort(): Promise<number> {
  return (await freePorts())[0]
}

/** Two different ports that were free a moment ago, on loopback. The kernel may give a port again as soon as it is closed, so both are open at once. */
export async function freePorts(): Promise<readonly [number, number]> {
  const [one, other] = [createServer(), createServer()]
  const ports = [await portOf(one), await portOf(other)] as const
  for (const server of [one, other]) await new Promise<void>((resolve) => server.close(() => resolve()))
  return ports
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not bound to a port')
  return address.port
}
