#!/usr/bin/env node
// Starts the program `tzref`: compiles the sources into .cache/compiled where one of them changed, and runs what is compiled.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { workerData } from 'node:worker_threads'

const ROOT = dirname(fileURLToPath(import.meta.url))
const ROOMS = ['schemas', 'core', 'ask', 'open', 'package', 'cli', 'pipeline', 'serve']
/** The program, and what runs in threads of its own: those name their file as `entry` in their workerData. */
const ENTRIES = ['tzref.ts', 'serve/commands/lookup-worker.ts']
/** Dependencies of hundreds of small files, which one file replaces: reading them was half of a server's start. */
const BUNDLED = [
  '@fastify/cookie',
  '@fastify/proxy-addr',
  '@modelcontextprotocol/sdk',
  'cli-progress',
  'fastify',
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
const CACHE = join(ROOT, '.cache/compiled')
/** Compilations that are kept, as a server that runs an older one may load another part of it. */
const KEPT = 8

const sources = () =>
  ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
  ).filter((file) => file.endsWith('.ts'))

/** A name for the compilation of the sources as they are now. */
function compilationName() {
  const hash = createHash('sha256').update(ROOT)
  for (const file of ['tzref.js', 'tzref.ts', 'package.json', 'package-lock.json', ...sources()]) {
    const { mtimeMs, size } = statSync(join(ROOT, file))
    hash.update(`${file} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

/** In what is compiled, a source still knows itself by its own address: beside it lie the files that it reads. */
const ownAddress = {
  name: 'own address',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: 'ts',
    }))
  },
}

/** Compiles into a folder, which appears whole or not at all; another process may make the same one meanwhile. */
async function compile(folder) {
  const { build } = await import('esbuild')
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  mkdirSync(CACHE, { recursive: true })
  const made = mkdtempSync(join(CACHE, 'new-'))
  // Whoever may read the sources may run them: mkdtemp makes a folder for its owner alone.
  chmodSync(made, 0o755)
  try {
    await build({
      absWorkingDir: ROOT,
      entryPoints: ENTRIES,
      outdir: made,
      outbase: ROOT,
      bundle: true,
      splitting: true,
      format: 'esm',
      banner: { js: REQUIRE },
      platform: 'node',
      target: 'node20.19',
      external: Object.keys({ ...dependencies, ...optionalDependencies }).filter(
        (name) => !BUNDLED.includes(name),
      ),
      // For `node --enable-source-maps tzref.js`.
      sourcemap: 'linked',
      sourcesContent: false,
      logLevel: 'error',
      plugins: [ownAddress],
    })
    renameSync(made, folder)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  const byAge = readdirSync(CACHE)
    .map((name) => ({
      path: join(CACHE, name),
      at: statSync(join(CACHE, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }))
    .toSorted((one, other) => other.at - one.at)
  for (const { path } of byAge.slice(KEPT)) rmSync(path, { recursive: true, force: true })
}

/** Runs the program from its sources, where the folder of the checkout cannot be written to: twice as slow to start. */
async function runSources(entry) {
  await import('tsx')
  await import(pathToFileURL(join(ROOT, entry)).href)
}

const entry = workerData?.entry ?? 'tzref.ts'
try {
  const folder = join(CACHE, compilationName())
  if (!existsSync(folder)) await compile(folder)
  module.enableCompileCache?.(join(ROOT, '.cache/v8'))
  await import(pathToFileURL(join(folder, entry.replace(/\.ts$/, '.js'))).href)
} catch (error) {
  if (error.syscall !== undefined && error.path?.startsWith(dirname(CACHE))) await runSources(entry)
  else if (error.code === 'ERR_MODULE_NOT_FOUND' && !existsSync(join(ROOT, 'node_modules'))) {
    process.stderr.write('tzref: its dependencies are not installed\n  to mend it: npm ci\n')
    process.exitCode = 1
  } else throw error
}
