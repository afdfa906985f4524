// Makes the package `tzref`: each entry of package/ as JavaScript, with its line in the README; their types, for older TypeScript too; the program.
import { build } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize, relative } from 'node:path'
import { ROOT } from '#open/program/root.ts'
import { FORMAT } from './data.ts'
import {
  bothKinds,
  olderTools,
  own,
  writeAbout,
  writePackageJson,
  type About,
  type Making,
} from './package-json.ts'
import { readmeOf } from './readme.ts'
import { asCalled, byNpx } from './wording.ts'

/** The import path of an entry → its file in package/. */
const ENTRIES = {
  '.': 'tzref',
  './boundaries': 'boundaries',
  './client': 'client',
  './clocks': 'clocks',
  './geo-tz': 'geo-tz',
  './history': 'history',
  './luxon': 'luxon',
  './moved': 'moved',
  './runtime': 'runtime',
  './temporal': 'temporal',
  './web': 'web',
} as const

/** Writes the package into an empty folder. */
export async function writeLibrary(folder: string, making: Making): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.values(ENTRIES).map((name) => `apps/library/${name}.ts`),
    outdir: folder,
    outbase: 'apps/library',
    bundle: true,
    splitting: true,
    external: ['luxon'],
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    chunkNames: 'shared/[hash]',
    logLevel: 'error',
  })
  await writeCommonJs(folder)
  await writeProgram(join(folder, 'bin'))
  writeTypes(join(folder, 'types'), Object.values(ENTRIES))
  // TypeScript takes the kind of a module from the nearest package.json.
  cpSync(join(folder, 'types'), join(folder, 'cjs/types'), { recursive: true })
  for (const terms of ['LICENSE', 'NOTICE']) cpSync(join(ROOT, terms), join(folder, terms))
  const about = {
    name: 'tzref',
    version: own.version,
    description: 'Time zones from a release that you name: exact boundaries, all clocks, without a server.',
    keywords: ['utc offset', 'daylight saving', 'convert', 'boundaries', 'geo', 'luxon'],
    license: own.license,
  }
  writeFileSync(join(folder, 'README.md'), readme(making, about))
  const entries = Object.entries(ENTRIES)
  writeAbout(folder, making, about, {
    bin: { tzref: 'bin/tzref.js' },
    peerDependencies: { luxon: own.dependencies['luxon'], 'tzref-data': String(FORMAT) },
    peerDependenciesMeta: { luxon: { optional: true }, 'tzref-data': { optional: true } },
    sideEffects: false,
    ...olderTools('types/apps/library/tzref.d.ts', 'tzref.js'),
    // For tools that do not know `exports`.
    typesVersions: {
      '*': Object.fromEntries(
        entries.map(([entry, name]) => [entry.slice(2), [`./cjs/types/apps/library/${name}.d.ts`]]).slice(1),
      ),
    },
    exports: {
      ...Object.fromEntries(
        entries.map(([entry, name]) => [entry, bothKinds(`types/apps/library/${name}.d.ts`, `${name}.js`)]),
      ),
      './package.json': './package.json',
    },
  })
}

/** The README. Each entry is described by the first line of its source. */
function readme(making: Making, about: About): string {
  const entries = Object.values(ENTRIES).map((name) => {
    const [, line = ''] = /^\/\/ (.*)/.exec(readFileSync(join(ROOT, `apps/library/${name}.ts`), 'utf8')) ?? []
    return `- ${line}`
  })
  return readmeOf(about, making, {
    what: 'Time zones from a tz release that you name: which zone a point is in, and what its clocks did, do and will do. It answers from files, without a server, and does not use what the runtime knows of time zones.',
    with: ['tzref-data'],
    first: `\`\`\`js
import { openTzref } from 'tzref'
import { folder } from 'tzref-data'

const tz = openTzref(folder)
tz.lookUp(52.52, 13.405).zone // → 'Europe/Berlin'
const meeting = tz.convert({ from: 'Berlin', to: ['Kathmandu', 'JST'], at: '2026-07-01T14:00' })
meeting.kind === 'converted' && meeting.to.map(({ shows }) => shows) // → ['2026-07-01T17:45:00+05:45', '2026-07-01T21:00:00+09:00']
\`\`\`

If you need only the clocks, take \`tzref-clocks\`; if you need only the boundaries, take \`tzref-boundaries\`: they have their data with them. The entries of this
package read files that you name:

${entries.join('\n')}

Every entry is an ES module and CommonJS, with types for both. It works in Node 20.19, 22.14 and later, in bundles, browsers and Workers, and needs no
other package. At a terminal, \`npx --no -- tzref --help\` says what the program answers.`,
    terms:
      "The code is under the MIT licence (`LICENSE`). Windows' names of zones, in `tzref/moved`, are CLDR's (`NOTICE`). The other data is in packages that have their terms.",
    rest: 'docs/library.md',
  })
}

/** Writes the same modules file by file as CommonJS, for code that cannot import: Jest, `.cts` files, older tools. */
async function writeCommonJs(folder: string): Promise<void> {
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  )
  await build({
    absWorkingDir: folder,
    entryPoints: modules,
    outdir: join(folder, 'cjs'),
    outbase: folder,
    bundle: false,
    format: 'cjs',
    platform: 'neutral',
    target: 'es2022',
    // A file that is loaded later is loaded with `require`.
    supported: { 'dynamic-import': false },
    logLevel: 'error',
  })
  writePackageJson(join(folder, 'cjs'), { type: 'commonjs' })
}

/** Writes the program, with its dependencies and their licences. */
async function writeProgram(folder: string): Promise<void> {
  const wording = asCalled(byNpx('tzref'))
  await build({
    absWorkingDir: ROOT,
    entryPoints: { tzref: 'apps/cli/package-program.ts', 'look-up-worker': 'apps/cli/look-up-worker.ts' },
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    lineLimit: 120,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    chunkNames: '[hash]',
    // commander is a CommonJS module, which loads Node's own modules with `require`.
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    logLevel: 'error',
    plugins: [
      {
        name: 'wording',
        setup(it) {
          it.onLoad({ filter: /apps\/cli\/[\w-]+\.ts$/ }, ({ path }) => ({
            contents: wording(readFileSync(path, 'utf8')),
            loader: 'ts',
          }))
        },
      },
    ],
  })
  const terms = ['commander/LICENSE', 'luxon/LICENSE.md'].map(
    (file) => `${dirname(file)}\n\n${readFileSync(join(ROOT, 'node_modules', file), 'utf8').trim()}\n`,
  )
  writeFileSync(join(folder, 'LICENSES'), terms.join('\n\n'))
}

/** Writes the types of the entries, and the types that those use, and nothing else. */
export function writeTypes(folder: string, entries: readonly string[]): void {
  const made = mkdtempSync(join(tmpdir(), 'tzref-types-'))
  try {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    execFileSync(process.execPath, [tsc, '-p', join(ROOT, 'apps/library'), '--outDir', made])
    const wanted = entries.map((name) => `apps/library/${name}`)
    // The list grows during this loop.
    for (const name of wanted) {
      const { text, named } = asPackaged(name, readFileSync(join(made, `${name}.d.ts`), 'utf8'))
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, `${name}.d.ts`), text)
      wanted.push(...named.filter((other) => !wanted.includes(other)))
    }
  } finally {
    rmSync(made, { recursive: true })
  }
}

/** A text of types with file names as in a package: relative paths to JavaScript files, which the types describe. */
function asPackaged(name: string, text: string): { text: string; named: readonly string[] } {
  const named = new Set<string>()
  // Until TypeScript 5.7, arrays of bytes had no type parameter.
  const plain = text.replaceAll(
    /\b((?:Big)?(?:Ui|I)nt\d+(?:Clamped)?Array|Float\d+Array)<ArrayBuffer(?:Like)?>/g,
    '$1',
  )
  // TypeScript writes the imports of inferred types with double quotes.
  const packaged = plain.replaceAll(
    /(\bfrom |\bimport\()['"]([#.][^'"]*)\.ts['"]/g,
    (_, before: string, specifier: string) => {
      const from = dirname(name)
      const path = specifier.startsWith('#') ? specifier.slice(1) : normalize(join(from, specifier))
      named.add(path)
      return `${before}'${relative(from, path).replace(/^(?!\.)/, './')}.js'`
    },
  )
  return { text: packaged, named: [...named] }
}
