// An OpenAPI 3.1 description → the same in 3.0.3, for tools that know no other.

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const LICENCES: Readonly<Record<string, string>> = { MIT: 'https://opensource.org/license/mit' }

/** Ends the name of a schema that can be null. */
const OR_NULL = 'OrNull'

/** The description in OpenAPI 3.0.3. Examples stay as they are; everything that is a schema is rewritten. */
export function asOpenapi30(description: Node): Node {
  const { info, ...rest } = description
  const { license, ...about } = isNode(info) ? info : {}
  const name = isNode(license) ? license['name'] : undefined
  const nullable = new Set<string>()
  const rewritten = rewrite(rest, nullable)
  if (!isNode(rewritten) || !isNode(rewritten['components']) || !isNode(rewritten['components']['schemas']))
    throw new TypeError('the description has no schemas')
  const { components } = rewritten
  const { schemas } = rewritten['components']
  const orNull = Array.from(nullable, (target) => [
    `${target}${OR_NULL}`,
    { ...(isNode(schemas[target]) ? schemas[target] : {}), nullable: true },
  ])
  const text = JSON.stringify(rewritten)
  // A schema that is everywhere one that can be null has only its second name.
  const isUsed = (schema: string): boolean => !nullable.has(schema) || text.includes(`/${schema}"`)
  const used = Object.entries(schemas).filter(([schema]) => isUsed(schema))
  return {
    ...rewritten,
    components: { ...components, schemas: Object.fromEntries([...used, ...orNull]) },
    openapi: '3.0.3',
    // An identifier of a licence came with 3.1.
    info: { ...about, license: { name, url: LICENCES[String(name)] } },
  }
}

/** Copies a value. The names of the schemas that it refers to or null are added to `nullable`. */
function rewrite(value: unknown, nullable: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => rewrite(one, nullable))
  if (!isNode(value)) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === 'example' ? one : rewrite(one, nullable)]),
  )
  return withoutTypeLists(withoutSiblings(withoutNull(inner, nullable)))
}

/** Next to a `$ref` 3.0 knows no other key. */
function withoutSiblings(schema: Node): Node {
  const { $ref, ...rest } = schema
  return $ref === undefined || Object.keys(rest).length === 0 ? schema : { ...rest, allOf: [{ $ref }] }
}

/** Of a list of schemas with the type `null`, the others, which can be null. */
function withoutNull(schema: Node, nullable: Set<string>): Node {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const others: readonly unknown[] = anyOf.filter((one) => !isNode(one) || one['type'] !== 'null')
  if (others.length === anyOf.length) return schema
  const [only, ...more] = others
  if (more.length > 0 || !isNode(only)) return { ...rest, anyOf: others, nullable: true }
  if (!('$ref' in only)) {
    // In 3.0 null would have to be one of the listed values, and generators read it as a text. So the list is left to 3.1.
    const { enum: _listed, ...plain } = only
    return { ...plain, ...rest, nullable: true }
  }
  // `nullable` counts only next to a type: beside a reference, null would fail there. So the schema has a second name, which can be null.
  const ref = String(only['$ref'])
  nullable.add(ref.replace(/^.*\//, ''))
  return { ...rest, $ref: `${ref}${OR_NULL}` }
}

/** `["string", "null"]` is a string that can be null. */
function withoutTypeLists(schema: Node): Node {
  const { type, ...rest } = schema
  if (!Array.isArray(type)) return schema
  return { ...rest, type: type.find((one) => one !== 'null'), nullable: true }
}
