// The clocks of earlier tz releases, from the history that the repository has.
import { join } from 'node:path'
import { ROOT } from '#open/program/root.ts'
import type { ReleaseClocks } from '#core/artifact/clocks.ts'
import { historyAt } from '#pipeline/assemble/release-clocks.ts'
import { EMBEDDED_HISTORY } from '#pipeline/sources/embedded.ts'

export const history = historyAt(join(ROOT, EMBEDDED_HISTORY))

/** The clocks of a release. Throws if the history does not have it. */
export function releaseOf(name: string): ReleaseClocks {
  const clocks = history.clocks(name)
  if (clocks === null) throw new Error(`expected ${name} in the embedded history`)
  return clocks
}
