// (standard, who uses it) → the named time standard resource: row, detail and candidate.
import { formatOffset } from '#core/time/offset.ts'
import { countriesUsing, type StandardsInUse } from '#core/ask/standards-in-use.ts'
import type { Standard, Standards } from '#core/ask/standards.ts'
import type { AbbreviationDetail, AbbreviationRow } from '#schemas/wire/abbreviation.ts'
import type { AbbreviationCandidate } from '#schemas/wire/conversion.ts'
import type { Urls } from '../../urls.ts'

const selfLink = ({ slug }: Standard, urls: Urls): string => `${urls.base}/abbreviations/${slug}`

const currentOf = ({ offset, isDst }: Standard): AbbreviationRow['current'] => ({
  utc_offset: formatOffset(offset),
  is_dst: isDst,
})

/** The list row. */
export const abbreviationRow = (standard: Standard, urls: Urls): AbbreviationRow => ({
  code: standard.code,
  name: standard.name,
  slug: standard.slug,
  current: currentOf(standard),
  observes_dst: standard.counterpart !== null,
  links: { self: selfLink(standard, urls) },
})

/** The full resource without included lists. */
export function abbreviationDetail(
  standard: Standard,
  inUse: StandardsInUse,
  standards: Standards,
  urls: Urls,
): AbbreviationDetail {
  const twin = standard.counterpart === null ? undefined : standards.bySlug.get(standard.counterpart)
  const { links, ...row } = abbreviationRow(standard, urls)
  return {
    ...row,
    continent: standard.continent,
    counts: {
      timezones: inUse.zonesOf.get(standard)?.length ?? 0,
      countries: countriesUsing(standard, inUse).length,
    },
    counterpart:
      twin === undefined ? null : { code: twin.code, name: twin.name, utc_offset: formatOffset(twin.offset) },
    links: {
      ...links,
      timezones: `${links.self}?include=timezones`,
      web: `${urls.web}/abbreviations/${standard.slug}`,
    },
  }
}

/** A standard as a candidate of a 300. */
export const abbreviationCandidate = (standard: Standard, urls: Urls): AbbreviationCandidate => ({
  code: standard.code,
  name: standard.name,
  slug: standard.slug,
  continent: standard.continent,
  current: currentOf(standard),
  links: { self: selfLink(standard, urls) },
})
