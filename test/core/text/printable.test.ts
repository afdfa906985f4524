// Names that people give: how long they can be, and which characters are refused.
import { expect, test } from 'vitest'
import { isPrintable } from '#core/text/printable.ts'

test('a name is counted in code points, and has no character that breaks or turns the text around it', () => {
  for (const good of ['a', 'Zürich', '東京', 'מפתח', '👩‍💻', '😀'.repeat(60)]) {
    expect([good, isPrintable(good, 60)]).toEqual([good, true])
  }
  for (const bad of ['', ' ', '\n', 'a\u0000', '\u202Aa', 'a\u202E', '\u2069', '\u200E', 'a'.repeat(61)]) {
    expect([bad, isPrintable(bad, 60)]).toEqual([bad, false])
  }
})
