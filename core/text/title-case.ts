// A name → the name as titles have it.

/** Gives each word a capital: "new york state" → "New York State". A letter after a digit or an apostrophe stays small: "4th", "John's". */
export const inTitleCase = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}]|\p{L}['’])\p{L}/gu, (letter) => letter.toUpperCase())
