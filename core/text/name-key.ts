// A name as people type it → its key in the file of names: without case, accents, "and" and "the"; "St." is "saint".
import { fold } from './fold.ts'

/** Marks for a sound or an elision. They are dropped, so that `N’Djamena`, `N'Djamena` and `NDjamena` are the same. */
const DROPPED = /['’‘ʻʼʽʾʿʹ`´]/gu

/** Short forms of words in names. A name that is only a short form is a code or a letter, and is not changed. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['ft', 'fort'],
  ['mt', 'mount'],
])

/** Whether a word of a name may stand for a short form: `mount` for "Mt.". */
export const isSpeltOut = (word: string): boolean => SPELT_OUT.has(word)
const SPELT_OUT = new Set(SHORT_FORMS.values())

/** Letters of scripts other than Latin: Greek and everything after it in Unicode, except the Latin letters there. */
const OTHER_SCRIPTS = /[\u0370-\u1cff\u1f00-\u1fff\u2e80-\ud7ff\uf900-\ufaff\ufb1d-\ufdff\ufe70-\ufefc]/u

/**
 * Marks that people leave out when they type: accents of Greek and Cyrillic, vowels of Arabic and Hebrew, and the signs over and under alef.
 * In other scripts marks are letters.
 */
const UNWRITTEN = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0655]/gu

/**
 * The words of a name, folded: without case, accents and punctuation. "St." is "saint"; "&", "and" and "the" are left out. Empty if the name
 * has no letter or digit.
 */
export function nameWords(name: string): string[] {
  const spoken = name.replace(DROPPED, '')
  if (OTHER_SCRIPTS.test(spoken)) {
    const folded = spoken.normalize('NFKD').toLowerCase().replace(UNWRITTEN, '').normalize('NFC')
    return folded.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '')
  }
  const words = fold(spoken)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  if (words.length < 2) return words
  return words.filter((word) => word !== 'and' && word !== 'the').map((word) => SHORT_FORMS.get(word) ?? word)
}

/** The key of a name: its words without spaces. Both `St. Kitts & Nevis` and `saint-kitts-and-nevis` give `saintkittsnevis`. */
export const nameKey = (name: string): string => nameWords(name).join('')
