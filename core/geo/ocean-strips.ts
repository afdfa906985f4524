// The 25 strips of the sea: which nautical zone answers where no boundary contains a point.
import { HALF_WORLD } from './microdegrees.ts'

/** Strips are numbered from 0, Etc/GMT+12 in the west, to 24, Etc/GMT-12 in the east. */
export const STRIPS = 25
/** In microdegrees: 15°. The first and the last strip are half as wide. */
const STRIP_WIDTH = 15_000_000

/** The number of the strip at a longitude in microdegrees: strips are centred on multiples of 15°, and take their west border. */
export const stripAt = (lon: number): number => Math.floor((lon + HALF_WORLD + STRIP_WIDTH / 2) / STRIP_WIDTH)

/** The zone of a strip, by its number: strip 0 is Etc/GMT+12, whose sign is inverted. */
export function stripId(strip: number): string {
  const west = STRIPS - 1 - strip - (STRIPS - 1) / 2
  if (west === 0) return 'Etc/GMT'
  return west > 0 ? `Etc/GMT+${west}` : `Etc/GMT${west}`
}

const IDS: ReadonlySet<string> = new Set(Array.from({ length: STRIPS }, (_, strip) => stripId(strip)))

/** Whether an identifier is that of a strip. */
export const isStripId = (id: string): boolean => IDS.has(id)
