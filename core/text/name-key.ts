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

/** Letters of other scripts than the Latin one: Greek and all that follow in Unicode, save the Latin ones among them. */
const OTHER_SCRIPTS = /[\u0370-\u1cff\u1f00-\u1fff\u2e80-\ud7ff\uf900-\ufaff\ufb1d-\ufdff\ufe70-\ufefc]/u

/** Marks that are left out of what is typed: accents of Greek and Cyrillic, vowels of Arabic and Hebrew, and the signs over and under alef. Those of other scripts are letters. */
const UNWRITTEN = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0655]/gu

/**
 * The words of a name, folded: without case, accents and punctuation; "St." is "saint", "&" is "and", and "and" and "the" are
 * left out. Empty where no letter or digit is left.
 */
export function nameWords(name: string): string[] {
  if (OTHER_SCRIPTS.test(name)) {
    const folded = name.normalize('NFKD').toLowerCase().replace(UNWRITTEN, '').normalize('NFC')
    return folded.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '')
  }
  const words = fold(name.replace(DROPPED, ''))
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  if (words.length < 2) return words
  return words.filter((word) => word !== 'and' && word !== 'the').map((word) => SHORT_FORMS.get(word) ?? word)
}

/** The key of a name: its words without spaces. `St. Kitts & Nevis` and `saint-kitts-and-nevis` are both `saintkittsnevis`. */
export const nameKey = (name: string): string => nameWords(name).join('')
