// A small checkout for tests of whole releases: a root with the files of a tz release, a lock that pins them, and a dist/.
import { hash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { NOTICE } from '#core/artifact/layout.ts'
import type { Built } from '#pipeline/assemble/build.ts'
import { ROOT } from '#pipeline/paths.ts'
import { silent } from '#pipeline/report.ts'
import { writeLock } from '#pipeline/sources/lock.ts'
import { readTar } from '#pipeline/archive/tar.ts'
import { buildWith } from './build-with.ts'
import { SMALL_RELEASES, type SmallRelease } from './small-release.ts'
import { TARBALLS } from './tz-releases.ts'

/** The days on which these releases came out. */
const REAL_RELEASES = { '2026b': '2026-04-23', '2026c': '2026-07-08' } as const
export type RealRelease = keyof typeof REAL_RELEASES
export type AnyRelease = SmallRelease | RealRelease

const isSmall = (release: AnyRelease): release is SmallRelease => release in SMALL_RELEASES
const isReal = (release: AnyRelease): release is RealRelease => release in REAL_RELEASES

/** The day on which a release came out. */
const referenceDateOf = (release: AnyRelease): string =>
  isReal(release) ? REAL_RELEASES[release] : SMALL_RELEASES[release].referenceDate

/** The files of a release, name → content. */
export function filesOf(release: AnyRelease): Map<string, Buffer> {
  if (isSmall(release)) {
    return new Map(
      Object.entries(SMALL_RELEASES[release].files).map(([name, content]) => [name, Buffer.from(content)]),
    )
  }
  const tar = gunzipSync(readFileSync(join(TARBALLS, `tzdata${release}.tar.gz`)))
  return new Map(readTar(tar).map(({ name, bytes }) => [name, bytes]))
}

/** Whether `../shared` next to the checkout has the real signed releases. */
export const hasRealReleases = existsSync(join(TARBALLS, 'tzdata2026c.tar.gz'))

/** Added to the name of a test that runs without them. */
export const WITHOUT_REAL = hasRealReleases ? '' : ' (without ../shared: on the small world alone)'

/** A change that makes a new release from another one: in one file, another text for a text that must be there. */
export interface Change {
  readonly file: string
  readonly from: RegExp
  readonly to: string
}

export interface ReleaseWorld {
  readonly root: string
  readonly dist: string
  /** Builds a release into `dist`. The first one becomes current. */
  readonly build: (release: AnyRelease, dist?: string) => Built
  /** Builds a release made from another one with changes. */
  readonly make: (tz: string, of: AnyRelease, changes: readonly Change[], dist: string) => Built
  /** The path of a release's lock. */
  readonly lock: (release: AnyRelease) => string
  readonly remove: () => void
}

/** An empty world in its own folder. */
export function releaseWorld(): ReleaseWorld {
  const root = mkdtempSync(join(tmpdir(), 'tzref-world-'))
  const dist = join(root, 'dist')
  copyFileSync(join(ROOT, NOTICE), join(root, NOTICE))
  const lockOf = (tz: string, day: string, files: ReadonlyMap<string, Buffer>): string => {
    const path = join(root, `${tz}.lock`)
    if (existsSync(path)) return path
    mkdirSync(join(root, tz))
    const sources = [...files].map(([name, bytes]) => {
      writeFileSync(join(root, tz, name), bytes)
      return {
        name,
        part: 'tz' as const,
        package: null,
        path: `${tz}/${name}`,
        size: bytes.length,
        sha256: hash('sha256', bytes, 'hex'),
      }
    })
    writeLock(path, { format: 1, tz, boundaries: null, reference_date: day, sources })
    return path
  }
  const lock = (release: AnyRelease): string => lockOf(release, referenceDateOf(release), filesOf(release))
  const buildLock = (path: string, into: string): Built =>
    buildWith(null, { root, lock: path, dist: into, activate: false, report: silent })
  return {
    root,
    dist,
    lock,
    build: (release, into = dist) => buildLock(lock(release), into),
    make(tz, of, changes, into) {
      const files = new Map(filesOf(of)).set('version', Buffer.from(`${tz}\n`))
      for (const { file, from, to } of changes) {
        const text = files.get(file)?.toString('utf8') ?? ''
        if (!from.test(text)) throw new Error(`${file} of ${of} has no ${String(from)}`)
        files.set(file, Buffer.from(text.replace(from, to)))
      }
      return buildLock(lockOf(tz, referenceDateOf(of), files), into)
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
