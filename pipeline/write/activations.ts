// Which artifacts were current, oldest first: a line for each in dist/.activations, so that `rollback` knows where to go back to.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sync, writeWhole } from '../whole-file.ts'

const FILE = '.activations'

/**
 * Notes that an artifact has become current. It is written after the link was moved, never before: a process killed in between
 * leaves a list whose last line is the artifact to go back to.
 */
export function recordActivation(dist: string, id: string): void {
  const path = join(dist, FILE)
  const isNew = !existsSync(path)
  appendFileSync(path, `${id}\n`)
  sync(path)
  if (isNew) sync(dist)
}

/** The ids that were current, oldest first. A line that a killed process has not finished is no id of anything and is left out. */
export function activations(dist: string): string[] {
  const path = join(dist, FILE)
  return existsSync(path) ? (readFileSync(path, 'utf8').match(/.+(?=\n)/g) ?? []) : []
}

/** Replaces the list. */
export const writeActivations = (dist: string, ids: readonly string[]): void =>
  writeWhole(join(dist, FILE), ids.map((id) => `${id}\n`).join(''))
