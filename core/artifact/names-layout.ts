// Defines the layout of `names.bin`: its header and sections, and what the bits of a place say.
import { ArtifactError } from './artifact-error.ts'

/** The key of a name, as `nameKey` makes it, from its words. */
export const keyOfWords = (words: string): string => words.replaceAll('-', '')

export const MAGIC = 'TZRFNAME'
/** 1.1 added names in non-Latin letters, in UTF-8. 1.2 added the country and first division of a place, and places that are not listed. */
export const NAMES_VERSION = { major: 1, minor: 2 } as const
/** From this minor version on, places have a country and a division. */
const WITH_AREAS = 2
export const HEADER_SIZE = 56
export const PLACE_SIZE = 12
export const AREA_SIZE = 2
/** Within a block, a key shares its beginning with the key before it. The first key of a block stands in full. */
export const BLOCK = 16
/** The most meanings and the most letters of one key: each count is one byte. */
export const MOST = 255
export const HYPHEN = 45

export const KINDS = ['place', 'other-place', 'country', 'standard', 'zone'] as const
export const PLACE_KINDS = ['city', 'section', 'division'] as const
/**
 * ASCII letters and digits, or letters of non-Latin scripts, from Greek on. Never U+FFFD, because that stands for bytes that are not UTF-8.
 */
export const WORDS = /^[a-z0-9\u0370-\ufffc]+(?:-[a-z0-9\u0370-\ufffc]+)*$/u
/** A meaning has its kind above these bits, and in them the index of its thing. */
export const INDEX_BITS = 28
export const CAPITAL = 4
export const SOVEREIGN = 8
export const UNLISTED = 16

export function refuse(code: 'names-malformed' | 'names-version', message: string): never {
  throw new ArtifactError(code, `names: ${message}`, {})
}

const decoder = new TextDecoder()

/** Where the sections of a file are, in bytes, and how many of everything it has. */
export type NamesLayout = Readonly<ReturnType<typeof layoutOf>>

/** Reads the header. Throws an ArtifactError when it does not fit the bytes, or the blocks do not fit the sections. */
export function layoutOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER_SIZE || decoder.decode(bytes.subarray(0, 8)) !== MAGIC) {
    refuse('names-malformed', 'its first bytes are not those of a file of names')
  }
  const major = view.getUint16(8, true)
  const hasAreas = view.getUint16(10, true) >= WITH_AREAS
  if (major !== NAMES_VERSION.major)
    refuse('names-version', `version ${major}, this reader understands ${NAMES_VERSION.major}`)
  const count = (index: number): number => view.getUint32(20 + 4 * index, true)
  const [size, keyCount, entryCount, placeCount] = [count(0), count(1), count(2), count(3)]
  const [zoneCount, standardCount, countryCount] = [count(4), count(5), count(6)]
  const [keyBytes, stringBytes] = [count(7), count(8)]
  const blockCount = Math.ceil(keyCount / BLOCK)
  const blockEntriesAt = HEADER_SIZE + 4 * (blockCount + 1)
  const entriesAt = blockEntriesAt + 4 * (blockCount + 1)
  const placesAt = entriesAt + 4 * entryCount
  const keysAt = placesAt + PLACE_SIZE * placeCount
  const stringsAt = keysAt + keyBytes
  /** The divisions of the places follow the last name. */
  const areasAt = stringsAt - (hasAreas ? AREA_SIZE * placeCount : 0)
  if (size !== bytes.length)
    refuse('names-malformed', `the file has ${bytes.length} bytes, its header says ${size}`)
  if (stringsAt + stringBytes !== size)
    refuse('names-malformed', `its sections end at ${stringsAt + stringBytes}, the file at ${size}`)
  checkBlocks(view, blockCount, areasAt - keysAt, entryCount)
  return {
    view,
    language: languageOf(bytes),
    hasAreas,
    keyCount,
    entryCount,
    placeCount,
    zoneCount,
    standardCount,
    countryCount,
    blockCount,
    blockEntriesAt,
    entriesAt,
    placesAt,
    keysAt,
    areasAt,
    stringsAt,
  }
}

function languageOf(bytes: Uint8Array): string {
  const language = decoder.decode(bytes.subarray(12, 20)).replace(/\0+$/, '')
  if (!/^[A-Za-z][A-Za-z0-9-]+$/.test(language))
    refuse('names-malformed', 'its language is not a tag filled with 0')
  return language
}

/** Checks that blocks begin at 0, stand in order and end where their sections end. */
function checkBlocks(view: DataView, blockCount: number, keyBytes: number, entryCount: number): void {
  for (const [first, end, what] of [
    [0, keyBytes, 'blocks'],
    [blockCount + 1, entryCount, 'firsts'],
  ] as const) {
    const at = (index: number): number => view.getUint32(HEADER_SIZE + 4 * (first + index), true)
    for (let index = 0; index < blockCount; index++) {
      if (at(index) >= at(index + 1))
        refuse('names-malformed', `${what} ${index} and the next are not in order`)
    }
    if (at(0) !== 0 || at(blockCount) !== end)
      refuse('names-malformed', `${what} go from ${at(0)} to ${at(blockCount)}, expected 0 to ${end}`)
  }
}
