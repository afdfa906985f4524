// `tzref-data`: later releases are later versions.
import { expect, test } from 'vitest'
import { versionOf } from '../../package/make/data.ts'

test.each([
  ['2026f', '2026.6.0'],
  ['2026z', '2026.26.0'],
  ['2026za', '2026.677.0'],
  ['2027a', '2027.1.0'],
])('tz release %s is version %s', (release, version) => expect(versionOf(release)).toBe(version))

test('what is no release has no version', () => expect(() => versionOf('2026')).toThrow(RangeError))
