// A .tar.gz as tzdb publishes it (ustar, small files) → name → text.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const BLOCK = 512

export function readTarGz(path: string): Map<string, string> {
  const tar = gunzipSync(readFileSync(path))
  const files = new Map<string, string>()
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const field = (from: number, length: number): string =>
      tar.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '')
    const size = Number.parseInt(field(124, 12), 8)
    const type = field(156, 1)
    if (!Number.isSafeInteger(size)) throw new Error(`${path}: no size in the header at byte ${at}`)
    if (type === '' || type === '0')
      files.set(field(0, 100), tar.toString('utf8', at + BLOCK, at + BLOCK + size))
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}
