// Hosts of files over HTTP on loopback, one for each way to send a body.
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'
import { seededRandom } from '../worlds/seeded-random.ts'
import { type Host, startHost } from './loopback.ts'

export type { Host } from './loopback.ts'

/** How a body is sent: with its length, in chunks, compressed, by ranges, or until the connection ends. */
export const MANNERS = ['plain', 'chunked', 'gzip', 'gzip-chunked', 'ranged', 'lengthless'] as const
export type Manner = (typeof MANNERS)[number]

/** Bytes that hardly compress. The same count gives the same bytes. */
export function someBytes(count: number): Uint8Array {
  const random = seededRandom(1)
  return Uint8Array.from({ length: count }, () => random() * 256)
}

/** Serves the present content of a folder, as any web server does. */
export const startStatic = (folder: string): Promise<Host> =>
  startHost((request, response) => {
    readFile(join(folder, normalize(request.url ?? '/'))).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    )
  })

/** Serves files in every manner, to every origin: `${url}/${manner}/${path}`. `bytes/N` is a file of N bytes. */
export const startFileHost = (fileAt: (path: string) => Uint8Array | undefined): Promise<Host> =>
  startHost((request, response) => {
    const [, manner = '', path = ''] =
      /^\/([\w-]+)\/(.*)$/.exec(decodeURIComponent(request.url ?? '/').replace(/^\/$/, '/plain/')) ?? []
    const count = /^bytes\/(\d+)$/.exec(path)?.[1]
    const whole = count === undefined ? fileAt(path) : someBytes(Number(count))
    const known = MANNERS.find((one) => one === manner)
    // Any origin may ask, but cannot read the header fields. A plain host does the same.
    response.setHeader('access-control-allow-origin', '*')
    if (whole === undefined || known === undefined) {
      response.writeHead(404).end()
      return
    }
    const type =
      path === '' ? 'text/html' : /\.[cm]?js$/.test(path) ? 'text/javascript' : 'application/octet-stream'
    response.setHeader('content-type', type)
    if (path === '')
      response.setHeader(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; connect-src 'self'",
      )
    send(response, known, whole, request.headers.range)
  })

function send(response: ServerResponse, manner: Manner, whole: Uint8Array, wanted: string | undefined): void {
  const [, from, last] = (manner === 'ranged' && /^bytes=(\d+)-(\d+)$/.exec(wanted ?? '')) || []
  const part = from === undefined ? whole : whole.subarray(Number(from), Number(last) + 1)
  const body = manner.startsWith('gzip') ? gzipSync(part) : part
  if (manner.startsWith('gzip')) response.setHeader('content-encoding', 'gzip')
  if (manner === 'ranged') response.setHeader('accept-ranges', 'bytes')
  if (from !== undefined) {
    response.statusCode = 206
    response.setHeader('content-range', `bytes ${from}-${last}/${whole.length}`)
  }
  if (manner === 'lengthless') {
    response.shouldKeepAlive = false
    response.removeHeader('transfer-encoding')
  }
  if (manner === 'plain' || manner === 'gzip' || manner === 'ranged')
    response.setHeader('content-length', body.length)
  // In two pieces, because a body may come in pieces.
  const half = body.length >> 1
  response.write(body.subarray(0, half))
  setImmediate(() => response.end(body.subarray(half)))
}
