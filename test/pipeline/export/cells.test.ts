// Cells and edges as rows, used as docs/at-scale.md describes, in plain arithmetic, on the artifact of the corpus.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openArtifact } from '#open/artifact.ts'
import { CELL_FORMS } from '#pipeline/export/cells.ts'
import type { Cell } from '#pipeline/export/form.ts'
import { ROOT } from '#pipeline/paths.ts'

interface Answer {
  readonly lat: string
  readonly lon: string
  readonly timezone: string
  readonly overlap: readonly string[]
}

const artifact = openArtifact(join(ROOT, 'test/corpus/artifact'))
afterAll(() => artifact.close())

const [cells = [], edges = []] = CELL_FORMS.map((form): (readonly Cell[])[] =>
  form.to === 'table' ? [...form.table(artifact, { rearguard: false }).rows] : [],
)
const points: Answer[] = JSON.parse(readFileSync(join(ROOT, 'test/corpus/points.json'), 'utf8'))

/** Moves bit i to position 2i. */
function spread(value: number): bigint {
  let key = 0n
  for (let bit = 0n; bit < 29n; bit++) if ((BigInt(value) >> bit) & 1n) key |= 1n << (2n * bit)
  return key
}

/** The sea strip at x. */
function strip(x: number): string {
  const hours = Math.floor((x + 7_500_000) / 15_000_000) - 12
  return hours === 0 ? 'Etc/GMT' : hours > 0 ? `Etc/GMT-${hours}` : `Etc/GMT+${-hours}`
}

const whole = (cell: Cell | undefined): bigint => BigInt(Number(cell))

test('cells are sorted by their key and do not overlap', () => {
  expect(cells.length).toBeGreaterThan(20)
  for (const [index, [from, to]] of cells.entries()) {
    expect(whole(from)).toBeLessThan(whole(to))
    if (index > 0) expect(whole(from)).toBeGreaterThanOrEqual(whole(cells[index - 1]?.[1]))
  }
  const counted = cells.reduce((sum, [, , count]) => sum + Number(count), 0)
  expect(edges).toHaveLength(counted)
})

test('progress ends with the last cell', () => {
  const told: number[] = []
  for (const form of CELL_FORMS)
    if (form.to === 'table')
      Array.from(form.table(artifact, { progress: (_, done, total) => told.push(done / total) }).rows)
  expect(told).toEqual([1, 1])
})

test('every point of the corpus has its zone and the zones that overlap there, in order', () => {
  expect(points.length).toBeGreaterThan(300)
  for (const { lat, lon, timezone, overlap } of points) {
    const x = Math.min(Math.round(Number(lon) * 1e6) + 180_000_000, 359_999_999)
    const y = Math.min(Math.round(Number(lat) * 1e6) + 90_000_000, 179_999_999)
    const key = spread(x) + 2n * spread(y)
    const [from, , , zones] = cells.findLast(([first]) => whole(first) <= key) ?? []
    let bits = 0
    for (const [cell, bit, ...ends] of edges) {
      if (cell !== from) continue
      const [ax = 0n, ay = 0n, bx = 0n, by = 0n] = ends.map(whole)
      const [px, py] = [BigInt(x), BigInt(y)]
      if (ay > py === by > py) continue
      const side = (bx - ax) * (py - ay) - (px - ax) * (by - ay)
      if (by > py ? side <= 0n : side >= 0n) bits ^= Number(bit)
    }
    const [zone, ...others] = String(zones).split('|')[bits]?.split(' ') ?? []
    expect([zone === '' ? strip(x) : zone, others], `${lat} ${lon}`).toEqual([timezone, overlap])
  }
})
