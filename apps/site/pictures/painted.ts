// Paints zones as a PNG in eight colours, for previews of links.
import { deflateSync } from 'node:zlib'
import { crc32 } from '#core/artifact/checksum.ts'
import type { ShapeLevel, Shapes } from '#core/artifact/shapes.ts'
import { levelFor, ringsIn, TINTS, type Frame } from './drawing.ts'

/** The contents of a preview. */
export interface Preview {
  /** Its width is even. */
  readonly frame: Frame
  /** The number of the zone that it is about; -1 when it is about none. */
  readonly here: number
  /** The tints of all zones, as `tintsOf` gives them. */
  readonly tints: string
}

/** Water, the tints, the subject of the picture, and borders: the colours of the pages by day. */
const PALETTE = ['e6ebf3', 'c9d7c0', 'e6dcb6', 'c5d3e6', 'e3cdbf', 'd6c9e2', 'f0b93a', '8a90a0']
const HERE = TINTS + 1
const BORDER = TINTS + 2

/**
 * The rows of the picture as a PNG file has them: each begins with a 0 for no filter, and a byte has the palette colours of two pixels.
 */
function painted(shapes: Shapes, { frame, here, tints }: Preview): Uint8Array {
  const { width, height } = frame
  const level = levelFor(shapes, frame)
  /** For each pixel the number of its zone plus one. Where zones overlap: the subject of the picture, otherwise the last one. */
  const owner = new Uint16Array(width * height)
  for (const zone of [...level.zones.keys(), here]) paintZone(owner, level, zone, frame)
  const colours = Uint8Array.of(
    0,
    ...Array.from(tints, (tint, zone) => (zone === here ? HERE : 1 + Number(tint))),
  )
  const rows = new Uint8Array((1 + width / 2) * height)
  let byte = 0
  for (let row = 0, at = 0; row < height; row++) {
    let left = 0
    byte++
    for (let column = 0; column < width; column++, at++) {
      const zone = owner[at] ?? 0
      const isBorder =
        (column + 1 < width && zone !== owner[at + 1]) || (row + 1 < height && zone !== owner[at + width])
      const colour = isBorder ? BORDER : (colours[zone] ?? 0)
      if (column % 2 === 0) left = colour << 4
      else rows[byte++] = left | colour
    }
  }
  return rows
}

/**
 * Marks the pixels whose centres are in a zone. In each row, the pixels between the first and second crossing of its rings are inside, then
 * between the third and fourth, and so on.
 */
function paintZone(owner: Uint16Array, level: ShapeLevel, zone: number, frame: Frame): void {
  const { width, height } = frame
  const crossings: number[][] = []
  for (const { ring, unit } of ringsIn(level, zone, frame)) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [ax, ay] = [unit(ring[j] ?? 0, 0), unit(ring[j + 1] ?? 0, 1)]
      const [bx, by] = [unit(ring[i] ?? 0, 0), unit(ring[i + 1] ?? 0, 1)]
      const last = Math.min(height - 1, Math.ceil(Math.max(ay, by) - 0.5) - 1)
      for (let row = Math.max(0, Math.ceil(Math.min(ay, by) - 0.5)); row <= last; row++) {
        const crossed = ax + ((bx - ax) * (row + 0.5 - ay)) / (by - ay)
        ;(crossings[row] ??= []).push(Math.max(0, Math.min(width, Math.round(crossed))))
      }
    }
  }
  for (const [row, xs] of crossings.entries()) {
    const sorted = (xs ?? []).toSorted((one, other) => one - other)
    for (let i = 0; i + 1 < sorted.length; i += 2)
      owner.fill(zone + 1, row * width + (sorted[i] ?? 0), row * width + (sorted[i + 1] ?? 0))
  }
}

/** The picture as a PNG file: signature, header, palette, rows and end. */
export function paintedPng(shapes: Shapes, preview: Preview): Uint8Array {
  const { width, height } = preview.frame
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Four bits for each pixel, colours of a palette.
  header.set([4, 3], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(PALETTE.join(''), 'hex')),
    // The highest level takes ten times as long for a tenth less.
    chunk('IDAT', deflateSync(painted(shapes, preview), { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Uint8Array): Buffer {
  const bytes = Buffer.alloc(content.length + 12)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(content, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + content.length)), 8 + content.length)
  return bytes
}
