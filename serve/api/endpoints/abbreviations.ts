// GET /abbreviations and GET /abbreviations/{abbreviation}: parameters → standards → answer, choice or problem.
import { fold, slugOf } from '#core/text/fold.ts'
import { nameKey } from '#core/text/name-key.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import { abbreviationCandidate, abbreviationDetail, abbreviationRow } from '../answer/abbreviation.ts'
import { byNumber, byText, thenBy, type Order } from '#core/order.ts'
import { countriesUsing } from '#ask/standards-in-use.ts'
import type { Almanac } from '#ask/almanac.ts'
import type { Standard } from '#ask/standards.ts'
import type { ChoiceOf } from '#schemas/wire/parameter.ts'
import { keptBy } from '../filter.ts'
import { readParameters } from '../parameters.ts'
import { choices, invalid, notFound, type Reply } from '../reply.ts'
import {
  identifierKey,
  includedTimezones,
  listReply,
  singleBody,
  withIncluded,
  type EndpointRequest,
} from './endpoint.ts'

type Sort = ChoiceOf<typeof endpoints.abbreviations, 'sort'>

const bySlug = byText<Standard>(({ slug }) => slug)

/** The orders of the list. Ties are broken by slug. */
const ORDERS: Readonly<Record<Sort, Order<Standard>>> = {
  code: byText(({ code }) => code),
  '-code': byText(({ code }) => code, -1),
  name: byText(({ sortName }) => sortName),
  '-name': byText(({ sortName }) => sortName, -1),
  offset: byNumber(({ offset }) => offset),
  '-offset': byNumber(({ offset }) => offset, -1),
}

/** The list of named standards, filtered, sorted and cut into pages. */
export function listAbbreviations({ catalogue, now, query }: EndpointRequest): Reply {
  const read = readParameters(endpoints.abbreviations.parameters, query)
  if ('faults' in read) return invalid(read.faults)
  const { values } = read
  const { almanac, urls } = catalogue
  const { standards } = almanac
  const { offset, observes_dst, continent } = values
  const search = values.q === undefined ? undefined : fold(values.q)
  const full = values.detail === 'full'
  const inUse = almanac.standardsInUse(now)
  return listReply(
    '/abbreviations',
    read,
    full ? inUse.until : Infinity,
    catalogue,
    () =>
      keptBy(standards.all, [
        search !== undefined && ((standard) => standard.searchText.includes(search)),
        offset !== undefined && ((standard) => standard.offset === offset),
        observes_dst !== undefined && (({ counterpart }) => (counterpart !== null) === observes_dst),
        continent !== undefined && ((standard) => standard.continent === continent),
      ]).toSorted(thenBy(ORDERS[values.sort], bySlug)),
    (standard) =>
      JSON.stringify(
        full ? abbreviationDetail(standard, inUse, standards, urls) : abbreviationRow(standard, urls),
      ),
  )
}

/** One standard, by slug or code. A code with several standards left is a choice. */
export function showAbbreviation({ catalogue, now, query, identifier }: EndpointRequest): Reply {
  const read = readParameters(endpoints.abbreviation.parameters, query)
  if ('faults' in read) return invalid(read.faults)
  const { values } = read
  const { almanac, urls } = catalogue
  const { standards } = almanac
  const wanted = identifier.trim()
  const bySlugGiven = standards.bySlug.get(wanted.toLowerCase()) ?? standards.bySlug.get(slugOf(wanted))
  const candidates =
    bySlugGiven === undefined
      ? withCode(wanted, almanac).filter(
          (standard) =>
            (values.offset === undefined || standard.offset === values.offset) &&
            (values.continent === undefined || standard.continent === values.continent),
        )
      : [bySlugGiven]
  const [standard] = candidates
  if (standard === undefined) return notFound(missing(wanted, withCode(wanted, almanac).length))
  const inUse = almanac.standardsInUse(now)
  if (candidates.length > 1) {
    return choices(
      `"${identifier}" is the code of ${candidates.length} time standards. Ask for one of them by slug, or add offset or continent.`,
      candidates
        .toSorted(
          thenBy(
            byNumber((one) => inUse.zonesOf.get(one)?.length ?? 0, -1),
            bySlug,
          ),
        )
        .map((candidate) => abbreviationCandidate(candidate, urls)),
    )
  }
  const [withZones, withCountries] = (['timezones', 'countries'] as const).map(
    (list) => values.include?.includes(list) === true,
  )
  const full = values.detail === 'full'
  const until = Math.min(inUse.until, almanac.zonesUntil(now))
  const body = (): string => {
    const included: [string, string][] = []
    if (withZones) {
      const zones = inUse.zonesOf.get(standard) ?? []
      included.push(['timezones', includedTimezones(zones, { full, now, catalogue })])
    }
    if (withCountries) {
      included.push([
        'countries',
        JSON.stringify(countriesUsing(standard, inUse).map(({ code, name }) => ({ code, name }))),
      ])
    }
    const detail = JSON.stringify(abbreviationDetail(standard, inUse, standards, urls))
    return singleBody(withIncluded(detail, included), catalogue)
  }
  if (!withZones && !withCountries) {
    return {
      kind: 'answer',
      bodyBeforeTime: body(),
      key: `${identifierKey(standard.slug)}-${inUse.until}`,
      freshness: { kind: 'until', until },
    }
  }
  return {
    kind: 'long',
    key: JSON.stringify(['/abbreviations', standard.slug, withZones, withCountries, full]),
    freshness: full && withZones ? { kind: 'this-second' } : { kind: 'until', until },
    make: () => Buffer.from(body()),
  }
}

/** The standards with a code. When no standard has it now, the standards for which people still type it (`PHT`, `MET`, `ET`). */
function withCode(code: string, { standards, names }: Almanac): readonly Standard[] {
  const found = standards.withCode(code)
  if (found.length > 0 || !/^[a-z]{2,5}$/i.test(code)) return found
  return names()
    .meaningsOf(nameKey(code))
    .flatMap((meaning) => (meaning.kind === 'standard' ? (standards.bySlug.get(meaning.standard) ?? []) : []))
}

const missing = (wanted: string, count: number): string =>
  count === 0
    ? `No time standard has the slug or code "${wanted}".`
    : `No time standard with the code "${wanted}" has this offset or continent.`
