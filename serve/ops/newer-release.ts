// Finds out, at most once a day, whether a newer tz release than the served one is out, for log, metric and readiness.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { DAY_MS } from '#core/time/civil.ts'

/** Lies next to the artifacts. So servers that share a folder, or start often, ask once a day together. */
const FILE = '.newest'
/** An answer older than this no longer counts as known. */
const KNOWN_MS = 8 * DAY_MS
const LOOK_EVERY_MS = 3_600_000
/** A server that runs only for a moment asks nothing. */
const FIRST_AFTER_MS = 60_000
const ANSWER_WITHIN_MS = 10_000
const RELEASE = /^\d{4}[a-z]{1,2}(?=\s*$)/

const Asked = Type.Object({
  asked_at: Type.Number(),
  newest: Type.Union([Type.String({ pattern: '^\\d{4}[a-z]{1,2}$' }), Type.Null()]),
  /** When the release was learnt. A file from tzref 0.1 does not have it. */
  heard_at: Type.Optional(Type.Number()),
})

export interface NewerReleaseOptions {
  readonly dist: string
  /** The address to ask. */
  readonly url: string
  /** The id of the served artifact, which begins with its tz release. Null while none is served. */
  readonly artifactId: () => string | null
  readonly nowMs: () => number
  readonly logger: Pick<Logger, 'info' | 'warn'>
  /** Milliseconds from now to the first check. */
  readonly firstAfterMs?: number
}

export type NewerRelease = ReturnType<typeof watchNewerRelease>

/** For a server that does not ask. */
export const NOT_ASKED: NewerRelease = { newer: () => null, isKnown: () => null, stop: () => undefined }

/** Whether a release came after another: 2026z, 2026za, 2026zb, 2027a. */
export const isNewer = (one: string, other: string): boolean => one > other

/** Checks from time to time until stopped. */
export function watchNewerRelease(options: NewerReleaseOptions) {
  const { dist, url, artifactId, nowMs, logger } = options
  const path = join(dist, FILE)
  let known = readAsked(path)
  let told: string | null = null

  const newer = (): string | null => {
    const served = artifactId()?.split(/[.-]/)[0]
    const { newest } = known
    return newest !== null && served !== undefined && isNewer(newest, served) ? newest : null
  }
  function note(asked: Static<typeof Asked>): void {
    known = asked
    try {
      writeFileSync(path, `${JSON.stringify(known)}\n`)
    } catch {
      // The folder cannot be written to. Then each start asks once a day.
    }
  }
  async function look(): Promise<void> {
    const now = nowMs()
    // Another server of this folder may have asked already. A time in the future comes from a clock that was set back.
    const stored = readAsked(path)
    if (stored.asked_at > known.asked_at) known = stored
    if (known.asked_at > now || now - known.asked_at >= DAY_MS) {
      note({ ...known, asked_at: now })
      const heard = await ask(url, logger)
      note(heard === null ? known : { ...known, newest: heard, heard_at: now })
    }
    const found = newer()
    if (found === null || found === told) return
    told = found
    logger.warn(
      `tz release ${found} is out, and ${artifactId()} is served: install a newer artifact, or build one (docs/releases.md, "A new tz release")`,
    )
  }
  const first = setTimeout(() => void look(), options.firstAfterMs ?? FIRST_AFTER_MS).unref()
  const looking = setInterval(() => void look(), LOOK_EVERY_MS).unref()
  return {
    /** The latest tz release when it is newer than the served one. Null when none is known to be newer. */
    newer,
    /** Whether the latest release was learnt within the last eight days. Null when nothing is asked. */
    isKnown: (): boolean | null => known.newest !== null && nowMs() - (known.heard_at ?? 0) < KNOWN_MS,
    stop: (): void => {
      clearTimeout(first)
      clearInterval(looking)
    },
  }
}

/** The last answer and its time. A time long ago when there is none. */
function readAsked(path: string): Static<typeof Asked> {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (Value.Check(Asked, read)) return read
  } catch {
    // The file is missing or incomplete: ask again.
  }
  return { asked_at: 0, newest: null }
}

/** The latest release. Null when it could not be learnt. Never rejects. */
async function ask(url: string, logger: NewerReleaseOptions['logger']): Promise<string | null> {
  try {
    // Loaded once a day, for this alone.
    const { default: fetch } = await import('node-fetch')
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    let begin = ''
    for await (const chunk of answer.body ?? []) {
      begin = Buffer.from(chunk).toString('latin1', 0, 64)
      // This ends the stream, and the connection with it.
      break
    }
    const release = RELEASE.exec(begin)?.[0]
    if (answer.ok && release !== undefined) return release
    logger.info({ status: answer.status }, `${url} does not say which tz release is the latest`)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    logger.info(
      { problem },
      `${url} could not be asked which tz release is the latest; it is asked again tomorrow`,
    )
  }
  return null
}
