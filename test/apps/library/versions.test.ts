// The version and tag of a package, from the versions that are already published.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { versionOf } from '../../../apps/packages/data.ts'
import { byNumber, publishedPatch, tagFor } from '../../../apps/packages/versions.ts'

test('a correction follows the newest patch of the same release, format and tailoring', () => {
  const published = [
    '1.202605.0',
    '1.202606.0',
    '1.202606.9',
    '1.202606.10',
    '2.202606.12',
    '1.202606.30-held-1',
  ]
  expect(publishedPatch('1.202606.0', published)).toBe(10)
  expect(publishedPatch('1.202605.0', published)).toBe(0)
  expect(publishedPatch('1.202606.0-held-1', published)).toBe(30)
  expect(publishedPatch('1.202607.0', published)).toBeNull()
  expect(publishedPatch('1.202607.0', [])).toBeNull()
})

test.each([
  ['1.202606.0', [], 'latest'],
  ['1.202701.0', ['1.202626.3', '1.202606.0'], 'latest'],
  ['1.202606.10', ['1.202606.9'], 'latest'],
  // A correction of an older release does not change what people install: that stays the newest release.
  ['1.202605.1', ['1.202605.0', '1.202606.0'], 'older'],
  // Readers of an old format keep getting releases, and readers of the new format are not sent back.
  ['1.202802.0', ['2.202801.0'], 'older'],
  ['2.202801.0', ['1.202802.0'], 'latest'],
  ['1.202606.0-held-1', ['1.202605.0'], 'tailored'],
  ['1.202606.0', ['1.202607.0-held-1'], 'latest'],
] as const)('%s beside %j is %s', (version, published, tag) => expect(tagFor(version, published)).toBe(tag))

test('releases sort by time, also over the end of a year and after the letter z', () => {
  const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz')
  const letters = [...alphabet, ...alphabet.map((letter) => `z${letter}`)]
  const place = fc.tuple(
    fc.integer({ min: 1993, max: 9999 }),
    fc.nat({ max: letters.length - 1 }),
    fc.nat({ max: 9999 }),
  )
  fc.assert(
    fc.property(place, place, (one, other) => {
      const [a, b] = [one, other].map(([year, letter, patch]) =>
        versionOf(`${year}${letters[letter]}`, patch),
      )
      const i = one.findIndex((part, at) => part !== other[at])
      const expected = i < 0 ? 0 : Math.sign((one[i] ?? 0) - (other[i] ?? 0))
      expect(Math.sign(byNumber(a ?? '', b ?? ''))).toBe(expected)
    }),
  )
})
