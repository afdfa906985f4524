// Facts about the file `names.bin`: names read back as they were written, in any number of blocks, and damage is found.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { checkNames } from '#core/artifact/names-check.ts'
import { encodeNames } from '#core/artifact/names-encode.ts'
import { openNames, type NamedPlace, type NameMeaning } from '#core/artifact/names.ts'
import { Spelling } from '#core/text/spelling.ts'

const place = (id: number, population: number | null): NamedPlace => ({
  kind: 'city',
  id,
  zone: 'Europe/Berlin',
  population,
  isCapital: id === 1,
  isSovereignCapital: id === 1,
  country: id === 1 ? 'DE' : null,
  division: population === null ? null : id,
  isListed: id === 1,
})
const ROWS = [
  { words: 'berlin', meanings: [{ kind: 'place', place: place(1, 3_426_354), isOwnName: true }] },
  { words: 'dw', meanings: [{ kind: 'zone', zone: 'Europe/Berlin' }] },
  {
    words: 'frankfurt-am-main',
    meanings: [
      { kind: 'country', country: 'DE' },
      { kind: 'place', place: place(-2, null), isOwnName: false },
      { kind: 'standard', standard: 'central-european-standard-time' },
    ],
  },
] as const

/** What is wrong with a file, in words. */
const faultsOf = (bytes: Uint8Array): string[] =>
  [...checkNames(bytes)].filter((fault) => fault !== undefined)

const words = fc.stringMatching(/^[a-z]{1,6}(-[a-z0-9]{1,6}){0,2}$/)

/** Letters to insert, drop, replace or swap with the next: the definition of the distance, computed directly. */
function stepsBetween(one: string, other: string): number {
  const known = new Map<string, number>()
  const steps = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j
    const id = `${i} ${j}`
    const kept = known.get(id)
    if (kept !== undefined) return kept
    const isSame = one[i - 1] === other[j - 1]
    const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
    const least = Math.min(
      steps(i - 1, j) + 1,
      steps(i, j - 1) + 1,
      steps(i - 1, j - 1) + (isSame ? 0 : 1),
      isExchanged ? steps(i - 2, j - 2) + 1 : Infinity,
    )
    known.set(id, least)
    return least
  }
  return steps(one.length, other.length)
}

describe('names', () => {
  test('are found by their keys, with all their meanings', () => {
    const names = openNames(encodeNames(ROWS, 'en'))
    expect(names.language).toBe('en')
    for (const { words: text, meanings } of ROWS) {
      expect(names.meaningsOf(text.replaceAll('-', ''))).toEqual(meanings)
    }
    for (const absent of ['', 'a', 'berlinn', 'dx', 'zz']) expect(names.meaningsOf(absent)).toEqual([])
    expect([...names.rowsFrom('d')].map((row) => row.words)).toEqual(['dw'])
    expect([...names.rowsFrom('x')]).toEqual([])
  })

  test('may be none at all', () => {
    const names = openNames(encodeNames([], 'en'))
    expect(names.meaningsOf('berlin')).toEqual([])
    expect([...names.rowsFrom('')]).toEqual([])
  })

  test('come back as they were written, however many they are', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(words, { maxLength: 70, selector: (text) => text.replaceAll('-', '') }),
        (all) => {
          const meanings: NameMeaning[] = [{ kind: 'zone', zone: 'UTC' }]
          const rows = all
            .map((text) => ({ words: text, meanings }))
            .toSorted((a, b) => (a.words.replaceAll('-', '') < b.words.replaceAll('-', '') ? -1 : 1))
          const bytes = encodeNames(rows, 'en')
          const names = openNames(bytes)
          expect([...names.rowsFrom('')].map((row) => row.words)).toEqual(rows.map((row) => row.words))
          for (const row of rows) expect(names.meaningsOf(row.words.replaceAll('-', ''))).toEqual(meanings)
          expect(faultsOf(bytes)).toEqual([])
        },
      ),
    )
  })

  test('may be asked for others while they are read one by one', () => {
    const meanings = ROWS[1].meanings
    const rows = Array.from({ length: 60 }, (_, index) => ({ words: `name-${index + 100}`, meanings }))
    const names = openNames(encodeNames(rows, 'en'))
    const read: string[] = []
    for (const row of names.rowsFrom('')) {
      read.push(row.words)
      expect(names.meaningsOf('name159')).toEqual(meanings)
      expect(names.entriesFrom('name10')).toEqual({ first: 0, until: 10 })
      expect(names.rowsNear('', new Spelling('name1', 1))).toEqual([])
      expect([...names.rowsFrom('name15')]).toHaveLength(10)
    }
    expect(read).toEqual(rows.map((row) => row.words))
  })

  test('with the same prefix have their meanings one after the other', () => {
    const written = fc.stringMatching(/^[abс東]{1,5}(-[abс]{1,3}){0,1}$/u)
    const keyOf = (text: string): string => text.replaceAll('-', '')
    fc.assert(
      fc.property(
        fc.uniqueArray(written, { minLength: 1, maxLength: 80, selector: keyOf }),
        fc.stringMatching(/^[abс東~]{0,3}$/u),
        (all, prefix) => {
          const rows = all
            .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
            .map((text, index) => ({
              words: text,
              meanings: Array.from({ length: 1 + (index % 3) }, (_, nth): NameMeaning => ({
                kind: 'standard',
                standard: `s${index}-${nth}`,
              })),
            }))
          const names = openNames(encodeNames(rows, 'en'))
          const { first, until } = names.entriesFrom(prefix)
          expect(Array.from({ length: until - first }, (_, index) => names.meaningAt(first + index))).toEqual(
            rows.filter((row) => keyOf(row.words).startsWith(prefix)).flatMap(({ meanings }) => meanings),
          )
        },
      ),
    )
  })

  test('with nearly the same spelling are the ones that a comparison of all names finds', () => {
    const spelling = fc.stringMatching(/^[ab-]{1,9}$/)
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[ab]{1,6}(-[ab]{1,4}){0,1}$/), {
          minLength: 1,
          maxLength: 50,
          selector: (text) => text.replaceAll('-', ''),
        }),
        spelling.map((text) => text.replaceAll('-', '')),
        fc.nat(3),
        fc.constantFrom('', 'a', 'ab', 'bb'),
        (all, key, most, prefix) => {
          const rows = all
            .map((text) => ({ words: text, meanings: ROWS[1].meanings }))
            .toSorted((a, b) => (a.words.replaceAll('-', '') < b.words.replaceAll('-', '') ? -1 : 1))
          const names = openNames(encodeNames(rows, 'en'))
          const expected = rows
            .map((row) => ({ ...row, key: row.words.replaceAll('-', '') }))
            .filter((row) => row.key.startsWith(prefix))
            .map((row) => ({ words: row.words, distance: stepsBetween(key, row.key) }))
            .filter(({ distance }) => distance <= most)
          const found = names.rowsNear(prefix, new Spelling(key, most))
          expect(found.map((row) => ({ words: row.words, distance: row.distance }))).toEqual(expected)
          for (const { meanings } of found) expect(meanings).toEqual(ROWS[1].meanings)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('in scripts other than Latin are found whole and by their beginnings', () => {
    const meanings = ROWS[0].meanings
    const written = ['moscow', 'москва', 'москва-река', '東京', '東京都']
    const names = openNames(
      encodeNames(
        written.map((one) => ({ words: one, meanings })),
        'en',
      ),
    )
    for (const one of written) expect(names.meaningsOf(one.replace('-', ''))).toEqual(meanings)
    expect(names.meaningsOf('моск')).toEqual([])
    expect([...names.rowsFrom('моск')].map((row) => row.words)).toEqual(['москва', 'москва-река'])
    expect([...names.rowsFrom('東')].map((row) => row.words)).toEqual(['東京', '東京都'])
    expect(faultsOf(encodeNames([{ words: '東京', meanings }], 'en'))).toEqual([])
  })

  test('out of order or without a word are refused', () => {
    expect(() => encodeNames([ROWS[1], ROWS[0]], 'en')).toThrow(RangeError)
    expect(() => encodeNames([{ ...ROWS[0], words: 'São' }], 'en')).toThrow(RangeError)
    expect(() => encodeNames([{ ...ROWS[0], meanings: [] }], 'en')).toThrow(RangeError)
  })
})

describe('a damaged file', () => {
  const whole = encodeNames(ROWS, 'en')

  test('with a wrong beginning, version or length is refused when it is opened', () => {
    const changed = (at: number, byte: number): Uint8Array => {
      const bytes = whole.slice()
      bytes[at] = byte
      return bytes
    }
    expect(() => openNames(changed(0, 0))).toThrow(ArtifactError)
    expect(() => openNames(changed(8, 2))).toThrow(/version 2, this reader understands 1/)
    expect(() => openNames(whole.subarray(0, whole.length - 1))).toThrow(ArtifactError)
    expect(() => openNames(new Uint8Array(3))).toThrow(ArtifactError)
  })

  test('with a name that is not UTF-8 is found by the check', () => {
    const bytes = encodeNames([{ words: 'zzz', meanings: [{ kind: 'country', country: 'DE' }] }], 'en')
    bytes[Buffer.from(bytes).indexOf('zzz') + 1] = 0xff
    expect(faultsOf(bytes)).toEqual(['name 1: "z\ufffdz" is not words'])
  })

  test('makes a check or an answer fail only with an ArtifactError', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
        const bytes = whole.slice()
        bytes[at] = byte
        expect(Array.isArray(faultsOf(bytes))).toBe(true)
        try {
          const names = openNames(bytes)
          names.meaningsOf('berlin')
          names.rowsNear('', new Spelling('berln', 3)).map(({ meanings }) => meanings)
        } catch (error) {
          expect(error).toBeInstanceOf(ArtifactError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
