// When clocks change in a year: the page of all countries, a country's part and its calendar file; and from which to which year pages go.
import type { Almanac } from '#core/ask/almanac.ts'
import type { Country } from '#core/ask/countries.ts'
import { groupBy } from '#core/group-by.ts'
import type { Zone } from '#core/ask/zones.ts'
import { byNumber, byText, thenBy } from '#core/order.ts'
import { civilFromDays, DAY, daysFromCivil } from '#core/time/civil.ts'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { Transition } from '#core/zone/transitions.ts'
import { figure } from '#core/text/figure.ts'
import { dayOfChange, moveInWords, movesBetween, shiftOf, wallsOf, yearOfNextMove } from '../words/changes.ts'
import { withTimes } from '../frame/hours.ts'
import { attributes, html, type Html } from '../frame/html.ts'
import { counted, countriesAsked, dstFilter, flagged, given, idOf, listBar, NONE, regionOf } from './lists.ts'
import { savedCalendar } from '../frame/made-documents.ts'
import type { Page, Redirect, SiteDocument, Visit } from '../frame/page.ts'
import { redirect, sitePage } from '../frame/page-at.ts'
import { field, flow, link, section, table } from '../frame/parts.ts'
import { keptZones, NO_CLOCK, zonesBySize } from '../words/places.ts'
import { dayInCell, weekdayAndDate, yearOf } from '../words/times.ts'
import { fewZones } from '../words/zone-links.ts'

/** The years that can be asked about. Nobody knows the rules of later ones. */
export const YEARS = { min: 1970, max: 2100 } as const

/** The moves of a zone's clock in the local year. */
export function movesIn(zone: Zone, year: number): Transition[] {
  const from = epochSeconds((daysFromCivil(year, 1, 1) - 1) * DAY)
  const until = epochSeconds((daysFromCivil(year + 1, 1, 1) + 1) * DAY)
  return movesBetween(zone, from, until).filter((move) => civilFromDays(dayOfChange(move)).year === year)
}

/** The days on which clocks of a country change in a year, in days since 1970-01-01, in order. */
export const changeDays = (country: Country, year: number): number[] =>
  [...new Set(keptZones(country).flatMap((zone) => movesIn(zone, year).map(dayOfChange)))].toSorted(
    (one, other) => one - other,
  )

/** The number of countries and territories whose clocks change in a year. */
export const countriesChanging = (almanac: Almanac, year: number): number =>
  almanac.countries.all.filter((country) => changeDays(country, year).length > 0).length

const wordsOf = (move: Transition): string => `${dayOfChange(move)} ${wallsOf(move)}`

/**
 * A country and its clocks in a year, each with its zones, which make the same moves. Those that move come first; then those of the main
 * zone.
 */
function withClocks(country: Country, almanac: Almanac, year: number) {
  const all = zonesBySize(keptZones(country), almanac).map((zone) => ({ zone, moves: movesIn(zone, year) }))
  const clocks = [...groupBy(all, ({ moves }) => moves.map(wordsOf).join()).values()]
    .map((of) => ({ zones: of.map(({ zone }) => zone), moves: of[0].moves }))
    .toSorted(
      thenBy(
        byNumber(({ moves }) => (moves.length > 0 ? 0 : 1)),
        byNumber(({ zones }) => (zones.some((zone) => zone === country.defaultZone) ? 0 : 1)),
      ),
    )
  return { country, clocks, isMoving: clocks.some(({ moves }) => moves.length > 0) }
}

/** "02:00 → 03:00", in one piece. On a phone, where all columns have to fit, a line may end behind the arrow. */
const partedWalls = (move: Transition): Html => {
  const [before = '', after = ''] = wallsOf(move).split(' → ')
  return html`<span class="whole">${withTimes(before)}${'\u00A0→ '}${withTimes(after)}</span>`
}

/** "Sun 14 Mar, 02:00 → 03:00", one line for each. */
const moveLines = (moves: readonly Transition[]): Html =>
  moves.length === 0
    ? NONE
    : html`${moves.map((move, index) => html`${index === 0 ? null : html`<br />`}${dayInCell(dayOfChange(move))}, ${partedWalls(move)}`)}`

const forward = (move: Transition): boolean => shiftOf(move) > 0

/** A year that an address may name. Null for any other text. */
function yearIn(text: string): number | null {
  const year = /^\d{4}$/.test(text) ? Number(text) : 0
  return year >= YEARS.min && year <= YEARS.max ? year : null
}

/** The field that asks for one of these years. */
export const yearField = (label: string, year: number): Html =>
  field({ label, name: 'year', type: 'number', value: String(year), more: YEARS })

/** `/dst`: the page of the year of the next change. */
export const showNextYear = ({ catalogue, now }: Visit): Redirect =>
  redirect(`/dst/${yearOfNextMove(catalogue.almanac, now)}`)

/** Every country and territory: when its clocks change in a year, or that they do not. */
export function showYear({ catalogue, identifier, query, now }: Visit): Page | Redirect | null {
  const { almanac } = catalogue
  const year = yearIn(identifier)
  if (year === null) return null
  const asked = yearIn(given(query, 'year') ?? '')
  // The form asks by its field for another year.
  if (asked !== null && asked !== year) {
    const rest = new URLSearchParams([...query].filter(([name, value]) => name !== 'year' && value !== ''))
    return redirect(`/dst/${asked}${rest.size === 0 ? '' : `?${rest.toString()}`}`)
  }
  const { q, region, kept } = countriesAsked(almanac, query)
  const moving = given(query, 'changes')
  const found = kept
    .map((country) => withClocks(country, almanac, year))
    .filter(
      ({ clocks, isMoving }) => moving === undefined || (clocks.length > 0 && String(isMoving) === moving),
    )
  const changing = found.filter(({ isMoving }) => isMoving).length
  const without = found.filter(({ clocks }) => clocks.length === 0).length
  const still = found.length - changing - without
  const current = yearOf(now)
  const regions = [...groupBy(found, ({ country }) => regionOf(country))].toSorted(
    thenBy(
      byNumber(([, of]) => of.filter(({ isMoving }) => isMoving).length, -1),
      byText(([name]) => name),
    ),
  )
  return sitePage({
    title: `Daylight saving time in ${year}`,
    description: `When clocks change in ${year}, in every country and territory of the world, and where they do not.`,
    canonicalPath: `/dst/${year}`,
    crumbs: [['/countries', 'Countries']],
    content: html`<p>
        ${
          found.length === 0
            ? html`Nothing found${q === undefined ? null : ` for “${q}”`}.
              ${link(`/dst/${year}`, 'All countries and territories')}.`
            : found.length === 1 && without === 0
              ? `Clocks ${changing === 1 ? 'change' : 'do not change'} in ${found[0]?.country.name} in ${year}.`
              : html`Clocks change in
                ${counted(changing, 'country or territory', 'countries and territories').replace(/^No /, 'no ')}.
                They do not change in
                ${figure(still)}${without === 0 ? null : `, and ${without === 1 ? `1 has ${NO_CLOCK}` : `${without} have no clock of their own`}`}.`
        }
        ${year === YEARS.min ? null : link(`/dst/${year - 1}`, `←\u00A0${year - 1}`)}
        ${year === YEARS.max ? null : link(`/dst/${year + 1}`, `${year + 1}\u00A0→`)}
      </p>
      ${listBar(`/dst/${year}`, {
        label: 'Name of a country',
        q,
        more: [
          region,
          dstFilter('Clock changes', 'changes', moving),
          html`<input${attributes({ name: 'year', type: 'number', value: year, 'aria-label': 'Year', ...YEARS })} />`,
        ],
        parts: regions.map(([name]) => name),
        isNarrow: found.length < almanac.countries.all.length,
      })}
      ${regions.map(([name, of]) => {
        const those = of.filter(({ isMoving }) => isMoving)
        const others = of.filter(({ isMoving }) => !isMoving)
        return section(
          name,
          html`${those.length === 0 ? null : movingTable(`Clock changes in ${year}: ${name}`, those, year)}
          ${
            others.length === 0
              ? null
              : html`<h3>
                    ${counted(others.length, 'country or territory', 'countries and territories')} without
                    clock changes
                  </h3>
                  ${flow(others.map(({ country, clocks }) => html`${flagged(country)}${clocks.length > 0 ? null : html` <span class="quiet small">${NO_CLOCK}</span>`}`))}`
          }`,
          idOf(name),
        )
      })}
      <p class="quiet">
        Times are local, before → after.
        ${year > current ? 'Governments may still change these dates.' : null}
      </p>`,
  })
}

/** The clock changes of countries, a row for each clock. A country's clocks that move come first. */
const movingTable = (
  caption: string,
  countries: readonly ReturnType<typeof withClocks>[],
  year: number,
): Html =>
  html`<div class="dated">
    ${table(
      caption,
      ['Country', 'Forward', 'Back'],
      countries.flatMap(({ country, clocks }) =>
        clocks.map(({ zones, moves }, index) => [
          // The calendar is in the first column, as on a phone a last one would be out of view.
          html`${flagged(country)}${index > 0 ? null : html` <span class="small">${calendarOf(country, year)}</span>`}${clocks.length < 2 ? null : html`<br /><span class="small">${fewZones(zones)}</span>`}`,
          moves.length === 0 ? html`<span class="quiet">no change</span>` : moveLines(moves.filter(forward)),
          moves.length === 0 ? null : moveLines(moves.filter((move) => !forward(move))),
        ]),
      ),
    )}
  </div>`

/** The link to the calendar of a country's changes in a year. */
const calendarOf = ({ slug, name }: Country, year: number): Html =>
  link(`/countries/${slug}.ics?year=${year}`, html`calendar<span class="unseen"> file, ${name}</span>`)

/** The moves of a country's clocks in a year, by day, each with the zones whose clocks move then. */
function movesOf(country: Country, almanac: Almanac, year: number) {
  const all = zonesBySize(keptZones(country), almanac).flatMap((zone) =>
    movesIn(zone, year).map((move) => ({ move, zone })),
  )
  return [...groupBy(all, ({ move }) => wordsOf(move)).values()]
    .map((of) => ({ move: of[0].move, zones: of.map(({ zone }) => zone) }))
    .toSorted(
      thenBy(
        byNumber(({ move }) => dayOfChange(move)),
        byNumber(({ move }) => move.at),
      ),
    )
}

/** All changes of a country's clocks in this year and the next, as a table with a calendar file. */
export function countryYears(country: Country, almanac: Almanac, now: EpochSeconds): Html {
  const current = yearOf(now)
  const rows = [current, current + 1].flatMap((year) => movesOf(country, almanac, year))
  const elsewhere = html`${link(`/dst/${current}`, `All countries in ${current}`)},
  ${link(`/dst/${current + 1}`, `in ${current + 1}`)}`
  if (rows.length === 0)
    return html`<p>Clocks do not change in ${current} and ${current + 1}. ${elsewhere}.</p>`
  const isParted = rows.some(({ zones }) => zones.length < country.zones.length)
  return html`<div class="changes">
      ${table(
        `Clock changes in ${current} and ${current + 1}`,
        ['Date', 'Clock', 'Move', ...(isParted ? ['Where'] : [])],
        rows.map(({ move, zones }) => [
          weekdayAndDate(dayOfChange(move)),
          withTimes(wallsOf(move)),
          moveInWords(move),
          ...(isParted ? [zones.length === country.zones.length ? 'everywhere' : fewZones(zones)] : []),
        ]),
      )}
    </div>
    <p>
      These dates for your calendar (.ics):
      ${[current, current + 1].map((year) => html`${link(`/countries/${country.slug}.ics?year=${year}`, String(year))}, `)}
      ${link(`/countries/${country.slug}.ics`, 'both years')}. ${elsewhere}.
    </p>`
}

/**
 * The same changes as a calendar file, one whole day for each: `/countries/ireland.ics`. `?year=2031` asks for the changes of that year alone.
 * Null for a year without a page.
 */
export function countryFile(country: Country, { catalogue, now, query }: Visit): SiteDocument | null {
  const [current, asked] = [yearOf(now), query.get('year')]
  const years = asked === null ? [current, current + 1] : [yearIn(asked)].filter((year) => year !== null)
  if (years.length === 0) return null
  const { tz } = catalogue.artifact.manifest
  const events = years.flatMap((year) =>
    movesOf(country, catalogue.almanac, year).map(({ move, zones }, index) => ({
      // A later release that moves the date replaces the event.
      uid: `${year}-${index + 1}-${country.iso2}`,
      day: dayOfChange(move),
      summary: `Clocks go ${moveInWords(move)}, ${wallsOf(move)} (${country.name})`,
      description: `${zones.length === keptZones(country).length ? `In all of ${country.name}` : `Time zones: ${zones.map(({ iana }) => iana).join(', ')}`}. By tz release ${tz}.`,
    })),
  )
  const file = `clock-changes-${country.slug}-${years.join('-')}`
  return savedCalendar(file, events, `Clock changes in ${country.name}`, catalogue)
}
