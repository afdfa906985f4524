// The description in OpenAPI 3.0 has every operation of that in 3.1, nothing that only 3.1 knows, and the same schemas.
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asOpenapi30 } from '#schemas/openapi-3.0.ts'

const newer = JSON.parse(readFileSync(new URL('../../schemas/openapi.json', import.meta.url), 'utf8'))
const older = JSON.parse(JSON.stringify(asOpenapi30(newer)))

/** Calls `see` with every object that is not inside an example. */
function walk(
  value: unknown,
  place: string,
  see: (node: Record<string, unknown>, place: string) => void,
): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) see(Object.fromEntries(Object.entries(value)), place)
  for (const [key, one] of Object.entries(value)) if (key !== 'example') walk(one, `${place}/${key}`, see)
}

test('no schema has what came with 3.1', () => {
  const faults: string[] = []
  let schemas = 0
  walk(older, '', (node, place) => {
    if (place.endsWith('/properties')) return
    schemas++
    for (const key of ['const', 'patternProperties', 'examples', 'identifier'])
      if (key in node) faults.push(`${place} ${key}`)
    if (Array.isArray(node['type']) || node['type'] === 'null') faults.push(`${place} type`)
    if ('$ref' in node && Object.keys(node).length > 1) faults.push(`${place} $ref`)
    if (node['nullable'] === true && !('type' in node)) faults.push(`${place} nullable`)
  })
  expect(faults).toEqual([])
  expect(schemas).toBeGreaterThan(500)
  expect(older.openapi).toBe('3.0.3')
})

test('it has the same operations, parameters, answers and named schemas', () => {
  expect(Object.keys(older.paths)).toEqual(Object.keys(newer.paths))
  for (const [path, { get }] of Object.entries<any>(newer.paths)) {
    expect(older.paths[path].get.operationId).toBe(get.operationId)
    expect(Object.keys(older.paths[path].get.responses)).toEqual(Object.keys(get.responses))
    expect(older.paths[path].get.parameters.map((one: any) => [one.name, one.example])).toEqual(
      get.parameters.map((one: any) => [one.name, one.example]),
    )
  }
  // One that is everywhere null or itself has only its second name.
  const names = new Set(Object.keys(older.components.schemas).map((name) => name.replace(/OrNull$/, '')))
  expect([...names].toSorted()).toEqual(Object.keys(newer.components.schemas).toSorted())
})

test('as many places can be null as before', () => {
  const count = (document: unknown, isNull: (node: Record<string, unknown>) => boolean): number => {
    let found = 0
    walk(document, '', (node) => (found += Number(isNull(node))))
    return found
  }
  const before = count(newer, ({ type, anyOf }) =>
    Array.isArray(type)
      ? type.includes('null')
      : Array.isArray(anyOf) && anyOf.some((one) => one.type === 'null'),
  )
  expect(before).toBeGreaterThan(60)
  const { schemas, ...components } = older.components
  const named = Object.entries(schemas).filter(([name]) => !name.endsWith('OrNull'))
  const document = { ...older, components: { ...components, schemas: Object.fromEntries(named) } }
  const isNullable = ({ nullable, $ref }: Record<string, unknown>): boolean =>
    nullable === true || String($ref).endsWith('OrNull')
  expect(count(document, isNullable)).toBe(before)
})

test('the examples of all answers are valid by it', () => {
  const ajv = new Ajv({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema(older, 'older')
  let count = 0
  for (const [path, { get }] of Object.entries<any>(older.paths))
    for (const [status, { content }] of Object.entries<any>(get.responses)) {
      if (content === undefined) continue
      const at = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/get/responses/${status}/content/application~1json/schema`
      const validate = ajv.compile({ $ref: `older#${at}` })
      expect(
        validate(content['application/json'].example),
        `${path} ${status} ${JSON.stringify(validate.errors)}`,
      ).toBe(true)
      count++
    }
  expect(count).toBeGreaterThan(80)
})
