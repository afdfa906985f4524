// Passwords: which are allowed, how they are stored and checked, how many at once, and who waits: known clients before strangers.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createScrypt } from './scrypt.ts'

/** Least characters, and most bytes: longer ones would only cost more work. */
const MIN_LENGTH = 10
const MAX_BYTES = 1024

/** 2^15 × 8 × 128 bytes: 32 MiB and some 80 ms of one core for each guess. */
const COST = { log2: 15, r: 8, p: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const STORED = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/

/**
 * Passwords of ten and more characters that an attacker tries first, in lower case. Written by hand, from the passwords with which such
 * lists begin.
 */
const COMMON = new URL('common-passwords.txt', import.meta.url)
let common: ReadonlySet<string> | undefined

/** The fault of a password, as a sentence for the person who chose it. Null for a good one. */
export function passwordFault(password: string): string | null {
  if (Array.from(password).length < MIN_LENGTH) return `A password has at least ${MIN_LENGTH} characters.`
  if (Buffer.byteLength(password) > MAX_BYTES) return `A password has at most ${MAX_BYTES} bytes.`
  common ??= new Set(readFileSync(COMMON, 'utf8').split('\n'))
  if (common.has(password.toLowerCase()) || new Set(password).size < 3) {
    return 'This password is too common.'
  }
  return null
}

/** The client that waits for a password to be hashed or checked. */
export interface Asker {
  /** Whether the client is known: from a device that signed in before, signed in now, or with a valid mailed link. */
  readonly isKnown: boolean
  /** The widest network that is counted as one. */
  readonly network: string
  /** Registers a function that is called as soon as the client no longer waits for the answer. */
  readonly onGone: (leave: () => void) => void
}

/** A person at this machine. */
export const AT_HAND: Asker = { isKnown: true, network: '', onGone: () => undefined }

/** Passwords in work at once. scrypt uses at most half of the cores, and a client waits at most a few seconds. */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
/** Most strangers that may wait, and most known clients that may wait. */
const WAITING = 16
/** Most waiting clients of one network in each line, known or not. */
const OF_ONE_NETWORK = 4
/** After so many known clients in a row comes a stranger, if one waits. */
const KNOWN_IN_A_ROW = 3

interface Waiting {
  readonly network: string
  /** False: the client left. */
  readonly begin: (isWaitedFor: boolean) => void
}

export type Passwords = ReturnType<typeof createPasswords>

/**
 * scrypt with a limit on how many run at once and how many wait, `lower` levels of niceness below this thread. Strangers and known clients
 * wait in two lines, and known clients go first. `log2` is the cost of new passwords.
 */
export function createPasswords({
  atOnce = AT_ONCE,
  waiting: places = WAITING,
  ofOneNetwork = OF_ONE_NETWORK,
  lower = 0,
  log2: newLog2 = COST.log2,
} = {}) {
  const scrypt = createScrypt(lower)
  let running = 0
  let knownInARow = 0
  const lines: Record<'known' | 'strangers', Waiting[]> = { known: [], strangers: [] }
  const lineOf = ({ isKnown }: Asker): Waiting[] => (isKnown ? lines.known : lines.strangers)

  /** Whether there is no room for this client. It is better to refuse it before any other work. */
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

  /** Resolves with true when it is this client's turn. Resolves with false, and frees its place, when the client leaves before. */
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
      // A finished one passes its place to the next, so `running` stays the same.
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
    // Unicode can spell one typed password in two forms.
    return scrypt(password.normalize('NFC'), salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r })
  }

  return {
    /** Number of passwords that are being worked on or wait. */
    underWay: (): number => running + lines.known.length + lines.strangers.length,
    isFull,
    /** The stored form of a password. Null when there is no room, and when the client left before its turn. */
    hash: (password: string, asker: Asker): Promise<string | null> =>
      inTurn(asker, async () => {
        const salt = randomBytes(SALT_BYTES)
        const { r, p } = COST
        const hash = await derive(password, salt, { log2: newLog2, r, p })
        return `scrypt$${newLog2}$${r}$${p}$${salt.toString('base64url')}$${Buffer.from(hash).toString('base64url')}`
      }),
    /**
     * Whether a password matches the stored one. Without a stored one (null) the answer is no, after the same work, so that the time does not
     * show whether an account exists. `busy`: there is no room, or the client left before its turn.
     */
    async matches(password: string, stored: string | null, asker: Asker): Promise<'yes' | 'no' | 'busy'> {
      if (Buffer.byteLength(password) > MAX_BYTES) return 'no'
      const [, log2, r, p, salt = '', hash] = STORED.exec(stored ?? '') ?? []
      const cost =
        hash === undefined ? { ...COST, log2: newLog2 } : { log2: Number(log2), r: Number(r), p: Number(p) }
      const derived = await inTurn(asker, () => derive(password, Buffer.from(salt, 'base64url'), cost))
      if (derived === null) return 'busy'
      return hash !== undefined && timingSafeEqual(derived, Buffer.from(hash, 'base64url')) ? 'yes' : 'no'
    },
  }
}
