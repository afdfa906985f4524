// Writes and reads `clocks.bin`: the clocks of all zones in one small file that needs no SQLite.
//
// docs/formats/clocks.md describes the file.
import { epochSeconds, offsetSeconds, type EpochSeconds } from '../time/units.ts'
import type {
  CompiledZone,
  Footer,
  LocalTimeType,
  ReleaseChange,
  YearlyChange,
} from '../zone/compiled-zone.ts'
import { readPosixTz } from '../zone/footer.ts'
import { ArtifactError, type ArtifactErrorCode } from './artifact-error.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { checkedHeader, FILE_HEADER, FILE_HEADER_BYTES, withHeader, type FileFormat } from './file-header.ts'

const FORMAT: FileFormat = {
  magic: Uint8Array.of(0x89, 0x54, 0x5a, 0x43, 0x0d, 0x0a, 0x1a, 0x0a),
  major: 1,
  minor: 0,
  isOther: 'not-clocks',
}
/** Byte offsets of the header's fields. */
export const CLOCKS_HEADER = { ...FILE_HEADER, zoneCount: 16, aliasCount: 20 } as const

const FOOTERS = ['fixed', 'yearly', 'cycle'] as const satisfies Footer['kind'][]
const IS_DST = 1
const RELEASE_IS_DST = 2

/** The content of a file of clocks. */
export interface ClockParts {
  /** The tz release. */
  readonly release: string
  /** In code-unit order of their ids, without their source lines. */
  readonly zones: readonly CompiledZone[]
  /** Other identifier → the id of the zone that answers for it. */
  readonly aliases: ReadonlyMap<string, string>
}

/** Encodes the whole file. The same parts give the same bytes. */
export function encodeClocks({ release, zones, aliases }: ClockParts): Uint8Array {
  const body = new ByteWriter()
  const numbers = new Map(zones.map(({ id }, number) => [id, number]))
  body.text(release)
  for (const { id } of zones) body.text(id)
  for (const [name, id] of [...aliases].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const number = numbers.get(id)
    if (number === undefined) throw new RangeError(`${name}: there is no zone ${id}`)
    body.text(name)
    body.whole(number)
  }
  const records = zones.map(recordOf)
  for (const record of records) body.whole(record.length)
  for (const record of records) body.bytes(record)
  const counts = new Map([
    [CLOCKS_HEADER.zoneCount, zones.length],
    [CLOCKS_HEADER.aliasCount, aliases.size],
  ])
  return withHeader(FORMAT, counts, body.written())
}

function recordOf({ types, starts, typeOf, releaseChanges, footer, posixTz }: CompiledZone): Uint8Array {
  const record = new ByteWriter()
  record.whole(types.length)
  for (const type of types) {
    record.signed(type.offset)
    record.signed(type.save)
    record.signed(type.releaseSave)
    record.whole((type.isDst ? IS_DST : 0) | (type.releaseIsDst ? RELEASE_IS_DST : 0))
    record.text(type.abbreviation)
  }
  record.whole(starts.length)
  record.whole(typeOf[0] ?? 0)
  starts.forEach((start, i) => {
    const before = starts[i - 1]
    if (before === undefined) record.signed(start)
    else record.whole(start - before)
    record.whole(typeOf[i + 1] ?? 0)
  })
  record.whole(releaseChanges.length)
  for (const { at, type } of releaseChanges) {
    record.signed(at)
    record.whole(type)
  }
  record.whole(FOOTERS.indexOf(footer.kind))
  record.text(posixTz ?? '')
  if (footer.kind === 'yearly') {
    record.whole(footer.toStandard.type)
    record.whole(footer.toDaylight.type)
  }
  return record.written()
}

/** The opened clocks of all zones. A zone is decoded when it is first asked for. */
export class Clocks {
  /** The tz release. */
  readonly release: string
  /** In code-unit order. */
  readonly zoneIds: readonly string[]
  /** Other identifier → the id of the zone that answers for it. */
  readonly aliases: ReadonlyMap<string, string>
  readonly #bytes: Uint8Array
  readonly #file: string
  /** Zone id → where its record lies. */
  readonly #places = new Map<string, { readonly from: number; readonly to: number }>()
  readonly #zones = new Map<string, CompiledZone>()

  /** Use `openClocks`. */
  constructor(bytes: Uint8Array, file: string) {
    this.#bytes = bytes
    this.#file = file
    const header = checkedHeader(bytes, FORMAT, (code, what) => this.#damage(code, what))
    const reader = this.#reader(FILE_HEADER_BYTES, bytes.length)
    this.release = reader.text()
    const zoneCount = header.getUint32(CLOCKS_HEADER.zoneCount, true)
    this.zoneIds = Array.from({ length: this.#counted(zoneCount) }, () => reader.text())
    const aliases = new Map<string, string>()
    const aliasCount = this.#counted(header.getUint32(CLOCKS_HEADER.aliasCount, true))
    for (let i = 0; i < aliasCount; i++) {
      const name = reader.text()
      const number = reader.whole()
      const id = this.zoneIds[number]
      if (id === undefined)
        throw this.#damage('clocks-malformed', `${name} is zone ${number} of ${zoneCount}`)
      aliases.set(name, id)
    }
    this.aliases = aliases
    const lengths = this.zoneIds.map(() => reader.whole())
    let from = reader.at
    this.zoneIds.forEach((id, number) => {
      const to = from + (lengths[number] ?? 0)
      if (to > bytes.length) throw this.#damage('clocks-malformed', `the record of ${id} ends at ${to}`)
      this.#places.set(id, { from, to })
      from = to
    })
  }

  /**
   * The clocks of an identifier, spelled as the release spells it, without source lines. Null for an identifier that the release does not
   * have. Throws an ArtifactError for a damaged record.
   */
  zone(name: string): CompiledZone | null {
    const id = this.aliases.get(name) ?? name
    const known = this.#zones.get(id)
    if (known !== undefined) return known
    const place = this.#places.get(id)
    if (place === undefined) return null
    const zone = this.#decode(id, this.#reader(place.from, place.to))
    this.#zones.set(id, zone)
    return zone
  }

  #decode(id: string, record: ByteReader): CompiledZone {
    const types: LocalTimeType[] = []
    for (let count = this.#counted(record.whole()); count > 0; count--) types.push(readType(record))
    const typeIndex = (): number => {
      const index = record.whole()
      if (index >= types.length)
        throw this.#damage('clocks-malformed', `${id}: there is no type ${index} of ${types.length}`)
      return index
    }
    const count = this.#counted(record.whole())
    const typeOf = [typeIndex()]
    const starts: EpochSeconds[] = []
    for (let last = 0; starts.length < count;) {
      const step = starts.length === 0 ? record.signed() : record.whole()
      if (starts.length > 0 && step === 0)
        throw this.#damage('clocks-malformed', `${id}: two starts are equal`)
      last += step
      starts.push(epochSeconds(last))
      typeOf.push(typeIndex())
    }
    const releaseChanges: ReleaseChange[] = []
    for (let left = this.#counted(record.whole()); left > 0; left--)
      releaseChanges.push({ at: epochSeconds(record.signed()), type: typeIndex() })
    const kind = FOOTERS[record.whole()]
    const posixTz = record.text()
    const footer = this.#footer(id, kind, posixTz, typeIndex)
    return {
      id,
      types,
      lines: [],
      starts,
      typeOf,
      linesOf: typeOf.map(() => NO_LINES),
      releaseChanges,
      footer,
      posixTz: posixTz === '' ? null : posixTz,
    }
  }

  #footer(id: string, kind: Footer['kind'] | undefined, posixTz: string, typeIndex: () => number): Footer {
    if (kind === undefined) throw this.#damage('clocks-malformed', `${id}: a footer of unknown kind`)
    if (kind !== 'yearly') return { kind }
    const daylight = readPosixTz(posixTz)?.daylight
    if (daylight === undefined || daylight === null)
      throw this.#damage('clocks-malformed', `${id}: ${posixTz} has no yearly changes`)
    const change = ({ day, time }: typeof daylight.start): YearlyChange => ({
      day,
      time,
      type: typeIndex(),
      lines: [],
    })
    return { kind, toStandard: change(daylight.end), toDaylight: change(daylight.start) }
  }

  /** Returns a count if the file has room for that many items of one byte each. Throws otherwise. */
  #counted(count: number): number {
    if (count <= this.#bytes.length) return count
    throw this.#damage('clocks-malformed', `${count} of something in ${this.#bytes.length} bytes`)
  }

  #reader(from: number, to: number): ByteReader {
    return new ByteReader(this.#bytes.subarray(0, to), from, (what) => this.#damage('clocks-malformed', what))
  }

  #damage(code: ArtifactErrorCode, what: string): ArtifactError {
    return new ArtifactError(code, `${this.#file}: ${code}: ${what}`, { file: this.#file })
  }
}

/** One empty list, shared by tens of thousands of items. */
const NO_LINES: readonly number[] = []

function readType(record: ByteReader): LocalTimeType {
  const offset = record.signed()
  const save = record.signed()
  const releaseSave = record.signed()
  const flags = record.whole()
  return {
    offset: offsetSeconds(offset),
    stdoff: offsetSeconds(offset - save),
    save: offsetSeconds(save),
    isDst: (flags & IS_DST) !== 0,
    releaseSave: offsetSeconds(releaseSave),
    releaseIsDst: (flags & RELEASE_IS_DST) !== 0,
    abbreviation: record.text(),
  }
}

/** The clocks of a release. They are found by any name of a zone. */
export type ReleaseClocks = Pick<Clocks, 'release' | 'zone' | 'zoneIds' | 'aliases'>

/** All identifiers of a release: in lower case → as it spells them. */
export const spellingsOf = ({ zoneIds, aliases }: Pick<Clocks, 'zoneIds' | 'aliases'>): Map<string, string> =>
  new Map([...zoneIds, ...aliases.keys()].map((id) => [id.toLowerCase(), id]))

/** Opens a file of clocks. `file` is its name in errors. Throws an ArtifactError for a damaged file. */
export const openClocks = (bytes: Uint8Array, file = 'clocks.bin'): Clocks => new Clocks(bytes, file)
