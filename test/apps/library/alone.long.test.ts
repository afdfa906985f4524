// `tzref-boundaries`, installed into an empty project: it finds its file, as a module and as CommonJS.
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { emptyProject, type EmptyProject } from '../../support/servers/empty-project.ts'

let project: EmptyProject
beforeAll(() => {
  project = emptyProject(['tzref-boundaries', 'tzref-clocks'], inject('embeddedArtifact'))
})
afterAll(() => project.remove())

test('the first example works, imported and required, with tzref-clocks beside it', () => {
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
