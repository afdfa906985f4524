// Words that always mean one zone in /convert, even if a standard or a city has the name too.

/** Folded word → identifier. */
export const SHORTHANDS: ReadonlyMap<string, string> = new Map([
  ['utc', 'UTC'],
  ['uct', 'UTC'],
  ['z', 'UTC'],
  ['zulu', 'UTC'],
  ['universal', 'UTC'],
  ['gmt', 'Etc/GMT'],
  ['greenwich', 'Etc/GMT'],
])

/** No city can have one of these as its bare slug, because /convert could never reach it. */
export const SHORTHAND_WORDS: readonly string[] = [...SHORTHANDS.keys()]
