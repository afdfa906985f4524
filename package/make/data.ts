// The package `tzref-data`: an artifact, its files reached by their names, and its tables also as JSON.
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST } from '#core/artifact/layout.ts'
import { encodeTable, tableFile } from '#core/tables/tables.ts'
import { openArtifact } from '#open/artifact.ts'
import { TABLES, type TableName } from '#schemas/reference-tables.ts'
import { own, writePackageJson } from './package-json.ts'

/** 2026f is 2026.6.0: later releases are later versions. One with zones held back or an overlay is 2026.6.0-…, which no range asks for. */
export function versionOf(release: string): string {
  const [, year, letters = '', tailored] = /^(\d{4})([a-z]+)(?:\+([\w.]+))?$/.exec(release) ?? []
  if (year === undefined) throw new RangeError(`${release} is no tz release`)
  const number = letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0)
  return `${year}.${number}.0${tailored === undefined ? '' : `-${tailored.replaceAll('.', '-')}`}`
}

/** Writes the package into an empty folder. Throws an ArtifactError where the directory holds no artifact. */
export function writeData(artifact: string, folder: string): void {
  const { manifest, rows, close } = openArtifact(artifact)
  const { id, tz, files } = manifest
  for (const name of [...Object.keys(files), MANIFEST]) copyFileSync(join(artifact, name), join(folder, name))
  const tables = Object.keys(TABLES).filter((name): name is TableName => name in TABLES)
  for (const table of tables)
    writeFileSync(join(folder, tableFile(table)), encodeTable(table, rows(table), id))
  close()
  writePackageJson(folder, {
    name: 'tzref-data',
    version: versionOf(tz),
    description: `Time zones of tz release ${tz}, with boundaries and names: artifact ${id} of tzref.`,
    license: 'SEE LICENSE IN NOTICE',
    engines: own.engines,
    type: 'module',
    exports: { './*': './*' },
  })
}
