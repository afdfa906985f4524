// Makes the OpenAPI 3.1 description from the wire contract. Nothing in it is written twice, and a field without a description is an error.
import type { TSchema } from 'typebox'
import examples from './examples.json' with { type: 'json' }
import * as abbreviation from './wire/abbreviation.ts'
import * as city from './wire/city.ts'
import * as conversion from './wire/conversion.ts'
import * as country from './wire/country.ts'
import { DESCRIPTIONS } from './wire/descriptions.ts'
import { endpoints, type Endpoint } from './wire/endpoints.ts'
import type { Parameter, ParameterKind } from './wire/parameter.ts'
import * as lookup from './wire/look-up.ts'
import * as problem from './wire/problem.ts'
import * as shapes from './wire/shapes.ts'
import * as timezone from './wire/timezone.ts'
import * as transition from './wire/transition.ts'

/** A schema of the description, as its readers see it. */
export interface OpenApiSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly items?: OpenApiSchema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, OpenApiSchema>>
  readonly additionalProperties?: OpenApiSchema
  readonly anyOf?: readonly OpenApiSchema[]
}

type Content = Readonly<Record<string, { readonly schema: OpenApiSchema; readonly example?: unknown }>>

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly description?: string
    readonly example?: unknown
    readonly schema: OpenApiSchema
  }[]
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
}

/** The part of the description that readers use. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get: OpenApiOperation }>>
  readonly components: { readonly schemas: Readonly<Record<string, OpenApiSchema>> }
}

/** Schemas with a name. The description refers to them wherever they are used. */
const NAMED: Readonly<Record<string, TSchema>> = {
  UtcOffset: shapes.UtcOffset,
  DateTime: shapes.DateTime,
  CountryRef: shapes.CountryRef,
  Coordinates: shapes.Coordinates,
  CurrentCompact: shapes.CurrentCompact,
  Current: shapes.Current,
  Meta: shapes.Meta,
  PaginationLinks: shapes.PaginationLinks,
  PaginationMeta: shapes.PaginationMeta,
  TimezoneRow: timezone.TimezoneRow,
  TimezoneDetail: timezone.TimezoneDetail,
  TransitionSide: transition.TransitionSide,
  Transition: transition.Transition,
  TransitionsMeta: transition.TransitionsMeta,
  AbbreviationCurrent: abbreviation.AbbreviationCurrent,
  AbbreviationRow: abbreviation.AbbreviationRow,
  AbbreviationDetail: abbreviation.AbbreviationDetail,
  CountryRow: country.CountryRow,
  CountryDetail: country.CountryDetail,
  CityRow: city.CityRow,
  CityDetail: city.CityDetail,
  ConversionSide: conversion.ConversionSide,
  Conversion: conversion.Conversion,
  LookupMeta: lookup.LookupMeta,
  LookupAlternative: lookup.LookupAlternative,
  LookupResult: lookup.LookupResult,
  Error: problem.Problem,
  AbbreviationCandidate: conversion.AbbreviationCandidate,
  TimezoneCandidate: conversion.TimezoneCandidate,
  MultipleChoices: conversion.MultipleChoices,
  ValidationError: problem.ValidationProblem,
}

const nameOf = new Map<unknown, string>(Object.entries(NAMED).map(([name, schema]) => [schema, name]))

/** A copy of a schema that refers to the named schemas inside it, with every property described. `place` is `Schema.property`. */
function referring(schema: unknown, place: string, isTop = false): unknown {
  const name = nameOf.get(schema)
  if (name !== undefined && !isTop) return { $ref: `#/components/schemas/${name}` }
  if (Array.isArray(schema)) return schema.map((item) => referring(item, place))
  if (typeof schema !== 'object' || schema === null) return schema
  return plainest(
    Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [
        key,
        key === 'properties' ? describedProperties(value, place) : referring(value, place),
      ]),
    ),
  )
}

const SCALARS: readonly unknown[] = ['string', 'number', 'integer', 'boolean']

/**
 * The same schema in the form that most tools understand: a list of constants as `enum`, a scalar that can be null with two types, and a map
 * by its values.
 */
function plainest(schema: Readonly<Record<string, unknown>>): object {
  const { anyOf, patternProperties, ...rest } = schema
  if (typeof patternProperties === 'object' && patternProperties !== null)
    return { ...rest, additionalProperties: Object.values(patternProperties)[0] }
  if (!Array.isArray(anyOf)) return schema
  const all: readonly Readonly<Record<string, unknown>>[] = anyOf
  if (all.every((one) => typeof one['const'] === 'string'))
    return { type: 'string', enum: all.map((one) => one['const']), ...rest }
  const [only, ...more] = all.filter(({ type }) => type !== 'null')
  if (only === undefined || more.length > 0 || !SCALARS.includes(only['type'])) return schema
  // A type that allows null is not enough beside a list of values, and generators read null in such a list as a text.
  if ('enum' in only) return { anyOf: [only, { type: 'null' }], ...rest }
  return { ...only, type: [only['type'], 'null'], ...rest }
}

function describedProperties(properties: object, place: string): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const where = `${place}.${name}`
      const described = referring(property, where)
      if (typeof described !== 'object' || described === null || 'description' in described) {
        return [name, described]
      }
      const description = DESCRIPTIONS[where] ?? DESCRIPTIONS[name]
      if (description === undefined) throw new Error(`${where} has no row in schemas/wire/descriptions.ts`)
      return [name, { ...described, description }]
    }),
  )
}

function parameterSchema(type: ParameterKind): object {
  switch (type.kind) {
    case 'text':
      return { type: 'string', maxLength: type.max }
    case 'exact':
      return { type: 'string', minLength: type.length, maxLength: type.length }
    case 'flag':
      return { type: 'string', enum: ['true', 'false', '1', '0'] }
    case 'choice':
      return type.anyCase === undefined
        ? { type: 'string', enum: type.of }
        : {
            type: 'string',
            maxLength: type.anyCase,
            description: `One of ${type.of.join(', ')}; case-insensitive.`,
          }
    case 'choices': {
      const one = `(${type.of.join('|')})`
      return {
        type: 'string',
        pattern: `^${one}(,${one})*$`,
        description: `Comma-separated: ${type.of.join(', ')}.`,
      }
    }
    case 'location':
    case 'locations':
    case 'moment':
      return { type: 'string' }
    case 'integer':
      return { type: 'integer', minimum: type.min, ...(type.max === undefined ? {} : { maximum: type.max }) }
    case 'offset':
      return { type: 'string', pattern: '^([+-]\\d{2}:\\d{2}|-?\\d{1,3})$' }
    case 'degrees':
      return { type: 'number', minimum: -type.limit, maximum: type.limit }
    case 'reserved':
      return { type: 'string', maxLength: 0 }
  }
}

/** An example of each parameter that has no fixed list of values. */
const EXAMPLE_VALUES: Readonly<Record<string, string | number>> = {
  abbreviation: 'CET',
  country: 'NZ',
  from: 'Europe/Berlin',
  lat: 53.35,
  lng: -6.26,
  lon: -6.26,
  offset: '+05:45',
  q: 'ir',
  timezone: 'Asia/Kathmandu',
  to: 'Asia/Tokyo,UTC-3',
}

/** The same for moments: `from` and `to` are also the names of places. */
const MOMENTS: Readonly<Record<string, string>> = {
  at: '2026-03-29T02:30:00+01:00',
  from: '2026-01-01T00:00:00Z',
  to: '2028-01-01T00:00:00Z',
}

/** A value that the parameter takes. Undefined only for a reserved one, which takes none. */
function exampleValue({ name, type, default: standsIn }: Parameter): unknown {
  if (type.kind === 'reserved') return undefined
  if (type.kind === 'moment') return MOMENTS[name] ?? MOMENTS['at']
  if (type.kind === 'flag') return 'true'
  if (standsIn !== undefined) return standsIn
  if (type.kind === 'choice') return type.of[0]
  if (type.kind === 'choices') return type.of.join(',')
  const value = EXAMPLE_VALUES[name]
  if (value === undefined) throw new Error(`the parameter ${name} has no example`)
  return value
}

const queryParameter = (parameter: Parameter): object => ({
  ...shownParameter(parameter),
  example: exampleValue(parameter),
})

const shownParameter = ({ name, type, description, required, default: standsIn }: Parameter): object => ({
  name,
  in: 'query',
  description,
  required: required ?? false,
  schema: { ...parameterSchema(type), ...(standsIn === undefined ? {} : { default: standsIn }) },
})

const LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const

const HEADERS: Readonly<Record<string, { description: string; example: string | number; schema: object }>> = {
  'RateLimit-Policy': {
    description: 'The quota policies, as structured fields.',
    example: '"burst";q=5;w=1',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left of each policy and the seconds until it resets.',
    example: '"burst";r=4;t=1',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': { description: 'Requests allowed a second.', example: 5, schema: { type: 'integer' } },
  'X-RateLimit-Remaining': {
    description: 'Requests left this second.',
    example: 4,
    schema: { type: 'integer' },
  },
  'X-RateLimit-Reset': {
    description: 'Unix time at which the window resets.',
    example: 1774748400,
    schema: { type: 'integer' },
  },
  'Retry-After': { description: 'Seconds to wait.', example: 1, schema: { type: 'integer' } },
  'X-Ignored-Parameters': {
    description:
      'Names of query parameters that were sent and that this path does not have, percent-encoded.',
    example: 'continent',
    schema: { type: 'string' },
  },
}

const headers = (...names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

interface Response {
  readonly description: string
  readonly headers: object
  readonly content: { readonly 'application/json': { readonly schema: unknown } }
}

const response = (
  description: string,
  schema: TSchema,
  headerNames: readonly string[] = LIMIT_HEADERS,
): Response => ({
  description,
  headers: headers(...headerNames),
  content: { 'application/json': { schema: referring(schema, 'Answer') } },
})

const PROBLEMS: Readonly<Record<number, Response>> = {
  300: response(
    'The identifier has several meanings; the message says how to ask for one of the candidates.',
    conversion.MultipleChoices,
  ),
  401: response('The token is missing, malformed, unknown, expired or revoked.', problem.Problem, []),
  403: response("The account's e-mail address is not verified.", problem.Problem, []),
  404: response('No resource matches the identifier; the message names what was looked up.', problem.Problem),
  405: response('Methods are GET, HEAD and OPTIONS.', problem.Problem),
  422: response('A query parameter failed validation.', problem.ValidationProblem),
  429: response(
    'The limit of requests a second was exceeded, or that of the month where the server enforces it.',
    problem.Problem,
    [...LIMIT_HEADERS, 'X-RateLimit-Reset', 'Retry-After'],
  ),
  500: response('Something went wrong on our side.', problem.Problem, []),
  503: response(
    'The service is busy, accounts cannot be asked, or (for /lookup) there is no boundary data; try again later.',
    problem.Problem,
    ['Retry-After'],
  ),
}

/** Path, or `any` → status → an example answer, as recorded by test/golden/examples.world.test.ts. */
const EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = examples

/** The response of a path, with an example. Throws for a path without an example. */
function withExample(path: string, status: number, { content, ...rest }: Response): object {
  const example = EXAMPLES[path]?.[status] ?? EXAMPLES['any']?.[status]
  if (example === undefined)
    throw new Error(`${path} ${status} has no row in schemas/examples.json: npm run golden:update`)
  return { ...rest, content: { 'application/json': { ...content['application/json'], example } } }
}

/** The groups in which operations are listed. */
const TAGS: Readonly<Record<Endpoint['tag'], string>> = {
  'Time zones': 'IANA time zones: what their clocks show now or at any moment, and when they change next.',
  'Time standards':
    'Named standards such as Central European Time, and the codes that several of them share.',
  Countries: 'Countries and territories, with their zones, standards and cities.',
  Cities: 'Cities with their local time and the sun of the day.',
  Conversion: 'A moment in one place, on the clocks of others.',
  Places: 'The zone at a latitude and longitude, on land and at sea.',
  'Clock changes':
    'The clock changes of a zone, past and future. Beside the interface: no other resource links here.',
}

const PATH_EXAMPLES: Readonly<Record<string, string>> = {
  iana: 'Europe/Dublin',
  abbreviation: 'central-european-standard-time',
  country: 'ireland',
  slug: 'reykjavik',
}

function operation(endpoint: Endpoint): object {
  const { path, operationId, tag, summary, description, parameters, answer, problems } = endpoint
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: 'Slashes inside it are part of the path.',
    example: PATH_EXAMPLES[name ?? ''],
    schema: { type: 'string' },
  }))
  const everywhere = [401, 403, 405, 422, 429, 500, 503]
  const statuses = [...new Set([...problems, ...everywhere])].toSorted((one, other) => one - other)
  return {
    tags: [tag],
    operationId,
    summary,
    description,
    parameters: [...inPath, ...parameters.map(queryParameter)],
    responses: {
      200: withExample(
        path,
        200,
        response('The answer.', answer, [...LIMIT_HEADERS, 'X-Ignored-Parameters']),
      ),
      304: {
        description: 'The answer is the one that `If-None-Match` names.',
        headers: headers(...LIMIT_HEADERS),
      },
      ...Object.fromEntries(
        statuses.flatMap((status) => {
          const found = PROBLEMS[status]
          return found === undefined ? [] : [[status, withExample(path, status, found)]]
        }),
      ),
    },
  }
}

/** The description with closed schemas, which refuse unknown fields: our own tests check answers by it. Clients get the open one. */
export function closedOpenapi(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Time zone reference service',
      version: '1.0.0',
      description:
        'IANA time zones, answered from one pinned tz release that every answer names. All requests are GET; all answers, errors included, are JSON.',
      contact: { name: 'Whoever runs this server', url: 'http://127.0.0.1:8080' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:8080/v1' }],
    security: [{ bearer: [] }],
    tags: Object.entries(TAGS).map(([name, words]) => ({ name, description: words })),
    paths: Object.fromEntries(endpoints.map((endpoint) => [endpoint.path, { get: operation(endpoint) }])),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal access token, `tzr_…`. A first start prints one; whoever runs the service makes more with `tzref token create`.',
        },
      },
      headers: HEADERS,
      schemas: Object.fromEntries(
        Object.entries(NAMED).map(([name, schema]) => [name, referring(schema, name, true)]),
      ),
    },
  }
}

/** A copy whose objects may have other fields: `/v1` grows, and a client made from this file must read the answers of a later one. */
const opened = (closed: object): unknown =>
  JSON.parse(
    JSON.stringify(closed, (key, value: unknown) =>
      key === 'additionalProperties' && value === false ? undefined : value,
    ),
  )

/** The text of the checked-in `schemas/openapi.json`. */
export const openapiText = (): string => `${JSON.stringify(opened(closedOpenapi()), null, 2)}\n`
