// Where people say the state or province with a city, and what they call it where GeoNames writes it otherwise.

/** Alpha-2 codes of countries where the state belongs to an address as people say it: federations with many towns of one name. */
export const STATE_ALWAYS_SAID: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'IN', 'BR', 'MX'])

/** GeoNames' code of a first division → its name beside a city, where GeoNames' is that of the city. */
export const REGION_OF_DIVISION: ReadonlyMap<string, string> = new Map([
  // "Washington, Washington, D.C." says it twice.
  ['US.DC', 'District of Columbia'],
])
