// Turns schemas/openapi.json into the types of the client: each schema, and the parameters and answers of each path.
import { format, resolveConfig } from 'prettier'
import type { OpenApi, OpenApiSchema } from '#schemas/openapi.ts'

const FLAG = JSON.stringify(['true', 'false', '1', '0'])

/** The text of `apps/library/wire.ts`. */
export async function wireTypes({ paths, components }: OpenApi, file: string): Promise<string> {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => field(name, schema, true))
  const operations = Object.entries(paths).map(([path, { get }]) => {
    const parameters = get.parameters.map(({ name, required = false, description, schema }) =>
      field(name, description === undefined ? schema : { ...schema, description }, required),
    )
    const answers = Object.entries(get.responses).flatMap(([status, { content }]) => {
      const schema = content?.['application/json']?.schema
      return schema === undefined || Number(status) > 300 ? [] : [`readonly ${status}: ${typeOf(schema)}`]
    })
    return `readonly ${JSON.stringify(path)}: { readonly parameters: { ${parameters.join('\n')} }\n readonly answers: { ${answers.join('\n')} } }`
  })
  const text = `// The interface as types: \`npm run openapi\` writes this file from schemas/openapi.json.

/** The parts of answers. */
export interface Schemas { ${schemas.join('\n')} }

/** The parameters of each path, and its answers that are not errors. */
export interface Paths { ${operations.join('\n')} }
`
  return format(text, { ...(await resolveConfig(file)), filepath: file })
}

function field(name: string, schema: OpenApiSchema, required: boolean): string {
  const comment = schema.description === undefined ? '' : `/** ${schema.description} */\n`
  const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
  return `${comment}readonly ${key}${required ? '' : '?'}: ${typeOf(schema)}`
}

function typeOf(schema: OpenApiSchema): string {
  if (schema.$ref !== undefined) return `Schemas[${JSON.stringify(schema.$ref.replace(/^.*\//, ''))}]`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  // A flag may be sent as a boolean.
  if (JSON.stringify(schema.enum) === FLAG) return 'boolean'
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'array':
      return `readonly (${typeOf(schema.items ?? {})})[]`
    case 'integer':
      return 'number'
    case 'object': {
      if (schema.additionalProperties !== undefined)
        return `Readonly<Record<string, ${typeOf(schema.additionalProperties)}>>`
      const required = schema.required ?? []
      const fields = Object.entries(schema.properties ?? {}).map(([name, value]) =>
        field(name, value, required.includes(name)),
      )
      return `{ ${fields.join('\n')} }`
    }
    case 'boolean':
    case 'null':
    case 'number':
    case 'string':
      return schema.type
    case undefined:
    default:
      throw new RangeError(`a schema without a type here: ${JSON.stringify(schema)}`)
  }
}
