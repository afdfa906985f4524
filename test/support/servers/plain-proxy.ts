// A proxy without retries: it sends each request to the next ready server, once, and returns the answer.
import { Agent, createServer, request } from 'node:http'
import type { ServerProcess } from './server-process.ts'

export interface PlainProxy {
  readonly origin: string
  /** The known servers. The proxy checks again and again whether each is ready. */
  readonly servers: Set<ServerProcess>
  /** What went wrong with the requests that it passed on. */
  readonly faults: readonly string[]
  readonly close: () => Promise<void>
}

/** Opens a proxy that checks readiness every so many milliseconds. */
export async function openPlainProxy(everyMs: number): Promise<PlainProxy> {
  const servers = new Set<ServerProcess>()
  const ready = new Set<ServerProcess>()
  const faults: string[] = []
  const agent = new Agent({ keepAlive: true })
  let next = 0
  const look = setInterval(() => {
    for (const server of servers) {
      server.ask(`${server.opsOrigin}/readyz`).then(
        ({ status }) => void (status === 200 ? ready.add(server) : ready.delete(server)),
        () => void ready.delete(server),
      )
    }
  }, everyMs)
  const proxy = createServer((asked, answer) => {
    const all = [...ready].filter((server) => servers.has(server))
    const server = all[next++ % all.length]
    const fail = (why: string): void => {
      faults.push(why)
      answer.writeHead(502).end()
    }
    if (server === undefined) return fail('no server is ready')
    request(`${server.origin}${asked.url}`, { agent, headers: asked.headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
      .on('error', (error) => fail(String(error)))
      .end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('not bound to a port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    servers,
    faults,
    close() {
      clearInterval(look)
      agent.destroy()
      proxy.closeAllConnections()
      return new Promise((resolve) => proxy.close(() => resolve()))
    },
  }
}
