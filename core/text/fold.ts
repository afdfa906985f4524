// Names folded to the two forms by which they are found: one to search and sort by, one to put into a URL.

/** Letters that NFKD does not take apart, as the ASCII that people type for them. */
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
/** Marks that stand for a sound or an elision, or shorten a word: dropped, so that `N’Djamena` and `N'Djamena` are one. */
const DROPPED = /['’‘ʻʼʽʿʾ`´.]/gu

/** Case- and accent-folded text: what `q` is compared with and names are sorted by. Never depends on a locale. */
export function fold(text: string): string {
  // Most names have nothing to fold but their case.
  if (isAscii(text)) return text.toLowerCase()
  // Lower case first and after: İ gives "i" and a mark, and a few capitals appear only once NFKD has taken a sign apart.
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(letterPattern, (letter) => LETTERS[letter] ?? letter)
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false
  return true
}

/** The URL form of a name: `São Paulo` is `sao-paulo`, `Zürich` is `zurich`. Empty when no ASCII letter or digit is left. */
export function slugOf(name: string): string {
  return fold(name.replace(DROPPED, ''))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
