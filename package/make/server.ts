// The package `tzref-server`: server and build, compiled, with the files that they read beside them as in a checkout.
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { compile } from '#cli/compile.js'
import { ROOT } from '#cli/root.ts'
import { own, writePackageJson } from './package-json.ts'
import { asCalled } from './wording.ts'

/** The rooms whose sources `export web` makes its module of. */
const BUNDLED_LATER = ['ask', 'core', 'package', 'schemas']
/** The rooms that have files which are read as they are. */
const READ = ['pipeline', 'schemas', 'serve']
const ALONE = ['LICENSE', 'NOTICE', 'tzdb.lock', 'tzref.js']

const README = `# tzref-server

Builds artifacts of time zones from a pinned tz release, and serves them over HTTP. Artifacts, downloads and accounts lie where you stand (\`dist/\`,
\`.cache/\`, \`accounts.sqlite\`).

\`\`\`sh
npx --no tzref-server build              # a minute and a half: dist/
npx --no tzref-server serve              # http://localhost:3000
npx --no tzref-server account create --email you@example.org --plan free --verified
npx --no tzref-server --help
\`\`\`

How it is run is in \`docs/operations.md\`; what it answers in \`docs/interface.md\`. There \`npm run tzref --\` is what is \`npx --no tzref-server\` here.
`

/** Writes the package into an empty folder. */
export async function writeServer(folder: string): Promise<void> {
  const compiled = join(folder, 'compiled')
  const put = (name: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    cpSync(join(ROOT, name), join(folder, name))
  }
  // Compiled as if it lay in the checkout, whose files it names from there.
  await compile(compiled, join(ROOT, 'compiled'), { wording: asCalled('tzref-server') })
  for (const name of ALONE) put(name)
  for (const name of filesOf('docs')) if (/^docs\/[\w-]+\.md$/.test(name)) put(name)
  for (const room of READ)
    for (const name of filesOf(room)) if (!['.ts', '.map'].includes(extname(name))) put(name)
  for (const room of BUNDLED_LATER)
    for (const name of filesOf(room))
      if (extname(name) === '.ts' && !/^package\/(?:bin|make)\//.test(name)) put(name)
  writeFileSync(join(folder, 'README.md'), README)
  const { tsx: _, ...dependencies } = own.dependencies
  writePackageJson(folder, {
    name: 'tzref-server',
    version: own.version,
    description: 'Builds artifacts of time zones from a pinned tz release, and serves them over HTTP.',
    license: own.license,
    engines: own.engines,
    type: 'module',
    bin: { 'tzref-server': 'tzref.js' },
    imports: own.imports,
    exports: { './package.json': './package.json' },
    dependencies,
    optionalDependencies: own.optionalDependencies,
  })
}

/** Files of a folder of the checkout, and of those below it. */
const filesOf = (room: string): string[] =>
  readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
