// Former slugs of cities, each with the slug of the same place now. A slug never moves to another place.
import rows from './former-slugs.json' with { type: 'json' }

/** Former slug → present one. They are from before the registry was frozen, or of cities that became parts of others. */
export const FORMER_SLUGS: ReadonlyMap<string, string> = new Map(Object.entries(rows))
