// Serves the files of a folder over HTTP on loopback, as any web server does.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, normalize } from 'node:path'

export interface StaticServer {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Serves the present content of the folder. */
export async function startStatic(folder: string): Promise<StaticServer> {
  const server = createServer((request, response) => {
    readFile(join(folder, normalize(request.url ?? '/'))).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
