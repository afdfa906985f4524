// The contract for tests: the closed schemas of openapi.json, and requests to every operation with the status that they get.
import { Ajv } from 'ajv'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { asOpenapi30 } from '#schemas/openapi-3.0.ts'
import { closedOpenapi } from '#schemas/openapi.ts'
import type { Answered } from '../worlds/service.ts'

/** openapi.json as it is in the checkout. */
export const checkedIn = readFileSync(new URL('../../../schemas/openapi.json', import.meta.url), 'utf8')
const newer = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(newer)
newer.addSchema(JSON.parse(JSON.stringify(closedOpenapi())), 'openapi')
newer.addSchema(JSON.parse(checkedIn), 'served')
/** Reads `nullable` as OpenAPI 3.0.3 means it: only next to a type. */
const older = new Ajv({ strict: false, allErrors: true })
addFormats.default(older)
older.addSchema(asOpenapi30(JSON.parse(checkedIn)), 'served-3.0')

/** The closed schemas, and both descriptions as they are served. */
const DESCRIPTIONS = [
  [newer, 'openapi'],
  [newer, 'served'],
  [older, 'served-3.0'],
] as const

const validators = new Map<string, ValidateFunction>()

/** Errors of a body, by the schemas at a place in each description. Null: it has none. */
export function faultsOf(pointer: string, body: unknown): unknown {
  for (const [ajv, name] of DESCRIPTIONS) {
    const ref = `${name}#${pointer}`
    const validate = validators.get(ref) ?? ajv.compile({ $ref: ref })
    validators.set(ref, validate)
    if (!validate(body)) return [name, validate.errors]
  }
  return null
}

/** A path as a part of a JSON pointer. */
export const escaped = (path: string): string => path.replaceAll('~', '~0').replaceAll('/', '~1')

/** Checks the body of an answer to a path of openapi.json by the schema for its status. */
export function expectContract(path: string, answered: Pick<Answered, 'status' | 'body' | 'text'>): void {
  const pointer = `/paths/${escaped(path)}/get/responses/${answered.status}/content/application~1json/schema`
  expect(
    faultsOf(pointer, answered.body),
    `${path} ${answered.status}: ${answered.text.slice(0, 300)}`,
  ).toBeNull()
}

/** Requests with a token, and the statuses of their answers. */
export const REQUESTS: readonly (readonly [path: string, url: string, status: number])[] = [
  ['/lookup', '/lookup?lat=1&lon=2', 200],
  ['/lookup', '/lookup?lat=91&lng=x&ip=192.0.2.1', 422],
  ['/timezones', '/timezones?page=0&sort=x', 422],
  ['/timezones/{iana}', '/timezones/Mars/Olympus', 404],
  ['/timezones/{iana}', '/timezones/UTC?at=yesterday', 422],
  ['/timezones/{iana}', '/timezones/Etc/GMT%2B3', 200],
  ['/timezones/{iana}', '/timezones/UTC?at=0001-01-01T00:00:00Z', 200],
  ['/timezones/{iana}/transitions', '/timezones/Europe/Dublin/transitions?sort=-at&per_page=500', 200],
  ['/timezones/{iana}/transitions', '/timezones/Europe/Dublin/transitions?sort=from', 422],
  ['/abbreviations', '/abbreviations?per_page=100', 200],
  ['/abbreviations', '/abbreviations?per_page=100&detail=full&page=2', 200],
  ['/abbreviations', '/abbreviations?continent=Mu&offset=9999', 422],
  ['/abbreviations/{abbreviation}', '/abbreviations/greenwich-mean-time?include=timezones,countries', 200],
  ['/abbreviations/{abbreviation}', '/abbreviations/CET?include=timezones&detail=full', 200],
  ['/abbreviations/{abbreviation}', '/abbreviations/IST', 300],
  ['/abbreviations/{abbreviation}', '/abbreviations/XQZ', 404],
  ['/abbreviations/{abbreviation}', '/abbreviations/CET?include=cities', 422],
  ['/countries', '/countries?per_page=100', 200],
  ['/countries', '/countries?per_page=100&detail=full&page=1', 200],
  ['/countries', '/countries?per_page=100&detail=full&page=2', 200],
  ['/countries', '/countries?per_page=100&detail=full&page=3', 200],
  ['/countries', '/countries?region=Mu', 422],
  ['/countries/{country}', '/countries/aq?include=timezones,abbreviations,cities', 200],
  ['/countries/{country}', '/countries/nz?include=timezones,abbreviations,cities&detail=full', 200],
  ['/countries/{country}', '/countries/xk', 200],
  ['/countries/{country}', '/countries/mu-mu', 404],
  ['/countries/{country}', '/countries/nz?detail=more', 422],
  ['/cities', '/cities?per_page=100', 200],
  ['/cities', '/cities?per_page=100&detail=full&country=NO', 200],
  ['/cities', '/cities?page=9999', 200],
  ['/cities', '/cities?is_capital=yes', 422],
  ['/cities/{slug}', '/cities/longyearbyen?at=2026-12-21T12:00:00Z', 200],
  ['/cities/{slug}', '/cities/xyzzy', 404],
  ['/cities/{slug}', '/cities/paris?at=now', 422],
  ['/convert', '/convert?from=Europe/Berlin&to=Asia/Tokyo,EST,%2B05:30&at=2026-03-29T02:30', 200],
  ['/convert', '/convert?from=UTC&to=UTC', 200],
  ['/convert', '/convert?from=IST&to=UTC', 300],
  ['/convert', '/convert?from=UTC&to=us', 300],
  ['/convert', '/convert?from=UTC', 422],
]

/** One good request for each endpoint. */
export const EVERY_ENDPOINT: readonly (readonly [path: string, url: string])[] = [
  ['/timezones', '/timezones'],
  ['/timezones/{iana}', '/timezones/UTC'],
  ['/timezones/{iana}/transitions', '/timezones/Europe/Dublin/transitions'],
  ['/abbreviations', '/abbreviations'],
  ['/abbreviations/{abbreviation}', '/abbreviations/EST'],
  ['/countries', '/countries'],
  ['/countries/{country}', '/countries/ie'],
  ['/cities', '/cities'],
  ['/cities/{slug}', '/cities/dublin'],
  ['/convert', '/convert?from=UTC&to=UTC'],
  ['/lookup', '/lookup?lat=53.35&lon=-6.26'],
]
