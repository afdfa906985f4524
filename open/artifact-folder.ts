// Lists the artifacts of a folder, and says what to type where one of them is damaged.
import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CURRENT, MANIFEST } from '#core/artifact/layout.ts'
import { byText } from '#core/order.ts'
import { shellWord } from './program/hint.ts'
import { DIST } from './program/root.ts'
import { readManifest } from './manifest.ts'
import { PUBLISHER } from './pin.ts'

/** Returns the ids of the complete artifacts in a folder, in code-unit order. */
export function artifactIds(dist: string): string[] {
  if (!existsSync(dist)) return []
  return readdirSync(dist)
    .filter((name) => name !== CURRENT && !name.startsWith('.') && existsSync(join(dist, name, MANIFEST)))
    .toSorted()
}

/** Returns the id that `dist/current` names. Null when there is no such link. */
export function currentId(dist: string): string | null {
  const link = join(dist, CURRENT)
  return lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(link) : null
}

/** Returns the ids of the artifacts whose manifests this version can read, by the day of their tz release, newest first. */
export function newestFirst(dist: string): string[] {
  return artifactIds(dist)
    .flatMap((id) => {
      try {
        return [{ id, day: readManifest(join(dist, id)).reference_date }]
      } catch {
        return []
      }
    })
    .toSorted(byText(({ day, id }) => `${day} ${id}`, -1))
    .map(({ id }) => id)
}

/** Whether the folder takes the releases of a publisher, so that nobody builds there unasked. */
export const followsPublisher = (dist: string): boolean => existsSync(join(dist, PUBLISHER))

/** Whether there is another artifact. False also where the folder cannot be read, as without a free descriptor. */
function hasOther(dist: string, id: string): boolean {
  try {
    return newestFirst(dist).some((other) => other !== id)
  } catch {
    return false
  }
}

/** The option of a command that names this folder of artifacts, with a space before it. Empty for the usual one, which needs no name. */
export const distFlag = (dist: string): string =>
  resolve(dist) === resolve(DIST) ? '' : ` --dist ${shellWord(dist)}`

/** The command for a folder with a damaged artifact: go back to another one, if this one is current, then get it again. */
export function fixOf(directory: string): string {
  const dist = dirname(directory)
  const current = currentId(dist)
  const id = basename(directory) === CURRENT ? (current ?? CURRENT) : basename(directory)
  const goesBack = id === current && hasOther(dist, id)
  const there = distFlag(dist)
  const again = followsPublisher(dist)
    ? `npm run tzref -- install ADDRESS ${goesBack ? '--unpin' : '--activate'}${there}`
    : `npm run tzref -- build --activate${there}, or install it again`
  return `${goesBack ? `npm run tzref -- rollback${there}; ` : ''}rm -r ${shellWord(join(dist, id))}; ${again}`
}
