// The page of a time standard, and the page of a code that several standards share.
import type { Almanac } from '#core/ask/almanac.ts'
import type { Standard } from '#core/ask/standards.ts'
import { countriesUsing } from '#core/ask/standards-in-use.ts'
import { byNumber, byText, thenBy } from '#core/order.ts'
import { lowerAscii } from '#core/text/fold.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { pathOf } from '#serve/urls.ts'
import { durationInWords } from '../words/changes.ts'
import { html } from '../frame/html.ts'
import type { Page, Redirect, Visit } from '../frame/page.ts'
import { pageAt, redirect, type Content } from '../frame/page-at.ts'
import { factList, figures, flow, link, onWide, section, table } from '../frame/parts.ts'
import { clockAtOffset, timeAtOffset, timeNow, utcOffset } from '../words/times.ts'
import { countryLink, standardLink, zoneInCell } from '../words/zone-links.ts'

/** The page of a standard by its slug. For a code that several standards share: their list. */
export function showStandard(visit: Visit): Page | Redirect | null {
  const { catalogue, identifier } = visit
  const { bySlug, withCode } = catalogue.almanac.standards
  const standard = bySlug.get(lowerAscii(identifier))
  if (standard !== undefined)
    return pageAt(`/abbreviations/${standard.slug}`, identifier === standard.slug, () =>
      standardPage(standard, visit),
    )
  const meanings = withCode(identifier)
  const [only] = meanings
  if (only === undefined) return null
  if (meanings.length === 1) return redirect(`/abbreviations/${only.slug}`)
  const code = identifier.toUpperCase()
  return pageAt(`/abbreviations/${code}`, identifier === code, () => meaningsPage(code, meanings, visit))
}

/** "not used now" for a standard that no zone keeps at this instant. Null for any other. */
export const unusedNow = (standard: Standard, almanac: Almanac, now: EpochSeconds): string | null =>
  almanac
    .standardsInUse(now)
    .zonesOf.get(standard)
    ?.some((zone) => almanac.stateOf(zone, now).inForce.standard === standard) === true
    ? null
    : 'not used now'

function standardPage(standard: Standard, { catalogue: { almanac, urls }, now }: Visit): Content {
  const twin = standard.counterpart === null ? undefined : almanac.standards.bySlug.get(standard.counterpart)
  const inUse = almanac.standardsInUse(now)
  const zones = inUse.zonesOf.get(standard) ?? []
  const { code, offset } = standard
  const namesakes = code === null ? 0 : almanac.standards.withCode(code).length - 1
  const others = `${namesakes} other meaning${namesakes === 1 ? '' : 's'} of ${code}`
  const states = zones.map((zone) => almanac.stateOf(zone, now))
  const title = code === null ? standard.name : `${standard.name} (${code})`
  const keeping = states.filter(({ inForce }) => inForce.standard === standard)
  return {
    title,
    description: `${title} is ${utcOffset(offset)}: the time by it now, who keeps it and when.`,
    content: html`
      <div class="hero">
        <div>${clockAtOffset(offset, now)}</div>
        <div>
          <p class="standing">
            <strong class="num">${utcOffset(offset)}</strong
            >${standard.isDst ? html` <span class="tag sun">daylight saving time</span>` : ', standard time'}
          </p>
          <p class="next none">
            ${keeping.length === 0 ? 'No time zone uses it now' : `${keeping.length} time zone${keeping.length === 1 ? ' uses' : 's use'} it now`}${zones.length === keeping.length ? '.' : `, ${zones.length} within a year from now.`}
          </p>
        </div>
      </div>
      ${section(
        'Facts',
        factList([
          ['Code', code],
          [
            'Means',
            offset === 0
              ? 'the same as UTC'
              : `${durationInWords(offset)} ${offset < 0 ? 'behind' : 'ahead of'} UTC`,
          ],
          ['Region', standard.continent],
          [
            'In the other season',
            twin === undefined
              ? null
              : [standardLink(twin), `, ${utcOffset(twin.offset)}, where clocks change`],
          ],
          [
            'Same code',
            code === null || namesakes === 0 ? null : link(`/abbreviations/${pathOf(code)}`, others),
          ],
        ]),
      )}
      ${section('Countries', flow(countriesUsing(standard, inUse).map(countryLink)))}
      ${section(
        'Time zones',
        states.length === 0
          ? null
          : table(
              'Zones that use it this year',
              ['Zone', 'Time now', 'Used now'],
              states.map((state) => [
                zoneInCell(state.zone),
                timeNow(state, now),
                html`${state.inForce.name ?? ''}
                  <span class="quiet">${utcOffset(state.season.type.offset)}</span>`,
              ]),
            ),
      )}
      ${section('API', html`<pre><code>curl -H "Authorization: Bearer $TOKEN" ${urls.base}/abbreviations/${standard.slug}</code></pre>`)}
    `,
  }
}

function meaningsPage(code: string, meanings: readonly Standard[], { catalogue, now }: Visit): Content {
  const { zonesOf } = catalogue.almanac.standardsInUse(now)
  const usedBy = (standard: Standard): number => zonesOf.get(standard)?.length ?? 0
  const byUse = thenBy<Standard>(
    byNumber(usedBy, -1),
    byText(({ slug }) => slug),
  )
  return {
    title: `What ${code} means`,
    description: `${code} is the abbreviation of ${meanings.length} time standards: ${meanings.map(({ name }) => name).join(', ')}.`,
    content: html`<p>${code} is short for ${meanings.length} different standards. Most widely used first.</p>
      ${table(
        `Meanings of ${code}`,
        ['Name', 'Time now', 'Offset', onWide('Region'), figures('Zones')],
        meanings
          .toSorted(byUse)
          .map((one) => [
            standardLink(one),
            timeAtOffset(one.offset, now),
            html`${utcOffset(one.offset)}
              <span class="quiet small">${unusedNow(one, catalogue.almanac, now)}</span>`,
            one.continent,
            usedBy(one),
          ]),
      )}`,
  }
}
