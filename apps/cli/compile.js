// Compiles the program to JavaScript. A checkout does this when it starts, and the package `tzref-server` holds the result.
import { build, stop } from 'esbuild'
import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** The program, and the code of its threads. Threads name their file as `entry` in their workerData. */
const ENTRIES = [
  'apps/cli/tzref.ts',
  'pipeline/assemble/reference-thread.ts',
  'pipeline/assemble/shapes-thread.ts',
  'apps/site/pictures/draw-thread.ts',
  'apps/cli/look-up-worker.ts',
]
/**
 * Dependencies of hundreds of small files. They are bundled into one file, because reading them took half of a server's start. None of them
 * may import a CommonJS package at run time: a bundle finds only the default export of such a package.
 */
export const BUNDLED = [
  '@fastify/proxy-addr',
  'cli-progress',
  'ioredis',
  'ipaddr.js',
  'kysely',
  'pino',
  'prom-client',
  'typebox',
]
/** CommonJS packages among them use this to load Node's own modules. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/** An escape sequence for a character. A file with one character beyond Latin-1 would take twice the memory. */
const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A compiled source still needs its own address, `import.meta.url`. It is computed from the source's place relative to `folder`. */
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
 * Compiles into `made`, which is later moved to `folder` of a checkout, or of a package with the same layout. `wording` gets the text of
 * each source and returns the text to compile. `sourcemap` is esbuild's option. `entries` are the files to compile with all that they import:
 * by default the program. Returns the compiled files, as paths from the checkout's root.
 */
export async function compile(
  made,
  folder,
  { wording = (text) => text, sourcemap = false, entries = ENTRIES } = {},
) {
  const { version, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  )
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: entries.map((entry) => ({ in: entry, out: basename(entry, '.ts') })),
    outdir: made,
    bundle: true,
    splitting: true,
    format: 'esm',
    banner: { js: REQUIRE },
    platform: 'node',
    target: 'node20.19',
    // A process holds the text of its code in memory, so it is made small. Names and lines stay, so that a stack trace shows the place of
    // an error.
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
  // Otherwise its service runs as long as this process, which may be a server.
  await stop()
  return Object.keys(metafile.inputs)
}
