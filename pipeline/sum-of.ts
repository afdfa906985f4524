// The size and sha256 of bytes, by which locks, manifests and indexes name a file.
import { hash } from 'node:crypto'

/** Returns how many bytes there are, and their sha256 in lower-case hex digits. */
export const sumOf = (bytes: Uint8Array): { size: number; sha256: string } => ({
  size: bytes.length,
  sha256: hash('sha256', bytes, 'hex'),
})
