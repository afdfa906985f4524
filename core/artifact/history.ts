// Writes and reads `tz-history.bin`: the clocks of many tz releases in one small file.
//
// docs/formats/clocks.md describes the file. The newest release stands as in its clocks.bin. Each older release stands as its differences
// from the next one.
import { deflateSync, inflateSync } from 'fflate'
import { byCodeUnit } from '../text/by-code-unit.ts'
import type { CompiledZone } from '../zone/compiled-zone.ts'
import { ArtifactError, type ArtifactErrorCode } from './artifact-error.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { crc32 } from './checksum.ts'
import { encodeClocks, openClocks, type ClockParts, type Clocks } from './clocks.ts'

/** The first bytes of a history. */
export const HISTORY_MAGIC = Uint8Array.of(0x89, 0x54, 0x5a, 0x48, 0x0d, 0x0a, 0x1a, 0x0a)
/** A reader of major N reads every N.x. */
const MAJOR = 1
/** 1: the days on which the releases came out. */
const MINOR = 1
/** Byte offsets of the header's fields. */
const HEADER = { magic: 0, major: 8, minor: 10, fileBytes: 12, bodyBytes: 16, bodyCrc32: 20 } as const
const HEADER_BYTES = 24
/** The largest body, in bytes. 55 releases take less than a hundredth of it. */
const MOST_BYTES = 2 ** 28

/** The clocks of one of several releases. Zones come without source lines. */
export interface HistoryClocks extends Pick<Clocks, 'release' | 'zoneIds' | 'aliases' | 'zone'> {
  /** UTC day on which the release came out, `2026-10-29`. Null when it is not known. */
  readonly releasedOn: string | null
  /** The zones whose clocks are others in the next newer release, and those that it has no more. All zones for the newest. */
  readonly changedZoneIds: readonly string[]
}

/** The content of a clocks file, with the UTC day on which its release came out. */
export interface DatedClocks extends ClockParts {
  /** `2026-10-29`. Null or absent when it is not known. */
  readonly releasedOn?: string | null
}

/** Encodes some releases. The same releases give the same bytes, in any order. Of two releases with the same name, the last one counts. */
export function encodeHistory(releases: readonly DatedClocks[]): Uint8Array {
  const byName = new Map(releases.map((parts) => [parts.release, parts]))
  const newestFirst = [...byName.values()].toSorted((one, other) => byCodeUnit(other.release, one.release))
  const body = new ByteWriter()
  body.whole(newestFirst.length)
  newestFirst.forEach((parts, number) => writeLayer(body, parts, newestFirst[number - 1]))
  // Readers of 1.0 stop before this.
  for (const { releasedOn } of newestFirst) body.text(releasedOn ?? '')
  const written = body.written()
  const deflated = deflateSync(written, { level: 9 })
  const bytes = new Uint8Array(HEADER_BYTES + deflated.length)
  bytes.set(HISTORY_MAGIC)
  bytes.set(deflated, HEADER_BYTES)
  const header = new DataView(bytes.buffer)
  header.setUint16(HEADER.major, MAJOR, true)
  header.setUint16(HEADER.minor, MINOR, true)
  header.setUint32(HEADER.fileBytes, bytes.length, true)
  header.setUint32(HEADER.bodyBytes, written.length, true)
  header.setUint32(HEADER.bodyCrc32, crc32(written), true)
  return bytes
}

const recordOf = (zone: CompiledZone): string =>
  encodeClocks({ release: '', zones: [zone], aliases: new Map() }).join()

/** Writes what differs between a release and the next newer one. The newest release is written whole. */
function writeLayer(body: ByteWriter, parts: ClockParts, newer: ClockParts | undefined): void {
  const { release, zones, aliases } = parts
  const known = new Map(newer?.zones.map((zone) => [zone.id, zone]))
  const changed = zones.filter((zone) => {
    const other = known.get(zone.id)
    // Releases that were read from one history share the zones in which they are the same.
    return other !== zone && (other === undefined || recordOf(other) !== recordOf(zone))
  })
  const clocks = encodeClocks({ release, zones: changed, aliases: new Map() })
  body.whole(clocks.length)
  body.bytes(clocks)
  const ids = new Set(zones.map(({ id }) => id))
  const gone = [...known.keys()].filter((id) => !ids.has(id)).toSorted(byCodeUnit)
  const names = new Set([...aliases.keys(), ...(newer?.aliases.keys() ?? [])])
  const otherwise = [...names]
    .filter((name) => aliases.get(name) !== newer?.aliases.get(name))
    .toSorted(byCodeUnit)
  body.whole(gone.length)
  for (const id of gone) body.text(id)
  body.whole(otherwise.length)
  for (const name of otherwise) {
    body.text(name)
    // Empty: this release did not have the name.
    body.text(aliases.get(name) ?? '')
  }
}

/** The differences between a release and the next newer one. */
interface Layer {
  readonly clocks: Clocks
  readonly gone: ReadonlySet<string>
  readonly zoneIds: readonly string[]
  readonly aliases: ReadonlyMap<string, string>
}

/** A layer, with the day on which its release came out. */
interface DatedLayer extends Layer {
  readonly releasedOn: string | null
}

/** The opened clocks of many releases. */
export class History {
  /** Oldest first. */
  readonly releases: readonly string[]
  /** Newest first. */
  readonly #layers: readonly DatedLayer[]

  /** Use `openHistory`. */
  constructor(layers: readonly DatedLayer[]) {
    this.#layers = layers
    this.releases = layers.map(({ clocks }) => clocks.release).toReversed()
  }

  /** The clocks of a release; null for a release that the file does not have. */
  clocks(release: string): HistoryClocks | null {
    const number = this.#layers.findIndex(({ clocks }) => clocks.release === release)
    const layer = this.#layers[number]
    if (layer === undefined) return null
    const { zoneIds, aliases, releasedOn } = layer
    const zoneOf = (id: string): CompiledZone | null => {
      // Goes from the release itself to newer ones, until one has the zone's clock.
      for (let at = number; at >= 0; at--) {
        const found = this.#layers[at]?.clocks.zone(id) ?? null
        if (found !== null) return found
        if (this.#layers[at]?.gone.has(id) === true) return null
      }
      return null
    }
    const changedZoneIds = layer.clocks.zoneIds
    return {
      release,
      releasedOn,
      changedZoneIds,
      zoneIds,
      aliases,
      zone: (name) => zoneOf(aliases.get(name) ?? name),
    }
  }
}

/** Opens a history. `file` is its name in errors. Throws an ArtifactError for a damaged file. */
export function openHistory(bytes: Uint8Array, file = 'tz-history.bin'): History {
  const damage = (code: ArtifactErrorCode, what: string): ArtifactError =>
    new ArtifactError(code, `${file}: ${code}: ${what}`, { file })
  const body = bodyOf(bytes, damage)
  const reader = new ByteReader(body, 0, (what) => damage('history-malformed', what))
  const layers: Layer[] = []
  for (let left = reader.whole(); left > 0; left--) layers.push(readLayer(reader, body, layers.at(-1), file))
  const hasDays = new DataView(bytes.buffer, bytes.byteOffset).getUint16(HEADER.minor, true) >= 1
  return new History(
    layers.map((layer) => ({ ...layer, releasedOn: hasDays ? readDay(reader, damage) : null })),
  )
}

function readDay(
  reader: ByteReader,
  damage: (code: ArtifactErrorCode, what: string) => ArtifactError,
): string | null {
  const day = reader.text()
  if (day === '') return null
  if (/^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))) return day
  throw damage('history-malformed', `${JSON.stringify(day)} is not a day, expected one such as "2026-10-29"`)
}

function bodyOf(
  bytes: Uint8Array,
  damage: (code: ArtifactErrorCode, what: string) => ArtifactError,
): Uint8Array {
  if (bytes.length < HEADER_BYTES)
    throw damage('file-too-short', `${bytes.length} bytes, expected ${HEADER_BYTES} at least`)
  if (HISTORY_MAGIC.some((byte, i) => bytes[i] !== byte)) throw damage('not-history', 'magic does not match')
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const major = header.getUint16(HEADER.major, true)
  if (major !== MAJOR) throw damage('format-unknown', `format ${major}, this reader knows ${MAJOR}`)
  const fileBytes = header.getUint32(HEADER.fileBytes, true)
  if (fileBytes !== bytes.length)
    throw damage('file-size', `${bytes.length} bytes, the header says ${fileBytes}`)
  const size = header.getUint32(HEADER.bodyBytes, true)
  if (size > MOST_BYTES) throw damage('history-malformed', `a body of ${size} bytes, at most ${MOST_BYTES}`)
  let body: Uint8Array
  try {
    body = inflateSync(bytes.subarray(HEADER_BYTES), { out: new Uint8Array(size) })
  } catch (error) {
    throw damage('history-malformed', `the body does not inflate: ${String(error)}`)
  }
  if (body.length !== size)
    throw damage('history-malformed', `the body inflates to ${body.length} bytes, not ${size}`)
  if (crc32(body) !== header.getUint32(HEADER.bodyCrc32, true))
    throw damage('checksum-mismatch', 'bodyCrc32 does not match')
  return body
}

function readLayer(reader: ByteReader, body: Uint8Array, newer: Layer | undefined, file: string): Layer {
  const length = reader.whole()
  const clocks = openClocks(body.subarray(reader.at, reader.at + length), file)
  reader.at += length
  const gone = new Set<string>()
  for (let left = reader.whole(); left > 0; left--) gone.add(reader.text())
  const aliases = new Map(newer?.aliases)
  for (let left = reader.whole(); left > 0; left--) {
    const [name, id] = [reader.text(), reader.text()]
    if (id === '') aliases.delete(name)
    else aliases.set(name, id)
  }
  const zoneIds = new Set([...(newer?.zoneIds ?? []).filter((id) => !gone.has(id)), ...clocks.zoneIds])
  return { clocks, gone, zoneIds: [...zoneIds].toSorted(byCodeUnit), aliases }
}

/** The clocks of a release as `encodeHistory` takes them. Throws an ArtifactError for a damaged record. */
export const clockPartsOf = (
  clocks: Omit<HistoryClocks, 'releasedOn' | 'changedZoneIds'> & Pick<DatedClocks, 'releasedOn'>,
): DatedClocks => ({
  release: clocks.release,
  releasedOn: clocks.releasedOn ?? null,
  aliases: clocks.aliases,
  zones: clocks.zoneIds.map((id) => clocks.zone(id)).filter((zone) => zone !== null),
})
