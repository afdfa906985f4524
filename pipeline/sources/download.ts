// Downloads an address to a file, with its size and sha256: resume, 4 attempts, 5 redirects, limits of size and time, and progress.
import { createHash } from 'node:crypto'
import { createReadStream, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import fetch, { type Response } from 'node-fetch'
import type { Report } from '../report.ts'
import { UpstreamError, type UpstreamErrorCode } from './upstream-error.ts'

export const DEFAULT_LIMITS = {
  maxBytes: 16 * 2 ** 20,
  /** The limit for one attempt, from the first request to the last byte. */
  maxMs: 15 * 60_000,
  /** The limit without any byte. */
  stallMs: 30_000,
  attempts: 4,
  /** The wait before the second attempt. It doubles before each further one. */
  backoffMs: 1000,
}
export type DownloadLimits = Readonly<typeof DEFAULT_LIMITS>

const MOST_REDIRECTS = 5
/** Downloads of at least this size are announced, with their size. */
const WORTH_A_WORD = 1_000_000

/** Errors that another attempt may solve. */
const PASSING: ReadonlySet<UpstreamErrorCode> = new Set(['unreachable', 'cut-off', 'stalled'])

/** The address of a download, with the state of a body that was cut off. */
interface Download {
  readonly url: string
  readonly path: string
  readonly limits: DownloadLimits
  readonly report: Report
  /** With it the rest can be requested. Null: nothing has come, or it cannot. */
  validator: string | null
}

/**
 * Downloads to `path`. An existing file there must be the beginning of the same bytes (`validator` tells), or it is deleted. Throws an
 * UpstreamError, and then no file remains there.
 */
export async function download(
  url: string,
  path: string,
  limits: DownloadLimits,
  report: Report,
): Promise<{ readonly size: number; readonly sha256: string }> {
  checkAddress(url)
  const asked: Download = { url, path, limits, report, validator: null }
  try {
    writeFileSync(path, '')
    for (let attempt = 1; ; attempt++) {
      try {
        await attemptDownload(asked)
        break
      } catch (error) {
        const mayPass =
          error instanceof UpstreamError &&
          (PASSING.has(error.code) ||
            (error.code === 'http-status' && /: (?:5\d\d|429) /.test(error.message)))
        if (!mayPass || attempt >= limits.attempts) throw error
        report.note(`${error.message}; attempt ${attempt + 1} of ${limits.attempts}`)
        await sleep(limits.backoffMs * 2 ** (attempt - 1))
      }
    }
    const digest = createHash('sha256')
    await pipeline(createReadStream(path), digest)
    return { size: statSync(path).size, sha256: digest.digest('hex') }
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}

/** Checks an address. It must be http or https and must not contain a password, because it is written into the lock. */
export function checkAddress(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (
    parsed === null ||
    !/^https?:$/.test(parsed.protocol) ||
    parsed.username !== '' ||
    parsed.password !== ''
  ) {
    throw new UpstreamError(
      'bad-address',
      `${JSON.stringify(url)}: expected an absolute http or https address without user and password`,
    )
  }
}

async function attemptDownload(asked: Download): Promise<void> {
  const { url, path, limits, report } = asked
  const limit = createTimeLimit(url, limits)
  try {
    let have = asked.validator === null ? 0 : statSync(path).size
    const headers: Record<string, string> = { 'accept-encoding': 'identity', 'user-agent': 'tzref' }
    if (have > 0 && asked.validator !== null) {
      headers['range'] = `bytes=${have}-`
      headers['if-range'] = asked.validator
    }
    const response = await request(url, headers, limit)
    const resumes = response.status === 206 && rangeStart(response) === have && have > 0
    if (!resumes && response.status !== 200) {
      response.body?.resume()
      if (response.status === 206 || response.status === 416) {
        asked.validator = null
        throw new UpstreamError(
          'cut-off',
          `${url}: the server did not continue at byte ${have}, as requested`,
        )
      }
      throw new UpstreamError(
        'http-status',
        `${url}: ${response.status} ${response.statusText}, expected 200`,
      )
    }
    if (!resumes) {
      have = 0
      truncateSync(path, 0)
      asked.validator = validatorOf(response)
    }
    const announced = response.headers.get('content-length')
    const total = announced === null ? null : have + Number(announced)
    if (total !== null && total > limits.maxBytes) throw tooLarge(url, `announces ${total} bytes`, limits)
    if (total !== null && total > WORTH_A_WORD && !resumes)
      report.note(`downloading ${url}: ${(total / 1e6).toFixed(1)} MB`)
    await writeBody(asked, response, limit, have, total)
  } catch (error) {
    limit.signal.throwIfAborted()
    if (error instanceof UpstreamError || isOfTheDisk(error)) throw error
    throw new UpstreamError(
      'unreachable',
      `${url}: ${error instanceof Error ? error.message : String(error)}`,
    )
  } finally {
    limit.end()
  }
}

/** The disk is full or read-only. This is not the server's fault, and another attempt would not help. */
const isOfTheDisk = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(?:ENOSPC|EDQUOT|EROFS|EACCES|EIO|EFBIG)$/.test(String(error.code))

const tooLarge = (url: string, what: string, { maxBytes }: DownloadLimits): UpstreamError =>
  new UpstreamError('too-large', `${url}: ${what}, at most ${maxBytes} are expected`)

type TimeLimit = ReturnType<typeof createTimeLimit>

/** The signal aborts with an UpstreamError. `alive` reports that data has arrived. */
function createTimeLimit(url: string, { maxMs, stallMs }: DownloadLimits) {
  const controller = new AbortController()
  const abort = (code: UpstreamErrorCode, message: string): void =>
    controller.abort(new UpstreamError(code, `${url}: ${message}`))
  const whole = setTimeout(() => abort('too-slow', `not done within ${maxMs / 1000} s`), maxMs)
  const stall = setTimeout(() => abort('stalled', `nothing came for ${stallMs / 1000} s`), stallMs)
  return {
    signal: controller.signal,
    alive: () => void stall.refresh(),
    end() {
      clearTimeout(whole)
      clearTimeout(stall)
      controller.abort()
    },
  }
}

/**
 * Follows redirects itself, so that they end, and lead only to https or, over http, to the server that was asked: one on http cannot make
 * this machine ask others of its network, and https proves by its certificate who answers.
 */
async function request(url: string, headers: Record<string, string>, limit: TimeLimit): Promise<Response> {
  let at = url
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(at, { headers, redirect: 'manual', compress: false, signal: limit.signal })
    const location = response.headers.get('location')
    if (!/^30[12378]$/.test(String(response.status)) || location === null) return response
    response.body?.resume()
    limit.alive()
    if (redirects === MOST_REDIRECTS) {
      throw new UpstreamError(
        'bad-redirect',
        `${url}: redirected more than ${MOST_REDIRECTS} times, last to ${at}`,
      )
    }
    const next = new URL(location, at)
    if (next.protocol !== 'https:' && next.origin !== new URL(at).origin) {
      throw new UpstreamError(
        'bad-redirect',
        `${url}: redirected from ${at} to ${next.href}, expected https or the same server`,
      )
    }
    at = next.href
  }
}

/** The address to which another one redirects, asked once. Null where it does not redirect, or nobody answers in time. */
export async function redirectOf(url: string, withinMs: number): Promise<string | null> {
  checkAddress(url)
  try {
    const signal = AbortSignal.timeout(withinMs)
    const headers = { 'user-agent': 'tzref' }
    const response = await fetch(url, { method: 'HEAD', headers, redirect: 'manual', signal })
    const location = response.headers.get('location')
    return location === null ? null : new URL(location, url).href
  } catch {
    return null
  }
}

/** A validator for `If-Range`: a strong tag, or a date. Null: the rest cannot be requested. */
function validatorOf(response: Response): string | null {
  const etag = response.headers.get('etag')
  return etag?.startsWith('"') ? etag : response.headers.get('last-modified')
}

function rangeStart(response: Response): number | null {
  const start = /^bytes (\d+)-\d+\/(?:\d+|\*)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  return start === undefined ? null : Number(start)
}

/** Writes a body to the file, from a byte on. `total` is the announced length of the file, null if it is not known. */
async function writeBody(
  { url, path, limits, report }: Download,
  response: Response,
  limit: TimeLimit,
  from: number,
  total: number | null,
): Promise<void> {
  const file = await open(path, 'r+')
  let at = from
  const cutOff = (): UpstreamError =>
    new UpstreamError('cut-off', `${url}: ended after ${at} bytes, but ${total ?? 'more'} were announced`)
  try {
    for await (const part of response.body ?? []) {
      limit.alive()
      const bytes = typeof part === 'string' ? Buffer.from(part) : part
      if (at + bytes.length > limits.maxBytes) throw tooLarge(url, `sends more than ${at} bytes`, limits)
      await file.write(bytes, 0, bytes.length, at)
      at += bytes.length
      if (total !== null) report.progress(`downloading ${url.slice(url.lastIndexOf('/') + 1)}`, at, total)
    }
  } catch (error) {
    if (error instanceof UpstreamError || limit.signal.aborted || isOfTheDisk(error)) throw error
    throw cutOff()
  } finally {
    await file.close()
  }
  if (total !== null && at < total) throw cutOff()
}
