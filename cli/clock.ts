// The only file that reads the machine's clock; all others are given the time. A build never reads it.

/** Milliseconds since 1970-01-01T00:00:00Z by this machine's clock. */
export const nowMs = (): number => Date.now()
