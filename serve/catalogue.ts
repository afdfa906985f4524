// One artifact as the server uses it: each request takes one catalogue at its start and uses no other.
import type { Artifact } from '#open/artifact.ts'
import { openAlmanac, type Almanac } from '#ask/almanac.ts'
import { openCityTexts, type CityTexts } from './api/answer/city.ts'
import { openCountryTexts, type CountryTexts } from './api/answer/country.ts'
import { openTimezoneTexts, type TimezoneTexts } from './api/answer/timezone.ts'
import type { Urls } from './urls.ts'

export interface Catalogue {
  readonly artifact: Artifact
  readonly urls: Urls
  /** The data that all answers are made from. */
  readonly almanac: Almanac
  /** JSON texts that stay true for a while, made once. */
  readonly texts: {
    readonly zones: TimezoneTexts
    readonly countries: CountryTexts
    readonly cities: CityTexts
  }
}

/** Opens everything that the server needs of an artifact. */
export function openCatalogue(artifact: Artifact, urls: Urls): Catalogue {
  const almanac = openAlmanac(artifact)
  const zones = openTimezoneTexts(urls)
  return {
    artifact,
    urls,
    almanac,
    texts: {
      zones,
      countries: openCountryTexts(almanac, urls),
      cities: openCityTexts(almanac, zones, urls),
    },
  }
}
