// Facts about folding: a typed text finds the name in its usual spelling.
import { describe, expect, test } from 'vitest'
import { fold, slugOf } from '#core/text/fold.ts'

describe('slugOf', () => {
  test.each([
    ['Zürich', 'zurich'],
    ['São Paulo', 'sao-paulo'],
    ['N’Djamena', 'ndjamena'],
    ["N'Djamena", 'ndjamena'],
    ['St. John’s', 'st-johns'],
    ['Łódź', 'lodz'],
    ['İstanbul', 'istanbul'],
    ['Iğdır', 'igdir'],
    ['Großräschen', 'grossraschen'],
    ['Ærø', 'aero'],
    ['Þórshöfn', 'thorshofn'],
    ['Bosnia & Herzegovina', 'bosnia-herzegovina'],
    ['Washington, D.C.', 'washington-dc'],
    ['  New   York ', 'new-york'],
    ['東京', ''],
  ])('%s is %s in a URL', (name, slug) => expect(slugOf(name)).toBe(slug))
})

describe('fold', () => {
  test('keeps punctuation, because a literal search may contain it', () => {
    expect(fold('Washington, D.C.')).toBe('washington, d.c.')
    expect(fold('100%_\\')).toBe('100%_\\')
  })
  test('is idempotent', () => {
    for (const name of ['İzmir', 'Đà Nẵng', 'Œuvre', '½ ﬁ', 'ǅ']) {
      expect(fold(fold(name))).toBe(fold(name))
    }
  })
})
