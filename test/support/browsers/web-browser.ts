// A page in Chromium that uses a folder of `tzref export web`, from a static host that counts its answers.
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import type { Point } from '../points/exact-zones.ts'
import { type Host, startHost } from '../servers/loopback.ts'

/** `gzipped`: a host that compresses everything it sends, also parts of files. */
export type HostManner = 'plain' | 'gzipped'

export interface CountingHost extends Host {
  /** The path and the bytes of each answer since the last call. */
  readonly sent: () => readonly { readonly path: string; readonly bytes: number }[]
}

/** Serves files by their paths as a plain host does: with ranges, and without fields about caching. `changed` may damage the answers. */
export async function countingHost(
  fileAt: (path: string) => Uint8Array | undefined,
  manner: HostManner,
  changed: (path: string, part: Uint8Array) => Uint8Array = (_, part) => part,
): Promise<CountingHost> {
  let sent: { path: string; bytes: number }[] = []
  const host = await startHost((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').slice(1))
    const whole = path === '' ? Buffer.from('<!doctype html><title>A page</title>') : fileAt(path)
    if (whole === undefined) {
      response.writeHead(404).end()
      return
    }
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const wanted = range === null ? whole : whole.subarray(Number(range[1]), Number(range[2]) + 1)
    const part = changed(path, wanted)
    const body = manner === 'gzipped' ? gzipSync(part) : part
    const type =
      path === '' ? 'text/html' : path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream'
    response.writeHead(range === null ? 200 : 206, {
      'content-type': type,
      'content-length': body.length,
      ...(manner === 'gzipped' ? { 'content-encoding': 'gzip' } : {}),
      ...(range === null ? {} : { 'content-range': `bytes ${range[1]}-${range[2]}/${whole.length}` }),
      ...(path === ''
        ? { 'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'" }
        : {}),
    })
    response.end(body)
    if (path !== '' && path !== 'favicon.ico') sent.push({ path, bytes: body.length })
  })
  return {
    ...host,
    sent() {
      const now = sent
      sent = []
      return now
    },
  }
}

/** A new page of the host, in its own browser context, so that its cache is empty. */
export async function openPage(browser: Browser, host: CountingHost): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${host.url}/`)
  return page
}

/** The page's text for each point: the zones, the answer first. `tz` stays in the page for the next questions. */
export async function askedInPage(page: Page, points: readonly Point[]): Promise<string[]> {
  const degrees = points.map(({ lat, lon }) => [lat / 1e6, lon / 1e6])
  const asking = `(async () => {
    globalThis.tz ??= await import('/tzref.js').then(({ openWeb }) => openWeb())
    const said = []
    for (const [lat, lon] of ${JSON.stringify(degrees)}) {
      const { kind, zone, alternatives } = await tz.lookUp(lat, lon)
      said.push([kind, zone, ...alternatives.map(({ reason, zone: other }) => reason + ' ' + other)].join(' '))
    }
    return said
  })()`
  const said: string[] = await page.evaluate(asking)
  return said
}

/** The median, the 90th percentile and the maximum. */
export function spread(numbers: readonly number[]): {
  readonly median: number
  readonly p90: number
  readonly most: number
} {
  const sorted = numbers.toSorted((one, other) => one - other)
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { median: at(0.5), p90: at(0.9), most: at(1) }
}
