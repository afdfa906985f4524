// Servers of tests listen here: on loopback, on a port that the system chooses.
import { createServer, type RequestListener } from 'node:http'
import { Server } from 'node:net'
import type { App } from '#serve/app.ts'

/**
 * How often a test looks whether a program that it started answers, a tenth of a second apart. A busy machine took more than a minute to compile
 * the program.
 */
export const MOST_LOOKS = 1200

/** Has a server, or an app as `tzref serve` does it, listen. Returns the port. */
export async function listening(listener: Server | App): Promise<number> {
  const at = { port: 0, host: '127.0.0.1' }
  if (listener instanceof Server) await new Promise<void>((resolve) => listener.listen(at, resolve))
  else await listener.listen(at)
  const address = (listener instanceof Server ? listener : listener.server).address()
  if (address === null || typeof address === 'string') throw new Error('not bound to a port')
  return address.port
}

export interface Host {
  /** `http://127.0.0.1:…` */
  readonly url: string
  readonly close: () => Promise<void>
}

/** Answers over HTTP until it is closed. */
export async function startHost(answer: RequestListener): Promise<Host> {
  const server = createServer(answer)
  const port = await listening(server)
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
