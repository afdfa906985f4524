// Writes an export whole or not at all: a file takes the place of the one before it; a folder with something in it is refused.
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import { notWritten } from '#open/program/file-kind.ts'
import type { Artifact } from '#open/artifact.ts'
import { inPartialDirectory, sync, writeWhole } from '../whole-file.ts'
import type { Content, ExportOptions, Form, PutFile } from './form.ts'
import { TABLE_WRITERS } from './table-file.ts'

/**
 * Writes a form to a path and returns the number of files written. A file is replaced; a folder has to be new or empty. Throws a
 * CommandError where the path does not fit the form or cannot be written.
 */
export async function writeExport(
  form: Form,
  artifact: Artifact,
  target: string,
  options: ExportOptions,
): Promise<number> {
  const path = resolve(target)
  try {
    if (form.to === 'folder') return writeFolder(form.name, path, (put) => form.write(artifact, put, options))
    if (form.to === 'file') {
      writeFile(path, await form.write(artifact, options))
      return 1
    }
    const write = TABLE_WRITERS.get(extname(path).slice(1))
    if (write === undefined) {
      throw new CommandError(
        `${target}: found the ending "${extname(path)}", expected ${[...TABLE_WRITERS.keys()].map((one) => `.${one}`).join(', ')}`,
        2,
        `npm run tzref -- export ${form.name} ${form.name}.csv`,
      )
    }
    const table = form.table(artifact, options)
    const { id, tz } = artifact.manifest
    let rows = 0
    const counted = function* () {
      for (const row of table.rows) {
        rows++
        yield row
      }
    }
    writeFile(path, write({ ...table, rows: counted() }))
    const description = { form: form.name, artifact: id, tz, rows, columns: table.columns }
    writeFile(`${path}.json`, [`${JSON.stringify(description, null, 2)}\n`])
    return 2
  } catch (error) {
    throw notWritten(target, error)
  }
}

function writeFile(path: string, parts: Iterable<Content>): void {
  mkdirSync(dirname(path), { recursive: true })
  writeWhole(path, parts)
}

function writeFolder(form: string, path: string, write: (put: PutFile) => void): number {
  if (existsSync(path) && readdirSync(path).length > 0) {
    throw new CommandError(
      `${path}: found a folder that is not empty, expected a new or empty one`,
      2,
      `npm run tzref -- export ${form} ANOTHER`,
    )
  }
  // A link stays one.
  const place = existsSync(path) ? realpathSync(path) : path
  const parent = dirname(place)
  return inPartialDirectory(parent, (partial) => {
    const folders = new Set([partial])
    let count = 0
    write((name, content) => {
      const file = join(partial, name)
      mkdirSync(dirname(file), { recursive: true })
      folders.add(dirname(file))
      writeFileSync(file, content)
      sync(file)
      count++
    })
    for (const folder of folders) sync(folder)
    renameSync(partial, place)
    sync(parent)
    return count
  })
}
