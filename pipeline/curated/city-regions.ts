// Countries where people say the state with a city, and states whose name beside a city differs from GeoNames'.

/** Alpha-2 codes of countries where the state is part of an address as people say it: federations with many towns of one name. */
export const STATE_ALWAYS_SAID: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'IN', 'BR', 'MX'])

/** GeoNames' code of a first division → its name beside a city. Needed where GeoNames' name for the division is also the city's. */
export const REGION_OF_DIVISION: ReadonlyMap<string, string> = new Map([
  // "Washington, Washington, D.C." repeats the name.
  ['US.DC', 'District of Columbia'],
])
