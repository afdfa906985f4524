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

/**
 * Letters that mean a standard or its daylight twin, by the season: never a code of either, and three of them are
 * countries too (Ethiopia, Malta, Portugal). They are asked about, not guessed.
 */
export const GENERIC_CODES: ReadonlyMap<string, readonly string[]> = new Map([
  ['et', ['eastern-standard-time', 'eastern-daylight-time']],
  ['ct', ['central-standard-time', 'central-daylight-time']],
  ['mt', ['mountain-standard-time', 'mountain-daylight-time']],
  ['pt', ['pacific-standard-time', 'pacific-daylight-time']],
])
