// Names as they are written in titles.

/** Each word with a capital: "new york state" → "New York State". A letter behind a digit stays small: "4th". */
export const inTitleCase = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase())
