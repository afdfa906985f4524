// A folder of `tzref export web` in memory, and a static host that serves its files without a port.
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { openArtifact } from '#open/artifact.ts'
import type { Fetch } from '#apps/library/web.ts'
import { WEB } from '#apps/library/export/web-form.ts'

export interface WebFolder {
  readonly id: string
  /** Path below the folder → content. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** The folder of an artifact with the given boundaries. */
export function webFolder(directory: string, tiles: Uint8Array, ranges = false): WebFolder {
  const files = new Map<string, Uint8Array>()
  const artifact = openArtifact(directory)
  const boundaries = openBoundaries(tiles)
  WEB.write(
    { ...artifact, boundaries: () => boundaries },
    (path, content) => files.set(path, Uint8Array.from(Buffer.from(content))),
    { rearguard: false, ranges },
  )
  artifact.close()
  return { id: artifact.manifest.id, files }
}

export const HOST = 'https://static.example.org/tz/'

/** Serves the files below `HOST`. `asked` gets each path and the requested part. `changed` may give another answer. */
export function webHost(
  files: ReadonlyMap<string, Uint8Array>,
  asked: string[] = [],
  changed: (path: string, bytes: Uint8Array, cache: string) => Uint8Array = (_, bytes) => bytes,
): Fetch {
  return (address, { headers, cache }) => {
    const path = address.slice(HOST.length)
    const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(headers['range'] ?? '') ?? []
    asked.push(from === undefined ? path : `${path} ${from}-${last}`)
    const whole = files.get(path)
    const part = from === undefined ? whole : whole?.slice(Number(from), Number(last) + 1)
    const status = part === undefined ? 404 : from === undefined ? 200 : 206
    const bytes = changed(path, part ?? new Uint8Array(), cache ?? '')
    return Promise.resolve({
      status,
      ok: status < 300,
      arrayBuffer: () => Promise.resolve(Uint8Array.from(bytes).buffer),
    })
  }
}
