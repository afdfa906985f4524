// (country, its zones and standards now) → the country resource: row and detail.
import type { CountryDetail, CountryRow } from '#schemas/wire/country.ts'
import type { CountryRecord } from '#ask/countries.ts'
import type { StandardRecord } from '#ask/standards.ts'
import type { Urls } from '../../urls.ts'
import type { TimezoneState } from './timezone.ts'
import type { Usage } from '#ask/usage.ts'

export interface CountryState {
  /** True from here … */
  readonly from: number
  /** … until just before here. */
  readonly until: number
  readonly observesDst: boolean
  /** Those its zones use at some time from now to a year from now, by name. */
  readonly standards: readonly StandardRecord[]
  readonly detail: CountryDetail
  /** JSON text of the list row. */
  readonly rowJson: string
  /** JSON text of the detail without included lists. */
  readonly detailJson: string
}

/** The state of a country, made of those of its zones. */
export function countryState(
  country: CountryRecord,
  usage: Usage,
  zones: readonly TimezoneState[],
  urls: Urls,
): CountryState {
  const observing = zones.filter(({ season }) => season.observesDst).length
  const used = new Set(country.zones.flatMap((zone) => [...(usage.standardsOf.get(zone) ?? [])]))
  const standards = [...used].toSorted((a, b) =>
    a.sortName === b.sortName ? (a.slug < b.slug ? -1 : 1) : a.sortName < b.sortName ? -1 : 1,
  )
  const detail = countryDetail(country, { standards: standards.length, observing }, urls)
  return {
    from: Math.max(usage.from, ...zones.map(({ from }) => from)),
    until: Math.min(usage.until, ...zones.map(({ until }) => until)),
    observesDst: observing > 0,
    standards,
    detail,
    rowJson: JSON.stringify(countryRow(country, urls)),
    detailJson: JSON.stringify(detail),
  }
}

const selfLink = ({ slug }: CountryRecord, urls: Urls): string => `${urls.base}/countries/${slug}`

/** The list row. */
const countryRow = (country: CountryRecord, urls: Urls): CountryRow => ({
  iso2: country.iso2,
  name: country.name,
  slug: country.slug,
  emoji: country.emoji,
  region: country.region,
  links: { self: selfLink(country, urls) },
})

function countryDetail(
  country: CountryRecord,
  now: { readonly standards: number; readonly observing: number },
  urls: Urls,
): CountryDetail {
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
      abbreviations: now.standards,
      cities: country.cityCount,
      dependencies: country.dependencies.length,
    },
    dst: {
      observes: now.observing > 0,
      timezones_in_dst: now.observing,
      timezones_without_dst: zones.length - now.observing,
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
