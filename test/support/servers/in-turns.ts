// A load balancer for tests: one address on loopback that sends each request to the next of several servers.
import { Agent, request } from 'node:http'
import { pipeline } from 'node:stream'
import { startHost } from './loopback.ts'

export interface InTurns {
  readonly origin: string
  /** Sets the servers that get the requests from now on. */
  to(origins: readonly string[]): void
  /** What went wrong with the requests that it passed on. */
  readonly faults: readonly string[]
  close(): Promise<void>
}

/** Starts a balancer without retries. While it has no servers, it answers 503. */
export async function inTurns(): Promise<InTurns> {
  let servers: readonly string[] = []
  let turn = 0
  const agent = new Agent({ keepAlive: true })
  const faults: string[] = []
  const { url: origin, close } = await startHost((asked, answer) => {
    const server = servers[turn++ % servers.length]
    if (server === undefined) {
      faults.push('no server')
      return void answer.writeHead(503).end()
    }
    const { method, headers, url } = asked
    const passed = request(`${server}${url}`, { agent, method, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.rawHeaders)
      pipeline(found, answer, () => undefined)
    })
    passed.on('error', (error) => {
      faults.push(String(error))
      answer.destroy()
    })
    pipeline(asked, passed, () => undefined)
  })
  return {
    origin,
    to: (origins) => void (servers = origins),
    faults,
    async close() {
      agent.destroy()
      await close()
    },
  }
}
