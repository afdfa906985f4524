// What people type or write for a name → the key under which names are kept: one for every spelling that means the same.
import { fold } from './fold.ts'

/** Marks that stand for a sound or an elision: dropped, so that `N’Djamena`, `N'Djamena` and `NDjamena` are one. */
const DROPPED = /['’‘ʻʼʽʾʿʹ`´]/gu

/** Short forms of the words that names begin with or hold. Alone they are codes or letters, and stay. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['ft', 'fort'],
  ['mt', 'mount'],
])

/**
 * The words of a name, folded: without case, accents and punctuation; "St." is "saint", "&" is "and", and "and" and "the" are
 * left out. Empty where no Latin letter or digit is left.
 */
export function nameWords(name: string): string[] {
  const words = fold(name.replace(DROPPED, ''))
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  if (words.length < 2) return words
  return words.filter((word) => word !== 'and' && word !== 'the').map((word) => SHORT_FORMS.get(word) ?? word)
}

/** The key of a name: its words without spaces. `St. Kitts & Nevis` and `saint-kitts-and-nevis` are both `saintkittsnevis`. */
export const nameKey = (name: string): string => nameWords(name).join('')
