// Facts about decoding requests: the same texts as decodeURIComponent has, and no error for each of thousands of broken escapes.
import { afterEach, expect, test, vi } from 'vitest'
import { ignoredParameters } from '#serve/api/ignored-parameters.ts'
import { decodePart, decodeText, queryPairs } from '#serve/http/request-text.ts'

afterEach(() => vi.restoreAllMocks())

const byte = (value: number): string => `%${value.toString(16).padStart(2, '0')}`

function decodedByNode(raw: string): string | null {
  try {
    return decodeURIComponent(raw)
  } catch {
    return null
  }
}

test('escapes of one and of two bytes are read as decodeURIComponent reads them', () => {
  const all = Array.from({ length: 65_536 / 4 }, (_, index) => byte(index >> 6) + byte((index * 5) % 256))
  for (const raw of [...all, ...all.map((two) => two.slice(3))])
    if (decodeText(raw) !== decodedByNode(raw)) expect.fail(raw)
  expect(all.map(decodeText).filter((text) => text !== null).length).toBeGreaterThan(1000)
})

test.each([
  '%',
  '%4',
  '%zz',
  'a%%41',
  '%F0%9F%98%80',
  '%ed%a0%80',
  '%F4%90%80%80',
  '%E2%82',
  '%E0%80%AF',
  '%25zz',
])('%s is read as decodeURIComponent reads it', (raw) => expect(decodeText(raw)).toBe(decodedByNode(raw)))

test('raw bytes count as UTF-8', () => {
  expect(decodeText('caf\u00C3\u00A9%20')).toBe('café ')
  expect(decodeText('caf\u00E9')).toBeNull()
})

test('thousands of broken escapes cost no error each', () => {
  const decoding = vi.spyOn(globalThis, 'decodeURIComponent')
  for (const part of ['%&', '%FF&', 'a=%&']) {
    const query = part.repeat(3850)
    for (const { rawValue } of queryPairs(query)) expect(decodePart(rawValue)).toBeNull()
    ignoredParameters(query, new Set(['at']))
  }
  expect(decoding).not.toHaveBeenCalled()
})
