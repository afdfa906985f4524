// Hostile files: every named damage gives its code, none is read out of bounds, none runs for ever.
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import {
  HEADER,
  HEADER_BYTES,
  KIND_SHIFT,
  SECTIONS,
  nodeEntry,
  tileEntry,
  type SectionName,
} from '#core/artifact/boundaries-layout.ts'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { tinyTiles } from '../../support/tiny-boundaries.ts'

/** Changes a copy of the tiny file; header and body sums are made good again, so that only the damage itself can be found. */
function damaged(change: (view: DataView, from: (section: SectionName) => number) => void): Uint8Array {
  const bytes = Uint8Array.from(tinyTiles)
  const view = new DataView(bytes.buffer)
  change(view, (section) => view.getUint32(HEADER.sections + SECTIONS.indexOf(section) * 8, true))
  bytes.set(createHash('sha256').update(bytes.subarray(HEADER_BYTES)).digest(), HEADER.bodySha256)
  view.setUint32(HEADER.headerCrc32, crc32(bytes.subarray(0, HEADER.headerCrc32)), true)
  return bytes
}

const codeOf = (run: () => unknown): string => {
  try {
    run()
    return 'nothing was thrown'
  } catch (error) {
    return error instanceof ArtifactError ? error.code : String(error)
  }
}

const lengthAt = (section: SectionName): number => HEADER.sections + SECTIONS.indexOf(section) * 8 + 4

describe('an ordinary open refuses', () => {
  test.each([
    ['an empty file', () => new Uint8Array(0), 'file-too-short'],
    ['a header that was cut off', () => tinyTiles.subarray(0, 127), 'file-too-short'],
    ['another kind of file', () => damaged((view) => view.setUint8(0, 0x88)), 'not-boundaries'],
    [
      'a file whose line ends were converted',
      () => damaged((view) => view.setUint8(4, 0x0a)),
      'not-boundaries',
    ],
    [
      'a later major version',
      () => damaged((view) => view.setUint16(HEADER.major, 2, true)),
      'format-unknown',
    ],
    ['a file that was cut off', () => tinyTiles.subarray(0, tinyTiles.length - 8), 'file-size'],
    ['a file with something after it', () => Uint8Array.from([...tinyTiles, 0]), 'file-size'],
    [
      'a header of another length',
      () => damaged((view) => view.setUint32(HEADER.headerBytes, 256, true)),
      'header-damaged',
    ],
    [
      'a section past the end',
      () => damaged((view) => view.setUint32(lengthAt('borders'), 0xffff_fff8, true)),
      'section-out-of-range',
    ],
    [
      'a section inside the header',
      () => damaged((view) => view.setUint32(lengthAt('tree') - 4, 8, true)),
      'section-out-of-range',
    ],
    [
      'a section of half a word',
      () => damaged((view) => view.setUint32(lengthAt('tables'), 3, true)),
      'section-out-of-range',
    ],
    [
      'a section at an odd place',
      () => damaged((view) => view.setUint32(lengthAt('tree') - 4, HEADER_BYTES + 4, true)),
      'section-out-of-range',
    ],
    [
      'a release that is no UTF-8',
      () => damaged((view, from) => view.setUint8(from('release'), 0xff)),
      'text-damaged',
    ],
    [
      'more zones than it lists',
      () => damaged((view) => view.setUint32(HEADER.zoneCount, 32, true)),
      'zone-out-of-range',
    ],
    [
      'fewer zones than it lists',
      () => damaged((view) => view.setUint32(HEADER.zoneCount, 30, true)),
      'zone-out-of-range',
    ],
    [
      'a zone id without letters',
      () => damaged((view, from) => view.setUint8(from('zones') + 4, 0)),
      'zone-out-of-range',
    ],
    [
      'a result of an unknown zone',
      () => damaged((view, from) => view.setUint16(from('results') + 2, 31, true)),
      'zone-out-of-range',
    ],
    [
      'a result of no zone',
      () => damaged((view, from) => view.setUint16(from('results'), 0, true)),
      'result-out-of-range',
    ],
    [
      'fewer results than strips',
      () => damaged((view) => view.setUint32(HEADER.resultCount, 24, true)),
      'result-out-of-range',
    ],
    [
      'a result count beyond 16 bits',
      () => damaged((view) => view.setUint32(HEADER.resultCount, 0x10_0000, true)),
      'result-out-of-range',
    ],
    [
      'a zone count of four billion',
      () => damaged((view) => view.setUint32(HEADER.zoneCount, 0xffff_ffff, true)),
      'zone-out-of-range',
    ],
    [
      'a grid finer than the tree holds',
      () => damaged((view) => view.setUint32(HEADER.topShift, 8, true)),
      'node-out-of-range',
    ],
    [
      'a grid of no size',
      () => damaged((view) => view.setUint32(HEADER.topShift, 0, true)),
      'node-out-of-range',
    ],
    [
      'a grid larger than the world',
      () => damaged((view) => view.setUint32(HEADER.topShift, 31, true)),
      'node-out-of-range',
    ],
  ] as const)('%s', (_, bytes, code) => expect(codeOf(() => openBoundaries(bytes()))).toBe(code))

  test('a header in which any one bit is turned', () => {
    for (let bit = 0; bit < HEADER_BYTES * 8; bit += 5) {
      const bytes = Uint8Array.from(tinyTiles)
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit % 8))
      expect(codeOf(() => openBoundaries(bytes))).toMatch(/^(not-boundaries|format-unknown|header-damaged)$/)
    }
  })
})

describe('a question refuses', () => {
  // The first entry of the grid is the tile of the south-west corner of the world.
  const corner = [-180_000_000, -90_000_000] as const
  const withEntry = (entry: number): Uint8Array =>
    damaged((view, from) => view.setUint32(from('tree'), entry, true))
  test.each([
    ['a result that there is none of', 0xfffe, 'result-out-of-range'],
    ['an entry of no kind', 0x1_0000, 'result-out-of-range'],
    ['a node past the end', nodeEntry(1, 0x3ff_ffff), 'node-out-of-range'],
    ['a node that is not divided', nodeEntry(0, 0), 'node-out-of-range'],
    ['a node divided more often than it can be', nodeEntry(15, 0), 'node-out-of-range'],
    ['a narrow tile past the end', tileEntry(false, 0x3fff_ffff), 'tile-out-of-range'],
    ['a wide tile past the end', tileEntry(true, 0x3fff_ffff), 'tile-out-of-range'],
  ] as const)('%s', (_, entry, code) => {
    const boundaries = openBoundaries(withEntry(entry))
    expect(codeOf(() => boundaries.resultAt(...corner))).toBe(code)
    expect(codeOf(() => boundaries.verify())).toBe(code)
  })

  test('a node that is its own child: every step halves the tile, so it ends', () => {
    const boundaries = openBoundaries(withEntry(nodeEntry(1, 0)))
    expect(codeOf(() => boundaries.resultAt(...corner))).toBe('node-out-of-range')
    expect(codeOf(() => boundaries.verify())).toBe('node-out-of-range')
  })

  test('chains that never end, and a table past the end', () => {
    const inTile = (word: number, value: number): Uint8Array =>
      damaged((view, from) => {
        view.setUint32(from('tree'), tileEntry(false, 0), true)
        view.setUint16(from('borders') + word * 2, value, true)
      })
    const endless = damaged((view, from) => {
      view.setUint32(from('tree'), tileEntry(false, 0), true)
      const length = view.getUint32(lengthAt('borders'), true)
      for (let at = 0; at < length; at += 2) view.setUint16(from('borders') + at, 1, true)
    })
    expect(codeOf(() => openBoundaries(endless).resultAt(...corner))).toBe('tile-out-of-range')
    expect(codeOf(() => openBoundaries(inTile(1, 0x8000)).resultAt(...corner))).toBe('tile-out-of-range')
    const noTable = damaged((view, from) => {
      const length = view.getUint32(lengthAt('borders'), true)
      // One chain of one edge, then the end.
      view.setUint32(from('tree'), tileEntry(false, 0), true)
      for (let at = 0; at < Math.min(12, length); at += 2) view.setUint16(from('borders') + at, 0, true)
      view.setUint16(from('borders'), 0xffff, true)
      view.setUint16(from('borders') + 2, 0x8001, true)
    })
    expect(codeOf(() => openBoundaries(noTable).resultAt(...corner))).toBe('table-out-of-range')
  })
})

describe('a full check finds', () => {
  test('any one bit turned after the header', () => {
    for (let at = HEADER_BYTES; at < tinyTiles.length; at += 997) {
      const bytes = Uint8Array.from(tinyTiles)
      bytes[at] = (bytes[at] ?? 0) ^ 0x10
      expect(codeOf(() => openBoundaries(bytes).verify())).not.toBe('nothing was thrown')
    }
  })

  test('whatever is left over or used twice', () => {
    const twice = damaged((view, from) => {
      const tree = from('tree')
      let entry = 0
      for (let at = tree; entry >>> KIND_SHIFT < 2; at += 4) entry = view.getUint32(at, true)
      view.setUint32(tree, entry, true)
    })
    expect(codeOf(() => openBoundaries(twice).verify())).toBe('tile-out-of-range')
  })
})

test('a thousand random files with good sums: answers or an ArtifactError, never anything else', () => {
  const random = seededRandom(20_261_120)
  const start = performance.now()
  for (let round = 0; round < 1000; round++) {
    const bytes = damaged((view, from) => {
      for (let n = 0; n < 1 + random() * 20; n++) {
        const section = random() < 0.5 ? 'tree' : 'borders'
        const length = view.getUint32(lengthAt(section), true)
        view.setUint8(from(section) + Math.floor(random() * length), Math.floor(random() * 256))
      }
    })
    const boundaries = openBoundaries(bytes)
    for (let n = 0; n < 50; n++) {
      const lon = Math.round(random() * 360e6 - 180e6)
      const lat = Math.round(random() * 180e6 - 90e6)
      const code = codeOf(() => boundaries.resultAt(lon, lat))
      expect(code).toMatch(/^(nothing was thrown|[a-z]+-out-of-range)$/)
    }
  }
  expect(performance.now() - start).toBeLessThan(15_000)
})
