// The only file of the pipeline that reads the machine's clock. Builds never read it; it only decides whether a key has expired.

/** Returns the present instant by this machine's clock. */
export const present = (): Date => new Date()
