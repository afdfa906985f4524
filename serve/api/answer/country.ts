// (country, its state) → the country resource: row and detail, as JSON text.
import type { Almanac } from '#core/ask/almanac.ts'
import type { Country, CountryState } from '#core/ask/countries.ts'
import type { CountryDetail, CountryRow } from '#schemas/wire/country.ts'
import type { Urls } from '../../urls.ts'
import { oncePer } from '#core/once-per.ts'

/** Opens the JSON texts of countries for a server with these addresses. Each is made once for as long as it is true. */
export const openCountryTexts = ({ cities }: Almanac, urls: Urls) => ({
  /** The list row. */
  row: oncePer((country: Country) => JSON.stringify(countryRow(country, urls))),
  /** The full resource without included lists. */
  detail: oncePer((state: CountryState) =>
    JSON.stringify(countryDetail(state, cities().inCountry(state.country).length, urls)),
  ),
})

const selfLink = ({ slug }: Country, urls: Urls): string => `${urls.base}/countries/${slug}`

const countryRow = (country: Country, urls: Urls): CountryRow => ({
  iso2: country.iso2,
  name: country.name,
  slug: country.slug,
  emoji: country.emoji,
  region: country.region,
  links: { self: selfLink(country, urls) },
})

function countryDetail(state: CountryState, cities: number, urls: Urls): CountryDetail {
  const { country, zonesWithDst, standards } = state
  const { defaultZone, zones } = country
  return {
    iso2: country.iso2,
    iso3: country.iso3,
    numeric_code: country.numericCode,
    name: country.name,
    slug: country.slug,
    emoji: country.emoji,
    region: country.region,
    sub_region: country.subRegion,
    population: country.population,
    default_timezone:
      defaultZone === null ? null : { iana: defaultZone.iana, display_name: defaultZone.displayName },
    counts: {
      timezones: zones.length,
      abbreviations: standards.length,
      cities,
      dependencies: country.dependencies.length,
    },
    dst: {
      observes: zonesWithDst > 0,
      timezones_in_dst: zonesWithDst,
      timezones_without_dst: zones.length - zonesWithDst,
    },
    dependencies: country.dependencies.map(({ code, name, slug }) => ({ code, name, slug })),
    links: {
      self: selfLink(country, urls),
      timezones: `${urls.base}/timezones?country=${country.iso2}`,
      cities: `${urls.base}/cities?country=${country.iso2}`,
      web: `${urls.web}/countries/${country.slug}`,
    },
  }
}
