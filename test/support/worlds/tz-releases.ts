// The tz releases for tests: 2026f from the repository, and others if their tarballs are next to the checkout.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unpackTarGz } from '#pipeline/archive/tar.ts'

const EMBEDDED = new URL('../../../pipeline/embedded/2026f/', import.meta.url)

/** The folder of the signed releases. TZREF_TARBALLS names another one, for example to try a run without them. */
export const TARBALLS =
  process.env['TZREF_TARBALLS'] ?? fileURLToPath(new URL('../../../../shared/data/tz', import.meta.url))

/** Printed for a test that is left out. */
export const WITHOUT_TARBALLS = `left out: no tarballs of tz releases in ${TARBALLS}`

/** The files of the embedded release, name → text. */
export function embeddedFiles(): Map<string, string> {
  return new Map(readdirSync(EMBEDDED).map((name) => [name, readFileSync(new URL(name, EMBEDDED), 'utf8')]))
}

/** The files of a full release, name → text, signed or as packed from its sources. Null: its tarball is not available. */
export function tarballFiles(release: string): Map<string, string> | null {
  const names = [`tzdata${release}.tar.gz`, `source/tzdata${release}-source.tar.gz`]
  const path = names.map((name) => join(TARBALLS, name)).find((one) => existsSync(one))
  return path === undefined
    ? null
    : new Map(unpackTarGz(readFileSync(path)).map(({ name, bytes }) => [name, bytes.toString('utf8')]))
}
