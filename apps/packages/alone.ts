// Makes the packages that include their data: `tzref-clocks` and `tzref-boundaries`. Each has one entry, for modules of both kinds.
import { build } from 'esbuild'
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#open/program/root.ts'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { BOUNDARIES, CLOCKS } from '#core/artifact/layout.ts'
import { openArtifact } from '#open/artifact.ts'
import { URL_OF_COMMONJS, versionOf } from './data.ts'
import { writeTypes } from './library.ts'
import {
  bothKinds,
  olderTools,
  own,
  writeAbout,
  writePackageJson,
  type About,
  type Making,
} from './package-json.ts'
import { numbering, readmeOf } from './readme.ts'

/** Writes `tzref-clocks` into an empty folder. */
export async function writeClocks(folder: string, making: Making): Promise<void> {
  const { release, version } = releaseOf(making)
  // The file as it is: to inflate it would take half of the time until the first answer, and npm and servers compress the text themselves.
  // Two hexadecimal digits for a byte would be 10 kB less for them, but Node reads each character before an import.
  const text = readFileSync(join(making.artifact, CLOCKS)).toString('base64').replace(/=+$/, '')
  const key = `tzref-clocks ${version}`
  mkdirSync(join(folder, 'data'))
  writeFileSync(
    join(folder, 'data/clocks.js'),
    `globalThis[Symbol.for(${JSON.stringify(key)})] = '${text}'\n`,
  )
  writePackageJson(join(folder, 'data'), { type: 'commonjs' })
  await writeEntry(folder, 'alone-clocks', 'data/clocks.js', { TZREF_DATA_KEY: JSON.stringify(key) })
  const about = {
    name: 'tzref-clocks',
    version,
    description: `What the clocks of every time zone did, do and will do, by tz release ${release}: without files, network or waiting.`,
    keywords: ['utc offset', 'daylight saving', 'dst', 'convert'],
    license: own.license,
  }
  writeAlone(folder, making, about, 'alone-clocks', {
    sideEffects: ['./data/clocks.js'],
    readme: clocksReadme(making, about, release),
  })
}

/** Writes `tzref-boundaries` into an empty folder. Throws an ArtifactError for an artifact without boundaries. */
export async function writeBoundaries(folder: string, making: Making): Promise<void> {
  const { artifact } = making
  const { release, boundaries, version } = releaseOf(making)
  if (boundaries === null)
    throw new ArtifactError('file-missing', `${artifact}: it has no boundaries`, { file: BOUNDARIES })
  copyFileSync(join(artifact, BOUNDARIES), join(folder, BOUNDARIES))
  await writeEntry(folder, 'alone-boundaries', null, {})
  copyFileSync(join(artifact, 'NOTICE'), join(folder, 'NOTICE'))
  const about = {
    name: 'tzref-boundaries',
    version,
    description: `Which time zone a point is in: exact boundaries (${boundaries}), with the names of tz release ${release}.`,
    keywords: ['latitude', 'longitude', 'geo', 'boundaries', 'lookup'],
    license: 'SEE LICENSE IN NOTICE',
  }
  writeAlone(folder, making, about, 'alone-boundaries', {
    sideEffects: false,
    readme: boundariesReadme(making, about, release),
  })
}

/** The part of the data that a package is named for. */
export function releaseOf({ artifact, patch }: Making): {
  readonly release: string
  readonly boundaries: string | null
  readonly version: string
} {
  const { manifest, close } = openArtifact(artifact)
  close()
  return { release: manifest.tz, boundaries: manifest.boundaries, version: versionOf(manifest.tz, patch) }
}

/** Writes one module of each kind, with all that it needs. `loaded` is a script that must run before it. */
export async function writeEntry(
  folder: string,
  name: string,
  loaded: string | null,
  define: Readonly<Record<string, string>>,
): Promise<void> {
  for (const format of ['esm', 'cjs'] as const) {
    const up = format === 'esm' ? './' : '../'
    const load = loaded === null ? '' : `import '${up}${loaded}'\n`
    await build({
      stdin: { contents: `${load}export * from './apps/library/${name}.ts'\n`, resolveDir: ROOT },
      absWorkingDir: ROOT,
      outfile: join(folder, format === 'esm' ? 'index.js' : 'cjs/index.js'),
      bundle: true,
      external: ['./data/*', '../data/*'],
      format,
      platform: 'neutral',
      target: 'es2022',
      // The names stay, for the lines of an error.
      minifyWhitespace: true,
      minifySyntax: true,
      // Node prints the line of an error that nobody catches before its message.
      lineLimit: 120,
      define: {
        ...define,
        TZREF_TILES: JSON.stringify(`${up}${BOUNDARIES}`),
        ...(format === 'cjs' ? { 'import.meta.url': 'tzrefModule.url' } : {}),
      },
      ...(format === 'cjs' && name === 'alone-boundaries'
        ? { banner: { js: `const tzrefModule = { get url() { return ${URL_OF_COMMONJS} } }` } }
        : {}),
      logLevel: 'error',
    })
  }
  writeTypes(join(folder, 'types'), [name])
  // TypeScript takes the kind of a module from the nearest package.json.
  cpSync(join(folder, 'types'), join(folder, 'cjs/types'), { recursive: true })
  writePackageJson(join(folder, 'cjs'), { type: 'commonjs' })
}

/** Writes what a package with one entry says of itself. */
function writeAlone(
  folder: string,
  making: Making,
  about: About,
  entry: string,
  { sideEffects, readme }: { readonly sideEffects: false | readonly string[]; readonly readme: string },
): void {
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'README.md'), readme)
  const types = `types/apps/library/${entry}.d.ts`
  writeAbout(folder, making, about, {
    sideEffects,
    ...olderTools(types, 'index.js'),
    exports: {
      '.': bothKinds(types, 'index.js'),
      ...(entry === 'alone-boundaries' ? { [`./${BOUNDARIES}`]: `./${BOUNDARIES}` } : {}),
      './package.json': './package.json',
    },
  })
}

const clocksReadme = (making: Making, about: About, release: string): string =>
  readmeOf(about, making, {
    what: `What the clocks of every time zone did, do and will do, by tz release ${release}. The data is in the package: there is no file to find, nothing to fetch, nothing to wait for.`,
    first: `\`\`\`js
import { clocks } from 'tzref-clocks'

const berlin = clocks.zone('Europe/Berlin')
berlin.offsetAt(Date.UTC(2026, 6, 1)) // → 7200
berlin.stateAt(Date.UTC(2026, 6, 1)).abbreviation // → 'CEST'
berlin.instantsOf(Date.UTC(2026, 2, 29, 2, 30)).kind // → 'gap'
\`\`\`

Instants are milliseconds, as \`Date.now()\` gives them. A wall time is what \`Date.UTC\` makes of what the wall shows. Offsets are seconds to add to UTC.
It works in Node 20.19, 22.14 and later, in bundles and in browsers, as a module and as CommonJS.

${numbering(about.version, release)}`,
    terms: 'The code is under the MIT licence (`LICENSE`). The tz release is in the public domain.',
    rest: 'docs/library.md',
  })

const boundariesReadme = (making: Making, about: About, release: string): string =>
  readmeOf(about, making, {
    what: 'Which time zone a point is in, with the file that says so (39 MB).',
    first: `\`\`\`js
import { openBoundaries } from 'tzref-boundaries'

const boundaries = openBoundaries()
boundaries.zoneAt(52.52, 13.405) // → 'Europe/Berlin'
boundaries.zonesAt(43.8, 87.6) // → ['Asia/Shanghai', 'Asia/Urumqi']
\`\`\`

\`file\` says where \`boundaries.tiles\` is. In a browser, \`await fetchBoundaries()\` fetches it. Vite and webpack copy it, but Vite's library mode writes it into the bundle (52 MB); with esbuild or rollup, copy it into the folder of your bundle.

${numbering(about.version, release)}`,
    terms: `The code is under the MIT licence (\`LICENSE\`). The boundaries are a database under the ODbL, which is share-alike and asks for a credit: \`NOTICE\`
has the words.`,
    rest: 'docs/library.md',
  })
