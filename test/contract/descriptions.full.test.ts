// Both descriptions, as they are served, describe 3,000 answers to requests made from them: by a validator of each version of OpenAPI.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leftOut } from '../support/left-out.ts'
import { escaped, expectContract, REQUESTS } from '../support/oracles/contract.ts'
import { findTool } from '../support/oracles/zic-oracle.ts'
import { seededRandom } from '../support/worlds/seeded-random.ts'
import { openService, type Answered, type Service } from '../support/worlds/service.ts'

const COUNT = 3000
let service: Service
const answers: { readonly path: string; readonly answered: Answered }[] = []
const folder = mkdtempSync(join(tmpdir(), 'tzref-descriptions-'))
const FILES = ['openapi-3.0.json', 'openapi.json'].map((name) => join(folder, name))

interface Shown {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly example?: unknown
  readonly schema: { readonly enum?: readonly string[] }
}

beforeAll(async () => {
  service = await openService()
  for (const file of FILES) {
    const url = file.slice(folder.length)
    const { body } = await service.app.inject({ method: 'GET', url, headers: { host: 'localhost' } })
    writeFileSync(file, body)
  }
  const random = seededRandom(70)
  const oneOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
  const { zones, countries, cities } = service.catalogue.almanac
  const names: Readonly<Record<string, () => string | undefined>> = {
    iana: () => oneOf(zones.listed)?.iana,
    country: () => oneOf(countries.all)?.iso2,
    slug: () => oneOf(cities().byName)?.slug,
    abbreviation: () =>
      oneOf(['CET', 'IST', 'CST', 'central-european-standard-time', 'gulf-standard-time', 'XQZ']),
    at: () => oneOf(['2026-06-21T12:00Z', '2026-12-21T12:00Z', '1890-01-01T00:00Z', 'soon']),
    lat: () => String(random() * 190 - 95),
    lon: () => oneOf(['180', '-180', String(random() * 360 - 180)]),
  }
  const description: { paths: Record<string, { get: { parameters: Shown[] } }> } = JSON.parse(
    (await service.app.inject({ method: 'GET', url: '/openapi.json', headers: { host: 'localhost' } })).body,
  )
  const paths = Object.entries(description.paths)
  for (let index = 0; index < COUNT; index++) {
    const [path, { get }] = paths[index % paths.length] ?? ['', { get: { parameters: [] } }]
    const value = ({ name, example, schema }: Shown): string =>
      oneOf(
        [names[name]?.(), oneOf(schema.enum ?? []), String(example)].filter((one) => one !== undefined),
      ) ?? ''
    let url = path
    const query = new URLSearchParams()
    for (const one of get.parameters) {
      if (one.in === 'path') url = url.replace(`{${one.name}}`, encodeURIComponent(value(one)))
      else if (one.example !== undefined && (one.required === true || one.name === 'lon' || random() < 0.25))
        query.set(one.name, value(one))
    }
    answers.push({ path, answered: await service.ask(`${url}?${query.toString()}`) })
  }
  for (const [path, url] of REQUESTS) answers.push({ path, answered: await service.ask(url) })
  for (const url of ['/timezones?detail=full&per_page=500', '/lookup?lat=0&lon=-140', '/timezones/UTC'])
    answers.push({
      path: url.startsWith('/lookup')
        ? '/lookup'
        : url.startsWith('/timezones?')
          ? '/timezones'
          : '/timezones/{iana}',
      answered: await service.ask(url),
    })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

test('each answer is described, by our validator of each version', () => {
  const statuses = new Set<number>()
  for (const { path, answered } of answers) {
    expectContract(path, answered)
    statuses.add(answered.status)
  }
  expect(statuses).toEqual(new Set([200, 300, 404, 422]))
  expect(answers.length).toBeGreaterThan(COUNT)
})

test('each answer is described, by the validators of Python', () => {
  const python = findTool('python3')
  const hasValidator =
    python !== null &&
    execFileSync(
      'python3',
      ['-c', 'import importlib.util as u; print(u.find_spec("openapi_schema_validator") is not None)'],
      { encoding: 'utf8' },
    ).startsWith('True')
  if (!hasValidator) {
    leftOut('answers by the validators of Python', "Python's openapi-schema-validator")
    return
  }
  // They take a tenth of a second for an answer: every tenth, and all of those that were chosen.
  const asked = answers.filter((_, index) => index % 10 === 0 || index >= COUNT)
  const input = asked
    .map(({ path, answered: { status, body } }) =>
      JSON.stringify({
        ref: `/paths/${escaped(path)}/get/responses/${status}/content/application~1json/schema`,
        body,
      }),
    )
    .join('\n')
  const script = new URL('oas.py', import.meta.url).pathname
  const printed = execFileSync('python3', [script, ...FILES], { input, encoding: 'utf8', maxBuffer: 1 << 26 })
  expect(JSON.parse(printed)).toEqual({ count: asked.length, faults: [], wrong: 0 })
})
