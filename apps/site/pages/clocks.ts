// The page of clocks: a visitor's places side by side, whose address has them all. Without a script a form adds, moves and removes them.
import type { Catalogue } from '#serve/catalogue.ts'
import { attributes, html, type Html } from '../frame/html.ts'
import { withTimes } from '../frame/hours.ts'
import type { Page, Redirect, Visit } from '../frame/page.ts'
import { redirect } from '../frame/page-at.ts'
import { Query } from '../frame/query.ts'
import { button, field, hidden, link, notice, OPEN, section } from '../frame/parts.ts'
import { shownAt, timeAndDate } from '../words/times.ts'
import { clockList, hourScale, shadesLegend, STEPS } from './clock-list.ts'
import { clocksAsked, clocksPath, editedIn, momentText, type Clocks } from './clocks-question.ts'
import { whichMeaning } from './convert.ts'
import { theHours } from './meeting.ts'
import { queryOf, type Attendant } from './meeting-question.ts'

/** Most names that the page asks about at once. */
const MOST_QUESTIONS = 3

const PATH = '/clocks'

/** The page of clocks. Its address contains everything that it shows. */
export function showClocks(visit: Visit): Page | Redirect {
  const { catalogue, now, query } = visit
  const { almanac } = catalogue
  const add = query.get('add')?.trim() ?? ''
  const clocks = clocksAsked(visit, add)
  const { asked, places, ambiguous, unknown, isUsual, at, text, wrong } = clocks
  const edited = editedIn(visit, asked)
  const isRight = Object.values(wrong).every((fault) => fault === '')
  // The values of a form become an address that can be shared, and that does not move a clock again when it is opened again.
  const isSent = add !== '' || edited !== null || (at !== null && text !== momentText(at))
  if (isRight && isSent) return redirect(clocksPath(PATH, edited ?? asked, at))
  const path = isUsual ? PATH : clocksPath(PATH, asked, at)
  return {
    kind: 'page',
    status: isRight ? 200 : 422,
    title: 'Clocks',
    description:
      'The time in up to 24 places of your choice, side by side: working hours and night, and a slider that moves them all to another time.',
    ...(query.size === 0 ? { canonicalPath: PATH } : {}),
    scripts: ['clocks.js'],
    content: html`<div id="clocks" ${attributes({ 'data-address': path, 'data-is-usual': isUsual })}>
      <form id="edit" action="${PATH}">
        ${asked.flatMap(({ token, hours }) => [hidden('place', token), hours === '' ? '' : hidden('hours', hours)])}
        ${at === null ? null : hidden('at', momentText(at))}
      </form>
      ${slider(clocks, now)}
      ${clockList(places, now, at, { hasBars: true, isByFirst: !isUsual || visit.visitor.zone !== null, controls: controlsOf(clocks) })}
      ${shadesLegend()}
      <p class="small" id="device" role="status"></p>
      ${unknown.length === 0 ? null : notice('bad', wrong.place)}
      ${ambiguous.slice(0, MOST_QUESTIONS).map(({ asked: { token }, candidates }) =>
        whichMeaning(token, candidates, almanac, (other) =>
          clocksPath(
            PATH,
            asked.map((one) => (one.token === token ? { ...one, token: other } : one)),
            at,
          ),
        ),
      )}
      ${formOf(clocks)} ${ways(clocks, catalogue, now)}
    </div>`,
  }
}

/** Clocks of the first page: usual ones, and where a script runs those that the device remembers before them. */
export function homeClocks(visit: Visit): Html {
  const { places } = clocksAsked({ ...visit, query: new Query('', [['place', 'hours'], 'at']) })
  return html`${clockList(places, visit.now, null, { hasBars: true, isByFirst: visit.visitor.zone !== null, isKept: true })}
    <p>${link(PATH, 'Choose your clocks')}: up to 24 places, and a slider to another time.</p>`
}

/** The clocks, and the slider over all clocks, which needs a script. */
function slider({ places: [first], asked, at }: Clocks, now: Visit['now']): Html | null {
  if (first === undefined) return null
  const words = at === null ? 'Now' : `${timeAndDate(at, shownAt(first.zone, at).offset)} in ${first.name}`
  return html`<div class="slide">
    <output id="when">${withTimes(words)}</output>
    <input
      class="scripted no-print"
      id="slide"
      type="range"
      min="0"
      max="${STEPS}"
      aria-label="Time"
      aria-describedby="when"
    />
    <a
      class="no-print"
      id="now"
      href="${clocksPath(PATH, asked, null)}"
      ${attributes({ hidden: at === null })}
      >Now</a
    >
    ${hourScale(first, now, at)}
  </div>`
}

/** A button of a clock. The stylesheet gives it its sign. */
const act = (kind: string, more: Readonly<Record<string, string | number>>): Html =>
  html`<button${attributes({ class: `${kind} no-print`, form: 'edit', ...more })}></button>`

/** The buttons of a clock. Without a script the first one moves it forward by one, and the first clock back by one. */
function controlsOf({ asked }: Clocks) {
  return ({ token, name }: Attendant): readonly [Html | null, Html] => {
    const index = asked.findIndex((one) => one.token === token)
    const [value, way] = index === 0 ? [1, 'down'] : [index, 'up']
    return [
      asked.length === 1 ? null : act('move', { name: 'up', value, 'aria-label': `Move ${name} ${way}` }),
      act('drop', { name: 'drop', value: index, 'aria-label': `Remove ${name}` }),
    ]
  }
}

/** The form that adds places, chooses a moment and sets working hours. */
function formOf({ asked, places, unknown, at, text, wrong }: Clocks): Html {
  const [first] = places
  const placeOfToken = new Map(places.map((place) => [place.token, place]))
  const wall =
    at === null || first === undefined ? text : momentText(at).replace('T', ' ').replace('Z', ' UTC')
  const isOpen = places.length === 0 || Object.values(wrong).some((fault) => fault !== '')
  return html`<details class="edits no-print" ${isOpen ? OPEN : null}>
    <summary>Add a place, choose a time, working hours</summary>
    <form class="panel wide meet" action="${PATH}">
      <div class="row">
        <div class="search adding" data-take>
          ${field({ label: 'Add a place', name: 'add', value: unknown.join(', '), hint: 'A city, country or zone; several with commas between them.', more: { autocomplete: 'off', spellcheck: 'false' }, fault: wrong.place || undefined })}
        </div>
        ${field({ label: first === undefined ? 'Time' : `Time in ${first.name}`, name: 'at', value: wrong.at === '' ? wall : text, hint: 'As “3pm” or “14 July 2027 9am”. Empty: now.', more: { autocomplete: 'off' }, fault: wrong.at || undefined })}
      </div>
      ${theHours(asked, placeOfToken, wrong.hours)}
      <p class="actions">${button('Show')}</p>
    </form>
  </details>`
}

/** Pixels of a frame that shows so many clocks in so many columns, without a scroll bar. */
const frameHeight = (count: number, columns: number): number => 50 + 46 * Math.ceil(count / columns)

/** How these clocks are given to others: as a link, in a page, as a picture, for a meeting. */
function ways({ asked, at }: Clocks, { urls }: Catalogue, now: Visit['now']): Html | null {
  const heightIn = (columns: number): number => frameHeight(asked.length, columns)
  const frame = `<iframe src="${urls.web}${clocksPath('/embed/clocks', asked, at)}" title="Clocks" width="100%" height="${heightIn(1)}" style="border:0"></iframe>`
  const meeting = `/meeting?${queryOf(asked).toString()}`
  return section(
    'Use these clocks elsewhere',
    html`<ul>
        <li>The address of this page has all of its places: send it, or keep it as a bookmark.</li>
        <li>${link(meeting, 'Find a time to meet')} for these places</li>
        <li>
          ${link(clocksPath('/clocks.svg', asked, at ?? now), 'A picture of this moment')} for documents
          (SVG): it does not go on.
        </li>
      </ul>
      <details>
        <summary>Clocks in your own page</summary>
        <p id="embed">
          They tick, set no cookie and ask for nothing. They are light or dark as the device of the reader is.
        </p>
        <pre><code>${frame}</code></pre>
        <p>
          The height is that of one column. In a frame of 648 pixels or wider ${heightIn(2)} are enough, and
          from 976 on ${heightIn(3)}.
        </p>
      </details>`,
  )
}
