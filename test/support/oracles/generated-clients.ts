// Generators of clients, and for each a program over what it makes: ten calls, a choice (300), a fault (422) and a refusal (429).
//
// Where a tool types a status, the program reads its body without a cast; where it does not, the program says so with `any`.

export interface Generator {
  readonly name: string
  /** What npm installs for it. */
  readonly packages: readonly string[]
  /** Its program in node_modules and the arguments, from a document into a folder. */
  readonly command: (document: string, out: string) => readonly [file: string, ...args: string[]]
  /** Prints fourteen answers, one JSON value a line. */
  readonly program: string
}

/** What every program prints, whichever the client. */
export const ANSWERS: readonly unknown[] = [
  'Europe/Dublin',
  '2026-07-15T13:00:00+01:00',
  ['GMT Standard Time', 2],
  'irish-standard-time',
  'Eastern Standard Time',
  'Wallis & Futuna',
  'Pacific/Auckland',
  'reykjavik',
  'Atlantic/Reykjavik',
  ['2026-03-29T09:30:00+09:00', true],
  'Europe/Dublin',
  'china-standard-time',
  'The at field must be an ISO 8601 date-time like 2026-03-29T02:30:00+01:00, or Unix seconds.',
  'Too Many Attempts.',
]

const ARGUMENTS = `
const [base = '', token = '', limited = '', limitedToken = ''] = process.argv.slice(2)
const say = (answer: unknown): void => console.log(JSON.stringify(answer))
const summer = '2026-07-15T12:00:00Z'
const skipped = '2026-03-29T02:30'
const year = { from: '2026-01-01T00:00Z', to: '2027-01-01T00:00Z' }
`

export const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    packages: ['openapi-typescript@7', 'openapi-fetch@0'],
    command: (document, out) => ['openapi-typescript/bin/cli.js', document, '-o', `${out}/client.d.ts`],
    program: `
import createClient from 'openapi-fetch'
import type { paths } from './client.js'
${ARGUMENTS}
const open = (baseUrl: string, bearer: string) =>
  createClient<paths>({ baseUrl, headers: { Authorization: 'Bearer ' + bearer } })
const client = open(base, token)
say((await client.GET('/timezones', { params: { query: { country: 'IE' } } })).data?.data[0]?.iana)
const dublin = { path: { iana: 'Europe/Dublin' } }
say((await client.GET('/timezones/{iana}', { params: { ...dublin, query: { at: summer } } })).data?.data.current.datetime)
const changes = (await client.GET('/timezones/{iana}/transitions', { params: { ...dublin, query: year } })).data
say([changes?.meta.timezone.windows_names[0], changes?.data.length])
say((await client.GET('/abbreviations', { params: { query: { q: 'irish' } } })).data?.data[0]?.slug)
say((await client.GET('/abbreviations/{abbreviation}', { params: { path: { abbreviation: 'EST' } } })).data?.data.name)
say((await client.GET('/countries', { params: { query: { region: 'Oceania', sort: '-name' } } })).data?.data[0]?.name)
say((await client.GET('/countries/{country}', { params: { path: { country: 'NZ' } } })).data?.data.default_timezone?.iana)
say((await client.GET('/cities', { params: { query: { country: 'IS', is_capital: 'true' } } })).data?.data[0]?.slug)
say((await client.GET('/cities/{slug}', { params: { path: { slug: 'reykjavik' } } })).data?.data.timezone.iana)
const converted = (await client.GET('/convert', { params: { query: { from: 'Europe/Berlin', to: 'Asia/Tokyo', at: skipped } } })).data?.data
say([converted?.to[0]?.datetime, converted?.ambiguity.is_skipped])
say((await client.GET('/lookup', { params: { query: { lat: 53.35, lon: -6.26 } } })).data?.data.timezone.iana)
// Its types know errors from 400 on.
const choice: any = (await client.GET('/abbreviations/{abbreviation}', { params: { path: { abbreviation: 'CST' } } })).error
say(choice.candidates[1].slug)
const { error } = await client.GET('/lookup', { params: { query: { lat: 1, lon: 2, at: 'soon' } } })
say(error !== undefined && 'errors' in error ? error.errors['at']?.[0] : null)
for (let left = 20; left > 0; left--) {
  const refused = await open(limited, limitedToken).GET('/timezones/{iana}', { params: dublin })
  if (refused.response.status === 429) {
    say(refused.error?.message)
    break
  }
}
`,
  },
  {
    name: '@hey-api/openapi-ts',
    packages: ['@hey-api/openapi-ts@0'],
    command: (document, out) => [
      '@hey-api/openapi-ts/bin/run.js',
      '-i',
      document,
      '-o',
      `${out}/client`,
      '-c',
      '@hey-api/client-fetch',
    ],
    program: `
import { client } from './client/client.gen.js'
import * as api from './client/sdk.gen.js'
${ARGUMENTS}
client.setConfig({ baseUrl: base, headers: { Authorization: 'Bearer ' + token } })
say((await api.listTimezones({ query: { country: 'IE' } })).data?.data[0]?.iana)
const path = { iana: 'Europe/Dublin' }
say((await api.getTimezone({ path, query: { at: summer } })).data?.data.current.datetime)
const changes = (await api.listTransitions({ path, query: year })).data
say([changes?.meta.timezone.windows_names[0], changes?.data.length])
say((await api.listAbbreviations({ query: { q: 'irish' } })).data?.data[0]?.slug)
say((await api.getAbbreviation({ path: { abbreviation: 'EST' } })).data?.data.name)
say((await api.listCountries({ query: { region: 'Oceania', sort: '-name' } })).data?.data[0]?.name)
say((await api.getCountry({ path: { country: 'NZ' } })).data?.data.default_timezone?.iana)
say((await api.listCities({ query: { country: 'IS', is_capital: 'true' } })).data?.data[0]?.slug)
say((await api.getCity({ path: { slug: 'reykjavik' } })).data?.data.timezone.iana)
const converted = (await api.convert({ query: { from: 'Europe/Berlin', to: 'Asia/Tokyo', at: skipped } })).data?.data
say([converted?.to[0]?.datetime, converted?.ambiguity.is_skipped])
say((await api.lookUp({ query: { lat: 53.35, lon: -6.26 } })).data?.data.timezone.iana)
// Its types know errors from 400 on.
const choice: any = (await api.getAbbreviation({ path: { abbreviation: 'CST' } })).error
say(choice.candidates[1].slug)
const fault = (await api.lookUp({ query: { lat: 1, lon: 2, at: 'soon' } })).error
say(fault !== undefined && 'errors' in fault ? fault.errors['at']?.[0] : null)
client.setConfig({ baseUrl: limited, headers: { Authorization: 'Bearer ' + limitedToken } })
for (let left = 20; left > 0; left--) {
  const { error, response } = await api.getTimezone({ path })
  if (response?.status === 429) {
    say(error?.message)
    break
  }
}
`,
  },
  {
    name: 'orval',
    packages: ['orval@8'],
    command: (document, out) => [
      'orval/dist/bin/orval.mjs',
      '--input',
      document,
      '--output',
      `${out}/client.ts`,
      '--client',
      'fetch',
    ],
    program: `
import * as api from './client.js'
${ARGUMENTS}
// Its calls have the path alone: the server is the caller's own affair.
const own = fetch
let [to, bearer] = [base, token]
globalThis.fetch = (url, options) =>
  own(to + String(url), { ...options, headers: { Authorization: 'Bearer ' + bearer } })
const good = <Answer extends { status: number }>(answer: Answer) => {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  return answer as Extract<Answer, { status: 200 }>
}
say(good(await api.listTimezones({ country: 'IE' })).data.data[0]?.iana)
say(good(await api.getTimezone('Europe/Dublin', { at: summer })).data.data.current.datetime)
const changes = good(await api.listTransitions('Europe/Dublin', year)).data
say([changes.meta.timezone.windows_names[0], changes.data.length])
say(good(await api.listAbbreviations({ q: 'irish' })).data.data[0]?.slug)
say(good(await api.getAbbreviation('EST')).data.data.name)
say(good(await api.listCountries({ region: 'Oceania', sort: '-name' })).data.data[0]?.name)
say(good(await api.getCountry('NZ')).data.data.default_timezone?.iana)
say(good(await api.listCities({ country: 'IS', is_capital: 'true' })).data.data[0]?.slug)
say(good(await api.getCity('reykjavik')).data.data.timezone.iana)
const converted = good(await api.convert({ from: 'Europe/Berlin', to: 'Asia/Tokyo', at: skipped })).data.data
say([converted.to[0]?.datetime, converted.ambiguity.is_skipped])
say(good(await api.lookUp({ lat: 53.35, lon: -6.26 })).data.data.timezone.iana)
const choice = await api.getAbbreviation('CST')
const second = choice.status === 300 ? choice.data.candidates[1] : undefined
say(second !== undefined && 'slug' in second ? second.slug : null)
const fault = await api.lookUp({ lat: 1, lon: 2, at: 'soon' })
say(fault.status === 422 ? fault.data.errors['at']?.[0] : null)
;[to, bearer] = [limited, limitedToken]
for (let left = 20; left > 0; left--) {
  const refused = await api.getTimezone('Europe/Dublin')
  if (refused.status === 429) {
    say(refused.data.message)
    break
  }
}
`,
  },
  {
    name: 'oazapfts',
    packages: ['oazapfts@7', '@oazapfts/runtime@1'],
    command: (document, out) => ['oazapfts/dist/cli.js', document, `${out}/client.ts`],
    program: `
import * as api from './client.js'
${ARGUMENTS}
api.defaults.baseUrl = base
api.defaults.headers = { Authorization: 'Bearer ' + token }
const good = <Answer extends { status: number }>(answer: Answer) => {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  return answer as Extract<Answer, { status: 200 }>
}
say(good(await api.listTimezones({ country: 'IE' })).data.data[0]?.iana)
say(good(await api.getTimezone('Europe/Dublin', { at: summer })).data.data.current.datetime)
const changes = good(await api.listTransitions('Europe/Dublin', { $from: year.from, to: year.to })).data
say([changes.meta.timezone.windows_names[0], changes.data.length])
say(good(await api.listAbbreviations({ q: 'irish' })).data.data[0]?.slug)
say(good(await api.getAbbreviation('EST')).data.data.name)
say(good(await api.listCountries({ region: 'Oceania', sort: '-name' })).data.data[0]?.name)
say(good(await api.getCountry('NZ')).data.data.default_timezone?.iana)
say(good(await api.listCities({ country: 'IS', isCapital: 'true' })).data.data[0]?.slug)
say(good(await api.getCity('reykjavik')).data.data.timezone.iana)
const converted = good(await api.convert('Europe/Berlin', 'Asia/Tokyo', { at: skipped })).data.data
say([converted.to[0]?.datetime, converted.ambiguity.is_skipped])
say(good(await api.lookUp(53.35, { lon: -6.26 })).data.data.timezone.iana)
const choice = await api.getAbbreviation('CST')
const second = choice.status === 300 ? choice.data.candidates[1] : undefined
say(second !== undefined && 'slug' in second ? second.slug : null)
const fault = await api.lookUp(1, { lon: 2, at: 'soon' })
say(fault.status === 422 ? fault.data.errors['at']?.[0] : null)
api.defaults.baseUrl = limited
api.defaults.headers = { Authorization: 'Bearer ' + limitedToken }
for (let left = 20; left > 0; left--) {
  const refused = await api.getTimezone('Europe/Dublin')
  if (refused.status === 429) {
    say(refused.data.message)
    break
  }
}
`,
  },
  {
    name: 'swagger-typescript-api',
    packages: ['swagger-typescript-api@13'],
    command: (document, out) => [
      'swagger-typescript-api/dist/cli.mjs',
      'generate',
      '-p',
      document,
      '-o',
      out,
      '-n',
      'client.ts',
    ],
    program: `
import { Api } from './client.js'
${ARGUMENTS}
const open = (baseUrl: string, bearer: string) =>
  new Api({ baseUrl, baseApiParams: { headers: { Authorization: 'Bearer ' + bearer } } })
const api = open(base, token)
say((await api.timezones.listTimezones({ country: 'IE' })).data.data[0]?.iana)
say((await api.timezones.getTimezone('Europe/Dublin', { at: summer })).data.data.current.datetime)
const changes = (await api.timezones.listTransitions('Europe/Dublin', year)).data
say([changes.meta.timezone.windows_names[0], changes.data.length])
say((await api.abbreviations.listAbbreviations({ q: 'irish' })).data.data[0]?.slug)
say((await api.abbreviations.getAbbreviation('EST')).data.data.name)
say((await api.countries.listCountries({ region: 'Oceania', sort: '-name' })).data.data[0]?.name)
say((await api.countries.getCountry('NZ')).data.data.default_timezone?.iana)
say((await api.cities.listCities({ country: 'IS', is_capital: 'true' })).data.data[0]?.slug)
say((await api.cities.getCity('reykjavik')).data.data.timezone.iana)
const converted = (await api.convert.convert({ from: 'Europe/Berlin', to: 'Asia/Tokyo', at: skipped })).data.data
say([converted.to[0]?.datetime, converted.ambiguity.is_skipped])
say((await api.lookup.lookUp({ lat: 53.35, lon: -6.26 })).data.data.timezone.iana)
// It throws whatever is not 200.
const choice = await api.abbreviations.getAbbreviation('CST').catch((thrown: any) => thrown)
say(choice.error.candidates[1].slug)
const fault = await api.lookup.lookUp({ lat: 1, lon: 2, at: 'soon' }).catch((thrown: any) => thrown)
say(fault.error.errors.at[0])
for (let left = 20; left > 0; left--) {
  const refused = await open(limited, limitedToken).timezones.getTimezone('Europe/Dublin').catch((thrown: any) => thrown)
  if (refused.status === 429) {
    say(refused.error.message)
    break
  }
}
`,
  },
  {
    name: 'openapi-zod-client',
    packages: ['openapi-zod-client@1', '@zodios/core@10', 'zod@3', 'axios@1'],
    command: (document, out) => ['openapi-zod-client/bin.js', document, '-o', `${out}/client.ts`],
    program: `
import { createApiClient } from './client.js'
${ARGUMENTS}
const open = (baseUrl: string, bearer: string) =>
  createApiClient(baseUrl, { axiosConfig: { headers: { Authorization: 'Bearer ' + bearer } } })
const api = open(base, token)
const dublin = { params: { iana: 'Europe/Dublin' } }
say((await api.listTimezones({ queries: { country: 'IE' } })).data[0]?.iana)
say((await api.getTimezone({ ...dublin, queries: { at: summer } })).data.current.datetime)
const changes = await api.listTransitions({ ...dublin, queries: year })
say([changes.meta.timezone.windows_names[0], changes.data.length])
say((await api.listAbbreviations({ queries: { q: 'irish' } })).data[0]?.slug)
say((await api.getAbbreviation({ params: { abbreviation: 'EST' } })).data.name)
say((await api.listCountries({ queries: { region: 'Oceania', sort: '-name' } })).data[0]?.name)
say((await api.getCountry({ params: { country: 'NZ' } })).data.default_timezone?.iana)
say((await api.listCities({ queries: { country: 'IS', is_capital: 'true' } })).data[0]?.slug)
say((await api.getCity({ params: { slug: 'reykjavik' } })).data.timezone.iana)
const converted = (await api.convert({ queries: { from: 'Europe/Berlin', to: 'Asia/Tokyo', at: skipped } })).data
say([converted.to[0]?.datetime, converted.ambiguity.is_skipped])
say((await api.lookUp({ queries: { lat: 53.35, lon: -6.26 } })).data.timezone.iana)
// axios throws whatever is not 2xx.
const choice = await api.getAbbreviation({ params: { abbreviation: 'CST' } }).catch((thrown: any) => thrown)
say(choice.response.data.candidates[1].slug)
const fault = await api.lookUp({ queries: { lat: 1, lon: 2, at: 'soon' } }).catch((thrown: any) => thrown)
say(fault.response.data.errors.at[0])
for (let left = 20; left > 0; left--) {
  const refused = await open(limited, limitedToken).getTimezone(dublin).catch((thrown: any) => thrown)
  if (refused.response?.status === 429) {
    say(refused.response.data.message)
    break
  }
}
`,
  },
  {
    name: 'openapi-typescript-codegen',
    packages: ['openapi-typescript-codegen@0'],
    command: (document, out) => [
      'openapi-typescript-codegen/bin/index.js',
      '--input',
      document,
      '--output',
      `${out}/client`,
    ],
    program: `
import * as api from './client/index.js'
${ARGUMENTS}
Object.assign(api.OpenAPI, { BASE: base, TOKEN: token })
say((await api.TimeZonesService.listTimezones('IE')).data[0]?.iana)
say((await api.TimeZonesService.getTimezone('Europe/Dublin', summer)).data.current.datetime)
const changes = await api.ClockChangesService.listTransitions('Europe/Dublin', year.from, year.to)
say([changes.meta.timezone.windows_names[0], changes.data.length])
say((await api.TimeStandardsService.listAbbreviations('irish')).data[0]?.slug)
say((await api.TimeStandardsService.getAbbreviation('EST')).data.name)
say((await api.CountriesService.listCountries(undefined, 'Oceania', undefined, undefined, '-name')).data[0]?.name)
say((await api.CountriesService.getCountry('NZ')).data.default_timezone?.iana)
say((await api.CitiesService.listCities(undefined, 'IS', undefined, 'true')).data[0]?.slug)
say((await api.CitiesService.getCity('reykjavik')).data.timezone.iana)
const converted = (await api.ConversionService.convert('Europe/Berlin', 'Asia/Tokyo', skipped)).data
say([converted.to[0]?.datetime, converted.ambiguity.is_skipped])
say((await api.PlacesService.lookUp(53.35, -6.26)).data.timezone.iana)
// Its ApiError has a body without a type.
const choice = await api.TimeStandardsService.getAbbreviation('CST').catch((thrown: any) => thrown)
say(choice.body.candidates[1].slug)
const fault = await api.PlacesService.lookUp(1, 2, undefined, undefined, 'soon').catch((thrown: any) => thrown)
say(fault.body.errors.at[0])
Object.assign(api.OpenAPI, { BASE: limited, TOKEN: limitedToken })
for (let left = 20; left > 0; left--) {
  const refused = await api.TimeZonesService.getTimezone('Europe/Dublin').catch((thrown: any) => thrown)
  if (refused.status === 429) {
    say(refused.body.message)
    break
  }
}
`,
  },
  {
    name: 'openapi-client-axios',
    packages: ['openapi-client-axios@7', 'openapi-client-axios-typegen@7', 'axios@1'],
    command: (document) => ['openapi-client-axios-typegen/typegen', document],
    program: `
import { OpenAPIClientAxios } from 'openapi-client-axios'
import type { Client } from './client.js'
import definition from './document.json' with { type: 'json' }
${ARGUMENTS}
const open = (baseURL: string, bearer: string) =>
  new OpenAPIClientAxios({
    definition: definition as any,
    axiosConfigDefaults: { headers: { Authorization: 'Bearer ' + bearer } },
    withServer: { url: baseURL },
  }).init<Client>()
const api = await open(base, token)
const iana = 'Europe/Dublin'
say((await api.listTimezones({ country: 'IE' })).data.data[0]?.iana)
say((await api.getTimezone({ iana, at: summer })).data.data.current.datetime)
const changes = (await api.listTransitions({ iana, ...year })).data
say([changes.meta.timezone.windows_names[0], changes.data.length])
say((await api.listAbbreviations({ q: 'irish' })).data.data[0]?.slug)
say((await api.getAbbreviation('EST')).data.data.name)
say((await api.listCountries({ region: 'Oceania', sort: '-name' })).data.data[0]?.name)
say((await api.getCountry('NZ')).data.data.default_timezone?.iana)
say((await api.listCities({ country: 'IS', is_capital: 'true' })).data.data[0]?.slug)
say((await api.getCity('reykjavik')).data.data.timezone.iana)
const converted = (await api.convert({ from: 'Europe/Berlin', to: 'Asia/Tokyo', at: skipped })).data.data
say([converted.to[0]?.datetime, converted.ambiguity.is_skipped])
say((await api.lookUp({ lat: 53.35, lon: -6.26 })).data.data.timezone.iana)
// axios throws whatever is not 2xx.
const choice = await api.getAbbreviation('CST').catch((thrown: any) => thrown)
say(choice.response.data.candidates[1].slug)
const fault = await api.lookUp({ lat: 1, lon: 2, at: 'soon' }).catch((thrown: any) => thrown)
say(fault.response.data.errors.at[0])
const few = await open(limited, limitedToken)
for (let left = 20; left > 0; left--) {
  const refused = await few.getTimezone(iana).catch((thrown: any) => thrown)
  if (refused.response?.status === 429) {
    say(refused.response.data.message)
    break
  }
}
`,
  },
]
