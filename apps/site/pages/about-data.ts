// Pages about the data: clock changes of two months, a check of the device, the releases and their notes (without links), the server's time.
import type { Almanac } from '#core/ask/almanac.ts'
import type { Country } from '#core/ask/countries.ts'
import { answerAtDegrees } from '#core/ask/look-up.ts'
import { groupBy } from '#core/group-by.ts'
import type { Zone } from '#core/ask/zones.ts'
import { boundaryOrigin } from '#core/artifact/boundaries-credit.ts'
import { tailoringInWords } from '#core/artifact/tailoring.ts'
import { byNumber, byText, thenBy } from '#core/order.ts'
import { DAY } from '#core/time/civil.ts'
import { formatUtc } from '#core/time/moment.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import type { Transition } from '#core/zone/transitions.ts'
import { figure } from '#core/text/figure.ts'
import {
  changeSentence,
  changesBetween,
  moveInWords,
  movesBetween,
  nextMove,
  wallsOf,
} from '../words/changes.ts'
import { withTimes } from '../frame/hours.ts'
import { html, type Html, type Insert } from '../frame/html.ts'
import { degrees } from './look-up.ts'
import { jsonDocument } from '../frame/made-documents.ts'
import { renderMarkdown } from '../frame/markdown.ts'
import { toldApartBy } from './moment-calendar.ts'
import type { Page, SiteDocument, Visit } from '../frame/page.ts'
import { sitePage } from '../frame/page-at.ts'
import { factList, figures, flow, link, notice, section, table } from '../frame/parts.ts'
import { dateInWords, dayOf, timeNow, yearOf } from '../words/times.ts'
import { zonesBySize } from '../words/places.ts'
import { countryLink, zoneLink, zoneName } from '../words/zone-links.ts'

const MONTH = 30 * DAY

/** Every clock change of the world in the last and the next 30 days. */
export function showChanges({ catalogue, now }: Visit): Page {
  const { almanac } = catalogue
  const [from, until] = [epochSeconds(now - MONTH), epochSeconds(now + MONTH)]
  const found = inOrder(almanac, (zone) => movesBetween(zone, from, until))
  const past = found.filter(({ change }) => change.at <= now)
  const coming = found.filter(({ change }) => change.at > now)
  return sitePage({
    title: 'Clock changes around the world',
    description: 'Every clock change of the last and the next 30 days, country by country.',
    canonicalPath: '/changes',
    content: html`
      ${section('The next 30 days', coming.length === 0 ? html`<p>No clock changes in the next 30 days.</p>` : together(coming, almanac))}
      ${section('The next change', coming.length > 0 ? null : nextOf(almanac, now))}
      ${section('The last 30 days', past.length === 0 ? html`<p>No clock changed in the last 30 days.</p>` : together(past.toReversed(), almanac))}
    `,
  })
}

/** Changes of every zone, the earliest first. */
const inOrder = ({ zones }: Almanac, changesOf: (zone: Zone) => Transition | readonly Transition[]) =>
  zones.listed
    .flatMap((zone) => [changesOf(zone)].flat().map((change) => ({ zone, change })))
    .toSorted(byNumber(({ change }) => change.at))

/** The first clock changes after the next month: those of the day on which they begin. Null where none is known. */
function nextOf(almanac: Almanac, now: EpochSeconds): Html | null {
  const found = inOrder(almanac, (zone) => nextMove(zone, now) ?? [])
  const [first] = found
  if (first === undefined) return null
  const { change } = first
  return html`<p>
      ${withTimes(changeSentence(change, now))}
      ${link(`/dst/${yearOf(change.at)}`, `When clocks change in ${yearOf(change.at)}, country by country`)}
    </p>
    ${together(
      found.filter(({ change: { at } }) => at < change.at + DAY),
      almanac,
    )}`
}

/** Zones whose clocks make the same move on the same date, as one entry. */
function together(found: ReturnType<typeof inOrder>, almanac: Almanac): Html {
  const groups = groupBy(
    found,
    ({ change }) =>
      `${dateInWords(dayOf(change.at, change.before.type.offset))}: ${moveInWords(change)}, ${wallsOf(change)}`,
  )
  return html`${[...groups].map(
    ([words, of]) =>
      html`<h3>${withTimes(words)}</h3>
        ${byCountry(
          of.map(({ zone }) => zone),
          almanac,
        )}`,
  )}`
}

/** Countries whose zones are among some, those with most people first: each with those of its zones, where it has others too or several. */
function byCountry(zones: readonly Zone[], almanac: Almanac): Html | null {
  const named = ({ country }: Zone): Country | null =>
    country === null ? null : (almanac.countries.named(country.code) ?? null)
  const countries = [...groupBy(zones, named)].toSorted(
    thenBy(
      byNumber(([country]) => country?.population ?? 0, -1),
      byText(([country]) => country?.name ?? ''),
    ),
  )
  return countriesInColumns(
    countries.map(([country, of]) => {
      const links = flow(zonesBySize(of, almanac).map(zoneLink))
      if (country === null) return links
      const all = country.zones.length
      if (of.length === 1 && all === 1) return countryLink(country)
      const part = of.length === all ? `all ${all} zones` : `${of.length} of ${all} zones`
      return html`${countryLink(country)}
        <details>
          <summary>${part}</summary>
          ${links}
        </details>`
    }),
  )
}

/** Countries in columns, as many as have room. */
const countriesInColumns = (items: readonly Insert[]): Html | null =>
  items.length === 0
    ? null
    : html`<ul class="in-columns">
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>`

/** Compares the visitor's device with our data: its clock and its zones. A script asks the device; without scripts the page cannot. */
export function showCheck({ catalogue, now }: Visit): Page {
  const utc = catalogue.almanac.zones.named('UTC')
  return sitePage({
    title: 'Check your device',
    description: 'How far your device’s clock is off, and which time zones it gets wrong.',
    canonicalPath: '/check',
    scripts: ['check.js'],
    content: html`
      ${utc === null ? null : html`<p class="standing">It is ${timeNow(catalogue.almanac.stateOf(utc, now), now)} UTC by this server.</p>`}
      <noscript
        >${notice('plain', 'This check needs a script. Without one, compare the time above with your own clock.')}</noscript
      >
      <div id="check" hidden>
        ${section('Your clock', html`<p id="check-clock" role="status">Measuring …</p>`)}
        ${section('Your time zone', html`<p id="check-zone"></p>`)}
        ${section(
          'What your device knows of time zones',
          html`<p id="check-data" role="status">
              Comparing with tz release ${catalogue.artifact.manifest.tz} …
            </p>
            <ul id="check-wrong"></ul>`,
        )}
      </div>
    `,
  })
}

/** Instants at which each zone's clock is compared with a device's: before and after each change within two years. */
export function checkDocument({ catalogue, now }: Visit): SiteDocument {
  const day = epochSeconds(now - (now % DAY))
  const until = epochSeconds(day + 2 * 366 * DAY)
  const offsets = catalogue.almanac.zones.listed.map((zone) => {
    const compiled = zone.compiled()
    // Each offset is valid until the next instant: the script also checks times in between.
    const instants = [day, ...changesBetween(zone, day, until).map(({ at }) => at), until]
    return [zone.iana, instants.map((at) => [at, offsetAt(compiled, at)])] as const
  })
  return jsonDocument(Object.fromEntries(offsets), 3600)
}

/**
 * The server's time, for clocks: as text and as whole milliseconds since 1970. With `zone`, or `lat` and `lon`, also that zone's offset from
 * UTC now, or at the Unix seconds of `at`, its next change, and what its time is told apart by if that happens twice. Null when there is no such
 * zone.
 */
export function timeDocument({ nowMs, now, query, catalogue: { almanac } }: Visit): SiteDocument {
  const time = { utc: new Date(nowMs).toISOString(), unix_ms: Math.floor(nowMs) }
  const [asked, lat, lon] = [query.get('zone'), query.get('lat'), query.get('lon')]
  if (asked === null && (lat === null || lon === null)) return jsonDocument(time, null)
  const point = { lat: degrees(lat ?? '', 90), lon: degrees(lon ?? '', 180) }
  const zone =
    asked === null ? (answerAtDegrees(almanac.places(), point)?.zone ?? null) : almanac.zones.named(asked)
  if (zone === null) return jsonDocument({ ...time, zone }, null)
  const sent = Number(query.get('at') ?? now)
  const at = epochSeconds(Number.isInteger(sent) && Math.abs(sent) < 2e11 ? sent : now)
  const next = nextMove(zone, at)
  const found = {
    iana: zone.iana,
    name: zoneName(zone),
    utc_offset_seconds: offsetAt(zone.compiled(), at),
    told_apart_by: toldApartBy(zone.compiled(), at),
    next: next === null ? null : { at: next.at, utc_offset_seconds: next.after.type.offset },
  }
  return jsonDocument({ ...time, zone: found }, null)
}

/** The current releases, and the sources of their data. */
export function showReleases({ catalogue, now }: Visit): Page {
  const { manifest } = catalogue.artifact
  const tailoring = tailoringInWords(manifest)
  const notes = catalogue.artifact.releaseNotes()
  return sitePage({
    title: 'Releases',
    description: `The data that answers: tz release ${manifest.tz}, and every source with its version and hash.`,
    canonicalPath: '/releases',
    content: html`
      ${factList([
        ['tz release', html`<strong>${manifest.tz}</strong>; ${link('/news', 'what each release changed')}`],
        [
          'Boundary release',
          manifest.boundaries === null
            ? 'none: this server does not look up points'
            : html`<strong>${manifest.boundaries}</strong>. ${boundaryOrigin(manifest.boundaries)}`,
        ],
        ['Changed by this server', tailoring.length === 0 ? null : tailoring.join(' ')],
        ['Released on', manifest.reference_date],
        ['Artifact', html`<code>${manifest.id}</code>`],
        ['Time of this page', `${formatUtc(now).slice(0, 16).replace('T', ' ')} UTC`],
      ])}
      <p>
        The data is built from fixed sources. Anyone who builds from the same sources gets the same bytes.
      </p>
      <p>${link('/changes', 'Clock changes of the last and the next 30 days')}</p>
      ${notes === null ? null : section('Release notes', whatChanged(notes))}
      ${section(
        'Sources',
        html`<details>
          <summary>Where the data comes from: ${manifest.sources.length} files</summary>
          ${table(
            'Where the data comes from',
            ['Source', 'Version', figures('Bytes'), 'sha256'],
            manifest.sources.map((source) => [
              source.name,
              'package' in source && typeof source.package === 'string'
                ? source.package
                : 'tz' in source
                  ? manifest.tz
                  : '',
              figure(source.size),
              html`<code title="${source.sha256}">${source.sha256.slice(0, 12)}…</code>`,
            ]),
          )}
        </details>`,
      )}
    `,
  })
}

/** Release notes below a heading of the page. Links become plain words, as the notes may come from another publisher. */
function whatChanged(notes: string): Html {
  const { title, content } = renderMarkdown(notes.replaceAll(/^## /gm, '### '), () => null)
  return html`<p>${title}</p>
    ${content}`
}
