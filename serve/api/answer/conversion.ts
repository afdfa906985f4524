// A conversion → the conversion resource: each clock's side with its link, and folds and gaps reported.
import { formatDateTime, formatUtc } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { Conversion, ConvertedSide } from '#core/ask/convert.ts'
import { resolvedWords } from '#core/ask/convert-words.ts'
import type { Conversion as Resource, ConversionSide } from '#schemas/wire/conversion.ts'
import type { Urls } from '../../urls.ts'
import { zoneLink } from './timezone.ts'

/** The resource. */
export const conversionResource = ({ at, from, to, ambiguity }: Conversion, urls: Urls): Resource => ({
  from: sideOf(from, at, urls),
  to: to.map((side) => sideOf(side, at, urls)),
  utc: formatUtc(at),
  ambiguity: {
    is_ambiguous: ambiguity?.kind === 'fold',
    is_skipped: ambiguity?.kind === 'gap',
    ...(ambiguity === null ? {} : { resolution: ambiguity.resolution, note: resolvedWords(ambiguity) }),
  },
})

const sideOf = (side: ConvertedSide, at: EpochSeconds, urls: Urls): ConversionSide => ({
  iana: side.id,
  datetime: formatDateTime(at, side.offset),
  utc_offset: formatOffset(side.offset),
  utc_offset_seconds: side.offset,
  abbreviation: side.abbreviation,
  name: side.name,
  is_dst: side.isDst,
  links: { self: side.clock.kind === 'zone' ? zoneLink(side.clock.zone, urls) : null },
})
