// What manifests, pages and notes say about the origin of boundaries: only what is known. docs/sources.md says how it is known.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { boundaryOrigin } from '#core/artifact/boundaries-credit.ts'

test('it says what is known and unknown about a package, an official file and any other source', () => {
  expect(boundaryOrigin('geo-tz-8.1.9')).toBe(
    'The npm package geo-tz 8.1.9, which does not say which release of timezone-boundary-builder it holds; its project says 2026d, and 9 of its zones were compared with a copy of that release and agree; the others were not compared. Coordinates have six decimals.',
  )
  expect(boundaryOrigin('geo-tz-8.1.8')).toContain('its project says 2026c, and nobody has compared that.')
  expect(boundaryOrigin('geo-tz-99.0.0')).toBe(
    'The npm package geo-tz 99.0.0, which does not say which release of timezone-boundary-builder it holds. Coordinates have six decimals.',
  )
  expect(boundaryOrigin('2026d')).toContain('official file of timezone-boundary-builder 2026d')
  expect(boundaryOrigin('corpus-1')).toContain('nothing else is known')
})

test('docs/sources.md names the same releases for those versions', () => {
  const text = readFileSync(new URL('../../../docs/sources.md', import.meta.url), 'utf8')
  expect(text).toMatch(/2026d data",\s+came\s+out\s+as\s+8\.1\.9/)
  expect(text).toMatch(/2026c\s+data",\s+as\s+8\.1\.8/)
  expect(text).toMatch(/polygons\s+of\s+nine\s+zones\s+agree\s+with\s+a\s+public\s+copy\s+of\s+2026d/)
})
