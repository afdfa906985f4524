// The first page.
import { homeClocks } from './clocks.ts'
import { html } from '../frame/html.ts'
import type { Page, Visit } from '../frame/page.ts'
import { link, searchBox, section } from '../frame/parts.ts'
import { yourTime } from './own-time.ts'
import { worldPicture } from '../pictures/world.ts'
import { latestNews } from './news.ts'
import { dateInWords, dayOf, timeNow, UTC, yearOf } from '../words/times.ts'

/** The first page: clocks, an overview of the site, and the map. */
export function showHome(visit: Visit): Page {
  const { catalogue, now, hasAccounts } = visit
  const { almanac, artifact } = catalogue
  const utc = almanac.zones.named('UTC')
  const year = yearOf(now)
  return {
    kind: 'page',
    status: 200,
    title: 'Time zones of the world',
    description:
      'The exact time in every zone, country and city, when clocks change next, and the lines of the tz release that say so.',
    canonicalPath: '/',
    scripts: ['map.js', 'pointed.js', 'clocks.js'],
    about: {
      '@type': 'WebSite',
      name: 'tzref',
      url: `${catalogue.urls.web}/`,
      potentialAction: {
        '@type': 'SearchAction',
        target: `${catalogue.urls.web}/search?q={search_term_string}`,
        'query-input': 'required name=search_term_string',
      },
    },
    hasOwnSearch: true,
    content: html`
      ${searchBox('', 'large')}
      <p class="quiet small no-print">
        Try: ${link(`/search?q=15:00+14+july+${year + 1}+berlin`, `15:00 14 July ${year + 1} Berlin`)},
        ${link('/search?q=sunset+reykjavik+21+june', 'sunset Reykjavik 21 June')},
        ${link(`/dst/${year + 1}`, `countries with daylight saving time in ${year + 1}`)}.
      </p>
      ${section('Clocks', homeClocks(visit))} ${section('Your time', yourTime(visit, '/'))}
      <p>
        ${utc && html`It is ${timeNow(almanac.stateOf(utc, now), now)} UTC on ${dateInWords(dayOf(now, UTC))}.`}
      </p>
      ${worldPicture(catalogue, now, { isClickable: catalogue.artifact.manifest.boundaries !== null })}
      ${section('What changed lately', latestNews(catalogue))}
      <div class="columns">
        ${section(
          'The data',
          html`<p>
            Answers come from tz release <strong>${artifact.manifest.tz}</strong>.
            ${link('/releases', 'What it is made of')}, ${link('/changes', 'clocks that change this month')},
            ${link(`/dst/${year}`, `which countries change their clocks in ${year}`)} and
            ${link(`/dst/${year + 1}`, `in ${year + 1}`)}, and
            ${link('/check', 'whether your device is right')}.
          </p>`,
        )}
        ${section(
          'The API',
          html`<p>
            All of it as JSON over HTTP: ${link('/docs', 'the reference')},
            ${link('/docs/guide', 'the guide')}.
            ${
              hasAccounts
                ? html`A token is needed: ${link('/account/sign-up', 'create an account')} and make a key.`
                : 'A token is needed. Ask the people who run this server for one.'
            }
          </p>`,
        )}
      </div>
    `,
  }
}
