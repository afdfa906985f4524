// The map as a picture for previews of links: a PNG of 1200 × 630 pixels in eight colours; never a clock, which soon would be wrong.
import { deflateSync } from 'node:zlib'
import type { Zone } from '#ask/zones.ts'
import { crc32 } from '#core/artifact/checksum.ts'
import type { ShapeLevel, Shapes } from '#core/artifact/shapes.ts'
import type { Catalogue } from '../../catalogue.ts'
import { pathOf } from '../../urls.ts'
import { dayDocument } from '../made-documents.ts'
import type { SiteDocument, Visit } from '../page.ts'
import { evenFrame, levelFor, ringsIn, tintOfZone, TINTS, type Frame } from './drawing.ts'
import { frameAround } from './territory.ts'

const SIZE = { width: 1200, height: 630, least: 630 } as const
/** The world up to 84° north, and in the south to the last town, with water above and below. */
const WORLD = evenFrame(-180, 107, SIZE.width / 360, SIZE.width, SIZE.height)

/** Water, the tints, the subject of the picture, and borders: the colours of the pages by day. */
const PALETTE = ['e6ebf3', 'c9d7c0', 'e6dcb6', 'c5d3e6', 'e3cdbf', 'd6c9e2', 'f0b93a', '8a90a0']
const HERE = TINTS + 1
const BORDER = TINTS + 2

/** `world.png`, or a zone's by its identifier, `Europe/Berlin.png`. Null for another name, or when there are no shapes. */
export function previewDocument(visit: Visit): SiteDocument | null {
  const shapes = visit.catalogue.artifact.shapes()
  const [, name] = /^(.+)\.png$/.exec(visit.identifier) ?? []
  if (shapes === null || name === undefined) return null
  const zone = shapes.zoneIds.indexOf(name)
  if (zone < 0 && name !== 'world') return null
  const frame = zone < 0 ? WORLD : frameAround(shapes, [zone], SIZE)
  return dayDocument('image/png', png(painted(shapes, frame, zone, visit)))
}

/** The path of a zone's picture, for its page. Empty when the zone has no shape. */
export const previewOf = (zone: Zone, { artifact }: Catalogue): { preview?: string } =>
  artifact.shapes()?.zoneIds.includes(zone.iana) === true
    ? { preview: `/preview/${pathOf(zone.iana)}.png` }
    : {}

/** A palette colour for every pixel, row by row. */
function painted(shapes: Shapes, frame: Frame, here: number, { catalogue, now }: Visit): Uint8Array {
  const { width, height } = frame
  const level = levelFor(shapes, frame)
  /** For each pixel the number of its zone plus one. Where zones overlap: the subject of the picture, otherwise the last one. */
  const owner = new Uint16Array(width * height)
  for (const zone of [...level.zones.keys(), here]) paintZone(owner, level, zone, frame)
  const colours = shapes.zoneIds.map((id, zone) =>
    zone === here ? HERE : 1 + tintOfZone(catalogue.almanac, id, now),
  )
  const pixels = new Uint8Array(width * height)
  for (const [at, zone] of owner.entries()) {
    const right = (at + 1) % width === 0 ? zone : owner[at + 1]
    const isBorder = zone !== right || zone !== (owner[at + width] ?? zone)
    pixels[at] = isBorder ? BORDER : (colours[zone - 1] ?? 0)
  }
  return pixels
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

/** Palette pixels as a PNG file: signature, header, palette, rows (each after a 0 for no filter), and end. */
function png(pixels: Uint8Array): Uint8Array {
  const { width, height } = SIZE
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  const rows = Buffer.alloc((width + 1) * height)
  for (let row = 0; row < height; row++)
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(PALETTE.join(''), 'hex')),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
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
