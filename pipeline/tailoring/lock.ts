// Adds held zones and an overlay to a lock, as a command asks, and names the resulting release.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import type { Lock, LockedSource } from '#schemas/lock.ts'
import { readOverlay } from './overlay.ts'
import { EMBEDDED_TZ, embeddedTzSources, fileInCheckout, sourcePath } from '../sources/embedded.ts'
import { readSources } from '../sources/lock.ts'
import { versionIn } from '../sources/upstream.ts'

export interface TailoringOptions {
  /** `Asia/Beirut=2023a` */
  readonly hold?: readonly string[]
  /** Tarballs of the releases that zones are held at. They must be in the checkout. */
  readonly held?: readonly string[]
  /** Path of the overlay. It must be in the checkout. */
  readonly overlay?: string
}

/** Returns the sources of an older release. */
type Upstream = (release: string) => Promise<LockedSource[]>

/** Returns a release's name with a suffix for its changes. Without changes, only the release. */
export function tailoredName(lock: Pick<Lock, 'tz' | 'hold' | 'overlay' | 'sources'>): string {
  const { hold, overlay } = lock
  const kinds = [...(hold === undefined ? [] : ['hold']), ...(overlay === undefined ? [] : ['overlay'])]
  if (kinds.length === 0) return releaseOf(lock)
  const said = {
    hold: Object.entries(hold ?? {}),
    overlay: lock.sources.find(({ part }) => part === 'overlay')?.sha256,
  }
  return `${releaseOf(lock)}+${kinds.join('.')}.${hash('sha256', JSON.stringify(said), 'hex').slice(0, 8)}`
}

/** The tz release of a lock, without the suffix for its changes. */
const releaseOf = ({ tz }: Pick<Lock, 'tz'>): string => tz.split('+')[0] ?? tz

/**
 * Returns a lock with held zones and an overlay. `upstream` gives the sources of an older release. Without it, as in the embedded
 * channel, a release must be embedded or its tarball given. Only compiling (`compileTz`) finds out whether everything fits together.
 */
export async function withTailoring(
  root: string,
  lock: Lock,
  options: TailoringOptions,
  upstream: Upstream | null,
): Promise<Lock> {
  const hold = readHolds(options.hold ?? [])
  const tarballs = new Map((options.held ?? []).map((file) => heldTarball(root, file)))
  const sources = [...lock.sources]
  for (const release of new Set(hold.values())) {
    const of = tarballs.get(release) ?? (await olderSources(root, release, upstream))
    sources.push(
      ...of.map((source) => ({ ...source, part: 'hold' as const, name: `${release}/${source.name}` })),
    )
    tarballs.delete(release)
  }
  for (const release of tarballs.keys())
    throw new CommandError(`--held: there is a tarball of tz ${release}, but no zone is held at it`, 2)
  const tailored: Lock = {
    format: lock.format,
    tz: lock.tz,
    boundaries: lock.boundaries,
    reference_date: lock.reference_date,
    ...(hold.size === 0 ? {} : { hold: Object.fromEntries(hold) }),
    ...(options.overlay === undefined ? {} : { overlay: pinOverlay(root, options.overlay, sources) }),
    sources,
  }
  return { ...tailored, tz: tailoredName(tailored) }
}

/** Zone → release, sorted by zone. */
function readHolds(given: readonly string[]): Map<string, string> {
  const holds = new Map<string, string>()
  for (const text of given) {
    const [, zone, release] = /^([^=]+)=(\d{4}[a-z]{1,2})$/.exec(text) ?? []
    if (zone === undefined || release === undefined)
      throw new CommandError(`--hold ${text}: expected a zone and a release, as in Asia/Beirut=2023a`, 2)
    if (holds.has(zone)) throw new CommandError(`--hold ${zone}: given twice`, 2)
    holds.set(zone, release)
  }
  return new Map([...holds].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function heldTarball(root: string, file: string): [string, LockedSource[]] {
  const source = fileInCheckout(root, file, { name: basename(file), part: 'hold' })
  if (!file.endsWith('.tar.gz'))
    throw new CommandError(`--held ${file}: expected a tarball, tzdata2023a.tar.gz`, 2)
  return [versionIn(readFileSync(sourcePath(root, source))), [source]]
}

async function olderSources(root: string, release: string, upstream: Upstream | null) {
  if (release === EMBEDDED_TZ.release) return embeddedTzSources(root, release)
  if (upstream !== null) return upstream(release)
  const problem = `--hold: tz release ${release} is not embedded; give its tarball (--held tzdata${release}.tar.gz), or use --channel upstream to fetch it`
  throw new CommandError(problem, 2)
}

function pinOverlay(root: string, file: string, sources: LockedSource[]): NonNullable<Lock['overlay']> {
  const source = fileInCheckout(root, file, { name: basename(file), part: 'overlay' })
  sources.push(source)
  const text = readFileSync(sourcePath(root, source), 'utf8')
  const { reason, lines } = readOverlay({ name: source.name, text })
  return { file: source.name, reason, zones: lines.zones.map(({ id }) => id) }
}

/** Returns the files of each older release that a lock holds zones at: release → name → bytes. */
export function readHeld(root: string, lock: Lock): Map<string, Map<string, Buffer>> {
  const releases = new Set(Object.values(lock.hold ?? {}))
  return new Map(
    [...releases].map((release) => {
      const sources = lock.sources
        .filter(({ part, name }) => part === 'hold' && name.startsWith(`${release}/`))
        .map((source) => ({ ...source, name: source.name.slice(release.length + 1) }))
      return [release, readSources(root, { ...lock, sources }, 'hold')]
    }),
  )
}
