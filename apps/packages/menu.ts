// Makes the package `tzref-menu`: the search in a menu of zones, and the menu of each language as a module of both kinds.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#open/program/root.ts'
import { openArtifact } from '#open/artifact.ts'
import { menusOf } from '#apps/menu/menu.ts'
import { releaseOf, writeEntry } from './alone.ts'
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

const TYPES = 'types/apps/library/alone-menu.d.ts'
const TYPE_OF_A_LANGUAGE = 'types/language.d.ts'

/** Writes the package into an empty folder. */
export async function writeMenu(folder: string, making: Making): Promise<void> {
  const { release, version } = releaseOf(making)
  await writeEntry(folder, 'alone-menu', null, {})
  const artifact = openArtifact(making.artifact)
  const menus = menusOf(artifact)
  artifact.close()
  for (const part of ['data', 'languages', 'cjs/languages']) mkdirSync(join(folder, part))
  writePackageJson(join(folder, 'data'), { type: 'commonjs' })
  for (const menu of menus) {
    const { language } = menu
    // The data is a script that modules of both kinds can load, so that it is in the package once.
    const place = `globalThis[Symbol.for(${JSON.stringify(`tzref-menu ${version} ${language}`)})]`
    const files = {
      [`data/${language}.js`]: `${place} = ${JSON.stringify(menu)}\n`,
      [`languages/${language}.js`]: `import '../data/${language}.js'\nexport const menu = ${place}\n`,
      [`cjs/languages/${language}.js`]: `require('../../data/${language}.js')\nexports.menu = ${place}\n`,
    }
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  }
  const type = `import type { Menu } from './apps/library/alone-menu.js'\n/** The menu in this language. */\nexport declare const menu: Menu\n`
  for (const up of ['', 'cjs/']) writeFileSync(join(folder, up, TYPE_OF_A_LANGUAGE), type)
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  copyFileSync(join(making.artifact, 'NOTICE'), join(folder, 'NOTICE'))
  const about = {
    name: 'tzref-menu',
    version,
    description: `Time zones for a form's drop-down, by tz release ${release}: in groups of equal future, in ${menus.length} languages, with a search.`,
    keywords: ['picker', 'select', 'combobox', 'dropdown', 'i18n', 'cldr'],
    license: 'SEE LICENSE IN NOTICE',
  }
  const languages = menus.map(({ language }) => language)
  writeFileSync(join(folder, 'README.md'), readme(making, about, release, languages))
  writeAbout(folder, making, about, {
    sideEffects: ['./data/*.js'],
    ...olderTools(TYPES, 'index.js'),
    // For tools that do not know `exports`.
    typesVersions: {
      '*': Object.fromEntries(languages.map((language) => [language, [`./cjs/${TYPE_OF_A_LANGUAGE}`]])),
    },
    exports: {
      '.': bothKinds(TYPES, 'index.js'),
      './package.json': './package.json',
      './*': bothKinds(TYPE_OF_A_LANGUAGE, 'languages/*.js'),
    },
  })
}

const readme = (making: Making, about: About, release: string, languages: readonly string[]): string =>
  readmeOf(about, making, {
    what: `The time zones of tz release ${release} for a picker in a form: some sixty groups of zones whose clocks will be the same, with names in one language, and a
search by city, country, part of a country, name or abbreviation of the time, identifier and offset. A language and the search are at most 40 kB packed.`,
    first: `\`\`\`js
import { menuLabel, openMenu } from 'tzref-menu'
import { menu } from 'tzref-menu/en'

const find = openMenu(menu)
find('Boston', 1).map(menuLabel) // → ['(UTC-05:00) New York – Eastern Time']
find('nepal')[0]?.zone.id // → 'Asia/Kathmandu'
menu.groups.length > 50 // → true
\`\`\`

The languages are ${languages.join(', ')}. It works in Node ${own.engines.node.replaceAll(/[\^>=]/g, '').replace(' || ', ', ')} and later, in bundles and in browsers, as a module and as CommonJS.

${numbering(about.version, release)}`,
    terms: `The code is under the MIT licence (\`LICENSE\`). \`NOTICE\` has the terms of the names: cities are GeoNames' under CC BY 4.0, other names CLDR's under the Unicode licence.`,
    rest: 'docs/library.md',
  })
