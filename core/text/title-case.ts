// A name → the name as titles have it.

/** Gives each word a capital: "new york state" → "New York State". A letter after a digit stays small: "4th". */
export const inTitleCase = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase())
