// The default address that tells the latest tz release.

/** IANA's address: some ten bytes of text. */
export const LATEST_RELEASE_URL = 'https://data.iana.org/time-zones/tzdb/version'
