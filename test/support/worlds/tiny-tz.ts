// The tz release of the tiny world, read and compiled once for each test file.
import { readFileSync } from 'node:fs'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { compileRelease } from '#pipeline/compile/release.ts'
import { readTzRelease } from '#pipeline/parse/tz-release.ts'

const FOLDER = new URL('../../fixtures/tiny/tz/', import.meta.url)

/** The files of the tiny release, name → text. */
export const tinyTzFiles: ReadonlyMap<string, string> = new Map(
  ['tzdata.zi', 'zone.tab', 'iso3166.tab'].map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')]),
)

export const tinyTzRelease = readTzRelease(tinyTzFiles)

export const tinyZones = compileRelease(tinyTzRelease)

/** A zone of the tiny world. Throws if it has no such zone. */
export function tinyZone(id: string): CompiledZone {
  const found = tinyZones.zones.find(({ compiled }) => compiled.id === id)
  if (found === undefined) throw new Error(`the tiny world has no zone ${id}`)
  return found.compiled
}
