// GET /abbreviations and GET /abbreviations/{abbreviation}: parameters → standards → answer, choice or problem.
import { fold, slugOf } from '#core/text/fold.ts'
import * as endpoints from '#schemas/wire/endpoints.ts'
import {
  abbreviationCandidate,
  abbreviationDetail,
  abbreviationRow,
  countriesUsing,
} from '../answer/abbreviation.ts'
import type { StandardRecord } from '#ask/standards.ts'
import { pagination, rowsOfPage } from '../pagination.ts'
import { readParameters } from '../parameters.ts'
import { choices, invalid, notFound, type Reply } from '../reply.ts'
import { includedTimezones, listBody, singleBody, withIncluded, type EndpointRequest } from './endpoint.ts'
import { byNumber, byText, byUnit, thenBy, type Order } from './order.ts'

type Sort = (typeof endpoints.abbreviations.parameters)[4]['type']['of'][number]

const bySlug: Order<StandardRecord> = (one, other) => byUnit(one.slug, other.slug)
const byCode = (direction: 1 | -1) =>
  thenBy(
    byText<StandardRecord>(({ code }) => code, direction),
    bySlug,
  )
const byName = (direction: 1 | -1) =>
  thenBy(
    byText<StandardRecord>(({ sortName }) => sortName, direction),
    bySlug,
  )
const byOffset = (direction: 1 | -1) =>
  thenBy(
    byNumber<StandardRecord>(({ offset }) => offset, direction),
    bySlug,
  )

const ORDERS: Readonly<Record<Sort, Order<StandardRecord>>> = {
  code: byCode(1),
  '-code': byCode(-1),
  name: byName(1),
  '-name': byName(-1),
  offset: byOffset(1),
  '-offset': byOffset(-1),
}

/** The list of named standards, filtered, sorted and cut into pages. */
export function listAbbreviations({ catalogue, now, query }: EndpointRequest): Reply {
  const read = readParameters(endpoints.abbreviations.parameters, query)
  if ('faults' in read) return invalid(read.faults)
  const { values, sent } = read
  const { standards, urls } = catalogue
  const search = values.q === undefined ? undefined : fold(values.q)
  const kept = standards.all.filter(
    (standard) =>
      (search === undefined || standard.searchText.includes(search)) &&
      (values.offset === undefined || standard.offset === values.offset) &&
      (values.observes_dst === undefined || (standard.counterpart !== null) === values.observes_dst) &&
      (values.continent === undefined || standard.continent === values.continent),
  )
  const page = { page: values.page, perPage: values.per_page }
  const rows = rowsOfPage(kept.toSorted(ORDERS[values.sort]), page)
  const { links, meta } = pagination(page, kept.length, `${urls.base}/abbreviations`, sent)
  const full = values.detail === 'full'
  const usage = catalogue.usageAt(now)
  const json = rows.map((standard) =>
    JSON.stringify(
      full ? abbreviationDetail(standard, usage, standards, urls) : abbreviationRow(standard, urls),
    ),
  )
  return {
    kind: 'answer',
    bodyStart: listBody(json, links, meta, catalogue),
    freshness: { kind: 'until', until: full ? usage.until : Infinity },
  }
}

/** One standard, by slug or code; a code with several standards left is a choice. */
export function showAbbreviation({ catalogue, now, query, identifier }: EndpointRequest): Reply {
  const read = readParameters(endpoints.abbreviation.parameters, query)
  if ('faults' in read) return invalid(read.faults)
  const { values } = read
  const { standards, urls } = catalogue
  const wanted = identifier.trim()
  const bySlugGiven = standards.bySlug.get(wanted.toLowerCase()) ?? standards.bySlug.get(slugOf(wanted))
  const candidates =
    bySlugGiven === undefined
      ? standards
          .withCode(wanted)
          .filter(
            (standard) =>
              (values.offset === undefined || standard.offset === values.offset) &&
              (values.continent === undefined || standard.continent === values.continent),
          )
      : [bySlugGiven]
  const [standard] = candidates
  if (standard === undefined) return notFound(missing(wanted, standards.withCode(wanted).length))
  const usage = catalogue.usageAt(now)
  if (candidates.length > 1) {
    return choices(
      `"${identifier}" is the code of ${candidates.length} time standards. Ask for one of them by slug, or add offset or continent.`,
      candidates
        .toSorted(
          (one, other) =>
            (usage.zonesOf.get(other)?.length ?? 0) - (usage.zonesOf.get(one)?.length ?? 0) ||
            byUnit(one.slug, other.slug),
        )
        .map((candidate) => abbreviationCandidate(candidate, urls)),
    )
  }
  const included: [string, string][] = []
  let isLive = false
  if (values.include?.includes('timezones')) {
    const full = values.detail === 'full'
    isLive = full
    included.push([
      'timezones',
      includedTimezones(usage.zonesOf.get(standard) ?? [], { full, now, catalogue }),
    ])
  }
  if (values.include?.includes('countries')) {
    included.push(['countries', JSON.stringify(countriesUsing(standard, usage))])
  }
  const detail = JSON.stringify(abbreviationDetail(standard, usage, standards, urls))
  return {
    kind: 'answer',
    bodyStart: singleBody(withIncluded(detail, included), catalogue),
    freshness: isLive
      ? { kind: 'this-second' }
      : { kind: 'until', until: Math.min(usage.until, catalogue.zonesUntil(now)) },
  }
}

const missing = (wanted: string, withCode: number): string =>
  withCode === 0
    ? `No time standard has the slug or code "${wanted}".`
    : `No time standard with the code "${wanted}" has this offset or continent.`
