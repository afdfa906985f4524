// (standard, who uses it) → the named time standard resource: row, detail and candidate.
import { fold } from '#core/text/fold.ts'
import { formatOffset } from '#core/time/offset.ts'
import type { AbbreviationDetail, AbbreviationRow } from '#schemas/wire/abbreviation.ts'
import type { AbbreviationCandidate } from '#schemas/wire/conversion.ts'
import type { CountryRef } from '#schemas/wire/shapes.ts'
import type { StandardRecord, Standards } from '#ask/standards.ts'
import type { Urls } from '../../urls.ts'
import type { Usage } from '#ask/usage.ts'

const selfLink = ({ slug }: StandardRecord, urls: Urls): string => `${urls.base}/abbreviations/${slug}`

const currentOf = ({ offset, isDst }: StandardRecord): AbbreviationRow['current'] => ({
  utc_offset: formatOffset(offset),
  is_dst: isDst,
})

/** The list row. */
export const abbreviationRow = (standard: StandardRecord, urls: Urls): AbbreviationRow => ({
  code: standard.code,
  name: standard.name,
  slug: standard.slug,
  current: currentOf(standard),
  observes_dst: standard.counterpart !== null,
  links: { self: selfLink(standard, urls) },
})

/** The full resource without included lists. */
export function abbreviationDetail(
  standard: StandardRecord,
  usage: Usage,
  standards: Standards,
  urls: Urls,
): AbbreviationDetail {
  const twin = standard.counterpart === null ? undefined : standards.bySlug.get(standard.counterpart)
  const self = selfLink(standard, urls)
  return {
    code: standard.code,
    name: standard.name,
    slug: standard.slug,
    current: currentOf(standard),
    observes_dst: standard.counterpart !== null,
    continent: standard.continent,
    counts: {
      timezones: usage.zonesOf.get(standard)?.length ?? 0,
      countries: countriesUsing(standard, usage).length,
    },
    counterpart:
      twin === undefined ? null : { code: twin.code, name: twin.name, utc_offset: formatOffset(twin.offset) },
    links: {
      self,
      timezones: `${self}?include=timezones`,
      web: `${urls.web}/abbreviations/${standard.slug}`,
    },
  }
}

/** The countries of the zones that use a standard, each once, by name. */
export function countriesUsing(standard: StandardRecord, usage: Usage): CountryRef[] {
  const byCode = new Map<string, CountryRef>()
  for (const { country } of usage.zonesOf.get(standard) ?? []) {
    if (country !== null && country.code !== null) byCode.set(country.code, country)
  }
  return [...byCode.values()].toSorted((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1))
}

/** What a 300 offers of a standard. */
export const abbreviationCandidate = (standard: StandardRecord, urls: Urls): AbbreviationCandidate => ({
  code: standard.code,
  name: standard.name,
  slug: standard.slug,
  continent: standard.continent,
  current: currentOf(standard),
  links: { self: selfLink(standard, urls) },
})
