// Steps into parsed JSON. Errors name the file and the path where a source is not as expected.
import { faultInFile } from '../source-error.ts'

/** A place in a JSON source: its value, its file and its path. */
export interface JsonAt {
  readonly file: string
  readonly path: string
  readonly value: unknown
}

/** Returns the root of a JSON source. Throws a SourceError when the bytes are not JSON. */
export function readJson(file: string, bytes: Uint8Array): JsonAt {
  try {
    return { file, path: '', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch (error) {
    throw faultInFile('source-unreadable', file, `not JSON (${String(error)})`)
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Throws a SourceError: the value there is not what was expected. */
export function refuse(at: JsonAt, expected: string): never {
  const problem = `expected ${expected}, found ${JSON.stringify(at.value)?.slice(0, 60)}`
  throw faultInFile('source-shape', at.file, problem, { subject: at.path || '/' })
}

/** Returns the value under a path of keys that must exist. */
export const under = (at: JsonAt, ...keys: readonly string[]): JsonAt =>
  keys.reduce((here, key) => maybeUnder(here, key) ?? refuse(here, `the key "${key}"`), at)

/** Returns the value under a key, or null when the key is absent. */
export function maybeUnder(at: JsonAt, key: string): JsonAt | null {
  const value = isRecord(at.value) ? at.value[key] : undefined
  return value === undefined ? null : part(at, key, value)
}

const part = ({ file, path }: JsonAt, key: string | number, value: unknown): JsonAt => ({
  file,
  path: `${path}/${key}`,
  value,
})

/** Returns keys and values of an object, in the order of the file. */
export function fields(at: JsonAt): [string, JsonAt][] {
  if (!isRecord(at.value)) return refuse(at, 'an object')
  return Object.entries(at.value).map(([key, value]) => [key, part(at, key, value)])
}

/** Returns the items of an array. */
export function items(at: JsonAt): JsonAt[] {
  if (!Array.isArray(at.value)) return refuse(at, 'an array')
  return at.value.map((value: unknown, index) => part(at, index, value))
}

export const text = (at: JsonAt): string => (typeof at.value === 'string' ? at.value : refuse(at, 'a text'))

/** Returns the text under keys, each within the one before, or null when one of them is absent. */
export function maybeText(at: JsonAt, ...keys: readonly string[]): string | null {
  let found: JsonAt | null = at
  for (const key of keys) found = found === null ? null : maybeUnder(found, key)
  return found === null ? null : text(found)
}
