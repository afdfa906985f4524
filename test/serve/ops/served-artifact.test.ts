// The served artifact follows `dist/current`, and stays if the new one is not good.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { FORMAT, MANIFEST, REFERENCE } from '#core/artifact/layout.ts'
import { fixOf } from '#open/artifact-folder.ts'
import { pointCurrentAt } from '#pipeline/write/artifact-directory.ts'
import { serveArtifact, type Refusal, type ServedArtifact } from '#serve/ops/served-artifact.ts'
import { releaseWorld, type ReleaseWorld } from '../../support/worlds/release-world.ts'

const NOW_MS = Date.UTC(2030, 10, 20)

let world: ReleaseWorld
let ids: { a: string; b: string }
let root: string
let dist: string
let served: ServedArtifact | undefined
let nowMs = NOW_MS
/** How often the time was asked for: once at each check. */
let timesAsked = 0
let said: { level: string; message: string }[]
let changes: (Refusal | null)[]

beforeAll(() => {
  world = releaseWorld()
  ids = { a: world.build('2030a').id, b: world.build('2030b').id }
})
afterAll(() => world.remove())
beforeEach(() => {
  nowMs = NOW_MS
  root = mkdtempSync(join(tmpdir(), 'tzref-served-'))
  dist = join(root, 'dist')
  cpSync(world.dist, dist, { recursive: true, verbatimSymlinks: true })
  said = []
  changes = []
})
afterEach(async () => {
  await served?.close()
  served = undefined
  rmSync(root, { recursive: true })
})

/** Serves without looking for changes itself, unless a test sets an interval. */
async function serve(options: { everyMs?: number; artifact?: string } = {}): Promise<ServedArtifact> {
  served = await serveArtifact({
    dist,
    artifact: options.artifact,
    urls: { base: 'https://api.example.org/v1', web: 'https://example.org' },
    nowMs: () => {
      timesAsked++
      return nowMs
    },
    logger: {
      info: (_facts: unknown, message?: string) => void said.push({ level: 'info', message: message ?? '' }),
      error: (_facts: unknown, message?: string) =>
        void said.push({ level: 'error', message: message ?? '' }),
    },
    onChange: (_catalogue, refusal) => void changes.push(refusal),
    everyMs: options.everyMs ?? 3_600_000,
  })
  return served
}

const idOf = (artifact: ServedArtifact): string => artifact.catalogue().artifact.manifest.id

/** Files of an artifact that this process has open. */
function openFiles(id: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`)
      return path.includes(`/${id}/`) ? [path] : []
    } catch {
      return []
    }
  })
}

test('a moved link is noticed without a signal, and the old files are closed', async () => {
  const artifact = await serve({ everyMs: 10 })
  expect(idOf(artifact)).toBe(ids.a)
  pointCurrentAt(dist, ids.b)
  await expect.poll(() => idOf(artifact)).toBe(ids.b)
  await expect.poll(() => openFiles(ids.a)).toEqual([])
  expect(openFiles(ids.b)).not.toEqual([])
})

test('a server with a fixed artifact does not follow the link', async () => {
  const artifact = await serve({ artifact: ids.a, everyMs: 5 })
  pointCurrentAt(dist, ids.b)
  await artifact.look()
  expect(idOf(artifact)).toBe(ids.a)
})

const path = (file: string): string => join(dist, ids.b, file)

const flip = (file: string, at: number): void => {
  const bytes = readFileSync(path(file))
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path(file), bytes)
}

describe('a bad artifact is refused, and the older one is still served', () => {
  const cases: readonly [string, string, () => void][] = [
    ['its database is cut short', 'file-size', () => writeFileSync(path(REFERENCE), 'short')],
    ['one bit of its database is another', 'file-hash', () => flip(REFERENCE, 20_000)],
    ['its database is missing', 'file-missing', () => rmSync(path(REFERENCE))],
    ['its manifest is missing', 'manifest-missing', () => rmSync(path(MANIFEST))],
    ['its manifest is no JSON', 'manifest-malformed', () => writeFileSync(path(MANIFEST), '{')],
    [
      'it is of another format',
      'format-unknown',
      () =>
        writeFileSync(
          path(MANIFEST),
          readFileSync(path(MANIFEST), 'utf8').replace(
            `"format": "${FORMAT.major}.`,
            `"format": "${FORMAT.major + 1}.`,
          ),
        ),
    ],
    [
      'its manifest says another release',
      'id-mismatch',
      () => writeFileSync(path(MANIFEST), readFileSync(path(MANIFEST), 'utf8').replaceAll('2030b', '2030c')),
    ],
    ['it is not there', 'not-found', () => rmSync(join(dist, ids.b), { recursive: true })],
  ]
  test.each(cases)('%s: %s', async (_what, code, damage) => {
    const artifact = await serve()
    damage()
    pointCurrentAt(dist, ids.b)
    await artifact.look()
    expect(idOf(artifact)).toBe(ids.a)
    expect(artifact.refusal()?.code).toBe(code)
    expect(artifact.catalogue().almanac.zones.named('UTC')).not.toBeNull()
    expect(openFiles(ids.b)).toEqual([])
    expect(said.filter(({ level }) => level === 'error')).toHaveLength(1)
    expect(changes.at(-1)?.code).toBe(code)
  })

  test('a refusal is logged once, however often the link is checked', async () => {
    const artifact = await serve({ everyMs: 5 })
    rmSync(path(REFERENCE))
    pointCurrentAt(dist, ids.b)
    await expect.poll(() => artifact.refusal()?.code).toBe('file-missing')
    await artifact.look()
    await artifact.look()
    expect(said.filter(({ level }) => level === 'error')).toHaveLength(1)
  })

  test('a pipe instead of a file is refused, and the link is still followed', async () => {
    const artifact = await serve()
    pointCurrentAt(dist, ids.b)
    for (const file of [REFERENCE, MANIFEST]) {
      renameSync(path(file), `${path(file)}.away`)
      execFileSync('mkfifo', [path(file)])
      await artifact.look()
      expect(artifact.refusal()?.code).toBe(file === MANIFEST ? 'manifest-missing' : 'file-missing')
      renameSync(`${path(file)}.away`, path(file))
    }
    await artifact.look()
    expect(idOf(artifact)).toBe(ids.b)
  })

  test('an artifact that could not be read is tried again by itself', async () => {
    const artifact = await serve({ everyMs: 5 })
    renameSync(path(REFERENCE), `${path(REFERENCE)}.away`)
    pointCurrentAt(dist, ids.b)
    await expect.poll(() => artifact.refusal()?.code).toBe('file-missing')
    renameSync(`${path(REFERENCE)}.away`, path(REFERENCE))
    nowMs += 1999
    const asked = timesAsked
    await expect.poll(() => timesAsked - asked).toBeGreaterThan(3)
    expect(idOf(artifact)).toBe(ids.a)
    nowMs += 1
    await expect.poll(() => idOf(artifact)).toBe(ids.b)
  })

  test('a repaired artifact is served at the next requested check', async () => {
    const artifact = await serve()
    cpSync(path(REFERENCE), join(root, 'kept'))
    rmSync(path(REFERENCE))
    pointCurrentAt(dist, ids.b)
    await artifact.look()
    expect(artifact.refusal()).not.toBeNull()
    renameSync(join(root, 'kept'), path(REFERENCE))
    await artifact.look()
    expect(idOf(artifact)).toBe(ids.b)
    expect(artifact.refusal()).toBeNull()
  })

  test('moving the link back to the served artifact ends the refusal', async () => {
    const artifact = await serve()
    rmSync(path(REFERENCE))
    pointCurrentAt(dist, ids.b)
    await artifact.look()
    pointCurrentAt(dist, ids.a)
    await artifact.look()
    expect(artifact.refusal()).toBeNull()
  })

  test('a folder without any good one cannot be served', async () => {
    for (const id of [ids.a, ids.b]) rmSync(join(dist, id, REFERENCE))
    await expect(serve()).rejects.toThrow(ArtifactError)
    expect(openFiles(ids.a)).toEqual([])
  })

  test('nor can a named one that is damaged, whatever lies beside it', async () => {
    rmSync(path(REFERENCE))
    await expect(serve({ artifact: ids.b })).rejects.toThrow(ArtifactError)
  })
})

describe('a server that starts on a damaged current artifact', () => {
  const damages: readonly [string, string, () => void][] = [
    ['one bit of its database is another', 'file-hash', () => flip(REFERENCE, 20_000)],
    ['its database cannot be read', 'file-missing', () => rmSync(path(REFERENCE))],
    ['its manifest is gone', 'manifest-missing', () => rmSync(path(MANIFEST))],
    ['all of it is gone', 'not-found', () => rmSync(join(dist, ids.b), { recursive: true })],
  ]
  test.each(damages)('%s: serves the one beside it, and says so', async (_what, code, damage) => {
    pointCurrentAt(dist, ids.b)
    damage()
    const fix = fixOf(join(dist, 'current'))
    const artifact = await serve()
    expect(idOf(artifact)).toBe(ids.a)
    expect(artifact.refusal()).toMatchObject({ code })
    expect(changes).toEqual([artifact.refusal()])
    expect(said).toEqual([{ level: 'error', message: expect.stringContaining(`${ids.a} is served`) }])
    expect(said[0]?.message).toContain(fix)
    // It goes on like one that found this while it ran.
    await artifact.look()
    expect([idOf(artifact), said.length]).toEqual([ids.a, 1])
  })

  test('the mended one is served when it is found good', async () => {
    pointCurrentAt(dist, ids.b)
    flip(REFERENCE, 20_000)
    const artifact = await serve()
    flip(REFERENCE, 20_000)
    await artifact.look()
    expect([idOf(artifact), artifact.refusal()]).toEqual([ids.b, null])
  })
})
