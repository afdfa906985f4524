// The served artifact: follows `dist/current`, tests a new one next to the old one, swaps them, and tries a refused one again, ever later.
import { realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { openArtifact } from '#open/artifact.ts'
import { fixOf, newestFirst } from '#open/artifact-folder.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Urls } from '../urls.ts'
import { openTested } from './self-test.ts'

/** Milliseconds between two checks of `dist/current`. A check reads one link, on any file system. A change is noticed within 2 s. */
const EVERY_MS = 500

/**
 * A refused artifact is tried again after this time, which doubles each time. The cause may have been the machine (no file descriptor left,
 * a disk that was not there), not the artifact.
 */
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 300_000
/** Closing waits at most so long for a check that is running. */
const CLOSE_WITHIN_MS = 5000

/** An artifact that became current and is not good enough to be served. */
export interface Refusal {
  /** Name of its directory. */
  readonly artifact: string
  readonly code: string
  readonly message: string
}

export type ServedArtifact = Awaited<ReturnType<typeof serveArtifact>>

export interface ServedArtifactOptions {
  /** Absolute path of the folder of artifacts. */
  readonly dist: string
  /** Serve this one and do not follow `current`. */
  readonly artifact: string | undefined
  readonly urls: Urls
  readonly nowMs: () => number
  readonly logger: Pick<Logger, 'info' | 'error'>
  /** Called for every artifact that comes into service, and for every refusal. */
  readonly onChange?: (served: Catalogue, refusal: Refusal | null) => void
  /** Milliseconds between two checks. */
  readonly everyMs?: number
}

/**
 * Opens the artifact and follows the link. Where the current one is not good, it is refused, and the newest good one next to it is served.
 * Throws what is wrong with the first one where there is none, or where one was named.
 */
export async function serveArtifact(options: ServedArtifactOptions) {
  const { dist, urls, nowMs, logger } = options
  const link = join(dist, options.artifact ?? CURRENT)
  let refusal: Refusal | null = null
  let pauseMs = FIRST_PAUSE_MS
  let againAt = 0
  let { directory, served, refused } = await firstGood(dist, options.artifact, (path) =>
    openTested(path, urls, nowMs()),
  )
  if (refused === null) options.onChange?.(served, null)
  else refuse(refused.artifact, refused.error)

  /** Serves the artifact that the link names now, or reports why not. */
  async function follow(again: boolean): Promise<void> {
    let wanted: string
    try {
      wanted = await target(link)
    } catch (error) {
      refuse(CURRENT, error)
      return
    }
    const id = basename(wanted)
    if (wanted === directory) {
      if (refusal === null) return
      refusal = null
      logger.info({ artifact: id }, 'the current artifact is the one being served')
      options.onChange?.(served, null)
      return
    }
    if (refusal?.artifact === id && !again && nowMs() < againAt) return
    try {
      const next = await openTested(wanted, urls, nowMs())
      const old = served
      served = next
      directory = wanted
      refusal = null
      pauseMs = FIRST_PAUSE_MS
      logger.info({ artifact: id, before: old.artifact.manifest.id }, 'swapped artifacts')
      options.onChange?.(served, null)
      // Code that got the old catalogue in this turn of the event loop is done with it in the next.
      await nextTurn()
      old.artifact.close()
    } catch (error) {
      refuse(id, error)
    }
  }

  function refuse(artifact: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    const code = error instanceof ArtifactError ? error.code : 'self-test-failed'
    const isNews = refusal?.artifact !== artifact || refusal.message !== message
    pauseMs = refusal?.artifact === artifact ? Math.min(2 * pauseMs, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS
    againAt = nowMs() + pauseMs
    refusal = { artifact, code, message }
    const serving = served.artifact.manifest.id
    if (isNews) {
      logger.error(
        { artifact, code, problem: message, serving },
        `the current artifact is not good; ${serving} is served. To fix it: ${fixOf(join(dist, artifact))}`,
      )
    }
    options.onChange?.(served, refusal)
  }

  // Checks run one after the other: a slow test of one artifact is never overtaken by the next.
  let looking = Promise.resolve()
  let waiting = 0
  const look = (again: boolean): Promise<void> => {
    waiting++
    looking = looking.then(() => follow(again)).finally(() => waiting--)
    return looking
  }
  const timer = setInterval(() => {
    if (waiting === 0) void look(false)
  }, options.everyMs ?? EVERY_MS).unref()
  if (options.artifact !== undefined) clearInterval(timer)

  return {
    /** The catalogue of the served artifact. Valid until the event loop turns. Ask again later. */
    catalogue: () => served,
    /** The current artifact when it was refused and an older one is served. Null when all is well. */
    refusal: () => refusal,
    /** Checks `dist/current` now, and tries a refused artifact again. Resolves when the artifact is served or refused. */
    look: () => look(true),
    /** Stops following and closes the artifact. */
    close: async (): Promise<void> => {
      clearInterval(timer)
      await Promise.race([looking, pause(CLOSE_WITHIN_MS, undefined, { ref: false })])
      served.artifact.close()
    },
  }
}

/** Rejects where none of a folder's artifacts, or not the named one, can be opened. Does not check what is in them. */
export const expectOne = (dist: string, artifact: string | undefined): Promise<unknown> =>
  firstGood(dist, artifact, async (path) => openArtifact(path).close())

/**
 * Opens the named artifact; without a name the current one, or the newest good one next to it. `refused`: the current one and what is wrong
 * with it. The link is resolved once, so that all files come from one directory.
 */
export async function firstGood<Served>(
  dist: string,
  artifact: string | undefined,
  open: (directory: string) => Promise<Served>,
) {
  let directory = join(dist, artifact ?? CURRENT)
  try {
    directory = await target(directory)
    return { directory, served: await open(directory), refused: null }
  } catch (error) {
    if (artifact !== undefined) throw error
    const refused = { artifact: basename(directory), error }
    for (const id of newestFirst(dist)) {
      if (id === refused.artifact) continue
      try {
        const beside = await target(join(dist, id))
        return { directory: beside, served: await open(beside), refused }
      } catch {
        // Not good either: the next one.
      }
    }
    throw error
  }
}

/** The directory to which a link finally leads. */
async function target(link: string): Promise<string> {
  try {
    return await realpath(link)
  } catch {
    throw new ArtifactError('not-found', `${link}: found nothing, expected an artifact`, { link })
  }
}
