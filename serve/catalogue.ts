// One artifact as the server uses it: each request takes one catalogue at its start and uses no other.
import type { Artifact } from '#open/artifact.ts'
import { openAlmanac } from '#core/ask/almanac.ts'
import { openCityTexts } from './api/answer/city.ts'
import { openCountryTexts } from './api/answer/country.ts'
import { openTimezoneTexts } from './api/answer/timezone.ts'
import type { Urls } from './urls.ts'

export type Catalogue = ReturnType<typeof openCatalogue>

/** Opens everything that the server needs of an artifact. */
export function openCatalogue(artifact: Artifact, urls: Urls) {
  const almanac = openAlmanac(artifact)
  const zones = openTimezoneTexts(urls)
  return {
    artifact,
    urls,
    /** The data that all answers are made from. */
    almanac,
    /** JSON texts that stay true for a while, made once. */
    texts: {
      zones,
      countries: openCountryTexts(almanac, urls),
      cities: openCityTexts(almanac, zones, urls),
    },
  }
}
