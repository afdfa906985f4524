// Makes the package `tzref-data`, an artifact with its tables also as JSON, and decides the version numbers of all packages of data.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST } from '#core/artifact/layout.ts'
import { encodeTable, tableFile } from '#core/artifact/json-table.ts'
import { openArtifact } from '#open/artifact.ts'
import { TABLES, type TableName } from '#schemas/reference-tables.ts'
import { bothKinds, olderTools, writeAbout, writePackageJson, type Making } from './package-json.ts'
import { numbering, readmeOf } from './readme.ts'

/** Version of the data files' format. A file that older readers cannot read raises it. */
export const FORMAT = 1

/**
 * `<format>.<year × 100 + letter>.<patch>`: 2026f is 1.202606.0. So a caret range takes every later release, but never another format. A
 * correction of published data raises the patch. A release with held zones or an overlay is 1.202606.0-…, which no range selects.
 */
export function versionOf(release: string, patch = 0): string {
  const [, year, letters = '', tailored] = /^(\d{4})([a-z]+)(?:\+([\w.]+))?$/.exec(release) ?? []
  // After z come za to zz.
  if (year === undefined || !/^z?[a-z]$/.test(letters)) throw new RangeError(`${release} is not a tz release`)
  const number = letters.split('').reduce((sum, letter) => sum + letter.charCodeAt(0) - 96, 0)
  const version = `${FORMAT}.${Number(year) * 100 + number}.${patch}`
  return `${version}${tailored === undefined ? '' : `-${tailored.replaceAll('.', '-')}`}`
}

/** Writes the package into an empty folder. Throws an ArtifactError for a directory without an artifact. */
export function writeData(folder: string, making: Making): void {
  const { artifact, patch } = making
  const { manifest, rows, close } = openArtifact(artifact)
  const { id, tz, files } = manifest
  for (const name of [...Object.keys(files), MANIFEST]) copyFileSync(join(artifact, name), join(folder, name))
  const tables = Object.keys(TABLES).filter((name): name is TableName => name in TABLES)
  for (const table of tables)
    writeFileSync(join(folder, tableFile(table)), encodeTable(table, rows(table), id))
  close()
  const about = {
    name: 'tzref-data',
    version: versionOf(tz, patch),
    description: `Time zones of tz release ${tz}, with boundaries and names: artifact ${id} of tzref.`,
    keywords: ['boundaries', 'cities', 'cldr'],
    license: 'SEE LICENSE IN NOTICE',
  }
  writeAbout(folder, making, about, {
    ...olderTools('index.d.ts', 'index.js'),
    exports: { '.': bothKinds('index.d.ts', 'index.js'), './*': './*' },
  })
  writeEntry(folder)
  const what = `All files of one artifact of tzref, tz release ${tz}: clocks, boundaries, names and tables. \`tzref\` answers from them.`
  const first = `\`\`\`js
import { openTzref } from 'tzref'
import { folder } from 'tzref-data'

openTzref(folder).zone('Europe/Berlin').name // → 'Berlin'
\`\`\`

Each file is also reached by its name: \`import.meta.resolve('tzref-data/clocks.bin')\`. If you need only the clocks,
take \`tzref-clocks\`. If you need only the boundaries, take \`tzref-boundaries\`.

${numbering(about.version, tz)}`
  const terms = `\`NOTICE\` has the terms of each source. The tz release is in the public domain. Cities are under CC BY 4.0, names under the Unicode licence, boundaries
under the ODbL, which is share-alike.`
  writeFileSync(
    join(folder, 'README.md'),
    readmeOf(about, making, { what, with: ['tzref'], first, terms, rest: 'docs/library.md' }),
  )
}

/**
 * The substitute for `import.meta.url` in a CommonJS module, as code. A bundler for pages finds no module of Node in it. Like the other, it may
 * fail in a bundle, so it is evaluated only when somebody asks where a file is.
 */
export const URL_OF_COMMONJS = "process.getBuiltinModule('node:url').pathToFileURL(__filename).href"

/** An object that finds its address when it is asked for, as code. */
const addressOf = (url: string): string => `{
  get href() {
    try {
      return ${url}.href
    } catch (cause) {
      throw new TypeError('tzref-data: this bundle does not know its own address, expected the path or the address of the folder', { cause })
    }
  },
}
`

/** Writes the entry, for modules of both kinds. It says where the files are. */
function writeEntry(into: string): void {
  const types =
    '/** The folder of the files, for `openTzref` of `tzref`. Its `href` throws a TypeError in a bundle that does not know its own address. */\nexport declare const folder: { readonly href: string }\n'
  mkdirSync(join(into, 'cjs'))
  writePackageJson(join(into, 'cjs'), { type: 'commonjs' })
  for (const [name, content] of Object.entries({
    // vite would take the folder for a file, and put this module's own text in its place.
    'index.js': `export const folder = ${addressOf("new URL(/* @vite-ignore */ '.', import.meta.url)")}`,
    'index.d.ts': types,
    'cjs/index.js': `exports.folder = ${addressOf(`new URL('..', ${URL_OF_COMMONJS})`)}`,
    'cjs/index.d.ts': types,
  }))
    writeFileSync(join(into, name), content)
}
