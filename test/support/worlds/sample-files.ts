// The files that the library's samples fetch from https://example.org, as a host has them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openClocks } from '#core/artifact/clocks.ts'
import { clockPartsOf, encodeHistory } from '#core/artifact/history.ts'
import { BOUNDARIES, CLOCKS } from '#core/artifact/layout.ts'
import { dataFiles } from './fetched-files.ts'
import { webFolder } from './web-folder.ts'

/** The files of an artifact with boundaries, by their paths. */
export function sampleFiles(artifact: string): ReadonlyMap<string, Uint8Array> {
  const files = dataFiles(artifact)
  const [clocks, tiles] = [readFileSync(join(artifact, CLOCKS)), readFileSync(join(artifact, BOUNDARIES))]
  files.set(CLOCKS, clocks).set(BOUNDARIES, tiles).set(`data/${BOUNDARIES}`, tiles)
  // Samples compare two releases, so this adds an older one with the newer one's clocks.
  const parts = clockPartsOf(openClocks(clocks))
  files.set('tz-history.bin', encodeHistory([{ ...parts, release: '2026e' }, parts]))
  const { id, files: web } = webFolder(artifact, tiles)
  for (const [path, bytes] of web) files.set(path.replace(`${id}/`, 'tz/'), bytes)
  return files
}
