// docs/formats/boundaries.md compared with the code: header, error codes, and its example byte by byte; and a wide tile.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { HEADER, SECTIONS } from '#core/artifact/boundaries-layout.ts'
import { TREE_OPTIONS } from '#pipeline/compile/quadtree.ts'
import { openTiny, tinyTiles } from '../../support/worlds/tiny-boundaries.ts'

const text = readFileSync(new URL('../../../docs/formats/boundaries.md', import.meta.url), 'utf8')
const header = new DataView(tinyTiles.buffer, tinyTiles.byteOffset, 128)
const place = (name: (typeof SECTIONS)[number]): number =>
  header.getUint32(HEADER.sections + SECTIONS.indexOf(name) * 8, true)

test('every header field is described at its offset, and every section by its name', () => {
  for (const [field, offset] of Object.entries(HEADER)) {
    expect(text).toMatch(new RegExp(`\\|\\s*${offset}\\s*\\|\\s*\\d+\\s*\\|\\s*${field}\\s*\\|`))
  }
  for (const section of SECTIONS) expect(text).toContain(`**${section}**`)
})

test('every error code of the reader is described', () => {
  const source = ['boundaries-parts.ts', 'boundaries-tiles.ts']
    .map((file) => readFileSync(new URL(`../../../core/artifact/${file}`, import.meta.url), 'utf8'))
    .join('')
  const codes = new Set([...source.matchAll(/#damage\(\s*'([\w-]+)'/g)].map(([, code]) => code))
  expect(codes.size).toBeGreaterThan(10)
  for (const code of codes) expect(text).toContain(`\`${code}\``)
})

/** A wide tile with two edges of a coast: from 179° −34° to 178° −34.5° and on to 178° −30°. */
const WIDE_TILE = `
00 00 03 01   head: results from position 0 of tables, 3 vertices, 1 kind of border, no further group
03 00 00 00   edges: from vertex 0 and from vertex 1
00 00 00 00   no line goes on west of the tile
00 7e 0e 00   y of vertex 0:   949760 = -34° + 90° - middle
e0 dc 06 00   y of vertex 1:   449760 = -34.5°
00 87 4b 00   y of vertex 2:  4949760 = -30°
c0 e7 0d 00   x of vertex 0:   911296 = 179°
80 a5 fe ff   x of vertex 1:   -88704 = 178°
80 a5 fe ff   x of vertex 2:   -88704 = 178°
`

test('a wide tile has 32-bit coordinates: the first tile of the tiny world, byte by byte', () => {
  const bytes = WIDE_TILE.split('\n').flatMap((line) =>
    [...line.slice(0, 11).matchAll(/[0-9a-f]{2}/g)].map(([byte]) => Number.parseInt(byte, 16)),
  )
  expect(bytes).toHaveLength(36)
  const from = place('borders')
  expect(bytes).toEqual([...tinyTiles.subarray(from, from + 36)])
  const tiny = openTiny()
  const tile = tiny.tiles().tileAt(358_050_000, 55_550_000)
  expect([tile.west + tile.size / 2, tile.south + tile.size / 2]).toEqual([358_088_704, 55_050_240])
  expect(tile.results).toEqual([[], ['Australia/Lord_Howe']])
  expect(tiny.zonesAt(178_050_000, -34_450_000)).toEqual(['Australia/Lord_Howe'])
  const entry = new DataView(tinyTiles.buffer, tinyTiles.byteOffset).getUint32(
    place('tree') + (52 * 344 + 341) * 4,
    true,
  )
  expect(entry >>> 0).toBe(0xc400_0000)
  const tables = new DataView(tinyTiles.buffer, tinyTiles.byteOffset + place('tables'))
  expect(tables.getUint16(0, true)).toBe(0xffff)
})

test('the walk of the example matches the corpus byte for byte, and ends where it says', () => {
  const file = readFileSync(new URL('../../corpus/artifact/boundaries.tiles', import.meta.url))
  const lines = [...text.matchAll(/^(\d+): ((?:[0-9a-f]{2} )+) /gm)]
  expect(lines).toHaveLength(7 + 12 + 1)
  for (const [, offset = '', shown = ''] of lines) {
    const bytes = Buffer.from(shown.replaceAll(' ', ''), 'hex')
    expect(file.subarray(Number(offset), Number(offset) + bytes.length).toString('hex'), offset).toBe(
      bytes.toString('hex'),
    )
  }
  const of = (section: (typeof SECTIONS)[number]): number =>
    file.readUInt32LE(HEADER.sections + SECTIONS.indexOf(section) * 8)
  expect([of('tables'), of('tree'), of('borders')]).toEqual([816, 872, 1632])
  const boundaries = openBoundaries(Uint8Array.from(file))
  const tile = boundaries.tiles().tileAt(190_011_500, 109_973_000)
  expect([tile.west, tile.south, tile.size]).toEqual([190_005_248, 109_969_408, 2 ** 13])
  expect(tile.results).toEqual([[], ['Etc/Cycle'], ['Etc/UCT'], ['Etc/Cycle', 'Etc/UCT']])
  expect(tile.chains.map(({ vertices }) => vertices.length / 2)).toEqual([4, 3])
  expect(boundaries.zonesAt(10_011_500, 19_973_000)).toEqual(['Etc/Cycle', 'Etc/UCT'])
  expect(boundaries.results.slice(26, 29)).toEqual([['Etc/UCT'], ['Etc/Cycle'], ['Etc/Cycle', 'Etc/UCT']])
})

test('the sizes are given for the format that our files have', () => {
  expect(TREE_OPTIONS.topShift).toBe(20)
  expect(text).toMatch(new RegExp(`at most ${TREE_OPTIONS.maxEdges}\\s+edges in a tile`))
})
