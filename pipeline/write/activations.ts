// The list of artifacts that were current, oldest first, with which `rollback` finds the one before. A line each in dist/.activations.
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sync, writeWhole } from '../whole-file.ts'

const FILE = '.activations'

/** Makes room for the first record. Called before the link moves, so that a disk without room for it is found while nothing has changed. */
export function reserveRecord(dist: string): void {
  const path = join(dist, FILE)
  if (existsSync(path)) return
  try {
    writeFileSync(path, '\n')
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}

/**
 * Records that an artifact has become current. Call it after the link has moved, never before. If the process is killed in between, the
 * last line of the list is then the artifact to go back to.
 */
export function recordActivation(dist: string, id: string): void {
  const path = join(dist, FILE)
  const isNew = !existsSync(path)
  appendFileSync(path, `${id}\n`)
  sync(path)
  if (isNew) sync(dist)
}

/** Returns the ids that were current, oldest first. An unfinished line of a killed process is not a valid id and is left out. */
export function activations(dist: string): string[] {
  const path = join(dist, FILE)
  return existsSync(path) ? (readFileSync(path, 'utf8').match(/.+(?=\n)/g) ?? []) : []
}

/** Replaces the list. */
export const writeActivations = (dist: string, ids: readonly string[]): void =>
  writeWhole(join(dist, FILE), ids.map((id) => `${id}\n`).join(''))
