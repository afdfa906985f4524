// `tzref-data`: later releases have higher versions.
import { expect, test } from 'vitest'
import { versionOf } from '../../../apps/packages/data.ts'

test.each([
  ['2026f', '1.202606.0'],
  ['2026z', '1.202626.0'],
  ['2026za', '1.202627.0'],
  ['2027a', '1.202701.0'],
])('tz release %s is version %s', (release, version) => expect(versionOf(release)).toBe(version))

test('a correction raises the patch, and a tailored release sorts before every other', () => {
  expect(versionOf('2026f', 2)).toBe('1.202606.2')
  expect(versionOf('2026f+held.1')).toBe('1.202606.0-held-1')
})

test.each(['2026', '2026aa', '2026zza', 'f'])('%s has no version', (text) =>
  expect(() => versionOf(text)).toThrow(RangeError),
)
