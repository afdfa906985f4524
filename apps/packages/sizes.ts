// What the packages weigh: packed for npm, and in a page's bundle, minified and as gzip sends it.
import { build } from 'esbuild'
import { gzipSync } from 'node:zlib'

/** One bundle of a page: a package or an entry of one, and what is imported from it. */
const IN_A_PAGE: readonly (readonly [name: string, imports: string])[] = [
  ['tzref-clocks', 'clocks'],
  ['tzref-boundaries', 'fetchBoundaries'],
  ['tzref-menu', 'openMenu'],
  ['tzref/clocks', 'fetchClocks'],
  ['tzref/web', 'openWeb'],
]

/** A row of the table: bytes, or null for what there is none of. */
interface Weight {
  readonly name: string
  readonly packed: number | null
  readonly minified: number | null
  readonly gzipped: number | null
}

/** The weights of packages that are written below `folder`/node_modules. `packed` says the bytes of each one's archive. */
export async function weigh(folder: string, packed: ReadonlyMap<string, number>): Promise<Weight[]> {
  const bundles = new Map<string, { readonly minified: number; readonly gzipped: number }>()
  for (const [name, imports] of IN_A_PAGE) {
    if (!packed.has(name.replace(/\/.*/, ''))) continue
    const menu = name === 'tzref-menu' ? "\nexport { menu } from 'tzref-menu/en'" : ''
    const { outputFiles } = await build({
      stdin: { contents: `export { ${imports} } from '${name}'${menu}\n`, resolveDir: folder },
      absWorkingDir: folder,
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      write: false,
      logLevel: 'error',
    })
    const code = Buffer.concat(outputFiles.map(({ contents }) => contents))
    bundles.set(name, { minified: code.length, gzipped: gzipSync(code).length })
  }
  const names = new Set([...packed.keys(), ...bundles.keys()])
  return [...names].map((name) => ({
    name,
    packed: packed.get(name) ?? null,
    minified: bundles.get(name)?.minified ?? null,
    gzipped: bundles.get(name)?.gzipped ?? null,
  }))
}

/** The weights as the table of docs/library.md. */
export function weightsAsMarkdown(weights: readonly Weight[]): string {
  const rows = weights.map(({ name, ...sizes }) => {
    const [packed, minified, gzipped] = [sizes.packed, sizes.minified, sizes.gzipped].map((bytes) =>
      bytes === null ? '' : inBytes(bytes),
    )
    return `| \`${name}\` | ${packed} | ${minified} | ${gzipped} |`
  })
  return ['| | packed | minified | gzipped |', '| --- | --- | --- | --- |', ...rows, ''].join('\n')
}

/** A size in words: `69.1 kB`, `23.9 MB`. */
export function inBytes(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
