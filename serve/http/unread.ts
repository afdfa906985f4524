// Limits answers that clients have not read yet, in all and for each account: bytes, long answers, and how slowly a client may read.
import type { Exchange } from './exchange.ts'

/** Bytes that may wait for all clients, and for one account's clients. Above that, requests are refused until something was read. */
const MOST = 96 * 2 ** 20
const MOST_OF_ACCOUNT = 32 * 2 ** 20
/** Long answers that may be under way, from the request until they are read: for all, and for one account. */
const MOST_LONG = 256
const MOST_LONG_OF_ACCOUNT = 100
/** Answers of at least so many bytes count for their account and must be read in time. */
const LARGE = 64 * 2 ** 10
/** A client is disconnected when it reads nothing for so many milliseconds, or too few bytes a second over all. */
export const STALLED_MS = 15_000
const SLOWEST_BYTES_A_SECOND = 50_000

export type Unread = ReturnType<typeof countUnread>

/** The counts of one process. */
export function countUnread() {
  let total = 0
  const ofAccounts = new Map<string, number>()
  let long = 0
  const longOfAccounts = new Map<string, number>()
  /** Piece → number of answers in which it waits. */
  const holders = new Map<Buffer, number>()

  /** Adds an answer to the holders of its pieces (1), or takes it away (−1). */
  function count(pieces: readonly Buffer[], more: 1 | -1): void {
    for (const piece of pieces) {
      const wasHeld = holders.has(piece)
      add(holders, piece, more)
      if (holders.has(piece) !== wasHeld) total += more * piece.length
    }
  }

  return {
    /** Bytes that wait now, for all clients. */
    bytes: () => total,
    /** Long answers that are under way. */
    long: () => long,
    /** Counts a long answer that is about to be made, until its exchange ends. False when too many are under way. */
    admitsLong(exchange: Exchange): boolean {
      const account = exchange.accountId ?? ''
      if (long >= MOST_LONG || (longOfAccounts.get(account) ?? 0) >= MOST_LONG_OF_ACCOUNT) return false
      long++
      add(longOfAccounts, account, 1)
      exchange.holds(() => {
        long--
        add(longOfAccounts, account, -1)
      })
      return true
    },
    isFull: () => total >= MOST,
    isFullFor: (accountId: string) => (ofAccounts.get(accountId) ?? 0) >= MOST_OF_ACCOUNT,
    /**
     * Counts an answer of `bytes` that is about to be written, until its exchange ends. Several answers can share pieces: these are in memory
     * once, and count once for the process, but each time for their accounts. A large answer must be read in time. Otherwise its connection
     * ends, and also when nothing of it goes out for the returned number of milliseconds. Null: the answer is not large.
     */
    hold(exchange: Exchange, bytes: number, pieces: readonly Buffer[] | null): number | null {
      if (pieces === null) total += bytes
      else count(pieces, 1)
      exchange.holds(() => {
        if (pieces === null) total -= bytes
        else count(pieces, -1)
      })
      if (bytes < LARGE) return null
      const { accountId } = exchange
      if (accountId !== null) {
        add(ofAccounts, accountId, bytes)
        exchange.holds(() => add(ofAccounts, accountId, -bytes))
      }
      const { socket } = exchange.request
      const slow = setTimeout(() => socket.destroy(), STALLED_MS + (bytes / SLOWEST_BYTES_A_SECOND) * 1000)
      slow.unref()
      exchange.holds(() => clearTimeout(slow))
      return STALLED_MS
    },
  }
}

/** Adds to the count of a key. A key whose count becomes 0 is removed. */
function add<Key>(counts: Map<Key, number>, key: Key, more: number): void {
  const count = (counts.get(key) ?? 0) + more
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
