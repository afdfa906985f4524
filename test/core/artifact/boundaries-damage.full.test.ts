// Damaged files: every named damage gives its code, no read is outside the file, and no check runs for ever.
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import {
  BOUNDARIES_MAJOR,
  COUNT_SHIFT,
  HEADER,
  HEADER_BYTES,
  KIND,
  KIND_SHIFT,
  POSITION_MASK,
  SECTIONS,
  nodeEntry,
  tileEntry,
  type SectionName,
} from '#core/artifact/boundaries-layout.ts'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { compileBoundaries } from '#pipeline/compile/boundary-tiles.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'
import { tinyTiles } from '../../support/worlds/tiny-boundaries.ts'

/** Changes a copy of the tiny file, then corrects the checksums of header and body, so that only the damage itself can be found. */
function damaged(
  change: (view: DataView, from: (section: SectionName) => number) => void,
  whole: Uint8Array = tinyTiles,
): Uint8Array {
  const bytes = Uint8Array.from(whole)
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
      'an earlier major version',
      () => damaged((view) => view.setUint16(HEADER.major, BOUNDARIES_MAJOR - 1, true)),
      'format-unknown',
    ],
    [
      'a later major version',
      () => damaged((view) => view.setUint16(HEADER.major, BOUNDARIES_MAJOR + 1, true)),
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
      'a release that is not UTF-8',
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

  test('a header with any fifth bit flipped', () => {
    for (let bit = 0; bit < HEADER_BYTES * 8; bit += 5) {
      const bytes = Uint8Array.from(tinyTiles)
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit % 8))
      expect(codeOf(() => openBoundaries(bytes))).toMatch(/^(not-boundaries|format-unknown|header-damaged)$/)
    }
  })
})

describe('a question refuses', () => {
  // The first entry of the grid is the tile in the south-west corner of the world.
  const corner = [-180_000_000, -90_000_000] as const
  const withEntry = (entry: number): Uint8Array =>
    damaged((view, from) => view.setUint32(from('tree'), entry, true))
  test.each([
    ['a result that does not exist', 0xfffe, 'result-out-of-range'],
    ['an entry of no kind', 0x1_0000, 'result-out-of-range'],
    ['a node past the end', nodeEntry(1, 0x3ff_ffff), 'node-out-of-range'],
    ['a node that is not divided', nodeEntry(0, 0), 'node-out-of-range'],
    ['a node divided more often than it can be', nodeEntry(15, 0), 'node-out-of-range'],
    ['a narrow tile past the end', tileEntry(false, 1, 0x3ff_ffff), 'tile-out-of-range'],
    ['a wide tile past the end', tileEntry(true, 15, 0x3ff_ffff), 'tile-out-of-range'],
  ] as const)('%s', (_, entry, code) => {
    const boundaries = openBoundaries(withEntry(entry))
    expect(codeOf(() => boundaries.resultAt(...corner))).toBe(code)
    expect(codeOf(() => boundaries.verify())).toBe(code)
  })

  test('a node that is its own child: the walk ends, because every step halves the tile', () => {
    const boundaries = openBoundaries(withEntry(nodeEntry(1, 0)))
    expect(codeOf(() => boundaries.resultAt(...corner))).toBe('node-out-of-range')
    expect(codeOf(() => boundaries.verify())).toBe('node-out-of-range')
  })

  /** A file whose first tile begins with these words. `isWide`: the tile is wide, not narrow. */
  const withTile = (isWide: boolean, blocks: number, words: readonly number[]): Uint8Array =>
    damaged((view, from) => {
      view.setUint32(from('tree'), tileEntry(isWide, blocks, 0), true)
      words.forEach((word, i) => view.setUint32(from('borders') + i * 4, word >>> 0, true))
    })
  const head = (table: number, vertices: number, bits: number): number =>
    table | (vertices << 16) | (bits << 24)
  test.each([
    ['a tile without vertices', withTile(false, 1, [head(0, 0, 1)]), 'tile-out-of-range'],
    ['a tile without bits', withTile(false, 1, [head(0, 2, 0)]), 'tile-out-of-range'],
    ['a table past the end', withTile(false, 1, [head(0xffff, 2, 1), 1, 0, 0, 0]), 'table-out-of-range'],
  ] as const)('%s', (_, bytes, code) => {
    const boundaries = openBoundaries(bytes)
    expect(codeOf(() => boundaries.resultAt(...corner))).toBe(code)
    expect(codeOf(() => boundaries.resultsAt(Float64Array.from(corner), new Int32Array(1)))).toBe(code)
  })

  test('groups that never end', () => {
    for (const isWide of [false, true]) {
      const endless = damaged((view, from) => {
        view.setUint32(from('tree'), tileEntry(isWide, 1, 0), true)
        const length = view.getUint32(lengthAt('borders'), true)
        // Each word says that another group follows.
        for (let at = 0; at < length; at += 4) view.setUint32(from('borders') + at, 0x8102_0000, true)
      })
      const boundaries = openBoundaries(endless)
      expect(codeOf(() => boundaries.resultAt(...corner))).toBe('tile-out-of-range')
      expect(codeOf(() => boundaries.verify())).toBe('tile-out-of-range')
    }
  })
})

describe('a full check finds', () => {
  // A world with nodes and narrow tiles. The tiny world has none.
  const speck = { id: 'A/Speck', rings: [Int32Array.of(100, 100, 1100, 100, 100, 1100)] }
  const speckTiles = compileBoundaries('speck', [speck], { tree: { maxEdges: 2, topShift: 20 } }).bytes
  test('nothing in a world with nodes and narrow tiles', () =>
    expect(() => openBoundaries(speckTiles).verify()).not.toThrow())

  test('a narrow tile with a coordinate that is too far from the others', () => {
    const bytes = damaged((view, from) => {
      let at = from('tree')
      while (view.getUint32(at, true) >>> KIND_SHIFT !== KIND.narrow) at += 4
      const tile = from('borders') + (view.getUint32(at, true) & POSITION_MASK) * 4
      const bits = (view.getUint32(tile, true) >> 24) & 0xf
      view.setInt16(tile + 4 + bits * 8, 0x4000, true)
    }, speckTiles)
    expect(codeOf(() => openBoundaries(bytes).verify())).toBe('tile-out-of-range')
  })

  test.each([
    ['a head with bits that mean nothing', 0, 0x1000_0000],
    ['an edge that begins at the last vertex', 1, 1 << 2],
    ['an edge of a vertex that does not exist', 1, 1 << 20],
    ['a line that goes on beyond a vertex in its middle', 2, 1 << 1],
  ])('%s', (_, word, bit) => {
    const bytes = damaged((view, from) => {
      const at = from('borders') + word * 4
      view.setUint32(at, view.getUint32(at, true) ^ bit, true)
    })
    expect(codeOf(() => openBoundaries(bytes).verify())).toBe('tile-out-of-range')
  })

  test('a tree whose number of blocks is not that in the tile', () => {
    const bytes = damaged((view, from) => {
      let at = from('tree')
      while (view.getUint32(at, true) >>> KIND_SHIFT < 2) at += 4
      view.setUint32(at, view.getUint32(at, true) ^ (1 << COUNT_SHIFT), true)
    })
    expect(codeOf(() => openBoundaries(bytes).verify())).toBe('tile-out-of-range')
  })

  test('a flipped bit in every 997th byte after the header', () => {
    for (let at = HEADER_BYTES; at < tinyTiles.length; at += 997) {
      const bytes = Uint8Array.from(tinyTiles)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
      expect(codeOf(() => openBoundaries(bytes).verify())).toMatch(
        /^(checksum-mismatch|text-damaged|[a-z]+-out-of-range)$/,
      )
    }
  })

  test('a tile and a node that nothing refers to', () => {
    const withoutLast = (isSought: (kind: number) => boolean): Uint8Array =>
      damaged((view, from) => {
        let at = from('tree') + view.getUint32(lengthAt('tree'), true) - 4
        while (!isSought(view.getUint32(at, true) >>> KIND_SHIFT)) at -= 4
        expect(at).toBeGreaterThanOrEqual(from('tree'))
        view.setUint32(at, 0, true)
      }, speckTiles)
    const [noTile, noNode] = [
      withoutLast((kind) => kind >= KIND.narrow),
      withoutLast((kind) => kind === KIND.node),
    ]
    expect(codeOf(() => openBoundaries(noTile).verify())).toBe('tile-out-of-range')
    expect(codeOf(() => openBoundaries(noNode).verify())).toBe('node-out-of-range')
  })

  test('a part that is used twice', () => {
    const twice = damaged((view, from) => {
      const tree = from('tree')
      let entry = 0
      for (let at = tree; entry >>> KIND_SHIFT < 2; at += 4) entry = view.getUint32(at, true)
      view.setUint32(tree, entry, true)
    })
    expect(codeOf(() => openBoundaries(twice).verify())).toBe('tile-out-of-range')
  })
})

test('a thousand random files with good checksums give answers or an ArtifactError, and nothing else', () => {
  const random = seededRandom(20_261_120)
  const start = process.cpuUsage()
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
  // Processor time, because other work on the machine does not change it.
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1000).toBeLessThan(15_000)
})
