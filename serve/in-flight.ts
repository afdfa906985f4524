// Counts of the server's current work: its connections count them, its metrics ask for them.

/** The current work. Without open requests all but the last are 0. */
export interface InFlight {
  /** Requests that are being answered. */
  readonly requests: number
  /** Bytes of answers that wait to be read. */
  readonly bytes: number
  /** Long answers that are being made or wait to be read. */
  readonly long: number
  /** Requests that wait to be read. */
  readonly waiting: number
  /** Requests that the lane has read so far. */
  readonly byLane: number
}
