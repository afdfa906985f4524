// Answers that clients have not read yet: how much of them waits in memory, for the process and for each account.
import type { Exchange } from './exchange.ts'

/** Bytes that may wait for all clients, and for those of one account. What is over is refused until something was read. */
const MOST = 96 * 2 ** 20
const MOST_OF_ACCOUNT = 32 * 2 ** 20
/** Long answers that may be under way, from when they are asked for until they are read: for all, and for one account. */
const MOST_LONG = 256
const MOST_LONG_OF_ACCOUNT = 100
/** Answers of at least so many bytes are counted for their account, and have to be read in time. */
const LARGE = 64 * 2 ** 10
/** A client that takes nothing for this long, or less than so much a second on the whole, is let go. */
const STALLED_MS = 15_000
const SLOWEST_BYTES_A_SECOND = 50_000

export interface Unread {
  /** Bytes that wait now, for all clients. */
  readonly bytes: () => number
  /** Counts a long answer that is about to be made, until its response closes; false where too many are under way. */
  readonly admitsLong: (exchange: Exchange) => boolean
  readonly isFull: () => boolean
  readonly isFullFor: (accountId: string) => boolean
  /**
   * Counts an answer of so many bytes that is about to be written, until its response closes. Pieces that several answers have in
   * common are in memory once, and are counted once for the process; for their accounts they are counted each time.
   */
  readonly hold: (exchange: Exchange, bytes: number, pieces: readonly Buffer[] | null) => void
}

/** Counts for one process. */
export function countUnread(): Unread {
  let total = 0
  const ofAccounts = new Map<string, number>()
  let long = 0
  const longOfAccounts = new Map<string, number>()
  /** In how many answers a piece waits. */
  const holders = new Map<Buffer, number>()

  function count(pieces: readonly Buffer[]): void {
    for (const piece of pieces) {
      const others = holders.get(piece) ?? 0
      if (others === 0) total += piece.length
      holders.set(piece, others + 1)
    }
  }
  function discount(pieces: readonly Buffer[]): void {
    for (const piece of pieces) {
      const others = (holders.get(piece) ?? 1) - 1
      if (others > 0) holders.set(piece, others)
      else {
        holders.delete(piece)
        total -= piece.length
      }
    }
  }

  return {
    bytes: () => total,
    admitsLong({ response, accountId }) {
      // By the lane come no long ones. Whoever has gone already takes nothing.
      if ('isLane' in response || response.destroyed) return true
      const account = accountId ?? ''
      const ofAccount = longOfAccounts.get(account) ?? 0
      if (long >= MOST_LONG || ofAccount >= MOST_LONG_OF_ACCOUNT) return false
      long++
      longOfAccounts.set(account, ofAccount + 1)
      response.once('close', () => {
        long--
        const left = (longOfAccounts.get(account) ?? 1) - 1
        if (left > 0) longOfAccounts.set(account, left)
        else longOfAccounts.delete(account)
      })
      return true
    },
    isFull: () => total >= MOST,
    isFullFor: (accountId) => (ofAccounts.get(accountId) ?? 0) >= MOST_OF_ACCOUNT,
    hold({ response, accountId }, bytes, pieces) {
      // By the lane, one short answer is on its way on a connection at most.
      if ('isLane' in response) return
      if (pieces === null) total += bytes
      else count(pieces)
      response.once('close', () => {
        if (pieces === null) total -= bytes
        else discount(pieces)
      })
      if (bytes < LARGE) return
      if (accountId !== null) ofAccounts.set(accountId, (ofAccounts.get(accountId) ?? 0) + bytes)
      const letGo = (): void => void response.socket?.destroy()
      response.setTimeout(STALLED_MS, letGo)
      const slow = setTimeout(letGo, STALLED_MS + (bytes / SLOWEST_BYTES_A_SECOND) * 1000)
      slow.unref()
      response.once('close', () => {
        clearTimeout(slow)
        if (accountId === null) return
        const left = (ofAccounts.get(accountId) ?? 0) - bytes
        if (left > 0) ofAccounts.set(accountId, left)
        else ofAccounts.delete(accountId)
      })
    },
  }
}
