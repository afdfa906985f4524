// Every path below /v1. Methods, 405, OPTIONS, CORS and the name in the log follow from its row.
import * as wire from '#schemas/wire/endpoints.ts'
import type { ApiRoute } from './api/api.ts'
import { listAbbreviations, showAbbreviation } from './api/endpoints/abbreviations.ts'
import { listCities, showCity } from './api/endpoints/cities.ts'
import { showConversion } from './api/endpoints/convert.ts'
import { listCountries, showCountry } from './api/endpoints/countries.ts'
import type { EndpointHandler } from './api/endpoints/endpoint.ts'
import { lookUp } from './api/endpoints/look-up.ts'
import { listTimezones, showTimezone } from './api/endpoints/timezones.ts'
import { listTransitions } from './api/endpoints/transitions.ts'

const api = ({ path, parameters }: wire.Endpoint, answer: EndpointHandler): ApiRoute => ({
  pattern: path,
  parameters: new Set(parameters.map(({ name }) => name)),
  answer,
})

/** Below /v1, for programs with a token: GET, HEAD, OPTIONS. Browsers on other origins may call them. */
export const API_ROUTES: readonly ApiRoute[] = [
  api(wire.timezones, listTimezones),
  api(wire.timezone, showTimezone),
  api(wire.transitions, listTransitions),
  api(wire.abbreviations, listAbbreviations),
  api(wire.abbreviation, showAbbreviation),
  api(wire.countries, listCountries),
  api(wire.country, showCountry),
  api(wire.cities, listCities),
  api(wire.city, showCity),
  api(wire.convert, showConversion),
  api(wire.lookup, lookUp),
]
