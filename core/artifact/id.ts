// Makes an artifact's name from its releases and a hash of its content.
import type { Manifest } from '#schemas/manifest.ts'
import { hex, sha256 } from './checksum.ts'

/**
 * `<tz release>-<boundary release or none>-<first 8 hex digits of sha256>`. The hash covers the manifest without its id, as compact JSON
 * with keys in the order of the file. The manifest has the hashes of the files, so the id covers every byte.
 */
export function artifactId(content: Omit<Manifest, 'id'>): string {
  const digest = hex(sha256(new TextEncoder().encode(JSON.stringify(content)))).slice(0, 8)
  // A tailored release has a + in its name. It is replaced, because a + causes trouble in web addresses and file names.
  return `${content.tz.replace('+', '.')}-${content.boundaries ?? 'none'}-${digest}`
}

/** A manifest as the text of its file. */
export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`
