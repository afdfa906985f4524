// The design page: it shows every part of the pages once, so that a change to one is seen. No page links to it.
import { html } from './html.ts'
import type { Page, Visit } from './page.ts'
import { sitePage } from './page-at.ts'
import {
  button,
  cards,
  choice,
  factList,
  field,
  figures,
  flow,
  link,
  notice,
  panel,
  searchBox,
  section,
  stacked,
  table,
} from './parts.ts'
import { clock, timeNow } from './times.ts'

const COLOURS = ['day', 'twilight', 'night', 'water', 'land', 'here', 'near', 'now'] as const

/** All parts, with example words. */
export function showDesign({ catalogue, now }: Visit): Page | null {
  const zone = catalogue.almanac.zones.named('UTC')
  if (zone === null) return null
  const state = catalogue.almanac.stateOf(zone, now)
  return sitePage({
    title: 'The parts of the pages',
    description: 'Every part that the pages of this site are made of.',
    hasOwnSearch: true,
    content: html`
      <div class="hero">
        <div>${clock(state, now)}</div>
        <div>
          <p class="standing">
            A sentence of standing, in the second size. <span class="tag sun">summer time</span>
            <span class="tag">tag</span>
          </p>
          <p class="next">What happens next, and <a href="/design">a link</a>.</p>
        </div>
      </div>
      ${section(
        'Text',
        html`<p>
            A paragraph is at most forty rem wide. <strong>Strong</strong>, <em>stressed</em>,
            <code>code</code>, <span class="quiet">quiet</span>, <span class="small">small</span>.
          </p>
          <h3>A smaller heading</h3>
          <pre><code>curl https://example.org/v1/timezones/Europe/Dublin</code></pre>
          ${flow(['A list', 'that flows', link('/design', 'with a link')])}`,
      )}
      ${section(
        'Colours',
        html`<svg class="pic swatches" viewBox="0 0 640 60" role="img" aria-label="The colours of pictures">
          ${COLOURS.map(
            (name, index) =>
              html`<rect class="f-${name}" x="${index * 80}" y="2" width="76" height="34"></rect>
                <text x="${index * 80}" y="54">${name}</text>`,
          )}
        </svg>`,
      )}
      ${section(
        'Facts',
        factList([
          ['Name', 'Value'],
          ['Another name', 'Another value, which is longer'],
        ]),
      )}
      ${section(
        'Cards',
        cards(
          ['One', 'Two', 'Three'].map((name) => html`${timeNow(state, now, 'hm')}${link('/design', name)}`),
        ),
      )}
      ${section(
        'Table',
        html`${table(
          'What the table has',
          ['Name', figures('Figure'), 'Words'],
          [
            ['One', 1, 'first'],
            ['Two', 22, 'second'],
          ],
        )}
        ${stacked(table('What is a list of cards on a small screen', ['Name', 'Words'], [['One', 'first']]))}`,
      )}
      ${section(
        'Forms',
        html`${searchBox('', 'large')}
          <br />
          ${panel(
            html`<form action="/design">
              ${field({ label: 'E-mail', name: 'email', type: 'email', hint: 'A hint below the field.' })}
              ${field({ label: 'Name', name: 'name', value: 'wrong', fault: 'What is wrong with it.' })}
              ${choice({
                label: 'Choice',
                name: 'choice',
                value: '2',
                options: [
                  ['1', 'One'],
                  ['2', 'Two'],
                ],
              })}
              <p class="actions">
                ${button('Main')} ${button('Quiet', 'quiet')} ${button('Danger', 'danger')}
              </p>
            </form>`,
          )}`,
      )}
      ${section(
        'Notices',
        html`${notice('plain', 'Something to know.')} ${notice('good', 'It is done.')}
          ${notice('bad', 'It did not work.')} <code class="secret">tzref_example</code>`,
      )}
    `,
  })
}
