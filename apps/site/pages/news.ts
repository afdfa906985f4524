// The changes of each tz release, for people: the list of releases, a page for each, and a feed.
import type { Country } from '#core/ask/countries.ts'
import { groupBy } from '#core/group-by.ts'
import { newsOf, type NewsOfClocks, type ReleaseNews, type Turn } from '../words/release-news.ts'
import type { Zone } from '#core/ask/zones.ts'
import type { ClockChange } from '#core/compare/clock-changes.ts'
import type { Reading } from '#core/compare/stretches.ts'
import { tailoringInWords } from '#core/artifact/tailoring.ts'
import { DAY } from '#core/time/civil.ts'
import { startOfDay } from '#core/time/moment.ts'
import { offsetSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { Catalogue } from '#serve/catalogue.ts'
import { splitFrom, stillSetTo } from '../words/split-zone.ts'
import { pathOf } from '#serve/urls.ts'
import { html, type Html } from '../frame/html.ts'
import { listInWords } from '../words/list-in-words.ts'
import { xmlDocument } from '../frame/made-documents.ts'
import type { Page, Redirect, SiteDocument, Visit } from '../frame/page.ts'
import { redirect, sitePage } from '../frame/page-at.ts'
import { bullets, flow, inLine, link, notice, section } from '../frame/parts.ts'
import { citiesIn, citiesOf } from '../words/places.ts'
import { dateInWords, dayOf, utcOffset, yearOf } from '../words/times.ts'
import { countryLink, zoneLink, zoneName } from '../words/zone-links.ts'

/** The news of every release that can be compared, newest first. */
export function newsIn({ artifact }: Catalogue): readonly ReleaseNews[] {
  const history = artifact.history()
  return history === null ? [] : newsOf(history)
}

/** The oldest release available. Nothing is known of what it changed. Undefined without any. */
const oldestIn = ({ artifact }: Catalogue): string | undefined => artifact.history()?.releases[0]

const dayInWords = (day: string): string => dateInWords(startOfDay(day) / DAY)

export const pathOfRelease = (release: string): string => `/news/${encodeURIComponent(release)}`

const zonesNamed = (ids: readonly string[], { almanac }: Catalogue): Zone[] =>
  ids.map((id) => almanac.zones.named(id)).filter((zone) => zone !== null)

/** More regions than these are not named one by one. */
const MOST_REGIONS = 3

/**
 * The places that keep some zones, as people call them: a country where all its zones are among them, else the regions whose cities keep
 * them, else the zones' own places. "Morocco" counts as one, "Alberta and Northwest Territories (Canada)" as two.
 */
function placesOf(zones: readonly Zone[], catalogue: Catalogue): { words: string; count: number }[] {
  return [...groupBy(zones, ({ countryCode }) => countryCode)].flatMap(([code, of]) => {
    const country = catalogue.almanac.countries.named(code ?? '')
    if (country === undefined) return of.map(({ iana }) => ({ words: iana, count: 1 }))
    if (of.length === country.zones.length) return [{ words: country.name, count: 1 }]
    const names = of.flatMap((zone) => namesOf(zone, country, catalogue))
    return [{ words: `${listInWords(names)} (${country.name})`, count: names.length }]
  })
}

function namesOf(zone: Zone, country: Country, { almanac }: Catalogue): string[] {
  const regions = groupBy(citiesIn(country, almanac), ({ region }) => region)
  const here = new Set(citiesOf(zone, almanac).flatMap(({ region }) => region ?? []))
  const names = [...here].toSorted().flatMap((region) => {
    const of = regions.get(region) ?? []
    const count = of.filter((city) => city.zone === zone).length
    return count === of.length ? region : count * 2 > of.length ? `most of ${region}` : []
  })
  return names.length > 0 && names.length <= MOST_REGIONS ? names : [zoneName(zone)]
}

/** `UTC−06:00 (CST)`. Abbreviations of digits are left out. */
function shown({ offset, abbreviation }: Reading): string {
  const words = utcOffset(offsetSeconds(offset))
  return /^[+-]/.test(abbreviation) ? words : `${words} (${abbreviation})`
}

/** The date on the clock until then. */
const dateAt = (at: EpochSeconds, { offset }: Reading): string =>
  dateInWords(dayOf(at, offsetSeconds(offset)))

const VERBS: Readonly<Record<Turn, readonly [one: string, many: string]>> = {
  stops: ['stops changing its clocks', 'stop changing their clocks'],
  starts: ['starts changing its clocks', 'start changing their clocks'],
  moves: ['moves to another time', 'move to another time'],
  stays: ['keeps daylight saving time through the winter', 'keep daylight saving time through the winter'],
  differs: ['changes its clocks on other dates', 'change their clocks on other dates'],
  renamed: ['has another name for its time', 'have another name for their time'],
}

/** "Alberta (Canada) stops changing its clocks". */
function headline({ zones, turn }: NewsOfClocks, catalogue: Catalogue): string {
  const places = placesOf(zonesNamed(zones, catalogue), catalogue)
  const words = places.map((place) => place.words)
  const subject = words.length > 4 ? [...words.slice(0, 3), `${words.length - 3} more`] : words
  const [one, many] = VERBS[turn]
  const said = listInWords(subject)
  return `${said.charAt(0).toUpperCase()}${said.slice(1)} ${places.reduce((sum, { count }) => sum + count, 0) === 1 ? one : many}`
}

/** A sentence or two: from when on, what clocks show, and what was expected until this release. */
function details({ stretches: all, turn, isPermanent, goesOn }: NewsOfClocks, since: string): string {
  // Where clocks move, another name for the same time is no news.
  const stretches = turn === 'renamed' ? all : all.filter(({ was, is }) => was.offset !== is.offset)
  const [first] = stretches
  if (first === undefined) return ''
  const from = dateAt(first.from, first.is)
  if (turn === 'renamed')
    return `From ${from} the time is ${shown(first.is)}. Release ${since} said ${shown(first.was)}. The clock shows the same.`
  const expected = `The earlier release, ${since}, said ${shown(first.was)}.`
  if (isPermanent) return `From ${from} clocks show ${shown(first.is)} all year. ${expected}`
  const said = stretches
    .slice(0, 2)
    .map(
      ({ from: start, until, was, is }) =>
        `From ${dateAt(start, is)} ${until === null ? 'on' : `to ${dateAt(until, is)}`} clocks show ${shown(is)}. Release ${since} said ${shown(was)}.`,
    )
  return [...said, ...(goesOn || stretches.length > 2 ? ['More years differ too.'] : [])].join(' ')
}

/** The places of zones, as links. A zone with the name of its country (Fiji) stands for both. */
function placeLinks(zones: readonly Zone[]): Html | null {
  const names = new Set(zones.map(zoneName))
  const countries = new Set(zones.flatMap(({ country }) => country ?? []))
  return flow([
    ...zones.filter(({ listed }) => listed).map(zoneLink),
    ...[...countries].filter(({ name }) => !names.has(name)).map(countryLink),
  ])
}

/** "1965 to 1966", or "1992". */
function yearsOf({ stretches }: ClockChange): string {
  const [first, last] = [stretches[0], stretches.at(-1)]
  if (first === undefined || last === undefined) return ''
  const [from, until] = [yearOf(first.from), last.until === null ? null : yearOf(last.until)]
  return until === null ? `since ${from}` : until === from ? `${from}` : `${from} to ${until}`
}

/** The headlines of a release, for lists, the search and the feed. */
export function briefly(news: ReleaseNews, catalogue: Catalogue): string[] {
  const past = news.past.reduce((sum, { zones }) => sum + zones.length, 0)
  const said = [
    ...news.future.map((change) => headline(change, catalogue)),
    ...news.addedZones.map((zone) => `${zone} is a new time zone`),
    ...news.removedZones.map(({ zone }) => `${zone} is no longer a time zone of its own`),
    ...(past === 0 ? [] : [`Past times are corrected in ${past} time zone${past === 1 ? '' : 's'}`]),
  ]
  return said.length === 0 ? ['No clock changes'] : said
}

const headlines = (news: ReleaseNews, catalogue: Catalogue): Html | null =>
  bullets(briefly(news, catalogue).map((line) => `${line}.`))

/** "2026f (29 October 2026)" */
const cameOut = ({ release, releasedOn }: ReleaseNews): Html | null =>
  releasedOn === null
    ? null
    : html`${release} was released on <time datetime="${releasedOn}">${dayInWords(releasedOn)}</time>.`

/**
 * Says which releases are missing in the history, so that their changes are listed under this one. Between releases of two years their
 * number is not known.
 */
function together({ since, release }: ReleaseNews): Html | null {
  const next = since.slice(0, 4) + String.fromCodePoint((since.codePointAt(4) ?? 0) + 1)
  return release === next || !release.startsWith(since.slice(0, 4))
    ? null
    : html`<p>
        This server has no release between ${since} and ${release}, so what those changed is told here too.
      </p>`
}

/** The identifier of a zone as a link to its page. */
const linkTo = (zone: string): Html => link(`/timezones/${pathOf(zone)}`, zone)

const idOfRelease = ({ release }: ReleaseNews): string => `tz-${release}`

/** Every release that can be compared, newest first. */
export function showNews({ catalogue }: Visit): Page {
  const news = newsIn(catalogue)
  const oldest = oldestIn(catalogue)
  // The latest release of each year before the present one.
  const [, ...years] = groupBy(news, ({ release }) => release.slice(0, 4))
  return sitePage({
    title: 'News of the world’s clocks',
    description: 'What each release of the tz database changed: which places, from when on, and in what way.',
    canonicalPath: '/news',
    content: html`
      <p>
        Governments decide about clocks, often at short notice. Each release of the tz database has their
        latest decisions. ${link('/news.atom', 'This page as a feed')} (Atom).
      </p>
      ${years.length === 0 ? null : html`<p class="no-print">Earlier: ${inLine(years.map(([year, [latest]]) => link(`#${idOfRelease(latest)}`, year)))}.</p>`}
      ${news.length === 0 ? notice('plain', 'This server has no other release to compare its own with.') : null}
      ${news.map((one) =>
        section(
          `tz release ${one.release}`,
          html`${together(one)} ${headlines(one, catalogue)}
            <p class="quiet">
              ${cameOut(one)} ${link(pathOfRelease(one.release), `All that ${one.release} changed`)}
            </p>`,
          idOfRelease(one),
        ),
      )}
      ${news.length === 0 || oldest === undefined ? null : html`<p class="quiet">Release ${oldest} is the oldest one here, so there is nothing to compare it with.</p>`}
    `,
  })
}

/** All that a release changed, by its name in any case. Null for one that cannot be compared here. */
export function showRelease({ catalogue, identifier, now: today }: Visit): Page | Redirect | null {
  const news = newsIn(catalogue).find(({ release }) => release.toLowerCase() === identifier.toLowerCase())
  if (news === undefined) return null
  const { release, since, future, past, addedZones, removedZones } = news
  if (release !== identifier) return redirect(pathOfRelease(release))
  const { manifest } = catalogue.artifact
  const tailoring = release === manifest.tz ? tailoringInWords(manifest) : []
  const names = [
    ...addedZones.map((zone) => {
      const isRenamed = removedZones.some(({ now }) => now === zone)
      return html`${linkTo(zone)} is new. ${isRenamed ? null : splitInWords(zone, catalogue, today)}`
    }),
    ...removedZones.map(
      ({ zone, now }) =>
        html`${zone} is no longer a time zone of its own.
        ${now === null ? null : html`It is another name of ${linkTo(now)}.`}`,
    ),
  ]
  return sitePage({
    title: `What tz release ${release} changed`,
    description: `${briefly(news, catalogue).slice(0, 3).join('. ')}.`,
    canonicalPath: pathOfRelease(release),
    crumbs: [['/news', 'News']],
    content: html`
      ${news.releasedOn === null ? null : html`<p class="quiet">${cameOut(news)}</p>`} ${together(news)}
      ${tailoring.length === 0 ? null : notice('plain', `This server does not have the release as it came: ${tailoring.join(' ')}`)}
      ${section(
        'Future changes',
        future.length === 0
          ? html`<p>
              No clock of the future
              changes${addedZones.length === 0 ? null : ' under a name that there was before'}.
            </p>`
          : html`${future.map(
              (change) =>
                html`<h3>${headline(change, catalogue)}</h3>
                  <p>${details(change, since)}</p>
                  ${placeLinks(zonesNamed(change.zones, catalogue))}`,
            )}`,
      )}
      ${section(
        'Corrected history',
        past.length === 0
          ? null
          : html`<p>
                The history of these places was corrected: release ${since} gave other times for these years.
              </p>
              ${[...groupBy(past, yearsOf)].map(([years, of]) => {
                const zones = of.flatMap((change) => zonesNamed(change.zones, catalogue))
                return html`<h3>
                    ${listInWords([...new Set(zones.map(({ country, iana }) => country?.name ?? iana))])},
                    ${years}
                  </h3>
                  ${placeLinks(zones)}`
              })}`,
      )}
      ${section('Names of time zones', bullets(names))}
      <p class="quiet">
        Compared with release ${since}. ${link('/releases', 'About the data of this server')}
      </p>
    `,
  })
}

/** What a zone that was split off means for machines there. Null: it was not split off, or its clock still shows the same. */
function splitInWords(id: string, { almanac }: Catalogue, now: EpochSeconds): string | null {
  const zone = almanac.zones.named(id)
  const other = zone === null ? null : splitFrom(zone, almanac, now)
  return zone === null || other === null ? null : stillSetTo(zone, other, now)
}

/** The changes of the latest release, for the first page. Null where it cannot be said. */
export function latestNews(catalogue: Catalogue): Html | null {
  const [latest] = newsIn(catalogue)
  if (latest === undefined) return null
  return html`<p>${link(pathOfRelease(latest.release), `tz release ${latest.release}`)} changed:</p>
    ${headlines(latest, catalogue)}
    <p>${link('/news', 'News of earlier releases')}</p>`
}

/** Which release changed the clocks of a country last, from its day on. Null where no history is available. */
export function lastChangedRules(country: Country, catalogue: Catalogue): Html | string | null {
  const oldest = oldestIn(catalogue)
  const ids = new Set(country.zones.map(({ iana }) => iana))
  const found = newsIn(catalogue).find(({ future }) =>
    future.some(({ zones }) => zones.some((zone) => ids.has(zone))),
  )
  if (found === undefined)
    return oldest === undefined ? null : `no change since ${oldest} (our oldest release)`
  const { release, releasedOn } = found
  return html`${link(pathOfRelease(release), `tz release ${release}`)}${releasedOn === null ? null : `, ${dayInWords(releasedOn)}`}`
}

/** An entry of a feed: a release, its day, its page and what it says. */
interface Entry {
  readonly release: string
  readonly on: string
  readonly path: string
  readonly words: string
}

/** An Atom feed at a path, about what another path shows. `date`: that of a feed without entries. */
function feedOf(
  self: string,
  page: string,
  title: string,
  entries: readonly Entry[],
  date: string,
  { urls }: Catalogue,
): SiteDocument {
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom"
    ><title>${title}</title><id>${urls.web}${self}</id><updated>${entries[0]?.on ?? date}T00:00:00Z</updated
    ><author><name>tzref</name></author
    ><link rel="self" href="${urls.web}${self}" /><link href="${urls.web}${page}" />${entries.map(
      ({ release, on, path, words }) =>
        html`<entry
          ><title>tz release ${release}</title><id>${urls.web}${path}#${release}</id
          ><updated>${on}T00:00:00Z</updated><link href="${urls.web}${path}" />
          <summary>${words}</summary></entry
        >`,
    )}</feed
  >`
  return xmlDocument(`${feed.text}\n`, 'application/atom+xml; charset=utf-8')
}

/** The releases as an Atom feed: what each one changed. Without a history, only the release that answers now. */
export function newsFeed({ catalogue }: Visit): SiteDocument {
  const { tz, reference_date: date } = catalogue.artifact.manifest
  const news = newsIn(catalogue)
  const entries =
    news.length === 0
      ? [{ release: tz, on: date, path: '/releases', words: `Answers come from tz release ${tz}.` }]
      : news.map((one) => ({
          release: one.release,
          on: one.releasedOn ?? date,
          path: pathOfRelease(one.release),
          words: `${briefly(one, catalogue).join('. ')}.`,
        }))
  return feedOf('/news.atom', '/news', 'tzref: news of the world’s clocks', entries, date, catalogue)
}

/** The releases that changed the clock of a zone, as an Atom feed: from when on, and how. It has no entry until one does. */
export function zoneFeed(zone: Zone, catalogue: Catalogue): SiteDocument {
  const { reference_date: date } = catalogue.artifact.manifest
  const path = `/timezones/${pathOf(zone.iana)}`
  const isHere = ({ zones }: { readonly zones: readonly string[] }): boolean => zones.includes(zone.iana)
  const entries = newsIn(catalogue).flatMap(({ release, releasedOn, since, future, past }) => {
    const words = [
      ...future
        .filter(isHere)
        .map(
          (change) => `${headline({ ...change, zones: [zone.iana] }, catalogue)}. ${details(change, since)}`,
        ),
      ...past.filter(isHere).map((change) => `Its past is corrected, ${yearsOf(change)}.`),
    ]
    const entry = { release, on: releasedOn ?? date, path, words: words.join(' ') }
    return words.length === 0 ? [] : [entry]
  })
  return feedOf(`${path}.atom`, path, `tzref: the clock of ${zoneName(zone)}`, entries, date, catalogue)
}
