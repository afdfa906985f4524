// The only file of the pipeline that reads the machine's clock. Builds have no present; only a key's expiry is measured by it.

/** The present instant by this machine's clock. */
export const present = (): Date => new Date()
