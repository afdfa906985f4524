// A name → its two folded forms (Łódź → lodz): one to search and sort by, one to put into a URL.

/** Letters that NFKD does not split, and the ASCII that people type for them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  ħ: 'h',
  ə: 'a',
  ŋ: 'ng',
  ŧ: 't',
  ĸ: 'k',
  ƙ: 'k',
  ɓ: 'b',
  ɗ: 'd',
  ƴ: 'y',
  ɛ: 'e',
  ɔ: 'o',
  ɩ: 'i',
  ɣ: 'g',
  ʋ: 'v',
  ƒ: 'f',
  ɖ: 'd',
  ɨ: 'i',
  ʉ: 'u',
  ǝ: 'e',
}
const letterPattern = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')
/** Marks for a sound, an elision or a shortened word. They are dropped, so that `N’Djamena` and `N'Djamena` are the same. */
const DROPPED = /['’‘ʻʼʽʿʾ`´.]/gu

/** Text without case and accents. `q` is compared with it and names are sorted by it. It never depends on a locale. */
export function fold(text: string): string {
  // Most names need only lower case.
  if (isAscii(text)) return text.toLowerCase()
  // Lower case comes first and last: İ gives "i" and a mark, and a few capitals appear only after NFKD.
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(letterPattern, (letter) => LETTERS[letter] ?? letter)
}

/** An identifier in lower case. A text with letters beyond ASCII is none and stays as it is: the Kelvin sign in lower case would be a `k`. */
export const lowerAscii = (text: string): string => (isAscii(text) ? text.toLowerCase() : text)

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false
  return true
}

/** A name as part of a URL: `São Paulo` is `sao-paulo`, `Zürich` is `zurich`. Empty if no ASCII letter or digit is left. */
export function slugOf(name: string): string {
  return fold(name.replace(DROPPED, ''))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
