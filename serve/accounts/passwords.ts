// Passwords: which are allowed, and what is kept of one. scrypt runs off the main loop, few at a time.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createScrypt } from './scrypt.ts'

/** Characters at least, and bytes at most: more would only be work. */
const MIN_LENGTH = 10
const MAX_BYTES = 1024

/** 2^15 × 8 × 128 bytes: 32 MiB and some 80 ms of one core for each guess. */
const COST = { log2: 15, r: 8, p: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const KEPT = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/

/** Passwords of ten characters and more that whoever guesses tries first, in lower case; written down by hand, from what such lists begin with. */
const COMMON = new URL('common-passwords.txt', import.meta.url)
let common: ReadonlySet<string> | undefined

/** What is wrong with a password, as a sentence for the person who chose it; null for a good one. */
export function passwordFault(password: string): string | null {
  if (Array.from(password).length < MIN_LENGTH) return `A password has at least ${MIN_LENGTH} characters.`
  if (Buffer.byteLength(password) > MAX_BYTES) return `A password has at most ${MAX_BYTES} bytes.`
  common ??= new Set(readFileSync(COMMON, 'utf8').split('\n'))
  if (common.has(password.toLowerCase()) || new Set(password).size < 3) {
    return 'This password is among the first that others would try.'
  }
  return null
}

export interface Passwords {
  /** Whether as many wait as may: whoever asks now is better turned away before any other work. */
  isFull(): boolean
  /** What is to be kept of a password; null while too many wait. */
  hash(password: string): Promise<string | null>
  /**
   * Whether a password is the one that was kept. Without one (null) the answer is no, after the same work: the time does not tell
   * whether an account is there. `busy` while too many wait.
   */
  matches(password: string, kept: string | null): Promise<'yes' | 'no' | 'busy'>
}

/** At once and in waiting: scrypt has half of the cores at most, and nobody waits for more than a few seconds. */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
const WAITING = 32

/** scrypt with a limit on how many run at once, and on how many wait for that, `lower` levels of niceness below this thread. */
export function createPasswords({
  atOnce = AT_ONCE,
  waiting: mostWaiting = WAITING,
  lower = 0,
} = {}): Passwords {
  const scrypt = createScrypt(lower)
  let running = 0
  const waiting: (() => void)[] = []
  const isFull = (): boolean => running >= atOnce && waiting.length >= mostWaiting

  async function inTurn<T>(work: () => Promise<T>): Promise<T | null> {
    if (isFull()) return null
    if (running >= atOnce) {
      // Whoever ends gives its place to the next, so `running` stays.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }

  const derive = (password: string, salt: Uint8Array, { log2, r, p }: typeof COST): Promise<Uint8Array> => {
    const N = 2 ** log2
    // One password can be typed in two ways of spelling its letters in Unicode.
    return scrypt(password.normalize('NFC'), salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r })
  }

  return {
    isFull,
    hash: (password) =>
      inTurn(async () => {
        const salt = randomBytes(SALT_BYTES)
        const hash = await derive(password, salt, COST)
        const { log2, r, p } = COST
        return `scrypt$${log2}$${r}$${p}$${salt.toString('base64url')}$${Buffer.from(hash).toString('base64url')}`
      }),
    async matches(password, kept) {
      if (Buffer.byteLength(password) > MAX_BYTES) return 'no'
      const [, log2, r, p, salt = '', hash] = KEPT.exec(kept ?? '') ?? []
      const cost = hash === undefined ? COST : { log2: Number(log2), r: Number(r), p: Number(p) }
      const derived = await inTurn(() => derive(password, Buffer.from(salt, 'base64url'), cost))
      if (derived === null) return 'busy'
      return hash !== undefined && timingSafeEqual(derived, Buffer.from(hash, 'base64url')) ? 'yes' : 'no'
    },
  }
}
