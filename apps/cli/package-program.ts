// The program of the npm package `tzref`: it looks for the files of `tzref-data` and answers questions from them.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import { runProgram, type Program } from './program.ts'
import type { Reference } from '#core/ask/reference-data.ts'
import { BOUNDARIES, MANIFEST } from '#core/artifact/layout.ts'
import { tableFile } from '#core/artifact/json-table.ts'
import { openBoundariesFile } from '#open/boundaries.ts'
import { fileReference } from '#apps/library/file-reference.ts'
import type { Manifest } from '#schemas/manifest.ts'
import { TABLES } from '#schemas/reference-tables.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { DataSource } from './data-source.ts'
import { questions } from './questions.ts'

/** The folder that was named, or that of the package next to this one, or of the package installed in the current directory. */
function folderOf(named: unknown): string {
  if (typeof named === 'string') return resolve(named)
  for (const from of [import.meta.url, join(process.cwd(), 'here.js')]) {
    try {
      return dirname(createRequire(from).resolve(`tzref-data/${MANIFEST}`))
    } catch {
      // The next place may have it.
    }
  }
  throw new CommandError(
    'found no package tzref-data, expected it beside this one',
    1,
    'install it, or name its folder with --data FOLDER',
  )
}

const TZREF_DATA: DataSource = {
  addOption: (command) =>
    command.option('--data <folder>', 'folder of the data (default: the package tzref-data)'),
  open({ data }) {
    const folder = folderOf(data)
    if (!existsSync(join(folder, MANIFEST)))
      throw new CommandError(`${folder}: found no ${MANIFEST}, expected the files of tzref-data`, 2)
    const read = (name: string): Uint8Array => readFileSync(join(folder, name))
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'))
    const boundaries = () =>
      manifest.boundaries === null ? null : openBoundariesFile(join(folder, BOUNDARIES))
    const reference = fileReference(read, boundaries)
    // Data of an earlier minor version lacks the tables of later ones.
    const rows: Reference['rows'] = (table) =>
      TABLES[table].since !== null && !existsSync(join(folder, tableFile(table))) ? [] : reference.rows(table)
    return { ...reference, rows, manifest, boundaries, close: () => undefined }
  },
  fix: null,
  launcher: new URL('look-up-worker.js', import.meta.url),
}

const TZREF: Program = {
  name: 'tzref',
  description:
    'Time zones from the release that is installed: what clocks show, when they change, where they hold.',
  version: packageJson.version,
  commands: questions(() => Promise.resolve(TZREF_DATA)),
  fixes: {},
}

process.exitCode = await runProgram(TZREF, process.argv.slice(2))
