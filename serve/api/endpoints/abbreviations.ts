// GET /abbreviations and GET /abbreviations/{abbreviation}: parameters → standards, also by codes no longer used → answer, choice or problem.
import { fold, lowerAscii, slugOf } from '#core/text/fold.ts'
import { nameKey } from '#core/text/name-key.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import { abbreviationCandidate, abbreviationDetail, abbreviationRow } from '../answer/abbreviation.ts'
import { byNumber, byText, thenBy, type Order } from '#core/order.ts'
import { countriesUsing } from '#core/ask/standards-in-use.ts'
import type { Almanac } from '#core/ask/almanac.ts'
import type { Standard } from '#core/ask/standards.ts'
import type { ChoiceOf } from '#schemas/wire/parameter.ts'
import { choices, notFound } from '../reply.ts'
import {
  endpoint,
  identifierKey,
  includedTimezones,
  keptBy,
  listReply,
  singleBody,
  withIncluded,
} from './endpoint.ts'

type Sort = ChoiceOf<typeof endpoints.abbreviations, 'sort'>

const bySlug = byText<Standard>(({ slug }) => slug)

const ORDERS: Readonly<Record<Sort, Order<Standard>>> = {
  code: byText(({ code }) => code),
  '-code': byText(({ code }) => code, -1),
  name: byText(({ sortName }) => sortName),
  '-name': byText(({ sortName }) => sortName, -1),
  offset: byNumber(({ offset }) => offset),
  '-offset': byNumber(({ offset }) => offset, -1),
}

/** The list of named standards, filtered, sorted and cut into pages. */
export const listAbbreviations = endpoint(endpoints.abbreviations, ({ catalogue, now }, read) => {
  const { values } = read
  const { offset, observes_dst, continent } = values
  const { almanac, urls } = catalogue
  const { standards } = almanac
  const search = values.q === undefined ? undefined : fold(values.q)
  const full = values.detail === 'full'
  const inUse = almanac.standardsInUse(now)
  const until = full ? inUse.until : Infinity
  const rowsOf = (): readonly Standard[] =>
    keptBy(standards.all, [
      search !== undefined && ((standard) => standard.searchText.includes(search)),
      offset !== undefined && ((standard) => standard.offset === offset),
      observes_dst !== undefined && ((standard) => (standard.counterpart !== null) === observes_dst),
      continent !== undefined && ((standard) => standard.continent === continent),
    ]).toSorted(thenBy(ORDERS[values.sort], bySlug))
  return listReply('/abbreviations', read, until, catalogue, rowsOf, (standard) =>
    JSON.stringify(
      full ? abbreviationDetail(standard, inUse, standards, urls) : abbreviationRow(standard, urls),
    ),
  )
})

/** One standard, by slug or code. A code with several standards left is a choice. */
export const showAbbreviation = endpoint(endpoints.abbreviation, (request, { values }) => {
  const { catalogue, now, identifier } = request
  const { almanac, urls } = catalogue
  const { standards } = almanac
  const wanted = identifier.trim()
  const bySlugGiven = standards.bySlug.get(lowerAscii(wanted)) ?? standards.bySlug.get(slugOf(wanted))
  const { offset, continent } = values
  const candidates =
    bySlugGiven === undefined
      ? keptBy(withCode(wanted, almanac), [
          offset !== undefined && ((standard) => standard.offset === offset),
          continent !== undefined && ((standard) => standard.continent === continent),
        ])
      : [bySlugGiven]
  const [standard] = candidates
  if (standard === undefined) return notFound(missing(wanted, withCode(wanted, almanac).length))
  const inUse = almanac.standardsInUse(now)
  if (candidates.length > 1) {
    const byUse = byNumber<Standard>((one) => inUse.zonesOf.get(one)?.length ?? 0, -1)
    return choices(
      `"${identifier}" is the code of ${candidates.length} time standards. Ask for one of them by slug, or add offset or continent.`,
      candidates.toSorted(thenBy(byUse, bySlug)).map((one) => abbreviationCandidate(one, urls)),
    )
  }
  const included = new Set(values.include)
  const [withZones, withCountries] = [included.has('timezones'), included.has('countries')]
  const full = values.detail === 'full'
  const until = Math.min(inUse.until, almanac.zonesUntil(now))
  const body = (): string => {
    const json = withIncluded(JSON.stringify(abbreviationDetail(standard, inUse, standards, urls)), {
      timezones: withZones && includedTimezones(inUse.zonesOf.get(standard) ?? [], full, now, catalogue),
      countries:
        withCountries &&
        JSON.stringify(countriesUsing(standard, inUse).map(({ code, name }) => ({ code, name }))),
    })
    return singleBody(json, catalogue)
  }
  if (!withZones && !withCountries) {
    return {
      kind: 'answer',
      bodyBeforeTime: body(),
      key: `${identifierKey(standard.slug)}-${inUse.until}`,
      freshness: until,
    }
  }
  return {
    kind: 'long',
    key: JSON.stringify(['/abbreviations', standard.slug, withZones, withCountries, full]),
    freshness: full && withZones ? 'this-second' : until,
    make: () => Buffer.from(body()),
  }
})

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
