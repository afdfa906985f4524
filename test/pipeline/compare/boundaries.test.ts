// Boundaries of two artifacts: a border that moved, told by zone and area.
import { expect, test } from 'vitest'
import { openBoundaries, type Boundaries } from '#core/artifact/boundaries.ts'
import { changedAreas } from '#pipeline/compare/boundaries.ts'
import { compileBoundaries } from '#pipeline/compile/boundaries.ts'
import { parseBoundaryGeoJson } from '#pipeline/parse/boundary-geojson.ts'
import { inChunks, openTiny, tinyGeoJson } from '../../support/tiny-boundaries.ts'

/** The tiny world with a coordinate changed, or a zone renamed. */
async function tinyWith(from: string, to: string): Promise<Boundaries> {
  const text = tinyGeoJson.toString('utf8').replaceAll(from, to)
  expect(text).not.toBe(tinyGeoJson.toString('utf8'))
  const { zones } = await parseBoundaryGeoJson(inChunks(Buffer.from(text), 4096), text.length)
  return openBoundaries(Uint8Array.from(compileBoundaries('tiny-2', zones).bytes))
}

const STEP = 250_000

test('the same boundaries differ in nothing', () => {
  expect(changedAreas(openTiny(), openTiny(), STEP)).toEqual([])
})

test('a zone under another name is one that went and one that came', async () => {
  const changed = changedAreas(openTiny(), await tinyWith('"Europe/Busingen"', '"Europe/Zurich"'), STEP)
  expect(changed.map(({ zone, was, is }) => [zone, was === null, is === null])).toEqual([
    ['Europe/Busingen', false, true],
    ['Europe/Zurich', true, false],
  ])
  const [gone, come] = changed
  expect(come?.is).toBe(gone?.was)
  expect(come?.gained).toBe(gone?.lost)
})
