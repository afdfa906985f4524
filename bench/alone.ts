// Prints how large the interface alone is: the lines of its sources by room, and the packages that they reach with their megabytes.
import { build } from 'esbuild'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** Loaded by name at run time, so that no bundler sees it. */
const SQLITE = ['better-sqlite3', 'better-sqlite3-12']

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(join(folder, file)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0)

const row = (amount: string, name: string): void => console.log(`${amount.padStart(9)}  ${name}`)

/** Prints one line for each room and each package, and their sums. */
export async function benchAlone(): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['serve/alone.ts', 'serve/commands/serve.ts'],
    outdir: 'never-written',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  const lines = new Map<string, number>()
  const packages = new Set(SQLITE.filter((name) => existsSync(join(ROOT, 'node_modules', name))))
  for (const path of Object.keys(metafile.inputs)) {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? []
    if (name !== undefined) packages.add(name)
    else if (/\.(?:ts|js)$/.test(path)) {
      const room = path.split('/')[0] ?? ''
      const count = readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1
      lines.set(room, (lines.get(room) ?? 0) + count)
    }
  }
  for (const [room, count] of [...lines].toSorted(([, one], [, other]) => other - one)) row(`${count}`, room)
  row(`${[...lines.values()].reduce((sum, count) => sum + count, 0)}`, 'lines in all')
  const sizes = [...packages].map((name) => ({ name, mb: bytesIn(join(ROOT, 'node_modules', name)) / 1e6 }))
  for (const { name, mb } of sizes.toSorted((one, other) => other.mb - one.mb))
    row(`${mb.toFixed(2)} MB`, name)
  row(`${sizes.reduce((sum, { mb }) => sum + mb, 0).toFixed(2)} MB`, `in ${sizes.length} packages`)
}
