// The folding of names by docs/formats/names.md, checked with the examples of that document.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nameKey, nameWords } from '#core/text/name-key.ts'

const rows = readFileSync(new URL('../../../docs/formats/names.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const begin = rows.findIndex(([, name]) => name === 'name')
const examples = rows.slice(
  begin + 2,
  rows.findIndex(([, name]) => name === 'offset'),
)

test('every step has examples', () => expect(examples.length).toBeGreaterThan(15))

test.each(examples.map(([, name = '', words = '']) => [name, words]))('%s is %s', (name, words) => {
  expect(nameWords(name).join('-')).toBe(words)
  expect(nameKey(name)).toBe(words.replaceAll('-', ''))
})
