// Answers that clients have not read yet: how much of them waits in memory, for the process and for each account.
import type { Exchange } from './exchange.ts'

/** Bytes that may wait for all clients, and for those of one account. What is over is refused until something was read. */
const MOST = 96 * 2 ** 20
const MOST_OF_ACCOUNT = 32 * 2 ** 20
/** Answers of at least so many bytes are counted for their account, and have to be read in time. */
const LARGE = 64 * 2 ** 10
/** A client that takes nothing for this long, or less than so much a second on the whole, is let go. */
const STALLED_MS = 15_000
const SLOWEST_BYTES_A_SECOND = 50_000

export interface Unread {
  readonly isFull: () => boolean
  readonly isFullFor: (accountId: string) => boolean
  /** Counts an answer of so many bytes that is about to be written, until its response closes. */
  readonly hold: (exchange: Exchange, bytes: number) => void
}

/** Counts for one process. */
export function countUnread(): Unread {
  let total = 0
  const ofAccounts = new Map<string, number>()

  return {
    isFull: () => total >= MOST,
    isFullFor: (accountId) => (ofAccounts.get(accountId) ?? 0) >= MOST_OF_ACCOUNT,
    hold({ response, accountId }, bytes) {
      total += bytes
      if (bytes < LARGE) {
        response.once('close', () => (total -= bytes))
        return
      }
      if (accountId !== null) ofAccounts.set(accountId, (ofAccounts.get(accountId) ?? 0) + bytes)
      const letGo = (): void => void response.socket?.destroy()
      response.setTimeout(STALLED_MS, letGo)
      const slow = setTimeout(letGo, STALLED_MS + (bytes / SLOWEST_BYTES_A_SECOND) * 1000)
      slow.unref()
      response.once('close', () => {
        clearTimeout(slow)
        total -= bytes
        if (accountId === null) return
        const left = (ofAccounts.get(accountId) ?? 0) - bytes
        if (left > 0) ofAccounts.set(accountId, left)
        else ofAccounts.delete(accountId)
      })
    },
  }
}
