// Words that always mean one zone in /convert, although a standard or a city may have the name too.

/** Word, folded → identifier. */
export const SHORTHANDS: ReadonlyMap<string, string> = new Map([
  ['utc', 'UTC'],
  ['uct', 'UTC'],
  ['z', 'UTC'],
  ['zulu', 'UTC'],
  ['universal', 'UTC'],
  ['gmt', 'Etc/GMT'],
  ['greenwich', 'Etc/GMT'],
])

/** No city can have one of these for its bare slug, or /convert could never reach it. */
export const SHORTHAND_WORDS: readonly string[] = [...SHORTHANDS.keys()]
