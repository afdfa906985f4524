// Everything that users build on, as lines of text: interface, library, commands, settings, metrics, formats and the account store's steps.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#open/program/root.ts'
import { FORMAT } from '#core/artifact/layout.ts'
import { ENTRIES } from '../worlds/public-functions.ts'

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly enum?: readonly unknown[]
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { parameters?: { name?: string; $ref?: string }[]; responses: object }>>
    >
  >
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters?: Readonly<Record<string, { name: string }>>
  }
}

/** The interface: each method with its parameters and status codes, and each field of each resource. */
function ofInterface(): string[] {
  const { paths, components }: OpenApi = JSON.parse(readFileSync(join(ROOT, 'schemas/openapi.json'), 'utf8'))
  const lines: string[] = []
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { parameters = [], responses }] of Object.entries(methods)) {
      const asked = `v1 ${method.toUpperCase()} ${path}`
      const names = parameters.map(
        ({ name, $ref = '' }) => name ?? components.parameters?.[$ref.split('/').at(-1) ?? '']?.name,
      )
      lines.push(
        asked,
        ...names.map((name) => `${asked} ?${name}`),
        ...Object.keys(responses).map((status) => `${asked} ${status}`),
      )
    }
  }
  const walk = (where: string, schema: Schema): void => {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      lines.push(`v1 field ${where}.${name}`)
      walk(`${where}.${name}`, field)
    }
    if (schema.items !== undefined) walk(`${where}[]`, schema.items)
    for (const value of schema.enum ?? []) lines.push(`v1 value ${where} ${String(value)}`)
  }
  for (const [name, schema] of Object.entries(components.schemas)) walk(name, schema)
  return lines
}

/** The commands with their options, from the program's own completion. */
function ofCommands(): string[] {
  const script = execFileSync(process.execPath, [join(ROOT, 'tzref.js'), 'completion', 'bash'], {
    encoding: 'utf8',
  })
  return [...script.matchAll(/^ {4}'( [^']*|)'\) offered='([^']*)'/gm)].flatMap(([, path = '', words = '']) =>
    words.split(' ').map((word) => `command tzref${path} ${word}`),
  )
}

const ofLibrary = (): string[] =>
  Object.entries(ENTRIES).flatMap(([entry, module]) =>
    Object.keys(module).map((name) => `library ${entry} ${name}`),
  )

/** Environment variables and metrics in the guides for operators. */
function ofOperation(): string[] {
  const text = ['settings', 'operations', 'accounts', 'releases']
    .map((name) => readFileSync(join(ROOT, `docs/${name}.md`), 'utf8'))
    .join('\n')
  const settings = [...text.matchAll(/`(TZREF_[A-Z_]+)`/g)].map(([, name]) => `setting ${name}`)
  const figures = [...text.matchAll(/`(tzref_[a-z_]+)/g)].map(([, name]) => `figure ${name}`)
  return [...settings, ...figures]
}

const ofStore = (): string[] =>
  [
    ...readFileSync(join(ROOT, 'apps/accounts/store/migrations.ts'), 'utf8').matchAll(
      /^ {2}'(\d{4}-[\w-]+)'/gm,
    ),
  ].map(([, step]) => `account store step ${step}`)

/** All lines, each once, in order. */
export const surface = (): string[] =>
  [
    ...new Set([
      ...ofInterface(),
      ...ofCommands(),
      ...ofLibrary(),
      ...ofOperation(),
      ...ofStore(),
      `artifact format ${FORMAT.major}`,
    ]),
  ].toSorted()
