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

/** Who waits for a password to be worked on. */
export interface Asker {
  /** A device that signed in before, somebody who is signed in, or who has a mailed link that counts. */
  readonly isKnown: boolean
  /** The widest network that is counted as one. */
  readonly network: string
  /** Has something done as soon as nobody waits for the answer any more. */
  readonly onGone: (leave: () => void) => void
}

/** Somebody at this machine. */
export const AT_HAND: Asker = { isKnown: true, network: '', onGone: () => undefined }

export interface Passwords {
  /** How many are worked on or wait. */
  readonly underWay: () => number
  /** Whether there is no place for this one: better turned away before any other work. */
  isFull(asker: Asker): boolean
  /** What is to be kept of a password; null while there is no place, and where whoever asked has gone before it was their turn. */
  hash(password: string, asker: Asker): Promise<string | null>
  /**
   * Whether a password is the one that was kept. Without one (null) the answer is no, after the same work: the time does not tell
   * whether an account is there. `busy` while there is no place, and where whoever asked has gone before it was their turn.
   */
  matches(password: string, kept: string | null, asker: Asker): Promise<'yes' | 'no' | 'busy'>
}

/** At once and in waiting: scrypt has half of the cores at most, and nobody waits for more than a few seconds. */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
/** Places for strangers, and as many more for who is known. */
const WAITING = 16
/** Of which one network has so many at most, known or not. */
const OF_ONE_NETWORK = 4
/** After so many in a row who are known comes a stranger, if one waits. */
const KNOWN_IN_A_ROW = 3

interface Waiting {
  readonly network: string
  /** False: whoever asked has gone. */
  readonly begin: (isWaitedFor: boolean) => void
}

/**
 * scrypt with a limit on how many run at once, and on how many wait for that, `lower` levels of niceness below this thread. Strangers
 * and who is known wait in two lines, and the second goes first. `log2` is the cost of new passwords.
 */
export function createPasswords({
  atOnce = AT_ONCE,
  waiting: places = WAITING,
  ofOneNetwork = OF_ONE_NETWORK,
  lower = 0,
  log2: newLog2 = COST.log2,
} = {}): Passwords {
  const scrypt = createScrypt(lower)
  let running = 0
  let knownInARow = 0
  const lines: Record<'known' | 'strangers', Waiting[]> = { known: [], strangers: [] }
  const lineOf = ({ isKnown }: Asker): Waiting[] => (isKnown ? lines.known : lines.strangers)

  function isFull(asker: Asker): boolean {
    if (running < atOnce) return false
    const line = lineOf(asker)
    return (
      line.length >= places ||
      (asker !== AT_HAND && line.filter(({ network }) => network === asker.network).length >= ofOneNetwork)
    )
  }

  function next(): Waiting | undefined {
    const isStrangersTurn = knownInARow >= KNOWN_IN_A_ROW && lines.strangers.length > 0
    const known = isStrangersTurn ? undefined : lines.known.shift()
    knownInARow = known === undefined ? 0 : knownInARow + 1
    return known ?? lines.strangers.shift()
  }

  /** Resolves with true when it is this one's turn; with false, and its place is free, where whoever asked goes before. */
  const begins = (asker: Asker): Promise<boolean> =>
    new Promise((begin) => {
      const line = lineOf(asker)
      const waiting = { network: asker.network, begin }
      line.push(waiting)
      asker.onGone(() => {
        const index = line.indexOf(waiting)
        if (index < 0) return
        line.splice(index, 1)
        begin(false)
      })
    })

  async function inTurn<T>(asker: Asker, work: () => Promise<T>): Promise<T | null> {
    if (isFull(asker)) return null
    if (running >= atOnce) {
      // Whoever ends gives its place to the next, so `running` stays.
      if (!(await begins(asker))) return null
    } else running++
    try {
      return await work()
    } finally {
      const following = next()
      if (following === undefined) running--
      else following.begin(true)
    }
  }

  const derive = (password: string, salt: Uint8Array, { log2, r, p }: typeof COST): Promise<Uint8Array> => {
    const N = 2 ** log2
    // One password can be typed in two ways of spelling its letters in Unicode.
    return scrypt(password.normalize('NFC'), salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r })
  }

  return {
    underWay: () => running + lines.known.length + lines.strangers.length,
    isFull,
    hash: (password, asker) =>
      inTurn(asker, async () => {
        const salt = randomBytes(SALT_BYTES)
        const { r, p } = COST
        const hash = await derive(password, salt, { log2: newLog2, r, p })
        return `scrypt$${newLog2}$${r}$${p}$${salt.toString('base64url')}$${Buffer.from(hash).toString('base64url')}`
      }),
    async matches(password, kept, asker) {
      if (Buffer.byteLength(password) > MAX_BYTES) return 'no'
      const [, log2, r, p, salt = '', hash] = KEPT.exec(kept ?? '') ?? []
      const cost =
        hash === undefined ? { ...COST, log2: newLog2 } : { log2: Number(log2), r: Number(r), p: Number(p) }
      const derived = await inTurn(asker, () => derive(password, Buffer.from(salt, 'base64url'), cost))
      if (derived === null) return 'busy'
      return hash !== undefined && timingSafeEqual(derived, Buffer.from(hash, 'base64url')) ? 'yes' : 'no'
    },
  }
}
