// How texts are divided: no letter of a text is dropped, and the ways to divide the worst text are few.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divisionsOf, MOST_PIECES, MOST_WORDS, type Division } from '#core/ask/segments.ts'

const shown = ({ head, others, isTurned }: Division): string => {
  const parts = others.map(({ text }) => text)
  return (isTurned ? [...parts, `*${head}`] : [`*${head}`, ...parts]).join(' | ')
}

test.each([
  ['Portland, OR', ['*Portland | OR', 'Portland | *OR']],
  ['Paris, Lamar, Texas', ['*Paris, Lamar | Texas', '*Paris | Lamar | Texas']],
  ['Rome, GA, GA', ['*Rome, GA | GA', '*Rome | GA | GA']],
  ['London/UK', ['*London | UK']],
  ['2/3/4', []],
  ['LHR - London', ['*LHR | London', 'LHR | *London']],
  ['Austin TX, USA', ['*Austin TX | USA', '*Austin | TX | USA', 'Austin TX | *USA']],
  [
    'Perth WA Oz',
    ['*Perth WA | Oz', '*Perth | WA Oz', 'Perth WA | *Oz', 'Perth | *WA Oz', '*Perth | WA | Oz'],
  ],
  ['Newcastle (NSW), Australia', ['*Newcastle (NSW) | Australia', '*Newcastle | NSW | Australia']],
  ['広東省深圳市', ['*深圳市 | 広東省']],
])('%s is divided at marks before blanks, the longest name first', (text, divisions) => {
  expect(Array.from(divisionsOf(text), shown)).toEqual(divisions)
})

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Words and marks in any order, as long as a token may be. */
const texts = fc
  .array(fc.constantFrom('to', 'St', 'Paris', '東京省', ' ', ' ', ',', ';', '(', ')', '/', ' - ', '-', '|'), {
    maxLength: 150,
  })
  .map((words) => words.join('').slice(0, 300))

test('no letter of a text is in no part, and none is in two', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const letters = Array.from(lettersOf(text)).toSorted().join('')
      for (const { head, others } of divisionsOf(text)) {
        const parts = [head, ...others.map((part) => part.text)].map(lettersOf)
        expect(Array.from(parts.join('')).toSorted().join('')).toBe(letters)
      }
    }),
  )
})

/** One piece is divided at a blank, and what stands before a comma is joined to the head. */
const MOST = MOST_PIECES * (MOST_WORDS - 1) + MOST_PIECES

test('a text has at most as many divisions as its pieces have blanks and marks', () => {
  const piece = 'to '.repeat(MOST_WORDS).trim()
  const counts = [Array.from({ length: MOST_PIECES }, () => piece).join(','), piece, 'to '.repeat(100)].map(
    (text) => [...divisionsOf(text)].length,
  )
  expect(counts[0]).toBeGreaterThan(40)
  for (const count of counts) expect(count).toBeLessThanOrEqual(MOST)
  fc.assert(
    fc.property(texts, (text) => {
      expect([...divisionsOf(text)].length).toBeLessThanOrEqual(MOST)
    }),
  )
})
