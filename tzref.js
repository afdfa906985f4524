#!/usr/bin/env node
// Starts the program `tzref`: compiles the sources of a checkout into .cache/compiled where one of them changed, and runs what is compiled.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import module from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { workerData } from 'node:worker_threads'

const ROOT = dirname(fileURLToPath(import.meta.url))
/** A package is compiled already. */
const PACKED = join(ROOT, 'compiled')
const CACHE = join(ROOT, '.cache/compiled')
/** Compilations that are kept, as a server that runs an older one may load another part of it. */
const KEPT = 8

/** The rooms of the code are those that package.json has a `#name` for. */
const rooms = () =>
  Object.values(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).imports).map((path) =>
    dirname(path),
  )

const sources = () =>
  rooms()
    .flatMap((room) =>
      readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
    )
    .filter((file) => file.endsWith('.ts'))

/** A name for the compilation of the sources as they are now. */
function compilationName() {
  const hash = createHash('sha256')
  for (const file of ['tzref.js', 'apps/cli/compile.js', 'package.json', 'package-lock.json', ...sources()]) {
    const { mtimeMs, size } = statSync(join(ROOT, file))
    hash.update(`${file} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

/** Compiles into a folder, which appears whole or not at all; another process may make the same one meanwhile. */
async function compileOnce(folder) {
  const { compile } = await import('./apps/cli/compile.js')
  mkdirSync(CACHE, { recursive: true })
  const made = mkdtempSync(join(CACHE, 'new-'))
  // Whoever may read the sources may run them: mkdtemp makes a folder for its owner alone.
  chmodSync(made, 0o755)
  try {
    // The map is for `node --enable-source-maps tzref.js`.
    await compile(made, folder, { sourcemap: 'linked' })
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
  // `import 'tsx'` does nothing in a thread.
  const { register } = await import('tsx/esm/api')
  register()
  await import(pathToFileURL(join(ROOT, entry)).href)
}

/** The folder of what is compiled. */
async function compiled() {
  if (existsSync(PACKED)) return PACKED
  const folder = join(CACHE, compilationName())
  if (!existsSync(folder)) await compileOnce(folder)
  return folder
}

// From the very start: SIGHUP makes a running server look for another artifact, and must not end one that is not yet running.
if (process.argv[2] === 'serve') process.on('SIGHUP', () => undefined)

const entry = workerData?.entry ?? 'apps/cli/tzref.ts'
try {
  const folder = await compiled()
  module.enableCompileCache?.(join(ROOT, '.cache/v8'))
  await import(pathToFileURL(join(folder, `${basename(entry, '.ts')}.js`)).href)
} catch (error) {
  if (error.syscall !== undefined && error.path?.startsWith(dirname(CACHE))) await runSources(entry)
  else if (error.code === 'ERR_MODULE_NOT_FOUND' && ![PACKED, join(ROOT, 'node_modules')].some(existsSync)) {
    process.stderr.write('tzref: its dependencies are not installed\n  to fix it: npm ci\n')
    process.exitCode = 1
  } else throw error
}
