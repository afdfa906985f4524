// Where it is said which tz release is the latest.

/** IANA's: some ten bytes of text. */
export const LATEST_RELEASE_URL = 'https://data.iana.org/time-zones/tzdb/version'
