// Every path of the site, with its kind. Methods, 405, OPTIONS, caching and the name in the log follow from its row.
import { openapi30Document, openapiDocument } from '#serve/openapi.ts'
import * as aboutData from './pages/about-data.ts'
import { ASSET_ROUTES, previewDocument } from './frame/assets.ts'
import { readingDocument, showConvert } from './pages/convert.ts'
import * as docs from './pages/docs.ts'
import * as dst from './pages/dst.ts'
import { showClocks } from './pages/clocks.ts'
import { clocksPicture, embeddedClocks } from './pages/embedded-clocks.ts'
import { showCity as showCityPage } from './pages/city.ts'
import { showCountry as showCountryPage } from './pages/country.ts'
import { showCompared, showComparing } from './pages/compare.ts'
import { showHome } from './pages/home.ts'
import * as lists from './pages/lists.ts'
import { showLookup } from './pages/look-up.ts'
import { faviconDocument } from './frame/mark.ts'
import { meetingFile, showMeeting } from './pages/meeting.ts'
import * as news from './pages/news.ts'
import { chooseYourTime, showYourTime } from './pages/own-time.ts'
import type { SiteRoute } from './frame/page.ts'
import { tileDocument } from './pictures/tiles.ts'
import { worldDocument } from './pictures/world.ts'
import type { Parameters } from './frame/query.ts'
import * as robotsAndSitemap from './pages/robots-and-sitemap.ts'
import { searchDocument, showSearch } from './pages/search-page.ts'
import { showMoment } from './pages/sent-moment.ts'
import { showStandard } from './pages/standard.ts'
import { showZone } from './pages/zone.ts'

/** The hours of a meeting belong to the place before them. */
const MEETING: Parameters = [
  ['place', 'hours'],
  'add',
  'date',
  'from',
  'until',
  'minutes',
  'resolution',
  'ending',
]

/** A moment, and places with their hours of work, in the order of the clocks. */
const CLOCKS: Parameters = [['place', 'hours'], 'at']

/** Below the root, for people and for programs that look around. No token is needed. Other origins may read the description, and nothing else. */
export const SITE_ROUTES: readonly SiteRoute[] = [
  {
    kind: 'document',
    pattern: '/openapi.json',
    parameters: [],
    document: ({ catalogue: { urls } }) => openapiDocument(urls),
  },
  {
    kind: 'document',
    pattern: '/openapi-3.0.json',
    parameters: [],
    document: ({ catalogue: { urls } }) => openapi30Document(urls),
  },
  {
    kind: 'document',
    pattern: '/time.json',
    parameters: ['zone', 'lat', 'lon', 'at'],
    document: aboutData.timeDocument,
  },
  { kind: 'document', pattern: '/favicon.svg', parameters: [], document: faviconDocument },
  ...ASSET_ROUTES,
  { kind: 'document', pattern: '/world.svg', parameters: [], document: worldDocument },
  { kind: 'document', pattern: '/map/{tile}', parameters: [], document: tileDocument },
  { kind: 'document', pattern: '/preview.png', parameters: [], document: previewDocument },
  { kind: 'page', pattern: '/', parameters: [], show: showHome },
  { kind: 'page', pattern: '/search', parameters: ['q', 'zone'], show: showSearch },
  { kind: 'document', pattern: '/search.json', parameters: ['q', 'zone'], document: searchDocument },
  { kind: 'page', pattern: '/your-time', parameters: ['back'], show: showYourTime, choose: chooseYourTime },
  {
    kind: 'page',
    pattern: '/convert',
    parameters: ['from', 'to', 'at', 'said', 'resolution', 'picked', 'was', 'add'],
    show: showConvert,
  },
  { kind: 'document', pattern: '/reading.json', parameters: ['from', 'at'], document: readingDocument },
  {
    kind: 'page',
    pattern: '/t/{moment}',
    parameters: ['name', 'to', 'minutes', 'resolution', 'tz', 'at'],
    show: showMoment,
  },
  { kind: 'page', pattern: '/clocks', parameters: [...CLOCKS, 'add', 'up', 'drop'], show: showClocks },
  // A page for frames depends on its address alone, as files do.
  {
    kind: 'document',
    pattern: '/embed/clocks',
    parameters: [...CLOCKS, 'clock'],
    document: embeddedClocks,
  },
  { kind: 'document', pattern: '/clocks.svg', parameters: [...CLOCKS, 'clock'], document: clocksPicture },
  { kind: 'page', pattern: '/compare', parameters: ['one', 'other'], show: showComparing },
  { kind: 'page', pattern: '/compare/{places}', parameters: [], show: showCompared },
  { kind: 'page', pattern: '/meeting', parameters: MEETING, show: showMeeting },
  { kind: 'document', pattern: '/meeting.ics', parameters: MEETING, document: meetingFile },
  {
    kind: 'page',
    pattern: '/lookup',
    parameters: ['lat', 'latitude', 'lon', 'lng', 'longitude', 'zoom'],
    show: showLookup,
  },
  { kind: 'page', pattern: '/changes', parameters: [], show: aboutData.showChanges },
  { kind: 'page', pattern: '/dst', parameters: [], show: dst.showNextYear },
  {
    kind: 'page',
    pattern: '/dst/{year}',
    parameters: ['q', 'region', 'changes', 'year'],
    show: dst.showYear,
  },
  { kind: 'page', pattern: '/check', parameters: [], show: aboutData.showCheck },
  { kind: 'document', pattern: '/check.json', parameters: [], document: aboutData.checkDocument },
  { kind: 'page', pattern: '/releases', parameters: [], show: aboutData.showReleases },
  { kind: 'page', pattern: '/news', parameters: [], show: news.showNews },
  { kind: 'page', pattern: '/news/{release}', parameters: [], show: news.showRelease },
  { kind: 'document', pattern: '/news.atom', parameters: [], document: news.newsFeed },
  // Its address before there was /news.
  { kind: 'document', pattern: '/releases.atom', parameters: [], document: news.newsFeed },
  { kind: 'page', pattern: '/docs', parameters: [], show: docs.showReference },
  { kind: 'page', pattern: '/docs/{guide}', parameters: [], show: docs.showGuide },
  { kind: 'document', pattern: '/llms.txt', parameters: [], document: docs.llmsDocument },
  { kind: 'document', pattern: '/robots.txt', parameters: [], document: robotsAndSitemap.robotsDocument },
  { kind: 'document', pattern: '/sitemap.xml', parameters: [], document: robotsAndSitemap.sitemapIndex },
  { kind: 'document', pattern: '/sitemap/{file}', parameters: [], document: robotsAndSitemap.sitemapFile },
  {
    kind: 'page',
    pattern: '/timezones',
    parameters: ['q', 'country', 'observes_dst', 'offset'],
    show: lists.listZones,
  },
  { kind: 'page', pattern: '/abbreviations', parameters: ['q', 'continent'], show: lists.listStandards },
  {
    kind: 'page',
    pattern: '/countries',
    parameters: ['q', 'region', 'observes_dst'],
    show: lists.listCountries,
  },
  { kind: 'page', pattern: '/cities', parameters: ['q', 'country', 'letter'], show: lists.listCities },
  { kind: 'page', pattern: '/timezones/{page}', parameters: [], show: showZone },
  { kind: 'page', pattern: '/abbreviations/{page}', parameters: [], show: showStandard },
  { kind: 'page', pattern: '/countries/{page}', parameters: ['year'], show: showCountryPage },
  { kind: 'page', pattern: '/cities/{page}', parameters: ['date', 'year'], show: showCityPage },
]
