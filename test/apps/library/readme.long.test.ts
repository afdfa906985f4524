// The commands of the program in the READMEs and in docs/library.md; and the README and the fields of the package with boundaries.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { writeBoundaries } from '../../../apps/packages/alone.ts'
import { emptyProject, type EmptyProject } from '../../support/servers/empty-project.ts'
import { checkAbout } from '../../support/oracles/package-about.ts'

let project: EmptyProject
beforeAll(() => {
  project = emptyProject(['tzref', 'tzref-data'], inject('embeddedArtifact'))
})
afterAll(() => project.remove())

test('each command of the program answers as it is written, in the READMEs and in docs/library.md', () => {
  const files = [join(ROOT, 'docs/library.md'), join(project.folder, 'node_modules/tzref/README.md')]
  const commands = files.flatMap(
    (file) => readFileSync(file, 'utf8').match(/npx [^`\n]*tzref [^`\n]*/g) ?? [],
  )
  expect(commands.length).toBeGreaterThan(5)
  writeFileSync(join(project.folder, 'points.csv'), '52.52,13.405\n')
  writeFileSync(
    join(project.folder, 'stops.geojson'),
    JSON.stringify({
      type: 'Feature',
      properties: {},
      geometry: { type: 'Point', coordinates: [13.405, 52.52] },
    }),
  )
  for (const command of commands) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: project.folder,
      encoding: 'utf8',
    })
    // `runtime` ends with 1 where this runtime gets a zone wrong.
    expect([0, ...(command.endsWith(' runtime') ? [1] : [])], `${command}: ${stderr}`).toContain(status)
    // npm's own help names its home; that of the program does not.
    expect(`${stdout}${stderr}`, command).not.toMatch(/npm exec|npm <command>/)
    if (command.endsWith('--help')) expect(stdout).toContain('Usage: tzref')
  }
})

test('tzref-boundaries has a README and the fields that npm shows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-about-'))
  try {
    const repository = 'https://git.example.org/tz/ref'
    const making = { artifact: inject('embeddedArtifact'), patch: 0, repository, isForNpm: true }
    await writeBoundaries(folder, making)
    expect(checkAbout(folder, 'tzref-boundaries', repository)).toContain('ODbL')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
