// `tzref-boundaries`, installed into an empty project: it says where its file is, as a module and as CommonJS.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { emptyProject, type EmptyProject } from '../support/empty-project.ts'
import { checking } from '../support/shown-values.ts'

let project: EmptyProject
beforeAll(() => {
  project = emptyProject(['tzref-boundaries', 'tzref-clocks'], inject('embeddedArtifact'))
})
afterAll(() => project.remove())

test('the first line answers, imported and required, with tzref-clocks beside it', () => {
  const ask = `const zone = openBoundaries().zoneAt(52.52, 13.405)
console.log(JSON.stringify([zone, clocks.zone(zone).offsetAt(Date.UTC(2026, 6, 1)), file.href.startsWith('file:')]))`
  const answers = ['Europe/Berlin', 7200, true]
  expect(
    project.run(
      'a.mjs',
      `import { clocks } from 'tzref-clocks'\nimport { openBoundaries, file } from 'tzref-boundaries'\n${ask}`,
    ),
  ).toEqual(answers)
  expect(
    project.run(
      'a.cjs',
      `const { clocks } = require('tzref-clocks')\nconst { openBoundaries, file } = require('tzref-boundaries')\n${ask}`,
    ),
  ).toEqual(answers)
})

test('its README gives what it says', () => {
  const text = readFileSync(join(project.folder, 'node_modules/tzref-boundaries/README.md'), 'utf8')
  const [, source = ''] = /^```js\n([\s\S]*?)^```$/m.exec(text) ?? []
  expect(
    project.run('readme.mjs', `const pairs = []\n${checking(source)}\nconsole.log(JSON.stringify(pairs))`),
  ).toEqual([
    ['Europe/Berlin', 'Europe/Berlin'],
    [
      ['Asia/Shanghai', 'Asia/Urumqi'],
      ['Asia/Shanghai', 'Asia/Urumqi'],
    ],
  ])
})
