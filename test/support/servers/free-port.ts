// Ports for a server of a test.
import { createServer, type Server } from 'node:net'

/** Below those that a system gives to connections (Linux: from 32,768), because one of these could take the port before the server does. */
const [FIRST, COUNT] = [20_000, 12_000]

/** A port that was free a moment ago, on loopback. */
export async function freePort(): Promise<number> {
  return (await freePorts())[0]
}

/** Two different ports that were free a moment ago, on loopback. */
export async function freePorts(): Promise<readonly [number, number]> {
  // Both are open at once, so they differ.
  const [one, other] = [createServer(), createServer()]
  const ports = [await opened(one), await opened(other)] as const
  for (const server of [one, other]) await new Promise<void>((resolve) => server.close(() => resolve()))
  return ports
}

/** Opens a server on a port by chance, and on another one where that is taken. */
async function opened(server: Server): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    const isOpen = await new Promise<boolean>((resolve, reject) => {
      server.once('error', (error) =>
        'code' in error && error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
      )
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (isOpen) return port
  }
}
