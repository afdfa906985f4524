// The tz releases that tests can run on: 2026f from the repository, and 2026b and 2026c if their tarballs are beside the checkout.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTarGz } from './read-tar.ts'

const EMBEDDED = new URL('../../pipeline/embedded/2026f/', import.meta.url)

/** Where the signed releases lie, when they do; TZREF_TARBALLS names another folder, so that a run without them can be tried. */
export const TARBALLS =
  process.env['TZREF_TARBALLS'] ?? fileURLToPath(new URL('../../../shared/data/tz', import.meta.url))

/** Said where a test is left out. */
export const WITHOUT_TARBALLS = `left out: no tarballs of tz releases in ${TARBALLS}`

/** The files of the embedded release, name → text. */
export function embeddedFiles(): Map<string, string> {
  return new Map(readdirSync(EMBEDDED).map((name) => [name, readFileSync(new URL(name, EMBEDDED), 'utf8')]))
}

/** The files of a full release, name → text; null when its tarball is not at hand. */
export function tarballFiles(release: '2026b' | '2026c'): Map<string, string> | null {
  const path = join(TARBALLS, `tzdata${release}.tar.gz`)
  return existsSync(path) ? readTarGz(path) : null
}
