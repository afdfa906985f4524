// Lines of points → microdegrees, and results → lines of zones: the two ends of a stream of points, in AssemblyScript as look-up.ts is.

const LINE_FEED: u32 = 0x0a
const RETURN: u32 = 0x0d
const PLUS: u32 = 0x2b
const COMMA: u32 = 0x2c
const MINUS: u32 = 0x2d
const DOT: u32 = 0x2e
const ZERO: u32 = 0x30

/** No number of the plain kind. */
const NONE: i32 = i32.MAX_VALUE
/** Where the number that was just read ends. */
let after: usize = 0

/**
 * Reads lines of two plain decimal numbers, `lat,lon`, from `text` to before `end`, where a byte must lie that is none of a number.
 * Stops at `room` lines, and before a line that is anything else or has no line end. Writes pairs of longitude and latitude in microdegrees
 * to `points` and the address of the first line that it did not read to `stop`; gives the number of lines.
 */
export function readLines(text: usize, end: usize, points: usize, room: i32, stop: usize): i32 {
  let line = text
  let count: i32 = 0
  for (; count < room; count++) {
    const lat = microdegreesOf(line)
    if (load<u8>(after) != COMMA || abs(lat) >= 90_000_000) break
    const lon = microdegreesOf(after + 1)
    if (abs(lon) >= 180_000_000) break
    if (load<u8>(after) == RETURN) after += 1
    if (after >= end || load<u8>(after) != LINE_FEED) break
    store<f64>(points, lon)
    store<f64>(points, lat, 8)
    points += 16
    line = after + 1
  }
  store<u32>(stop, <u32>line)
  return count
}

/** A number's microdegrees by its digits, half away from zero. Sets `after`. */
@inline
function microdegreesOf(text: usize): i32 {
  const sign: u32 = load<u8>(text)
  const first = text + usize(sign == MINUS || sign == PLUS)
  let at = first
  let value: i32 = 0
  let digit = digitAt(at)
  while (digit <= 9) {
    value = value * 10 + digit
    at += 1
    digit = digitAt(at)
  }
  after = at
  // Four digits are out of range in any case, and no digit at all may still be one of `.5`: both are for the caller.
  if (at == first || at > first + 3) return NONE
  let missing: i32 = 6
  if (digit == DOT - ZERO) {
    at += 1
    const six = sixDigits(at)
    if (six >= 0) {
      value = value * 1_000_000 + six
      at += 6
      missing = 0
    }
    digit = digitAt(at)
    while (digit <= 9 && missing > 0) {
      value = value * 10 + digit
      missing -= 1
      at += 1
      digit = digitAt(at)
    }
    if (digit <= 9) {
      if (digit >= 5) value += 1
      while (digitAt(at) <= 9) at += 1
    }
    after = at
  }
  for (; missing > 0; missing--) value *= 10
  return sign == MINUS ? -value : value
}

/** Above 9 for a byte that is no digit. */
@inline
function digitAt(at: usize): u32 {
  return <u32>load<u8>(at) - ZERO
}

/** The number that the six digits here make; −1 where six are not all digits. Most points have six behind the dot. */
@inline
function sixDigits(at: usize): i32 {
  const digits = (load<u64>(at) & 0xffff_ffff_ffff) ^ 0x3030_3030_3030
  // A byte is a digit if it is below 10: adding 0x76 to any other sets its high bit, if it is not set already.
  if (((digits | (digits + 0x7676_7676_7676)) & 0x8080_8080_8080) != 0) return -1
  const pairs = digits * 10 + (digits >>> 8)
  return <i32>((pairs & 0xff) * 10_000 + ((pairs >>> 16) & 0xff) * 100 + ((pairs >>> 32) & 0xff))
}

/**
 * Writes the lines of `count` results to `out`, which needs 64 bytes for each, and gives the address after them. A line lies at `lines` +
 * 64 × result; the last of its 64 bytes is its length.
 */
export function writeLines(results: usize, count: i32, lines: usize, out: usize): usize {
  const end = results + (<usize>count << 2)
  for (let at = results; at < end; at += 4) {
    const line = lines + (<usize>load<u32>(at) << 6)
    const length = <usize>load<u8>(line, 63)
    // Bytes past the end of a line are written over by the next.
    v128.store(out, v128.load(line))
    v128.store(out, v128.load(line, 16), 16)
    if (length > 32) {
      v128.store(out, v128.load(line, 32), 32)
      v128.store(out, v128.load(line, 48), 48)
    }
    out += length
  }
  return out
}
