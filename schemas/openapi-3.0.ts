// An OpenAPI 3.1 description → the same in 3.0.3, for tools that know no other.

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const LICENCES: Readonly<Record<string, string>> = { MIT: 'https://opensource.org/license/mit' }

/** The description in OpenAPI 3.0.3. Examples stay as they are; everything that is a schema is rewritten. */
export function asOpenapi30(description: Node): Node {
  const { info, ...rest } = description
  const { license, ...about } = isNode(info) ? info : {}
  const name = isNode(license) ? license['name'] : undefined
  const { components } = rest
  const schemas = isNode(components) && isNode(components['schemas']) ? components['schemas'] : {}
  const rewritten = rewrite(rest, (ref) => {
    const schema = schemas[String(ref).replace(/^.*\//, '')]
    return isNode(schema) ? schema['type'] : undefined
  })
  return {
    ...(isNode(rewritten) ? rewritten : {}),
    openapi: '3.0.3',
    // An identifier of a licence came with 3.1.
    info: { ...about, license: { name, url: LICENCES[String(name)] } },
  }
}

/** The type of the schema that a `$ref` names. */
type TypeOf = (ref: unknown) => unknown

function rewrite(value: unknown, typeOf: TypeOf): unknown {
  if (Array.isArray(value)) return value.map((one) => rewrite(one, typeOf))
  if (!isNode(value)) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === 'example' ? one : rewrite(one, typeOf)]),
  )
  return withoutTypeLists(withoutNull(withoutSiblings(inner), typeOf))
}

/** Next to a `$ref` 3.0 knows no other key. */
function withoutSiblings(schema: Node): Node {
  const { $ref, ...rest } = schema
  return $ref === undefined || Object.keys(rest).length === 0 ? schema : { ...rest, allOf: [{ $ref }] }
}

/** Of a list of schemas with the type `null`, the others, which can be null. */
function withoutNull(schema: Node, typeOf: TypeOf): Node {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const others: readonly unknown[] = anyOf.filter((one) => !isNode(one) || one['type'] !== 'null')
  if (others.length === anyOf.length) return schema
  const [only, ...more] = others
  if (more.length > 0 || !isNode(only)) return { ...rest, anyOf: others, nullable: true }
  // `nullable` counts only next to a type.
  return '$ref' in only
    ? { ...rest, type: typeOf(only['$ref']), allOf: [only], nullable: true }
    : { ...only, ...rest, nullable: true }
}

/** `["string", "null"]` is a string that can be null. */
function withoutTypeLists(schema: Node): Node {
  const { type, ...rest } = schema
  if (!Array.isArray(type)) return schema
  return { ...rest, type: type.find((one) => one !== 'null'), nullable: true }
}
