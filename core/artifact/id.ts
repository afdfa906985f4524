// An artifact's name: the releases it was made of and a hash of all it holds.
import type { Manifest } from '#schemas/manifest.ts'
import { hex, sha256 } from './checksum.ts'

/**
 * `<tz release>-<boundary release or none>-<first 8 hex digits of sha256>`. The hash is over the manifest without its id, as
 * compact JSON with its keys in the order of the file; through the hashes of the files it covers every byte.
 */
export function artifactId(content: Omit<Manifest, 'id'>): string {
  const digest = hex(sha256(new TextEncoder().encode(JSON.stringify(content)))).slice(0, 8)
  // A release that was tailored has a + in its name, which addresses and file names had better not have.
  return `${content.tz.replace('+', '.')}-${content.boundaries ?? 'none'}-${digest}`
}

/** A manifest as it stands in its file. */
export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`
