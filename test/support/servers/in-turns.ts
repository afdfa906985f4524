// A load balancer for tests: one address on loopback that sends each request to the next of several servers.
import { Agent, createServer, request } from 'node:http'
import { pipeline } from 'node:stream'

export interface InTurns {
  readonly origin: string
  /** Sets the servers that get the requests from now on. */
  to(origins: readonly string[]): void
  close(): Promise<void>
}

/** Starts a balancer. Until it has servers, it answers 503. */
export async function inTurns(): Promise<InTurns> {
  let servers: readonly string[] = []
  let turn = 0
  const agent = new Agent({ keepAlive: true })
  const balancer = createServer((asked, answer) => {
    const origin = servers[turn++ % servers.length]
    if (origin === undefined) return void answer.writeHead(503).end()
    const { method, headers, url } = asked
    const passed = request(`${origin}${url}`, { agent, method, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.rawHeaders)
      pipeline(found, answer, () => undefined)
    })
    passed.on('error', () => answer.destroy())
    pipeline(asked, passed, () => undefined)
  })
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve))
  const bound = balancer.address()
  if (bound === null || typeof bound === 'string') throw new Error('not bound to a port')
  return {
    origin: `http://127.0.0.1:${bound.port}`,
    to: (origins) => void (servers = origins),
    async close() {
      agent.destroy()
      balancer.closeAllConnections()
      await new Promise<void>((resolve) => balancer.close(() => resolve()))
    },
  }
}
