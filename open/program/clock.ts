// Reads the machine's clock for the program; all its other files are given the time. A build asks it only how old an unfinished file is.

/** Milliseconds since 1970-01-01T00:00:00Z by this machine's clock. */
export const nowMs = (): number => Date.now()
