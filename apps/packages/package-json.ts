// Writes the package.json of a package, with some values of our own package.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#open/program/root.ts'

interface Own {
  readonly version: string
  readonly license: string
  readonly engines: { readonly node: string }
  readonly imports: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/** The package.json of the checkout. */
export const own: Own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** The sources of a package, and its users. */
export interface Making {
  /** The folder of an artifact. */
  readonly artifact: string
  /** The last number of a version of data: corrections of the same release raise it. */
  readonly patch: number
  /** Web address of the repository; null where nobody has said it. */
  readonly repository: string | null
  /** Whether people will get it from npm, or from its file. */
  readonly isForNpm: boolean
}

/** The fields that all packages share. */
export interface About {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly license: string
}

const EVERYWHERE = ['timezone', 'time zone', 'tz', 'tzdb', 'tzdata', 'iana']

/** Writes the package.json of a package: first what all packages have, then the fields of this one. */
export function writeAbout(
  folder: string,
  { repository }: Making,
  { keywords, license, ...about }: About,
  fields: Readonly<Record<string, unknown>>,
): void {
  writePackageJson(folder, {
    ...about,
    keywords: [...EVERYWHERE, ...keywords],
    ...(repository === null
      ? {}
      : {
          homepage: `${repository}#readme`,
          bugs: `${repository}/issues`,
          repository: { type: 'git', url: `git+${repository}.git` },
        }),
    license,
    engines: own.engines,
    type: 'module',
    ...fields,
  })
}

/** Writes a package.json into a folder. */
export function writePackageJson(folder: string, content: Readonly<Record<string, unknown>>): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`)
}

/** The exports of an entry whose files are there as an ES module and as CommonJS. */
export const bothKinds = (types: string, code: string): object => ({
  import: { types: `./${types}`, default: `./${code}` },
  require: { types: `./cjs/${types}`, default: `./cjs/${code}` },
})

/** The same for `main` and `types`, which tools that do not know `exports` read. */
export const olderTools = (types: string, code: string): object => ({
  main: `./cjs/${code}`,
  types: `./cjs/${types}`,
})
