// What of a server is under way: asked by its metrics, counted by its connections.

/** What is under way. All of it but the last is nothing when nobody asks. */
export interface InFlight {
  /** Requests that are being answered. */
  readonly requests: number
  /** Bytes of answers that wait to be read. */
  readonly bytes: number
  /** Long answers that are made or wait to be read. */
  readonly long: number
  /** Requests that wait to be read. */
  readonly waiting: number
  /** Requests that the lane has read so far. */
  readonly byLane: number
}
