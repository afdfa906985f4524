// The table of sizes in docs/library.md is what `npm run package -- --sizes` prints, to a twentieth.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'

/** `name, column` → bytes, from the rows of a table. */
function sizesIn(text: string): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const [, name = '', ...cells] of text.matchAll(
    /^\| `(tzref[\w/-]*)` *\|([^|\n]*)\|([^|\n]*)\|([^|\n]*)\|$/gm,
  ))
    for (const [index, column] of ['packed', 'minified', 'gzipped'].entries()) {
      const [, amount, unit] = /([\d.]+) ([kM])B/.exec(cells[index] ?? '') ?? []
      if (amount !== undefined) sizes.set(`${name}, ${column}`, Number(amount) * (unit === 'M' ? 1e6 : 1e3))
    }
  return sizes
}

test('library.md has the sizes that the command prints', () => {
  const printed = sizesIn(
    execFileSync(
      process.execPath,
      [
        '--import',
        'tsx',
        join(ROOT, 'apps/packages/make.ts'),
        '--sizes',
        '--artifact',
        inject('embeddedArtifact'),
      ],
      { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    ),
  )
  const shown = sizesIn(readFileSync(join(ROOT, 'docs/library.md'), 'utf8'))
  expect(printed.size).toBe(16)
  expect([...shown.keys()]).toEqual([...printed.keys()])
  for (const [what, bytes] of printed)
    expect(Math.abs((shown.get(what) ?? 0) / bytes - 1), `${what}: ${bytes} bytes`).toBeLessThan(0.05)
})
