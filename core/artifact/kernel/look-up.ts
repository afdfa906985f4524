// The inner loop of a look-up, in AssemblyScript: point → result. `npm run kernel` compiles it, with lines.ts, to kernel.wasm.
//
// Why WebAssembly: decision 17 of docs/decisions.md. Eight edges (four wide ones) are decided at once and nothing branches on them, so that the
// processor is not stopped by wrong guesses while it waits for memory.
//
// docs/formats/boundaries.md describes the file. It begins at address 0; `begin` is told where its sections lie. Coordinates count
// whole microdegrees from (−180, −90).

/** The numbers given instead of a result; `FAULTS` in ../boundaries-layout.ts names them in this order. */
const NODE_OUT_OF_RANGE: i32 = -1
const TILE_OUT_OF_RANGE: i32 = -2
const TABLE_OUT_OF_RANGE: i32 = -3
const RESULT_OUT_OF_RANGE: i32 = -4
/** `resultAtDegrees`: a point that it leaves to the caller. */
const LEFT_TO_CALLER: i32 = -5

const NO_ZONE: i32 = 0xffff
/** A tree entry: its kind above, a count of four bits, a position below. */
const NODE: u32 = 1
const WIDE: u32 = 3
const COUNT: u32 = 0xf
const POSITION: u32 = 0x3ff_ffff
/** In place of a leaf. */
const BROKEN: u64 = 0xffff_ffff_ffff_ffff
/** In place of a place. */
const OUTSIDE: u64 = 0xffff_ffff_ffff_ffff
/** Points that go through each step together: their tiles stay in a processor's own cache until they are read. */
const CHUNK: i32 = 256
const WORLD_X: u64 = 360_000_000
const WORLD_Y: u64 = 180_000_000
/** A double of this size has no room for a fraction: adding it rounds to the nearest whole number, which its low bits then count. */
const WHOLE: f64 = 6_755_399_441_055_744
const ORIGIN_X: u64 = 0x4338_0000_0000_0000 - WORLD_X / 2
const ORIGIN_Y: u64 = 0x4338_0000_0000_0000 - WORLD_Y / 2

let topShift: i32 = 0
let columns: i32 = 0
let tree: usize = 0
let treeEntries: u32 = 0
let borders: usize = 0
let bordersEnd: usize = 0
let tables: usize = 0
let tableEntries: u32 = 0
let resultCount: u32 = 0
/** Keeps the compiler from leaving out loads whose values nobody needs. */
let lastTouched: u32 = 0

export function begin(
  shift: i32,
  topColumns: i32,
  treeAt: usize,
  entries: u32,
  bordersAt: usize,
  bordersBytes: usize,
  tablesAt: usize,
  tableCount: u32,
  results: u32,
): void {
  topShift = shift
  columns = topColumns
  tree = treeAt
  treeEntries = entries
  borders = bordersAt
  bordersEnd = bordersAt + bordersBytes
  tables = tablesAt
  tableEntries = tableCount
  resultCount = results
}

/** The result at a point inside the world's eastern and northern edges. */
export function resultAt(x: i32, y: i32): i32 {
  return resultIn(leafAt(x, y), x, y, 0, 0)
}

/** The result on the world's eastern edge (`west` 1) or northern edge (`south` 1), where the nudge goes the other way. */
export function resultAtWorldEdge(x: i32, y: i32, west: i32, south: i32): i32 {
  return resultIn(leafAt(x - west, y - south), x, y, west, south)
}

/** `resultAt` for degrees, rounded to six decimals. Leaves to the caller what lies halfway between two microdegrees. */
export function resultAtDegrees(lat: f64, lon: f64): i32 {
  const place = placeOf(lon * 1_000_000, lat * 1_000_000)
  return place == OUTSIDE ? LEFT_TO_CALLER : resultAt(<i32>place, <i32>(place >>> 32))
}

/**
 * The results of `count` points: pairs of longitude and latitude in microdegrees, whole or not, at `points`; results go to
 * `results`. Each step is taken for many points before the next one, so that memory is asked for many tiles at a time. `found` is room
 * for what is found on the way: 16 bytes for each point of a chunk.
 */
export function resultsAt(points: usize, results: usize, found: usize, count: i32): void {
  for (let from = 0; from < count; from += CHUNK) {
    const chunk = min(CHUNK, count - from)
    const end = found + (<usize>chunk << 4)
    let point = points + (<usize>from << 4)
    for (let at = found; at < end; at += 16, point += 16) {
      const place = placeOf(load<f64>(point), load<f64>(point, 8))
      store<u64>(at, place)
      store<u64>(at, place == OUTSIDE ? BROKEN : leafAt(<i32>place, <i32>(place >>> 32)), 8)
    }
    let touched: u32 = 0
    for (let at = found; at < end; at += 16) {
      const tile = borders + (<usize>(load<u32>(at, 8) & POSITION) << 2)
      const near = select(tile, borders, tile < bordersEnd)
      touched ^= load<u32>(near) ^ load<u32>(near, 64) ^ load<u32>(near, 128)
    }
    lastTouched = touched
    let result = results + (<usize>from << 2)
    for (let at = found; at < end; at += 16, result += 4) {
      const place = load<u64>(at)
      const leaf = load<u64>(at, 8)
      store<i32>(
        result,
        place == OUTSIDE ? LEFT_TO_CALLER : resultIn(leaf, <i32>place, <i32>(place >>> 32), 0, 0),
      )
    }
  }
}

/** Microdegrees as the nearest whole ones from (−180, −90): x, and y above it. `OUTSIDE` for all that is left to the caller. */
@inline
function placeOf(lon: f64, lat: f64): u64 {
  const sumX = lon + WHOLE
  const sumY = lat + WHOLE
  const x = reinterpret<u64>(sumX) - ORIGIN_X
  const y = reinterpret<u64>(sumY) - ORIGIN_Y
  // NaN and whatever lies outside the world come out too large for it.
  if (x >= WORLD_X || y >= WORLD_Y) return OUTSIDE
  if (max(abs(lon - (sumX - WHOLE)), abs(lat - (sumY - WHOLE))) == 0.5) return OUTSIDE
  return x | (y << 32)
}

/** The tree entry of the tile at a point, and above it log2 of the tile's side; all bits set where a node is out of range. */
@inline
function leafAt(x: i32, y: i32): u64 {
  let shift = topShift
  let at: u32 = (y >> shift) * columns + (x >> shift)
  while (true) {
    if (at >= treeEntries) return BROKEN
    const entry = load<u32>(tree + (<usize>at << 2))
    if (entry >>> 30 != NODE) return entry | (<u64>shift << 32)
    const steps: i32 = (entry >>> 26) & COUNT
    shift -= steps
    // Each node divides its tile, so this ends however the file is damaged.
    if (steps == 0 || shift < 0) return BROKEN
    const mask = (1 << steps) - 1
    at = (entry & POSITION) + (((y >> shift) & mask) << steps) + ((x >> shift) & mask)
  }
}

@inline
function resultIn(leaf: u64, x: i32, y: i32, west: i32, south: i32): i32 {
  const entry = <u32>leaf
  // Most points of the world end here: one answer for the whole tile.
  if (entry < resultCount) return entry
  if (leaf == BROKEN) return NODE_OUT_OF_RANGE
  if (entry >>> 30 < NODE) return settled(entry, x)
  const size = 1 << <i32>(leaf >>> 32)
  const tileX = ((x - west) & (size - 1)) + west - (size >> 1)
  const tileY = ((y - south) & (size - 1)) + south - (size >> 1)
  return entry >>> 30 == WIDE
    ? resultInTile(entry, tileX, tileY, x, west, south, true)
    : resultInTile(entry, tileX, tileY, x, west, south, false)
}

/** A result that there is; the ocean strip where no boundary contains the point. Without a branch, because coasts are everywhere. */
@inline
function settled(result: i32, x: i32): i32 {
  const strip = <i32>(<u32>(x + 7_500_000) / 15_000_000)
  const found = select(strip, result, result == NO_ZONE)
  return <u32>found < resultCount ? found : RESULT_OUT_OF_RANGE
}

@inline
function resultInTile(entry: u32, tileX: i32, tileY: i32, x: i32, west: i32, south: i32, isWide: bool): i32 {
  const lanes: u32 = isWide ? 4 : 8
  let start: usize = borders + ((<usize>(entry & POSITION)) << 2)
  // Said by the tree as well as by the tile, so that the loop's end is known before the tile has come from memory.
  let blocks: u32 = (entry >>> 26) & COUNT
  let bits: u32 = 0
  while (true) {
    if (start + 4 > bordersEnd) return TILE_OUT_OF_RANGE
    const head = load<u32>(start)
    const vertices = (head >>> 16) & 0xff
    const kinds = (head >>> 24) & 0xf
    const lats = start + 4 + ((<usize>kinds) << 3)
    const lons = lats + ((<usize>vertices) << (isWide ? 2 : 1))
    const end = lons + (lons - lats)
    if (vertices == 0 || kinds == 0 || end > bordersEnd) return TILE_OUT_OF_RANGE
    let met: u32 = 0
    let above: u32 = 0
    for (let block: u32 = 0; block < blocks; block++) {
      const at = (<usize>block) << 4
      // Which edges of this block a line due west from the point meets, and which vertices lie above it: a lane each.
      const ay = v128.load(lats + at)
      const ax = v128.load(lons + at)
      if (isWide) {
        const by = v128.load(lats + at, 4)
        const bx = v128.load(lons + at, 4)
        const px = i32x4.splat(tileX)
        const py = i32x4.splat(tileY)
        const height = i32x4.splat(tileY - south)
        const fromAbove = i32x4.gt_s(ay, height)
        const rises = i32x4.gt_s(by, height)
        const dx = i32x4.sub(bx, ax)
        const dy = i32x4.sub(by, ay)
        const ex = i32x4.sub(px, ax)
        const ey = i32x4.sub(py, ay)
        // Products below 2^60, so these are exact. The sign is in the high half.
        const low1 = i64x2.extmul_low_i32x4_s(dx, ey)
        const low2 = i64x2.extmul_low_i32x4_s(ex, dy)
        const high1 = i64x2.extmul_high_i32x4_s(dx, ey)
        const high2 = i64x2.extmul_high_i32x4_s(ex, dy)
        const nudge = nudged(rises, west)
        const low = i64x2.add(i64x2.sub(low1, low2), i64x2.extend_low_i32x4_s(nudge))
        const high = i64x2.add(i64x2.sub(high1, high2), i64x2.extend_high_i32x4_s(nudge))
        const side = v128.shuffle<i32>(low, high, 1, 3, 5, 7)
        met |= <u32>i32x4.bitmask(westOf(side, fromAbove, rises)) << (block * lanes)
        above |= <u32>i32x4.bitmask(fromAbove) << (block * lanes)
      } else {
        const by = v128.load(lats + at, 2)
        const bx = v128.load(lons + at, 2)
        const px = i16x8.splat(<i16>tileX)
        const py = i16x8.splat(<i16>tileY)
        const height = i16x8.splat(<i16>(tileY - south))
        const fromAbove = i16x8.gt_s(ay, height)
        const rises = i16x8.gt_s(by, height)
        const dx = i16x8.sub(bx, ax)
        const dy = i16x8.sub(by, ay)
        const ex = i16x8.sub(ax, px)
        const ey = i16x8.sub(py, ay)
        // Differences of 15-bit numbers, so dx·ey + dy·ex is exact in 32 bits. Narrowing it saturates, which keeps its sign.
        const side = i16x8.narrow_i32x4_s(
          i32x4.dot_i16x8_s(interleavedLow(dx, dy), interleavedLow(ey, ex)),
          i32x4.dot_i16x8_s(interleavedHigh(dx, dy), interleavedHigh(ey, ex)),
        )
        const nudgedSide = i16x8.add_sat_s(side, nudged(rises, west))
        met |= <u32>i16x8.bitmask(westOf(nudgedSide, fromAbove, rises)) << (block * lanes)
        above |= <u32>i16x8.bitmask(fromAbove) << (block * lanes)
      }
    }
    for (let kind: u32 = 0; kind < kinds; kind++) {
      const masks = start + 4 + ((<usize>kind) << 3)
      const crossed = (met & load<u32>(masks)) ^ (above & load<u32>(masks, 4))
      bits ^= (<u32>popcnt(crossed) & 1) << kind
    }
    if (<i32>head >= 0) {
      const position: u32 = ((head & 0xffff) << 1) + bits
      if (position >= tableEntries) return TABLE_OUT_OF_RANGE
      return settled(load<u16>(tables + ((<usize>position) << 1)), x)
    }
    start = end
    if (start + 4 > bordersEnd) return TILE_OUT_OF_RANGE
    blocks = (((load<u32>(start) >>> 16) & 0xff) + lanes - 1) / lanes
  }
}

/**
 * The amount to add to the side of an edge on which a point lies, below 0 for right, so that a point on the edge is nudged an infinitesimal
 * step east: −1 where the edge rises. On the world's eastern edge the nudge goes west: −1 where it falls.
 */
@inline
function nudged(rises: v128, west: i32): v128 {
  return west != 0 ? v128.not(rises) : rises
}

/** Lanes whose sign is set where the edge passes the point's height, and has the point to its east: right of it if it rises. */
@inline
function westOf(side: v128, fromAbove: v128, rises: v128): v128 {
  return v128.andnot(v128.xor(fromAbove, rises), v128.xor(side, rises))
}

@inline
function interleavedLow(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
}

@inline
function interleavedHigh(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
}
