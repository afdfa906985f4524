// Blocks of Snappy and LZ4: each kind of element by hand, blocks of a known packer, and damaged blocks, which give an error.
import { expect, test } from 'vitest'
import { snappyUncompress } from 'hyparquet/src/snappy.js'
import { snappyCompress } from 'hyparquet-writer/src/snappy.js'
import { unpackLz4, unpackSnappy } from '#extra/moved/block-codecs.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const codes = (letters: string): number[] => [...Buffer.from(letters, 'latin1')]

test('Snappy: short and long literals, and copies with one, two and four bytes', () => {
  const long = 'x'.repeat(70)
  // Length, literal "abcd", copy 4 back 4, copy 3 back 8 (two bytes), literal of 70 with its length in a byte, copy 2 back 70 (four bytes).
  const block = [
    83,
    3 << 2,
    ...codes('abcd'),
    1,
    4,
    (2 << 2) | 2,
    8,
    0,
    60 << 2,
    69,
    ...codes(long),
    (1 << 2) | 3,
    70,
    0,
    0,
    0,
  ]
  expect(text(unpackSnappy(Uint8Array.from(block), 83))).toBe(`abcdabcdabc${long}xx`)
})

test('LZ4: literals, a copy that overlaps itself, and long lengths', () => {
  const long = 'y'.repeat(20)
  // Literal "ab", copy 10 back 2; literal of 15 + 5, then the end.
  const block = [(2 << 4) | 6, ...codes('ab'), 2, 0, 15 << 4, 5, ...codes(long)]
  expect(text(unpackLz4(Uint8Array.from(block), 32))).toBe(`${'ab'.repeat(6)}${long}`)
})

test('blocks of the writer are unpacked as the library unpacks them', () => {
  const random = seededRandom(7)
  for (let round = 0; round < 40; round++) {
    const length = Math.floor(random() * 3000)
    const bytes = Uint8Array.from({ length }, () => Math.floor(random() * (1 + (round % 9))))
    const packed = snappyCompress(bytes)
    const expected = new Uint8Array(length)
    snappyUncompress(packed, expected)
    expect(Buffer.compare(expected, bytes)).toBe(0)
    expect(Buffer.compare(unpackSnappy(packed, length), bytes)).toBe(0)
  }
})

test.each([
  ['a literal past the end', unpackSnappy, [4, 60, 1], 'a literal runs past the end'],
  [
    'a literal of a negative length',
    unpackSnappy,
    [8, 252, 240, 255, 255, 255, 0],
    'a literal runs past the end',
  ],
  ['a copy of nothing', unpackSnappy, [4, 0, 65, 1, 0], 'a copy begins before its block'],
  ['more bytes than it says', unpackSnappy, [4, 5 << 2, 1, 2, 3, 4, 5, 6], 'more bytes than it says'],
  ['fewer bytes than it says', unpackSnappy, [4, 0, 65], 'a block has 1 bytes, expected 4'],
  ['a copy before the beginning', unpackLz4, [16, 65, 9, 0], 'a copy begins before its block'],
  ['an end within a length', unpackLz4, [15 << 4, 255], 'a block ends within a number'],
] as const)('%s is refused', (_, unpack, bytes, problem) => {
  expect(() => unpack(Uint8Array.from(bytes), 4)).toThrow(problem)
})
