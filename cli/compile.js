// Compiles the program to JavaScript: a checkout does so when it is started, and the package `tzref-server` holds what came of it.
import { build } from 'esbuild'
import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
/** The program, and what runs in threads of its own: those name their file as `entry` in their workerData. */
const ENTRIES = ['tzref.ts', 'serve/commands/lookup-worker.ts']
/**
 * Dependencies of hundreds of small files, which one file replaces: reading them was half of a server's start. None that imports a
 * CommonJS package when it runs: of that nothing but its default is found in a bundle.
 */
export const BUNDLED = [
  '@fastify/proxy-addr',
  '@modelcontextprotocol/sdk',
  'cli-progress',
  'ioredis',
  'ipaddr.js',
  'kysely',
  'pino',
  'prom-client',
  'typebox',
]
/** What is CommonJS among them asks for Node's own modules so. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/** As an escape: a file with one character beyond Latin-1 takes twice its room in memory. */
const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** In what is compiled, a source still knows itself by its own address, which is told from where `folder` lies beside it. */
const asItLies = (folder, wording) => ({
  name: 'as it lies',
  setup(it) {
    it.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const own = JSON.stringify(relative(folder, path))
      const contents = readFileSync(path, 'utf8').replaceAll(
        'import.meta.url',
        `new URL(${own}, import.meta.url).href`,
      )
      return { contents: wording(contents).replaceAll(/[^\0-\x7f]/g, escaped), loader: 'ts' }
    })
  },
})

/**
 * Compiles into `made`, which is to be moved to `folder` of a checkout or of a package that lies as one. `wording` gets the text of each
 * source; `sourcemap` is esbuild's. Gives the files that were compiled, from the checkout's root.
 */
export async function compile(made, folder, { wording = (text) => text, sourcemap = false } = {}) {
  const { version, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  )
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES.map((entry) => ({ in: entry, out: basename(entry, '.ts') })),
    outdir: made,
    bundle: true,
    splitting: true,
    format: 'esm',
    banner: { js: REQUIRE },
    platform: 'node',
    target: 'node20.19',
    // A process keeps the text of what it runs. Names stay, and lines, so that a stack says where something was.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    external: Object.keys({ ...dependencies, ...optionalDependencies }).filter(
      (name) => !BUNDLED.includes(name),
    ),
    sourcemap,
    sourcesContent: false,
    define: { 'globalThis.compiledProgram': JSON.stringify(`${version} ${basename(folder)}`) },
    logLevel: 'error',
    metafile: true,
    plugins: [asItLies(folder, wording)],
  })
  return Object.keys(metafile.inputs)
}
