// The promises of docs/releases.md: everything once offered is still there, slugs lead to the same places, other versions are named.
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { extendSlugRegistry, readSlugRegistry, slugRegistryText } from '#pipeline/compile/city-slugs.ts'
import { SLUG_REGISTRY } from '#pipeline/paths.ts'
import { surface } from '../support/oracles/surface.ts'

const OFFERED = join(import.meta.dirname, 'offered.txt')

test('whatever the last minor version offered is still offered', () => {
  const now = surface()
  // TZREF_OFFERED=write is for a release: it writes the list of all that is promised from then on.
  if (process.env['TZREF_OFFERED'] === 'write') writeFileSync(OFFERED, `${now.join('\n')}\n`)
  const offered = readFileSync(OFFERED, 'utf8').trimEnd().split('\n')
  const kinds = new Set(offered.map((line) => line.split(' ')[0]))
  expect([...kinds]).toEqual(['account', 'artifact', 'command', 'figure', 'library', 'setting', 'v1'])
  const there = new Set(now)
  expect(offered.filter((line) => !there.has(line))).toEqual([])
  // The test may have to compile the program first.
}, 120_000)

describe('slugs of cities', () => {
  const text = readFileSync(join(ROOT, SLUG_REGISTRY), 'utf8')
  const registry = readSlugRegistry(SLUG_REGISTRY, text)

  test('the frozen part of the registry has not changed', () => {
    const [frozen = ''] = text.split('# Added after the freeze.\n')
    expect(hash('sha256', frozen, 'hex')).toBe(
      '24645f87dde8d2df211e509355bc4226218aec7b824447b49d17d0ef12aac264',
    )
  })
  test('new slugs come after the frozen part, and no former slug goes to another place', () => {
    const city = { country: 'MX', region: '', isCapital: false, population: 1, zone: 'America/Mexico_City' }
    const { registry: later } = extendSlugRegistry(
      registry,
      [
        { ...city, id: 99_000_001, name: 'Acapulco de Juárez' },
        { ...city, id: 99_000_002, name: 'Aaa' },
      ],
      () => false,
    )
    expect(later.get(99_000_001)?.slug).toBe('acapulco-de-juarez-mx-99000001')
    const written = slugRegistryText(later)
    const [frozen, added = ''] = text.split('# Added after the freeze.\n')
    const [stillFrozen, more = ''] = written.split('# Added after the freeze.\n')
    expect(stillFrozen).toBe(frozen)
    const linesOf = (lines: string): string[] => lines.split('\n').slice(0, -1)
    expect(linesOf(more)).toEqual(
      [...linesOf(added), 'aaa 99000002 mx', 'acapulco-de-juarez-mx-99000001 99000001'].toSorted(),
    )
    expect(readSlugRegistry(SLUG_REGISTRY, written)).toEqual(later)
  })
})
