// The tz releases that tests can be run on: 2026f from the repository, 2026b and 2026c where their tarballs lie beside the checkout.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readTarGz } from './read-tar.ts'

const EMBEDDED = new URL('../../pipeline/embedded/2026f/', import.meta.url)
const BESIDE = new URL('../../../shared/data/tz/', import.meta.url)

/** Said where a test is left out. */
export const WITHOUT_TARBALLS = 'left out: ../shared/data/tz does not lie beside this checkout'

/** The files of the embedded release, name → text. */
export function embeddedFiles(): Map<string, string> {
  return new Map(readdirSync(EMBEDDED).map((name) => [name, readFileSync(new URL(name, EMBEDDED), 'utf8')]))
}

/** The files of a full release, name → text; null when its tarball is not at hand. */
export function tarballFiles(release: '2026b' | '2026c'): Map<string, string> | null {
  const path = fileURLToPath(new URL(`tzdata${release}.tar.gz`, BESIDE))
  return existsSync(path) ? readTarGz(path) : null
}
