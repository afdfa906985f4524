// An authenticator app for tests: RFC 4226 and RFC 6238 with node's HMAC, without the service's library.
import { createHmac } from 'node:crypto'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const bytesOf = (base32: string): Buffer => {
  const bits = Array.from(base32, (sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The six digits that an app shows at an instant in milliseconds since 1970. */
export function codeAt(secret: string, atMs: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
